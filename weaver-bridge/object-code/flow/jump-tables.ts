/** Where indirect jumps lead: the tables that compilers make of `switch`. */
import type { MachineInstruction, MemoryUse } from "../machine/decode.js";
import { WORD } from "../machine/i686.js";
import type { FlowContext } from "./flow-context.js";

const MOST_CASES = 1024;

const LOOK_BACK = 4;

/** `jmp *table(,%reg,4)`: words from the table on, as long as they lead to code of one function. */
export function jumpTable(
  { wordAt, functions }: Pick<FlowContext, "wordAt" | "functions">,
  code: readonly MachineInstruction[],
  index: number,
): readonly number[] {
  const own = functions.ownAt((code[index] as MachineInstruction).address);
  const use = tableOperand(code, index);
  const found: number[] = [];
  if (use === undefined || own === undefined) return found;
  for (let at = use.displacement >>> 0; found.length < MOST_CASES; at += WORD) {
    const target = wordAt(at);
    if (target === undefined || functions.ownAt(target) !== own) break;
    found.push(target);
  }
  return found;
}

/** Of the jump itself, or of the load of the register that it goes through, a few instructions before. */
function tableOperand(code: readonly MachineInstruction[], index: number): MemoryUse | undefined {
  for (let at = index; at >= 0 && at > index - LOOK_BACK; at--) {
    const { memory, effect } = code[at] as MachineInstruction;
    const use = memory[0];
    const isTable = use !== undefined && use.scale === WORD && use.index !== undefined;
    if (isTable && (at === index || effect.kind === "load")) return use;
  }
  return undefined;
}
