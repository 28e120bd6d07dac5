/** i686 as the readers of code see it. */
import { Code } from "iced-x86";
import type { Machine } from "../machine.js";
import { codeReader } from "../x86/code-reader.js";
import type { X86 } from "../x86/register-numbers.js";
import { I686_FACTS } from "./facts.js";
import { I686_HOOKS } from "./hook-code.js";
import { registerNumber, wholeRegister } from "./registers.js";
import { I686_RELOCATIONS } from "./relocations.js";
import { I686_TRAPS } from "./trap-code.js";

const { result } = I686_FACTS;
const I386: X86 = { bits: 32, word: 4, result, jumpIndirect: Code.Jmp_rm32, registerNumber, wholeRegister };

export const I686: Machine = {
  ...I686_FACTS,
  code: codeReader(I386),
  relocations: I686_RELOCATIONS,
  hooks: I686_HOOKS,
  traps: I686_TRAPS,
};
