/** The file that the plugin `guest/plugin/events.c` shares with us: its layout is that of the structs there. */
import { closeSync, ftruncateSync, openSync, readSync, writeSync } from "node:fs";

export interface Watched {
  readonly text: AddressRange;
  /** Memory whose accesses are recorded. */
  readonly memory: readonly AddressRange[];
  /** More memory is told of while the machine runs, anywhere. */
  readonly grows?: boolean;
}

export interface AddressRange {
  readonly start: number;
  readonly end: number;
}

/** From one instruction to another that does not follow it in memory. */
export interface Jump {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

export interface Touch {
  readonly instruction: number;
  readonly address: number;
  /** In bytes. */
  readonly size: number;
  readonly isStore: boolean;
  readonly count: number;
}

export interface Events {
  /** How often the instruction at the address was begun. */
  countOf(address: number): number;
  readonly jumps: readonly Jump[];
  readonly touches: readonly Touch[];
  /** The plugin ran. */
  readonly isLoaded: boolean;
  /** A table was full: what is counted is less than what was. */
  readonly isIncomplete: boolean;
}

const HEADER = 64;
const PAGE = 4096;
const AT = { lost: 24, loaded: 28 } as const;
const JUMPS = 1 << 20;
const TOUCHES = 1 << 22;
const ENTRY = 16;

/** Makes the file: most of it are holes. Throws the system's error. */
export function createEventFile(file: string, { text, memory, grows = false }: Watched): void {
  const data = {
    start: Math.min(...memory.map(({ start }) => start)),
    end: Math.max(...memory.map(({ end }) => end)),
  };
  const span = grows ? ANYWHERE : memory.length === 0 ? { start: 0, end: 0 } : data;
  const size = text.end - text.start;
  const header = Buffer.alloc(HEADER);
  const words = [text.start, size, span.start, span.end - span.start, JUMPS, TOUCHES];
  for (const [index, word] of words.entries()) header.writeUInt32LE(word, 4 * index);
  const places = placesFor(size);
  const starts = [places.counts, places.jumps, places.touches, places.watched];
  for (const [index, place] of starts.entries()) header.writeBigUInt64LE(BigInt(place), 32 + 8 * index);
  const descriptor = openSync(file, "wx+", 0o600);
  try {
    ftruncateSync(descriptor, places.watched + PAGE + Math.ceil((span.end - span.start) / 8));
    writeSync(descriptor, header, 0, HEADER, 0);
    writeBits(descriptor, places.watched, span.start, memory);
  } finally {
    closeSync(descriptor);
  }
}

function writeBits(descriptor: number, place: number, start: number, memory: readonly AddressRange[]): void {
  for (const range of memory) {
    const from = Math.floor((range.start - start) / 8);
    const bits = Buffer.alloc(Math.floor((range.end - start) / 8) - from + 1);
    readSync(descriptor, bits, 0, bits.length, place + from);
    for (let at = range.start - start; at < range.end - start; at++) {
      const byte = Math.floor(at / 8) - from;
      bits[byte] = (bits[byte] as number) | (1 << (at & 7));
    }
    writeSync(descriptor, bits, 0, bits.length, place + from);
  }
}

/** A file that was made to grow, while the machine writes to it. */
export interface GrowingEvents {
  /** Accesses to this memory are recorded too, from now on. */
  watch(memory: readonly AddressRange[]): void;
  /** Since the last time; to be asked while the machine stands. */
  touches(): Touch[];
  close(): void;
}

export function openEventFile(file: string, text: AddressRange): GrowingEvents {
  const descriptor = openSync(file, "r+");
  const places = placesFor(text.end - text.start);
  const bytes = Buffer.alloc(ENTRY * TOUCHES);
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  const known = new Uint32Array(TOUCHES);
  return {
    watch: (memory) => writeBits(descriptor, places.watched, ANYWHERE.start, memory),
    touches: () => {
      readSync(descriptor, bytes, 0, bytes.length, places.touches);
      const found: Touch[] = [];
      for (let index = 0; index < TOUCHES; index++) {
        const count = words[4 * index + 3] as number;
        if (count === known[index]) continue;
        const [instruction = 0, address = 0, how = 0] = words.subarray(4 * index, 4 * index + 3);
        const more = count - (known[index] as number);
        found.push({ instruction, address, size: how >>> 1, isStore: (how & 1) !== 0, count: more });
        known[index] = count;
      }
      return found;
    },
    close: () => closeSync(descriptor),
  };
}

/** Of 32 bits. */
const ANYWHERE = { start: 0, end: 0xffff_fff8 } as const;

export function readEventFile(file: string, text: AddressRange): Events {
  const size = text.end - text.start;
  const places = placesFor(size);
  const descriptor = openSync(file, "r");
  const piece = (at: number, length: number) => {
    const bytes = Buffer.alloc(length);
    readSync(descriptor, bytes, 0, length, at);
    return bytes;
  };
  try {
    const header = piece(0, HEADER);
    const counts = piece(places.counts, 8 * size);
    return {
      countOf: (address) =>
        address < text.start || address >= text.end
          ? 0
          : Number(counts.readBigUInt64LE(8 * (address - text.start))),
      jumps: jumpsIn(piece(places.jumps, ENTRY * JUMPS)),
      touches: touchesIn(piece(places.touches, ENTRY * TOUCHES)),
      isLoaded: header.readUInt32LE(AT.loaded) !== 0,
      isIncomplete: header.readUInt32LE(AT.lost) !== 0,
    };
  } finally {
    closeSync(descriptor);
  }
}

function placesFor(size: number) {
  const counts = PAGE;
  const jumps = counts + Math.ceil((8 * size) / PAGE) * PAGE;
  const touches = jumps + ENTRY * JUMPS;
  return { counts, jumps, touches, watched: touches + ENTRY * TOUCHES };
}

function jumpsIn(bytes: Buffer): Jump[] {
  const found: Jump[] = [];
  for (let at = 0; at < bytes.length; at += ENTRY) {
    const count = Number(bytes.readBigUInt64LE(at + 8));
    if (count > 0) found.push({ from: bytes.readUInt32LE(at), to: bytes.readUInt32LE(at + 4), count });
  }
  return found;
}

function touchesIn(bytes: Buffer): Touch[] {
  const found: Touch[] = [];
  for (let at = 0; at < bytes.length; at += ENTRY) {
    const [how, count] = [bytes.readUInt32LE(at + 8), bytes.readUInt32LE(at + 12)];
    if (count === 0) continue;
    const [instruction, address] = [bytes.readUInt32LE(at), bytes.readUInt32LE(at + 4)];
    found.push({ instruction, address, size: how >>> 1, isStore: (how & 1) !== 0, count });
  }
  return found;
}
