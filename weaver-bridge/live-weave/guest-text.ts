/** The kernel's text in the guest: read at once where its memory is a file, else packet by packet; written in few packets. */
import { closeSync, readSync } from "node:fs";
import { type GuestRecord, openMemoryFile, type StoppedGuest } from "../guest/index.js";
import { isOfModule, type JournalText } from "./journal/journal.js";
import { ALIGNMENT } from "./prepare-hooks.js";

export interface TextPiece {
  readonly address: number;
  readonly bytes: Buffer;
}

export type ReadText = (address: number, length: number) => Promise<Buffer>;

export const originalText = ({ address, original }: JournalText) => ({
  address,
  bytes: Buffer.from(original, "hex"),
});
export const wovenText = ({ address, woven }: JournalText) => ({ address, bytes: Buffer.from(woven, "hex") });
const endOf = ({ address, original }: JournalText) => address + original.length / 2;

/** What stood in texts at one time, and in all that lies between them. */
export interface TextCopy {
  readonly start: number;
  readonly bytes: Buffer;
}

/**
 * Of the kernel's own file, read while the guest runs or stands. `physical` is what to take from an address, if the text
 * lies so.
 */
export function copyText(
  { memory }: GuestRecord,
  physical: number,
  all: readonly JournalText[],
): TextCopy | undefined {
  const texts = all.filter((text) => !isOfModule(text));
  const start = texts.reduce((least, { address }) => Math.min(least, address), Number.MAX_SAFE_INTEGER);
  const end = texts.reduce((most, text) => Math.max(most, endOf(text)), Number.MIN_SAFE_INTEGER);
  const size = end - start;
  if (memory === undefined || size <= 0 || size > LARGEST) return undefined;
  const bytes = readFile(memory, start - physical, size);
  return bytes && { start, bytes };
}

/** Of a guest that stands: undefined where its text lies elsewhere than the copy was made of. */
export async function copyOfMapped(
  direct: ReadText,
  guest: GuestRecord,
  physical: number,
  texts: readonly JournalText[],
): Promise<TextCopy | undefined> {
  const copy = copyText(guest, physical, texts);
  if (copy === undefined) return undefined;
  const sample = copy.bytes.subarray(0, SAMPLE);
  return (await direct(copy.start, sample.length)).equals(sample) ? copy : undefined;
}

/** What it has not is read directly. */
export function readerOf({ start, bytes }: TextCopy, direct: ReadText): ReadText {
  return async (address, length) =>
    address < start || address + length > start + bytes.length
      ? direct(address, length)
      : bytes.subarray(address - start, address - start + length);
}

const LARGEST = 1 << 26;
const SAMPLE = 64;

function readFile(file: string, at: number, size: number): Buffer | undefined {
  if (at < 0) return undefined;
  const descriptor = openMemoryFile(file);
  try {
    const bytes = Buffer.alloc(size);
    return readSync(descriptor, bytes, 0, size, at) === size ? bytes : undefined;
  } finally {
    closeSync(descriptor);
  }
}

/** The text as it would be without those of the hooks that stand there. */
export function withoutHooks(read: ReadText, texts: readonly JournalText[]): ReadText {
  const pieces = new Map<number, JournalText[]>();
  for (const text of texts)
    for (let piece = pieceOf(text.address); piece <= pieceOf(endOf(text) - 1); piece++) {
      const list = pieces.get(piece) ?? [];
      pieces.set(piece, list);
      list.push(text);
    }
  return async (address, length) => {
    const there = Buffer.from(await read(address, length));
    const near = new Set<JournalText>();
    for (let piece = pieceOf(address); piece <= pieceOf(address + length - 1); piece++)
      for (const text of pieces.get(piece) ?? []) near.add(text);
    for (const text of near) {
      const own = await read(text.address, text.woven.length / 2);
      if (own.toString("hex") === text.woven) overlay(there, address, originalText(text));
    }
    return there;
  };
}

const pieceOf = (address: number) => Math.floor(address / 32);

function overlay(bytes: Buffer, address: number, { address: from, bytes: over }: TextPiece): void {
  const start = Math.max(address, from);
  const end = Math.min(address + bytes.length, from + over.length);
  if (start < end) over.copy(bytes, start - address, start - from, end - from);
}

/** Few, with what lies between them. Later ones lie over earlier ones. */
export async function mergedPieces(
  read: ReadText,
  pieces: readonly TextPiece[],
): Promise<readonly TextPiece[]> {
  const numbers = new Map(pieces.map((piece, index) => [piece, index]));
  const inOrder = (left: TextPiece, right: TextPiece) => (numbers.get(left) ?? 0) - (numbers.get(right) ?? 0);
  const merged: TextPiece[] = [];
  for (const group of groupsOf(pieces)) {
    const bytes = Buffer.from(await read(group.start, group.end - group.start));
    for (const piece of [...group.pieces].sort(inOrder)) overlay(bytes, group.start, piece);
    merged.push({ address: group.start, bytes });
  }
  return merged;
}

/** Pieces of the area, which may have been run: only what is not there yet, in few packets. */
export async function writeArea(
  stopped: StoppedGuest,
  { memory }: GuestRecord,
  physical: number,
  pieces: readonly TextPiece[],
): Promise<void> {
  const fresh = joined(pieces).filter(({ address, bytes }) => {
    const there = memory === undefined ? undefined : readFile(memory, address - physical, bytes.length);
    return there?.equals(bytes) !== true;
  });
  await stopped.writeAll(fresh);
}

/** What lies between two pieces because they are aligned is nobody's. */
function joined(pieces: readonly TextPiece[]): TextPiece[] {
  const runs: TextPiece[][] = [];
  let end = Number.NaN;
  for (const piece of [...pieces].sort((left, right) => left.address - right.address)) {
    const [run, start] = [runs.at(-1), runs.at(-1)?.[0]?.address ?? 0];
    if (run !== undefined && piece.address - end < ALIGNMENT && piece.address - start < LONGEST)
      run.push(piece);
    else runs.push([piece]);
    end = piece.address + piece.bytes.length;
  }
  return runs.map((run) => {
    const [first, last] = [run[0], run.at(-1)] as [TextPiece, TextPiece];
    const bytes = Buffer.alloc(last.address + last.bytes.length - first.address);
    for (const piece of run) piece.bytes.copy(bytes, piece.address - first.address);
    return { address: first.address, bytes };
  });
}

/** Bytes of one packet. */
const LONGEST = 2000;

interface Group {
  readonly start: number;
  end: number;
  readonly pieces: TextPiece[];
}

function groupsOf(pieces: readonly TextPiece[]): Group[] {
  const groups: Group[] = [];
  for (const piece of [...pieces].sort((left, right) => left.address - right.address)) {
    const end = piece.address + piece.bytes.length;
    const group = groups.at(-1);
    if (group === undefined || (end - group.start > LONGEST && piece.address >= group.end))
      groups.push({ start: piece.address, end, pieces: [piece] });
    else {
      group.pieces.push(piece);
      group.end = Math.max(group.end, end);
    }
  }
  return groups;
}
