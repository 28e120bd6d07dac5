/**
 *     push eax, ecx, edx, ebx
 *     mov eax, [esp+16]         behind the breakpoint
 *     xor ecx, ecx; mov edx, COUNT
 * 1:  cmp ecx, edx; jae 4       the table is sorted
 *     lea ebx, [edx+ecx]; shr ebx, 1
 *     cmp [cs:KEYS+8*ebx], eax  it is read through the code segment: a program may have changed the others
 *     je 3; ja 2
 *     lea ecx, [ebx+1]; jmp 1
 * 2:  mov edx, ebx; jmp 1
 * 3:  mov eax, [cs:VALUES+8*ebx]; mov [esp+16], eax; pop ebx, edx, ecx, eax; iret
 * 4:  pop ebx, edx, ecx, eax; jmp KERNEL'S HANDLER
 */
import type { TrapCode } from "../trap-code.js";
import { BREAKPOINT, gatesOf } from "../x86/gates.js";

export const I686_TRAPS: TrapCode = {
  ...BREAKPOINT,
  handler: [
    ...[0x50, 0x51, 0x52, 0x53, 0x8b, 0x44, 0x24, 0x10, 0x31, 0xc9, 0xba, 0, 0, 0, 0],
    ...[0x39, 0xd1, 0x73, 0x2b, 0x8d, 0x1c, 0x0a, 0xd1, 0xeb, 0x2e, 0x39, 0x04, 0xdd, 0, 0, 0, 0],
    ...[0x74, 0x0b, 0x77, 0x05, 0x8d, 0x4b, 0x01, 0xeb, 0xe6, 0x89, 0xda, 0xeb, 0xe2],
    ...[0x2e, 0x8b, 0x04, 0xdd, 0, 0, 0, 0, 0x89, 0x44, 0x24, 0x10, 0x5b, 0x5a, 0x59, 0x58, 0xcf],
    ...[0x5b, 0x5a, 0x59, 0x58, 0xe9, 0, 0, 0, 0],
  ],
  ...{ countAt: 11, keysAt: 28, valuesAt: 49, gates: gatesOf(8) },
};
