/** How C is made to run alone on each machine of QEMU: code that comes first, compilers' options, links, and what is booted. */
import { readFileSync } from "node:fs";

export interface TracedMachine {
  readonly qemu: string;
  /** Options of compilers. */
  readonly bare: readonly string[];
  readonly assembler: readonly string[];
  /** Assembly that calls `main` and then ends the machine at port 0xf4. */
  readonly start: string;
  /** A linker's script; the options that name it. */
  readonly script: string;
  readonly linker: readonly string[];
  /** Of objcopy, from the image to what QEMU loads. */
  readonly loaded: readonly string[];
  /** From 32 bits as the plugin writes them. */
  address(low: number): number;
}

const COMMON = ["-ffreestanding", "-fno-pic", "-fno-stack-protector", "-w"];
const LINKED = ["-T", "image.ld", "-e", "_start", "-z", "noexecstack"];
const LAST = `
.bss
.skip 65536
.balign 16
stack_end:
.section .note.GNU-stack, "", @progbits
`;

const longMode = readFileSync(new URL("../x86-64-kernel/long-mode.s", import.meta.url), "latin1");

/** A Multiboot image: the loader leaves 32-bit code with flat segments. */
const I386: TracedMachine = {
  qemu: "qemu-system-i386",
  bare: ["-m32", "-march=i686", ...COMMON],
  assembler: ["--32"],
  linker: ["-m", "elf_i386", ...LINKED],
  loaded: ["-S"],
  address: (low) => low,
  script: `SECTIONS { .multiboot 0x100000 : { *(.multiboot) } .text 0x100100 : { *(.text*) }
  .rodata : { *(.rodata*) } .data : { *(.data*) } .bss : { *(.bss*) *(COMMON) } }`,
  start: `
.section .multiboot, "a"
.long 0x1badb002, 0, -0x1badb002
.text
.globl _start
_start: mov $stack_end, %esp
  call main
  mov $0x3f, %al
  out %al, $0xf4
1: hlt
  jmp 1b
.globl memcpy
memcpy: push %edi
  push %esi
  mov 12(%esp), %edi
  mov 16(%esp), %esi
  mov 20(%esp), %ecx
  mov %edi, %eax
  rep movsb
  pop %esi
  pop %edi
  ret
.globl memset
memset: push %edi
  mov 8(%esp), %edi
  mov 12(%esp), %eax
  mov 16(%esp), %ecx
  rep stosb
  mov 8(%esp), %eax
  pop %edi
  ret
${LAST}`,
};

/** In the highest 2 GB, as kernels are; the first gigabyte of memory is there and at 0. Multiboot loads a plain file. */
const X86_64: TracedMachine = {
  qemu: "qemu-system-x86_64",
  bare: ["-m64", "-march=x86-64", "-mcmodel=kernel", "-mno-red-zone", ...COMMON],
  assembler: ["--64"],
  linker: ["-m", "elf_x86_64", ...LINKED],
  loaded: ["-O", "binary"],
  address: (low) => low | 0,
  script: `SECTIONS { .boot 0x100000 : { *(.multiboot) *(.boot) }
  . = 0xffffffff80200000;
  .text : AT(0x200000) { *(.text*) }
  .rodata : AT(ADDR(.rodata) + 0x80000000) { *(.rodata*) }
  .data : AT(ADDR(.data) + 0x80000000) { *(.data*) loaded_end = . + 0x80000000; }
  .bss : AT(ADDR(.bss) + 0x80000000) { *(.bss*) *(COMMON) all_end = . + 0x80000000; } }`,
  start: `
${longMode}
long_mode 0x620, 0x80000002, ~4
  mov $main, %rax
  call *%rax
  mov $0x3f, %al
  out %al, $0xf4
2: hlt
  jmp 2b
long_mode_tables
.text
.globl memcpy
memcpy: mov %rdi, %rax
  mov %rdx, %rcx
  rep movsb
  ret
.globl memset
memset: mov %rdi, %r8
  mov %esi, %eax
  mov %rdx, %rcx
  rep stosb
  mov %r8, %rax
  ret
${LAST}`,
};

export const TRACED = { i386: I386, x86_64: X86_64 } as const;
export type TracedName = keyof typeof TRACED;
