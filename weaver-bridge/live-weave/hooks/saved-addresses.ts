/**
 * Is somebody about to return to code that will be changed? An interrupted thread's next instruction lies somewhere in
 * the guest's memory, on its stack: all of the memory is searched. What is found may be a leftover; it is told alike,
 * because a hook that waits does no harm. Where the kernel's stacks are known, they alone are searched.
 */
import { closeSync, readSync } from "node:fs";
import { openMemoryFile } from "../../guest/index.js";
import { countFirst } from "../../model/index.js";

export interface CodeRange {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

const PIECE = 4 * 1024 * 1024;

/** The ranges, which don't overlap, of which an address lies in the memory, which is a file. Throws GuestError where the machine has ended. */
export function rangesWithSavedAddresses(
  memory: string,
  ranges: readonly CodeRange[],
  /** Physical addresses that don't count: the hooks' own code. */
  except: CodeRange = { start: 0, end: 0 },
  /** Physical addresses of all stacks, where they are known: nothing else is searched. */
  stacks: readonly CodeRange[] = [{ start: 0, end: Number.MAX_SAFE_INTEGER }],
  /** Of an address, in bytes; those of eight are in the lowest or the highest 2 GB. */
  width: 4 | 8 = 4,
): CodeRange[] {
  if (ranges.length === 0) return [];
  const sorted = [...ranges].sort((left, right) => left.start - right.start);
  const lowest = (sorted[0] as CodeRange).start;
  const highest = (sorted.at(-1) as CodeRange).end;
  const found = new Set<CodeRange>();
  const span = highest - lowest;
  const piece = Buffer.alloc(PIECE);
  // Signed, so that the machine's own subtraction does.
  const from = lowest | 0;
  const words = new Int32Array(piece.buffer, piece.byteOffset, PIECE >> 2);
  const file = openMemoryFile(memory);
  try {
    for (const stack of stacks)
      for (let at = stack.start; at < stack.end; at += PIECE) {
        const length = readSync(file, piece, 0, Math.min(PIECE, stack.end - at), at);
        if (length === 0) break;
        const count = length >> 2;
        for (let index = 0; index < count; index += width >> 2) {
          const distance = ((words[index] as number) - from) | 0;
          if (distance < 0 || distance >= span) continue;
          const word = lowest + distance;
          // Of eight bytes the upper half is the lower one's sign.
          if (width === 8 && words[index + 1] !== (word < 0 ? -1 : 0)) continue;
          const where = at + 4 * index;
          if (except.start <= where && where < except.end) continue;
          const range = sorted[lastBefore(sorted, word)];
          if (range !== undefined && word < range.end) found.add(range);
        }
      }
  } finally {
    closeSync(file);
  }
  return [...found];
}

/** Index of the last range that begins at the address or before. */
function lastBefore(ranges: readonly CodeRange[], address: number): number {
  return countFirst(ranges.length, (at) => (ranges[at] as CodeRange).start <= address) - 1;
}
