/** What advice logged with `weft_log`, made into text from the guest's memory while it runs. */
import type { GuestRecord } from "../guest/index.js";
import { LIVE_LOG } from "../weaver/index.js";
import type { Journal, LogRings } from "./journal/journal.js";
import { type GuestMemory, openMemory } from "./pages/guest-memory.js";

export interface LogEntry {
  /** From 1, without gaps but for what was lost. */
  readonly number: number;
  /** The CPU's time stamp counter. */
  readonly time: number;
  readonly text: string;
}

export interface LogPiece {
  readonly entries: readonly LogEntry[];
  /** Of each entry the address at which its advice goes on. */
  readonly sources: readonly number[];
  /** Overwritten before it was read. */
  readonly lost: number;
  /** For the next call. */
  readonly next: LogPosition;
}

/** How many entries of each ring were told, or lost. */
export type LogPosition = readonly number[];

/**
 * What came after `since`, of all CPUs by the time of their stamps. Undefined where nothing logs, or memory can't be read.
 * Rejects with GuestError.
 */
export async function readLog(
  guest: GuestRecord,
  journal: Journal,
  since: LogPosition = [],
): Promise<LogPiece | undefined> {
  const { rings } = journal;
  const memory = rings === undefined ? undefined : await openMemory(guest, journal);
  if (memory === undefined || rings === undefined) return undefined;
  try {
    return await pieceOf(memory, rings, since, layoutOf(journal.bits ?? 32));
  } finally {
    memory.close();
  }
}

