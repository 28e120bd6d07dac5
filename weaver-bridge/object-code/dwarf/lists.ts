/** Lists of ranges and of places: `.debug_ranges` and `.debug_loc` up to version 4, `rnglists` and `loclists` in 5. */
import type { ByteReader } from "../byte-reader.js";

/** Where a value is: what a DWARF expression says, while the code is in the range (without one, always). */
export interface ListedPlace {
  readonly range?: { readonly start: number; readonly end: number };
  readonly expression: Uint8Array;
}

interface ListContext {
  readonly addressSize: number;
  /** Of the unit. */
  readonly base: number;
  /** By its index in `.debug_addr`. */
  address(index: number): number | undefined;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

const HIGHEST: Record<number, number> = { 2: 0xffff, 4: 0xffff_ffff, 8: -1 };

/** Version 4 and below. Here and below, `reader` stands where the list begins, and afterwards behind it. */
export function readRanges(reader: ByteReader, { addressSize, base }: ListContext): Range[] {
  const found: Range[] = [];
  let from = base;
  while (!reader.done) {
    const [start, end] = [reader.word(addressSize), reader.word(addressSize)];
    if (start === 0 && end === 0) break;
    if (start === HIGHEST[addressSize]) from = end;
    else if (end > start) found.push({ start: from + start, end: from + end });
  }
  return found;
}

/** Kinds of entries of `.debug_rnglists`; those of `.debug_loclists` are alike up to startEnd. */
const LIST = { end: 0, basex: 1, startxEndx: 2, startxLength: 3, offsets: 4 } as const;
const RANGES = { base: 5, startEnd: 6, startLength: 7 } as const;
const PLACES = { whole: 5, base: 6, startEnd: 7, startLength: 8 } as const;

export function listedRanges(reader: ByteReader, context: ListContext): Range[] {
  const found: Range[] = [];
  const state = { base: context.base };
  while (!reader.done) {
    const kind = reader.u8();
    if (kind === LIST.end) break;
    if (kind === RANGES.base) {
      state.base = reader.word(context.addressSize);
      continue;
    }
    const isPlain = kind === RANGES.startEnd || kind === RANGES.startLength;
    const range = isPlain
      ? plainRange(reader, kind === RANGES.startEnd, context)
      : indexedRange(reader, kind, state, context);
    if (range === "unknown") break;
    if (range !== undefined && range.end > range.start) found.push(range);
  }
  return found;
}

/** `version` 4 stands for all below 5. */
export function readLocations(reader: ByteReader, context: ListContext, version: 4 | 5): ListedPlace[] {
  return version === 4 ? oldLocations(reader, context) : newLocations(reader, context);
}

function oldLocations(reader: ByteReader, { addressSize, base }: ListContext): ListedPlace[] {
  const found: ListedPlace[] = [];
  let from = base;
  while (!reader.done) {
    const [start, end] = [reader.word(addressSize), reader.word(addressSize)];
    if (start === 0 && end === 0) break;
    if (start === HIGHEST[addressSize]) from = end;
    else {
      const expression = reader.take(reader.u16());
      if (end > start) found.push({ range: { start: from + start, end: from + end }, expression });
    }
  }
  return found;
}

function newLocations(reader: ByteReader, context: ListContext): ListedPlace[] {
  const found: ListedPlace[] = [];
  const state = { base: context.base };
  while (!reader.done) {
    const kind = reader.u8();
    if (kind === LIST.end) break;
    if (kind === PLACES.base) {
      state.base = reader.word(context.addressSize);
      continue;
    }
    if (kind === LIST.basex) {
      state.base = context.address(reader.uleb()) ?? state.base;
      continue;
    }
    if (kind === PLACES.whole) {
      found.push({ expression: reader.take(reader.uleb()) });
      continue;
    }
    const isPlain = kind === PLACES.startEnd || kind === PLACES.startLength;
    const range = isPlain
      ? plainRange(reader, kind === PLACES.startEnd, context)
      : indexedRange(reader, kind, state, context);
    // Views of variables (a GNU extension) come in pairs of numbers that say no place.
    if (range === "unknown") {
      if (kind !== 9) break;
      reader.skipLeb();
      reader.skipLeb();
      continue;
    }
    const expression = reader.take(reader.uleb());
    if (range !== undefined && range.end > range.start) found.push({ range, expression });
  }
  return found;
}

function plainRange(reader: ByteReader, hasEnd: boolean, { addressSize }: ListContext): Range {
  const start = reader.word(addressSize);
  return { start, end: hasEnd ? reader.word(addressSize) : start + reader.uleb() };
}

/** Undefined for a new base. */
function indexedRange(
  reader: ByteReader,
  kind: number,
  state: { base: number },
  { address }: ListContext,
): Range | undefined | "unknown" {
  switch (kind) {
    case LIST.basex:
      state.base = address(reader.uleb()) ?? state.base;
      return undefined;
    case LIST.startxEndx: {
      const [start, end] = [address(reader.uleb()), address(reader.uleb())];
      return start === undefined || end === undefined ? { start: 0, end: 0 } : { start, end };
    }
    case LIST.startxLength: {
      const start = address(reader.uleb());
      const length = reader.uleb();
      return start === undefined ? { start: 0, end: 0 } : { start, end: start + length };
    }
    case LIST.offsets: {
      const [start, end] = [reader.uleb(), reader.uleb()];
      return { start: state.base + start, end: state.base + end };
    }
    default:
      return "unknown";
  }
}
