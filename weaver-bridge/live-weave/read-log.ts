/** What advice logged with `weft_log`, made into text from the guest's memory while it runs. */
import type { GuestRecord } from "../guest/index.js";
import { LIVE_LOG } from "../weaver/index.js";
import { type GuestMemory, openMemory } from "./guest-memory.js";
import type { CodeRange } from "./hooks/saved-addresses.js";
import type { Journal } from "./journal/journal.js";

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
  readonly next: number;
}

/**
 * What came after the entry with number `since`. Undefined where nothing logs, or memory can't be read. Rejects with
 * GuestError.
 */
export async function readLog(
  guest: GuestRecord,
  journal: Journal,
  since: number,
): Promise<LogPiece | undefined> {
  const memory = journal.log === undefined ? undefined : await openMemory(guest, journal);
  if (memory === undefined || journal.log === undefined) return undefined;
  try {
    return await pieceOf(memory, journal.log, since);
  } finally {
    memory.close();
  }
}

async function pieceOf(memory: GuestMemory, { start, end }: CodeRange, since: number): Promise<LogPiece> {
  const last = (await memory.read(start, 4)).readUInt32LE(0);
  const count = Math.floor((end - start - 4) / LIVE_LOG.entrySize);
  const first = Math.max(since, last - count);
  const textAt = textsOf(memory);
  const entries: LogEntry[] = [];
  const sources: number[] = [];
  for (const { number, entry } of await entriesOf(memory, { start, count }, first, last)) {
    // Still being written, or overwritten while it was read.
    if (entry.readUInt32LE(0) !== number) {
      if (entry.readUInt32LE(0) === 0) return { entries, sources, lost: first - since, next: number - 1 };
      continue;
    }
    sources.push(entry.readUInt32LE(SOURCE_AT));
    entries.push({ number, time: Number(entry.readBigUInt64LE(8)), text: await formatted(entry, textAt) });
  }
  return { entries, sources, lost: last - since - entries.length, next: last };
}

/** What lies at the ring's beginning is read apart from what lies at its end. */
async function entriesOf(
  memory: GuestMemory,
  { start, count }: { readonly start: number; readonly count: number },
  first: number,
  last: number,
) {
  const { entrySize } = LIVE_LOG;
  const found: { readonly number: number; readonly entry: Buffer }[] = [];
  for (let number = first; number < last; ) {
    const [index, end] = [number % count, Math.min(last, number - (number % count) + count)];
    const bytes = await memory.read(start + 4 + index * entrySize, (end - number) * entrySize);
    for (let at = 0; at < bytes.length; at += entrySize)
      found.push({ number: ++number, entry: bytes.subarray(at, at + entrySize) });
  }
  return found;
}

const CONVERSION = /%([-0 +#]*)(\d*)(?:\.(\d+))?(hh|h|ll|l|z|t)?([diuxXpcs%])/g;
const SOURCE_AT = 16;
const WORDS_AT = 20;

type TextAt = (address: number) => Promise<string>;

async function formatted(entry: Buffer, textAt: TextAt): Promise<string> {
  let at = WORDS_AT;
  const word = () => {
    const value = at + 4 <= entry.length ? entry.readUInt32LE(at) : 0;
    at += 4;
    return value;
  };
  const format = await textAt(entry.readUInt32LE(4));
  let text = "";
  let end = 0;
  for (const found of format.matchAll(CONVERSION)) {
    const [all, flags = "", width = "", digits, size, kind = ""] = found;
    text += format.slice(end, found.index);
    end = found.index + all.length;
    if (kind === "%") {
      text += "%";
      continue;
    }
    const low = word();
    const value = size === "ll" ? BigInt(low) | (BigInt(word()) << 32n) : BigInt(low);
    const spelling =
      kind === "s" ? await textAt(Number(value)) : spelled(value, kind, size === "ll" ? 64 : 32);
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
