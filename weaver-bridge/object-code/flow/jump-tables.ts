/** Where indirect jumps lead: the tables that compilers make of `switch`. */
import type { MachineInstruction } from "../../machine/code.js";
import type { FlowContext } from "./flow-context.js";

const MOST_CASES = 1024;

const LOOK_BACK = 4;

interface Context extends Pick<FlowContext, "machine" | "wordAt" | "offsetTable"> {
  /** Which function has code there: one and the same for all of its code. */
  readonly functions: { ownAt(address: number): object | undefined };
}

/**
 * `jmp *table(,%reg,4)`: words from the table on, as long as they lead to code of one function; of code that may lie
 * anywhere, what is between the table and there, in four bytes each, or for i386 between the offset table and there.
 */
export const jumpTable = (context: Context, code: readonly MachineInstruction[], index: number) =>
  readTable(context, code, index).targets;

export interface ReadTable {
  readonly targets: readonly number[];
  /** Undefined where there is none. */
  readonly table?: Table;
}

export function readTable(context: Context, code: readonly MachineInstruction[], index: number): ReadTable {
  const { functions, wordAt } = context;
  const own = functions.ownAt((code[index] as MachineInstruction).address);
  const table = tableOf(context, code, index);
  const found: number[] = [];
  if (table === undefined || own === undefined) return { targets: found };
  const { address, step, base } = table;
  for (let at = address; found.length < MOST_CASES; at += step) {
    const entry = wordAt(at, step);
    const target = entry === undefined || base === undefined ? entry : base + (entry | 0);
    if (target === undefined || functions.ownAt(target) !== own) break;
    found.push(target);
  }
  return found.length === 0 ? { targets: found } : { targets: found, table };
}

interface Table {
  readonly address: number;
  /** In bytes. */
  readonly step: number;
  /** What its words are distances from; undefined where they are addresses. */
  readonly base?: number;
  /** Address of the instruction that reads it. */
  readonly readAt: number;
}

/** Of the jump itself, or of the load of the register that it goes through, a few instructions before. */
function tableOf(
  { machine, offsetTable }: Context,
  code: readonly MachineInstruction[],
  index: number,
): Table | undefined {
  const { word } = machine;
  for (let at = index; at >= 0 && at > index - LOOK_BACK; at--) {
    const { memory, effect, address: readAt } = code[at] as MachineInstruction;
    const [use] = memory;
    if (use?.index === undefined || (at !== index && effect.kind !== "load")) continue;
    if (word === 4 && use.scale === 4 && use.base !== undefined && offsetTable !== undefined)
      return { address: (offsetTable + use.displacement) >>> 0, step: word, base: offsetTable, readAt };
    if (use.scale === word) return { address: machine.address(use.displacement), step: word, readAt };
    if (word === 4 || use.scale !== 4 || use.base === undefined) continue;
    const address = addressIn(use.base, code, at);
    if (address === undefined) return undefined;
    const start = machine.address(address + use.displacement);
    return { address: start, step: 4, base: start, readAt };
  }
  return undefined;
}

/** What the last `lea` before an instruction put into a register, where it is a fixed address. */
function addressIn(register: number, code: readonly MachineInstruction[], before: number) {
  const made = code.slice(0, before).findLast(({ changes }) => changes.includes(register));
  const [use] = made?.memory ?? [];
  const isFixed = made?.effect.kind === "address" && use?.base === undefined && use?.index === undefined;
  return isFixed ? use?.displacement : undefined;
}
