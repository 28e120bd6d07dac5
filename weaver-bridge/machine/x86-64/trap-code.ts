/**
 *     push rax, rcx, rdx, rbx, rsi
 *     mov rax, [rsp+40]         behind the breakpoint
 *     xor ecx, ecx; mov edx, COUNT
 * 1:  cmp ecx, edx; jae 4       the table is sorted
 *     lea ebx, [rdx+rcx]; shr ebx, 1
 *     movsxd rsi, [KEYS+8*rbx]; cmp rsi, rax
 *     je 3; jg 2
 *     lea ecx, [rbx+1]; jmp 1
 * 2:  mov edx, ebx; jmp 1
 * 3:  movsxd rax, [VALUES+8*rbx]; mov [rsp+40], rax; pop rsi, rbx, rdx, rcx, rax; iretq
 * 4:  pop rsi, rbx, rdx, rcx, rax; jmp KERNEL'S HANDLER
 *
 * Nothing is read through gs, so that it may be the program's yet.
 */
import type { TrapCode } from "../trap-code.js";
import { BREAKPOINT, gatesOf } from "../x86/gates.js";

export const X86_64_TRAPS: TrapCode = {
  ...BREAKPOINT,
  handler: [
    ...[0x50, 0x51, 0x52, 0x53, 0x56, 0x48, 0x8b, 0x44, 0x24, 0x28, 0x31, 0xc9, 0xba, 0, 0, 0, 0],
    ...[0x39, 0xd1, 0x73, 0x31, 0x8d, 0x1c, 0x0a, 0xd1, 0xeb],
    ...[0x48, 0x63, 0x34, 0xdd, 0, 0, 0, 0, 0x48, 0x39, 0xc6],
    ...[0x74, 0x0b, 0x7f, 0x05, 0x8d, 0x4b, 0x01, 0xeb, 0xe3, 0x89, 0xda, 0xeb, 0xdf],
    ...[0x48, 0x63, 0x04, 0xdd, 0, 0, 0, 0, 0x48, 0x89, 0x44, 0x24, 0x28],
    ...[0x5e, 0x5b, 0x5a, 0x59, 0x58, 0x48, 0xcf, 0x5e, 0x5b, 0x5a, 0x59, 0x58, 0xe9, 0, 0, 0, 0],
  ],
  ...{ countAt: 13, keysAt: 30, valuesAt: 54, gates: gatesOf(16) },
};
