/**
 * QEMU itself tells each store, by the physical address of what is watched, and what changed without one: nothing is lost
 * because it was taken back, or because the same memory has another address.
 */
import { closeSync, openSync, readSync } from "node:fs";
import { GuestError, type StoppedGuest } from "../guest/index.js";
import { type Judge, type Judged, noteStore } from "./judge.js";
import type { Line } from "./line-of-address.js";
import { UNSEEN } from "./seen-writes.js";
import { type LoggedStore, MOST_RANGES, type PhysicalRange, PIECE, type StoreFile } from "./store-file.js";
import { type Place, placesOf, type Word } from "./watched-words.js";

const PAGE = 4096;

export interface Trace {
  readonly file: StoreFile;
  /** The guest's memory. */
  readonly memory: string;
  readonly image: string;
}

export function judgeByTrace({ words, seen, lineOf }: Judged, { file, memory, image }: Trace): Judge {
  /** Of each place, by its address and length. */
  const pieces = new Map<string, readonly PhysicalRange[]>();
  const keyOf = ({ address, length }: Place) => `${address} ${length}`;
  const piecesOf = (place: Place) => pieces.get(keyOf(place)) ?? [];
  const thereAt = (at: number, size: number) =>
    placesOf(words).filter((place) =>
      piecesOf(place).some((one) => at < one.at + one.bytes.length && one.at < at + size),
    );
  const lineOfStore = async ({ instruction }: LoggedStore): Promise<Line> => {
    const line = await lineOf(instruction);
    return line.file === ""
      ? { ...line, file: `by code at 0x${instruction.toString(16)}, none of ${image}` }
      : line;
  };
  const noteAll = async (stores: readonly LoggedStore[]) => {
    for (const store of stores) {
      const there = thereAt(store.at, store.size);
      if (!store.isUnseen && there.length > 0) noteStore(seen, await lineOfStore(store), there, store.times);
      else
        for (const { term, word } of there)
          seen.note({ file: UNSEEN, line: 0 }, term, word.leaving === undefined, store.times);
    }
  };
  const watchAll = () => {
    const all = placesOf(words).flatMap(piecesOf);
    const distinct = [...new Map(all.map((one) => [`${one.at} ${one.bytes.length}`, one])).values()];
    if (distinct.length > MOST_RANGES)
      throw new GuestError(
        "guest/memory",
        `${distinct.length} places are to be watched, and ${MOST_RANGES} can be`,
        "Guard fewer terms in one run.",
      );
    file.watch(distinct);
  };
  return {
    stopsAt: () => [],
    plugged: async (guest, word: Word) => {
      for (const place of placesOf([word])) pieces.set(keyOf(place), await readPieces(guest, place));
      watchAll();
    },
    look: async (_, write) => {
      await noteAll(file.take());
      // Nothing runs any more that could find it.
      if (write === "ended") await noteAll(changedSince(file.known(), memory));
    },
  };
}

/** In pages, and in pieces that the plugin takes: each lies together in the machine's memory. */
async function readPieces(guest: StoppedGuest, { address, length }: Place): Promise<PhysicalRange[]> {
  const found: PhysicalRange[] = [];
  for (let done = 0; done < length; ) {
    const from = address + done;
    const size = Math.min(PIECE, length - done, PAGE - (from % PAGE));
    const said = await guest.monitor(`gva2gpa 0x${from.toString(16)}`);
    const at = /gpa: (0x[0-9a-f]+)/i.exec(said)?.[1];
    if (at === undefined)
      throw new GuestError(
        "guest/memory",
        `QEMU does not say where 0x${from.toString(16)} is in the machine's memory: ${said.trim()}`,
        "Its page may not be mapped on the first processor: try again.",
      );
    found.push({ at: Number(at), bytes: await guest.read(from, size) });
    done += size;
  }
  return found;
}

/** What was written after the last instruction that was looked at. */
function changedSince(ranges: readonly PhysicalRange[], memory: string): LoggedStore[] {
  const descriptor = openSync(memory, "r");
  try {
    return ranges.flatMap(({ at, bytes }) => {
      const now = Buffer.alloc(bytes.length);
      readSync(descriptor, now, 0, now.length, at);
      const isSame = now.equals(bytes);
      return isSame ? [] : [{ at, size: bytes.length, instruction: 0, isUnseen: true, times: 1 }];
    });
  } finally {
    closeSync(descriptor);
  }
}
