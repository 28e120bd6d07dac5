/** i686 as the readers of code see it. */
import { Code } from "iced-x86";
import type { Machine } from "../machine.js";
import { codeReader } from "../x86/code-reader.js";
import type { X86 } from "../x86/register-numbers.js";
import { I686_HOOKS } from "./hook-code.js";
import { EAX, EBP, ECX, ESP, registerNumber, wholeRegister } from "./registers.js";
import { I686_RELOCATIONS } from "./relocations.js";
import { I686_TRAPS } from "./trap-code.js";

const I386: X86 = {
  ...{ bits: 32, word: 4, result: EAX, jumpIndirect: Code.Jmp_rm32 },
  ...{ registerNumber, wholeRegister },
};

export const I686: Machine = {
  ...{ name: "i686", elfMachine: 3, bits: 32, word: 4, registers: 8 },
  ...{ result: EAX, counter: ECX, stackPointer: ESP, framePointer: EBP },
  ...{ clobbered: [EAX], argumentRegisters: [], takesHiddenArgument: true },
  code: codeReader(I386),
  relocations: I686_RELOCATIONS,
  hooks: I686_HOOKS,
  traps: I686_TRAPS,
  address: (sum) => sum >>> 0,
};
