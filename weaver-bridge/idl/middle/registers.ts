/** Small values into the words of a register message: wide ones first, narrow ones packed into what is left. */
import type { Place } from "./message.js";

export interface Candidate {
  readonly key: string;
  readonly bytes: number;
}

/**
 * Places for as many candidates as fit, in `words` words from `first` on. When not all fit, earlier candidates win.
 * Values of 3 bytes take a whole word; 8-byte values take two neighbouring ones.
 */
export function placeInRegisters(
  candidates: readonly Candidate[],
  first: number,
  words: number,
  packing: boolean,
): Map<string, Place> {
  const all = tryPlace(
    [...candidates].sort((a, b) => b.bytes - a.bytes),
    first,
    words,
    packing,
  );
  if (all.size === candidates.length) return all;
  return tryPlace(candidates, first, words, packing);
}

function tryPlace(
  candidates: readonly Candidate[],
  first: number,
  words: number,
  packing: boolean,
): Map<string, Place> {
  const places = new Map<string, Place>();
  const used = new Array<number>(words).fill(0);
  for (const { key, bytes } of candidates) {
    if (bytes > 4 || bytes === 0) continue;
    const width = bytes === 3 || !packing ? 4 : bytes;
    for (let word = 0; word < words; word++) {
      const start = Math.ceil((used[word] as number) / width) * width;
      if (start + width > 4) continue;
      used[word] = start + width;
      places.set(key, { in: "register", word: first + word, shift: start * 8, bits: bytes * 8 });
      break;
    }
  }
  return places;
}
