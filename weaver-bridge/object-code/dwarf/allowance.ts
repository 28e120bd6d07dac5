/**
 * Debug information names lists, tables and texts by where they begin, so that a small file can have the same bytes read a
 * million times over. What compilers write is read about once. How often it may be in all is bounded here: what lies beyond
 * is missing, and said.
 */
import { lookUp } from "../../model/index.js";
import { textAt } from "../byte-reader.js";

export interface Allowance {
  /** Whether so many more bytes of a section may be read for an entry that was not asked about before. */
  spend(section: string, bytes: number): boolean;
}

/** How often all of a section may be read: entries may share, as functions that the linker folded do. */
const MOST_TIMES = 8;
/** Each byte of a line program may be a row, and these are kept. */
const MOST_TIMES_OF: Readonly<Record<string, number>> = { ".debug_line": 2 };
const SMALL = 1 << 20;

/** `told` gets a sentence for each section once its allowance is used up. */
export function createAllowance(lengthOf: (section: string) => number, told: string[]): Allowance {
  const left = new Map<string, number>();
  return {
    spend: (section, bytes) => {
      const times = lookUp(MOST_TIMES_OF, section) ?? MOST_TIMES;
      const before = left.get(section) ?? lengthOf(section) * times + SMALL;
      left.set(section, before - bytes);
      if (before >= 0 && before < bytes)
        told.push(`what it says in ${section} is referred to so often that not all of it is read`);
      return before >= bytes;
    },
  };
}

/** Longer ones are read once each, by where they begin. */
const SHORT = 256;

/** Texts of a section, by where they begin; where too many long ones overlap, only their beginnings. */
export function createTexts(
  bytes: Uint8Array,
  section: string,
  allowance: Allowance,
): (offset: number) => string {
  const long = new Map<number, string>();
  return (offset) => {
    const known = long.get(offset);
    if (known !== undefined) return known;
    const short = textAt(bytes, offset, SHORT);
    // Of letters beyond ASCII there are fewer than bytes.
    const isWhole = short.length < SHORT && (bytes[offset + short.length] ?? 0) === 0;
    if (isWhole || bytes.subarray(offset, offset + SHORT).includes(0)) return short;
    if (!allowance.spend(section, SHORT)) return short;
    const whole = textAt(bytes, offset);
    const text = allowance.spend(section, whole.length) ? whole : short;
    long.set(offset, text);
    return text;
  };
}
