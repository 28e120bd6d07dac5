/** Plugged functions on i386. */
import type { PlugAssembly } from "../plug-assembly.js";
import { X86_BYTES } from "../x86/instruction-bytes.js";

const hex = (byte: number) => `0x${byte.toString(16)}`;
const { jump: JUMP, padding: PADDING } = X86_BYTES;

export const I686_PLUG: PlugAssembly = {
  macro: "__i386__",
  keepingRegisters: (name, note, inner) => [
    `__asm__(".pushsection .text\\n\\t.globl ${name}\\n\\t.type ${name}, @function\\n"`,
    `\t"${name}:\\n\\tpush %ebp\\n\\tmov %esp, %ebp\\n\\tpush %eax\\n\\tpush %ecx\\n\\tpush %edx\\n"`,
    `\t"\\tmov 4(%ebp), %eax\\n\\tmov %eax, ${note}\\n\\tcall ${inner}\\n"`,
    `\t"\\tpop %edx\\n\\tpop %ecx\\n\\tpop %eax\\n\\tpop %ebp\\n\\tret\\n\\t.size ${name}, . - ${name}\\n\\t.popsection");`,
  ],
  jump: (name, first) => [
    `__asm__(".pushsection .text\\n\\t.p2align 4\\n\\t.skip 3, ${hex(PADDING)}\\n\\t.globl ${name}\\n\\t.type ${name}, @function\\n"`,
    `\t"${name}:\\n\\t.byte ${hex(JUMP)}\\n\\t.globl ${name}_target\\n\\t.hidden ${name}_target\\n"`,
    `\t"${name}_target:\\n\\t.long ${first} - (. + 4)\\n\\t.size ${name}, . - ${name}\\n\\t.popsection");`,
  ],
  writable: {
    locals: "unsigned long flags, cr0;",
    before: [
      '__asm__ volatile("pushf; pop %0; cli; mov %%cr0, %1" : "=r"(flags), "=r"(cr0) : : "memory");',
      '__asm__ volatile("mov %0, %%cr0" : : "r"(cr0 & ~0x10000ul) : "memory");',
    ],
    after: ['__asm__ volatile("mov %0, %%cr0; push %1; popf" : : "r"(cr0), "r"(flags) : "memory", "cc");'],
  },
};
