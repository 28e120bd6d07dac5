/** The file that the plugin `guest/plugin/stores.c` shares with us: its layout is that of the structs there. */
import { closeSync, ftruncateSync, openSync, readSync, writeSync } from "node:fs";

/** Bytes of the guest's memory, by their physical address. */
export interface PhysicalRange {
  readonly at: number;
  /** At most {@link PIECE} bytes: what is there now. */
  readonly bytes: Buffer;
}

export interface LoggedStore {
  readonly at: number;
  readonly size: number;
  /** Virtual address of the instruction; of a change that none made, of one that had not begun yet. */
  readonly instruction: number;
  readonly isUnseen: boolean;
  readonly times: number;
}

export interface StoreFile {
  /** From now on these are watched; of what was watched before, the bytes stay as they were seen last. The guest stands. */
  watch(ranges: readonly PhysicalRange[]): void;
  /** What was logged since; the guest stands, or has ended. */
  take(): LoggedStore[];
  /** Bytes of the ranges as they were seen last. */
  known(): PhysicalRange[];
  /** The plugin ran. */
  isLoaded(): boolean;
  /** Why what was told is not all; undefined while it is. */
  lost(): string | undefined;
  close(): void;
}

export const PIECE = 64;
export const MOST_RANGES = 1024;
const HEADER = 64;
const RANGE = 8 + PIECE;
const ENTRY = 24;
const PLACES = 1 << 20;
const AT = { loaded: 0, lost: 4, changed: 8, ranges: 12, logged: 16, places: 20 } as const;
const LOG = HEADER + MOST_RANGES * RANGE;
const LOST = [
  "more was written between two stops than is kept",
  "QEMU did not tell where a store went",
  "what is watched is not where QEMU's memory file has it",
];

/** Makes the file: most of it are holes. Throws the system's error. */
export function createStoreFile(file: string): StoreFile {
  const descriptor = openSync(file, "wx+", 0o600);
  const word = (at: number) => {
    const bytes = Buffer.alloc(4);
    readSync(descriptor, bytes, 0, 4, at);
    return bytes.readUInt32LE(0);
  };
  const setWord = (at: number, value: number) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32LE(value, 0);
    writeSync(descriptor, bytes, 0, 4, at);
  };
  ftruncateSync(descriptor, LOG + PLACES * ENTRY);
  setWord(AT.places, PLACES);
  const known = (): PhysicalRange[] => {
    const bytes = Buffer.alloc(word(AT.ranges) * RANGE);
    readSync(descriptor, bytes, 0, bytes.length, HEADER);
    return Array.from({ length: bytes.length / RANGE }, (_, index) => {
      const one = bytes.subarray(index * RANGE, (index + 1) * RANGE);
      return { at: one.readUInt32LE(0), bytes: one.subarray(8, 8 + one.readUInt32LE(4)) };
    });
  };
  return {
    known,
    watch: (ranges) => {
      const before = new Map(known().map((one) => [`${one.at} ${one.bytes.length}`, one]));
      const bytes = Buffer.alloc(ranges.length * RANGE);
      for (const [index, range] of ranges.entries()) {
        const one = before.get(`${range.at} ${range.bytes.length}`) ?? range;
        bytes.writeUInt32LE(one.at, index * RANGE);
        bytes.writeUInt32LE(one.bytes.length, index * RANGE + 4);
        one.bytes.copy(bytes, index * RANGE + 8);
      }
      writeSync(descriptor, bytes, 0, bytes.length, HEADER);
      setWord(AT.ranges, ranges.length);
      setWord(AT.changed, word(AT.changed) + 1);
    },
    take: () => {
      const bytes = Buffer.alloc(word(AT.logged) * ENTRY);
      readSync(descriptor, bytes, 0, bytes.length, LOG);
      setWord(AT.logged, 0);
      return Array.from({ length: bytes.length / ENTRY }, (_, index) => entryAt(bytes, index * ENTRY));
    },
    isLoaded: () => word(AT.loaded) !== 0,
    lost: () => LOST.find((_, bit) => (word(AT.lost) >> bit) & 1),
    close: () => closeSync(descriptor),
  };
}

function entryAt(bytes: Buffer, at: number): LoggedStore {
  const field = (index: number) => bytes.readUInt32LE(at + 4 * index);
  return { at: field(0), size: field(1), instruction: field(2), isUnseen: field(3) === 1, times: field(4) };
}
