/** x86-64 as the readers of code see it: calls by the System V ABI, code and data in the lowest or the highest 2 GB. */
import { Code } from "iced-x86";
import type { Machine } from "../machine.js";
import { codeReader } from "../x86/code-reader.js";
import type { X86 } from "../x86/register-numbers.js";
import { X86_64_HOOKS } from "./hook-code.js";
import { R8, R9, RAX, RBP, RCX, RDI, RDX, RSI, RSP, registerNumber, wholeRegister } from "./registers.js";
import { X86_64_RELOCATIONS } from "./relocations.js";
import { X86_64_TRAPS } from "./trap-code.js";

const AMD64: X86 = {
  ...{ bits: 64, word: 8, result: RAX, jumpIndirect: Code.Jmp_rm64 },
  ...{ registerNumber, wholeRegister },
};

export const X86_64: Machine = {
  ...{ name: "x86_64", elfMachine: 62, bits: 64, word: 8, registers: 16 },
  ...{ result: RAX, counter: RCX, stackPointer: RSP, framePointer: RBP },
  ...{ clobbered: [RAX], argumentRegisters: [RDI, RSI, RDX, RCX, R8, R9], takesHiddenArgument: false },
  code: codeReader(AMD64),
  relocations: X86_64_RELOCATIONS,
  hooks: X86_64_HOOKS,
  traps: X86_64_TRAPS,
  address: (sum) => sum | 0,
};
