import { expect, test } from "vitest";
import { calledByStart } from "./assembler-start.js";

test("what stands below the start and is not reached from it is not called by it", () => {
  const text = `.global _start
_start:
	mov $stack_top, %esp
	push %ebx /* multiboot */
	call main
	hlt

.global enable_paging
enable_paging:
	mov $main_new, %eax
	jmp *%eax

hi:
	mov $main_userland, %eax
	call *%eax
`;
  expect(calledByStart(text)).toEqual(["main"]);
});

test.each([
  [
    "_start:\n  jz entry\n  jmp loop\nloop:\n  jmp loop\nentry:\n  call gdt_init\n  call kern_entry\n  hlt\n",
    ["gdt_init", "kern_entry"],
  ],
  [
    "start: ; the first\n  mov esp, stack\n  call kmain ; call nothing\n.hang:\n  hlt\n  jmp .hang\n",
    ["kmain"],
  ],
  ["[bits 32]\nstart:\n  mov eax, kmain\n  call eax\n  cli\n", ["kmain"]],
  ["start:\n  jmp 0x08:protected\nprotected:\n  call init\n  jmp $\n", ["init"]],
  ["_start:\n  ljmp $0x08, $begin_c\n", ["begin_c"]],
  ["ENTRY(start)\n  call early\n  jmp *%eax\nEND(start)\nENTRY(other)\n  call late\nEND(other)\n", ["early"]],
  ["boot:\n  movl %eax, %ebx; call kmain\n1: hlt; jmp 1b\n", ["kmain"]],
  ["/* start: call never */\nhelper:\n  call never\n", []],
  ["start:\n  /* call not\n", []],
  ["", []],
])("%j", (text, called) => {
  expect(calledByStart(text)).toEqual(called);
});
