/** What instructions of a guest touched in memory that is known, as the plugin `touches.c` records it. */
import { closeSync, openSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { buildPlugin } from "../../support/live-guest/qemu-plugin.js";

/** Memory `[start, end)` that holds objects; at most 32 KB. */
export interface Region {
  readonly start: number;
  readonly end: number;
}

export interface Touch {
  readonly instruction: number;
  /** Index of the region, and bytes from its start. */
  readonly region: number;
  readonly offset: number;
  /** In bytes. */
  readonly size: number;
  readonly isStore: boolean;
}

export interface TouchedMemory {
  /** QEMU's. */
  readonly arguments: readonly string[];
  /** From now on touches of these regions are recorded; they are sorted and don't overlap. */
  record(regions: readonly Region[]): void;
  /** Ends the record. Each touch once; throws where there were too many. */
  touches(): Touch[];
}

const MAPPED_AT = 0xc0000000;
const PAGE = 4096;
/** As in `struct table`. */
const AT = { active: 0, used: 4, full: 8, first: 64, regions: 64 + 4 * 0x20000 } as const;
const MOST_REGIONS = 0x10000;
const TOUCHES = AT.regions + 8 * MOST_REGIONS;

/** Of the code `[text, text + size)`. */
export function touchedMemory(folder: string, text: number, size: number): TouchedMemory {
  const [plugin, file] = [join(folder, "touches.so"), join(folder, "touches")];
  const source = join(import.meta.dirname, "touches.c");
  buildPlugin(source, plugin);
  return {
    arguments: ["-plugin", `${plugin},table=${file},text=${text},size=${size}`],
    record: (regions) => {
      writeAt(file, AT.regions, wordsOf(regions.flatMap(({ start, end }) => [start, end])));
      writeAt(file, AT.first, wordsOf(firstByPage(regions)));
      writeAt(file, AT.active, wordsOf([1]));
    },
    touches: () => {
      writeAt(file, AT.active, wordsOf([0]));
      const bytes = readFileSync(file);
      if (bytes.readUInt32LE(AT.full) !== 0) throw new Error("more was touched than the table holds");
      return touchesIn(bytes, text);
    },
  };
}

function firstByPage(regions: readonly Region[]): number[] {
  const first: number[] = [];
  regions.forEach(({ start, end }, index) => {
    for (let page = (start - MAPPED_AT) / PAGE; page * PAGE + MAPPED_AT < end; page = Math.floor(page) + 1)
      first[Math.floor(page)] ??= index + 1;
  });
  return Array.from(first, (one) => one ?? 0);
}

function touchesIn(bytes: Buffer, text: number): Touch[] {
  const found: Touch[] = [];
  for (let at = TOUCHES; at < bytes.length; at += 8) {
    const [low, high] = [bytes.readUInt32LE(at), bytes.readUInt32LE(at + 4)];
    if (high === 0) continue;
    found.push({
      instruction: text + ((high >>> 2) & 0xffffff),
      region: ((high & 3) << 14) | (low >>> 18),
      offset: (low >>> 3) & 0x7fff,
      size: 1 << ((low >>> 1) & 3),
      isStore: (low & 1) !== 0,
    });
  }
  return found;
}

function wordsOf(words: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * words.length);
  for (const [index, word] of words.entries()) bytes.writeUInt32LE(word, 4 * index);
  return bytes;
}

function writeAt(file: string, at: number, bytes: Buffer): void {
  const descriptor = openSync(file, "r+");
  try {
    writeSync(descriptor, bytes, 0, bytes.length, at);
  } finally {
    closeSync(descriptor);
  }
}
