/** x86-64 as the readers of code see it. */
import { Code } from "iced-x86";
import type { Machine } from "../machine.js";
import { codeReader } from "../x86/code-reader.js";
import type { X86 } from "../x86/register-numbers.js";
import { X86_64_FACTS } from "./facts.js";
import { X86_64_HOOKS } from "./hook-code.js";
import { registerNumber, wholeRegister } from "./registers.js";
import { X86_64_RELOCATIONS } from "./relocations.js";
import { X86_64_TRAPS } from "./trap-code.js";

const { result } = X86_64_FACTS;
const AMD64: X86 = { bits: 64, word: 8, result, jumpIndirect: Code.Jmp_rm64, registerNumber, wholeRegister };

export const X86_64: Machine = {
  ...X86_64_FACTS,
  code: codeReader(AMD64),
  relocations: X86_64_RELOCATIONS,
  hooks: X86_64_HOOKS,
  traps: X86_64_TRAPS,
};
