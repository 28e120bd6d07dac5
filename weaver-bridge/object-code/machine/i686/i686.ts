/** i686 as the readers of code see it. */
import type { Machine } from "../machine.js";
import { I686_HOOKS } from "./hook-code.js";
import { EAX, EBP, ECX, ESP, registerNumber, wholeRegister } from "./registers.js";
import { I686_TRAPS } from "./trap-code.js";

export const I686: Machine = {
  ...{ name: "i686", bits: 32, word: 4, registers: 8 },
  ...{ result: EAX, counter: ECX, stackPointer: ESP, framePointer: EBP },
  ...{ clobbered: [EAX], argumentRegisters: [], takesHiddenArgument: true },
  ...{ registerNumber, wholeRegister },
  hooks: I686_HOOKS,
  traps: I686_TRAPS,
  address: (sum) => sum >>> 0,
};