async function pieceOf(
  memory: GuestMemory,
  rings: LogRings,
  since: LogPosition,
  layout: EntryLayout,
): Promise<LogPiece> {
  const heads = await headsOf(memory, rings);
  // Where advice was woven anew, it counts anew.
  const from = heads.map((head, ring) => ((since[ring] ?? 0) > head ? 0 : (since[ring] ?? 0)));
  const read: RingPiece[] = [];
  for (const [ring, head] of heads.entries())
    read.push(await entriesOf(memory, { rings, ring, layout }, from[ring] ?? 0, head));
  const now = await headsOf(memory, rings);
  const kept = read.flatMap(({ entries }, ring) =>
    whole(entries, from[ring] ?? 0, (now[ring] ?? 0) - roomOf(rings, layout)),
  );
  kept.sort((left, right) => left.time - right.time);
  const textAt = textsOf(memory);
  const entries: LogEntry[] = [];
  let number = sum(from);
  for (const { entry, time, lost } of kept) {
    number += lost + 1;
    entries.push({ number, time, text: await formatted(entry, textAt, layout) });
  }
  const next = read.map((piece) => piece.next);
  const sources = kept.map(({ entry }) => layout.address(entry, SOURCE_AT));
  return { entries, sources, lost: sum(next) - sum(from) - entries.length, next };
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

/** How many entries each ring got so far. */
async function headsOf(memory: GuestMemory, { start, count }: LogRings): Promise<number[]> {
  const bytes = await memory.read(start, count * LIVE_LOG.headSize);
  return Array.from({ length: count }, (_, ring) => bytes.readUInt32LE(ring * LIVE_LOG.headSize));
}

/** Entries of one ring. */
function roomOf({ start, end, count }: LogRings, { entrySize }: EntryLayout): number {
  return Math.floor(((end - start) / count - LIVE_LOG.headSize) / entrySize);
}

interface RingPiece {
  readonly entries: readonly RawEntry[];
  /** Up to where all are written. */
  readonly next: number;
}

interface RawEntry {
  /** In its ring, from 1. */
  readonly number: number;
  readonly entry: Buffer;
}

/** Of one ring. What lies at its beginning is read apart from what lies at its end. */
async function entriesOf(
  memory: GuestMemory,
  { rings, ring, layout }: { readonly rings: LogRings; readonly ring: number; readonly layout: EntryLayout },
  since: number,
  head: number,
): Promise<RingPiece> {
  const { headSize } = LIVE_LOG;
  const { entrySize } = layout;
  const room = roomOf(rings, layout);
  const start = rings.start + rings.count * headSize + ring * room * entrySize;
  const entries: RawEntry[] = [];
  for (let number = Math.max(since, head - room); number < head; ) {
    const [index, end] = [number % room, Math.min(head, number - (number % room) + room)];
    const bytes = await memory.read(start + index * entrySize, (end - number) * entrySize);
    for (let at = 0; at < bytes.length; at += entrySize) {
      const entry = bytes.subarray(at, at + entrySize);
      const written = entry.readUInt32LE(0);
      // Taken, and still being written, or not even begun.
      if (written <= number) return { entries, next: number };
      if (written === ++number) entries.push({ number, entry });
    }
  }
  return { entries, next: head };
}

/** Without those that may have been overwritten while they were read; `lost`: before each, since the one before. */
function whole(entries: readonly RawEntry[], since: number, overwritten: number) {
  let last = since;
  return entries.flatMap(({ number, entry }) => {
    if (number <= overwritten) return [];
    const lost = number - last - 1;
    last = number;
    return [{ entry, lost, time: Number(entry.readBigUInt64LE(8)) }];
  });
}

const CONVERSION = /%([-0 +#]*)((?!0)\d*)(?:\.(\d+))?(hh|h|ll|l|z|t)?([diuxXpcs%])/g;
const SOURCE_AT = 16;

/** Of an entry, by the machine's width. */
interface EntryLayout {
  readonly entrySize: number;
  /** Where what is logged begins, and the bytes of each. */
  readonly wordsAt: number;
  readonly word: 4 | 8;
  /** From 32 bits. */
  address(entry: Buffer, at: number): number;
}

const layoutOf = (bits: 32 | 64): EntryLayout =>
  bits === 32
    ? { entrySize: LIVE_LOG.entrySize, wordsAt: 20, word: 4, address: (entry, at) => entry.readUInt32LE(at) }
    : {
        entrySize: LIVE_LOG.wideEntrySize,
        wordsAt: 24,
        word: 8,
        address: (entry, at) => entry.readInt32LE(at),
      };

type TextAt = (address: number) => Promise<string>;

/** Of `size`, by a conversion's; in 64 bits each value has a word of its own. */
function valuesIn(
  entry: Buffer,
  { wordsAt, word }: EntryLayout,
): (size: string, isPointer: boolean) => bigint {
  let at = wordsAt;
  const next = () => {
    const value =
      at + word > entry.length ? 0n : word === 8 ? entry.readBigUInt64LE(at) : BigInt(entry.readUInt32LE(at));
    at += word;
    return value;
  };
  return (size, isPointer) => {
    const low = next();
    if (word === 4) return size === "ll" ? low | (next() << 32n) : low;
    return isPointer || WIDE_SIZES.has(size) ? low : low & 0xffff_ffffn;
  };
}

const WIDE_SIZES = new Set(["l", "ll", "z", "t"]);

async function formatted(entry: Buffer, textAt: TextAt, layout: EntryLayout): Promise<string> {
  const value = valuesIn(entry, layout);
  const bitsOf = (size: string) => (size === "ll" || (layout.word === 8 && WIDE_SIZES.has(size)) ? 64 : 32);
  const format = await textAt(layout.address(entry, 4));
  let text = "";
  let end = 0;
  for (const found of format.matchAll(CONVERSION)) {
    const [all, flags = "", width = "", digits, size = "", kind = ""] = found;
    text += format.slice(end, found.index);
    end = found.index + all.length;
    if (kind === "%") {
      text += "%";
      continue;
    }
    const given = value(size, kind === "s" || kind === "p");
    const spelling =
      kind === "s" ? await textAt(Number(BigInt.asIntN(64, given))) : spelled(given, kind, bitsOf(size));
    const cut = kind === "s" && digits !== undefined ? spelling.slice(0, Number(digits)) : spelling;
    text += flags.includes("-")
      ? cut.padEnd(Number(width))
      : cut.padStart(Number(width), flags.includes("0") && kind !== "s" ? "0" : " ");
  }
  return text + format.slice(end);
}

function spelled(value: bigint, kind: string, bits: number): string {
  switch (kind) {
    case "u":
      return String(value);
    case "X":
      return value.toString(16).toUpperCase();
    case "x":
      return value.toString(16);
    case "p":
      return `0x${value.toString(16)}`;
    case "c":
      return String.fromCharCode(Number(value & 0xffn));
    default:
      return String(BigInt.asIntN(bits, value));
  }
}

const LONGEST = 256;

/** As they stand there now; each is read once. */
function textsOf(memory: GuestMemory): TextAt {
  const known = new Map<number, string>();
  return async (address) => {
    let text = known.get(address);
    if (text === undefined) {
      const bytes = await memory.read(address, LONGEST);
      const end = bytes.indexOf(0);
      known.set(address, (text = bytes.toString("latin1", 0, end === -1 ? LONGEST : end)));
    }
    return text;
  };
}
