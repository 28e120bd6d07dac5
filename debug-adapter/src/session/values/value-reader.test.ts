import { expect, test } from "vitest";
import { operandOf } from "./value-reader.js";

test.each([
  ["=> 0xc01: mov    DWORD PTR [ebx+0x14],eax", "$ebx+0x14"],
  ["=> 0xc01: mov    eax,DWORD PTR [ecx+edx*4-0x8]", "$ecx+$edx*4-0x8"],
  ["=> 0xc01: mov    BYTE PTR ds:0xc0157340,0x1", "0xc0157340"],
  ["=> 0xc01: mov    eax,fs:0xc1234567", "$fs_base + 0xc1234567"],
  ["=> 0xc01: mov    eax,DWORD PTR fs:[eax+0x4]", "$fs_base + $eax+0x4"],
  ["=> 0xc01: mov    QWORD PTR [r12+rax*8+0x10],rdx", "$r12+$rax*8+0x10"],
  ["=> 0xc01: push   ebp", undefined],
])("%s", (instruction, operand) => expect(operandOf(instruction)).toBe(operand));
