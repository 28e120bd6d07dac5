/** What advice logged with `weft_log`, made into text from the guest's memory while it runs. */
import type { GuestRecord } from "../guest/index.js";
import { LIVE_LOG } from "../weaver/index.js";
import { type GuestMemory, openMemory } from "./guest-memory.js";
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

/** What came after the entry with number `since`. Undefined where nothing logs, or memory can't be read. */
export function readLog(guest: GuestRecord, journal: Journal, since: number): LogPiece | undefined {
  const memory = journal.log === undefined ? undefined : openMemory(guest, journal);
  if (memory === undefined || journal.log === undefined) return undefined;
  try {
    const { entrySize } = LIVE_LOG;
    const { start, end } = journal.log;
    const ring = memory.read(start, end - start);
    const count = Math.floor((ring.length - 4) / entrySize);
    const formats = keptTexts(memory);
    const last = ring.readUInt32LE(0);
    const first = Math.max(since, last - count);
    const entries: LogEntry[] = [];
    const sources: number[] = [];
    for (let number = first + 1; number <= last; number++) {
      const at = 4 + ((number - 1) % count) * entrySize;
      const entry = ring.subarray(at, at + entrySize);
      // Still being written, or overwritten while it was read.
      if (entry.readUInt32LE(0) !== number) {
        if (entry.readUInt32LE(0) === 0) return { entries, sources, lost: first - since, next: number - 1 };
        continue;
      }
      sources.push(entry.readUInt32LE(SOURCE_AT));
      entries.push({
        number,
        time: Number(entry.readBigUInt64LE(8)),
        text: formatted(entry, formats, memory),
      });
    }
    return { entries, sources, lost: last - since - entries.length, next: last };
  } finally {
    memory.close();
  }
}

const CONVERSION = /%([-0 +#]*)(\d*)(?:\.(\d+))?(hh|h|ll|l|z|t)?([diuxXpcs%])/g;
const SOURCE_AT = 16;
const WORDS_AT = 20;

/** Formats are few and don't change. */
function keptTexts(memory: GuestMemory): (address: number) => string {
  const known = new Map<number, string>();
  return (address) => {
    const text = known.get(address) ?? textAt(memory, address);
    known.set(address, text);
    return text;
  };
}

function formatted(entry: Buffer, formats: (address: number) => string, memory: GuestMemory): string {
  let at = WORDS_AT;
  const word = () => {
    const value = at + 4 <= entry.length ? entry.readUInt32LE(at) : 0;
    at += 4;
    return value;
  };
  return formats(entry.readUInt32LE(4)).replace(
    CONVERSION,
    (_, flags: string, width: string, digits: string | undefined, size: string | undefined, kind: string) => {
      if (kind === "%") return "%";
      const low = word();
      const value = size === "ll" ? BigInt(low) | (BigInt(word()) << 32n) : BigInt(low);
      const text = spelled(value, kind, size === "ll" ? 64 : 32, memory);
      const cut = kind === "s" && digits !== undefined ? text.slice(0, Number(digits)) : text;
      if (flags.includes("-")) return cut.padEnd(Number(width));
      return cut.padStart(Number(width), flags.includes("0") && kind !== "s" ? "0" : " ");
    },
  );
}

function spelled(value: bigint, kind: string, bits: number, memory: GuestMemory): string {
  switch (kind) {
    case "d":
    case "i":
      return String(BigInt.asIntN(bits, value));
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
      return textAt(memory, Number(value));
  }
}

const LONGEST = 256;

/** As it stands there now. */
function textAt(memory: GuestMemory, address: number): string {
  const bytes = memory.read(address, LONGEST);
  const end = bytes.indexOf(0);
  return bytes.toString("latin1", 0, end === -1 ? LONGEST : end);
}
