/** The instructions of a function as blocks: each is entered at its first one only, and left at its last. */
import type { MachineInstruction } from "../../machine/code.js";

export interface Block {
  readonly first: number;
  /** Behind its last instruction. */
  readonly end: number;
  /** Numbers of blocks. */
  readonly next: readonly number[];
  /** A later block, or itself, leads back to it. */
  readonly isLoop: boolean;
}

/**
 * `tableAt` reads the targets of an indirect jump, by its index, as far as they are known; `entry` is the index at which the
 * function is entered.
 */
export function blocksOf(
  code: readonly MachineInstruction[],
  tableAt: (index: number) => readonly number[],
  entry = 0,
): Block[] {
  const indexAt = new Map(code.map(({ address }, index) => [address, index]));
  const tables = new Map<number, readonly number[]>();
  const starts = new Set<number>([0, entry]);
  for (const [index, instruction] of code.entries()) {
    const targets = instruction.flow === "indirect-jump" ? tableAt(index) : targetsOf(instruction);
    if (targets.length > 0) tables.set(index, targets);
    for (const target of targets) {
      const at = indexAt.get(target);
      if (at !== undefined) starts.add(at);
    }
    const follows = code[index + 1]?.address === instruction.address + instruction.length;
    if (instruction.flow === "branch" || isEnd(instruction) || !follows) starts.add(index + 1);
  }
  const sorted = [...starts].filter((start) => start < code.length).sort((left, right) => left - right);
  const numberAt = new Map(sorted.map((start, number) => [start, number]));
  const loops = new Set<number>();
  const blocks = sorted.map((first, number) => {
    const end = sorted[number + 1] ?? code.length;
    const last = code[end - 1] as MachineInstruction;
    const next = new Set<number>();
    const add = (at: number | undefined) => {
      const block = at === undefined ? undefined : numberAt.get(at);
      if (block !== undefined) next.add(block);
    };
    for (const target of tables.get(end - 1) ?? []) add(indexAt.get(target));
    if (!isEnd(last)) add(indexAt.get(last.address + last.length));
    for (const block of next) if (block <= number) loops.add(block);
    return { first, end, next: [...next] };
  });
  return blocks.map((block, number) => ({ ...block, isLoop: loops.has(number) }));
}

function targetsOf({ flow, target }: MachineInstruction): readonly number[] {
  return (flow === "branch" || flow === "jump") && target !== undefined ? [target] : [];
}

const isEnd = ({ flow, isInvalid }: MachineInstruction) =>
  isInvalid || flow === "jump" || flow === "return" || flow === "indirect-jump" || flow === "stop";
