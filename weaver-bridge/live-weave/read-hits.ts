/** How often each hook was met, read from the guest's memory while it runs. */
import type { GuestRecord } from "../guest/index.js";
import { openMemory } from "./guest-memory.js";
import type { Journal } from "./journal/journal.js";

/** In the order of the journal's hooks; undefined where the memory can't be read without stopping the guest. */
export function readHits(guest: GuestRecord, journal: Journal): number[] | undefined {
  const memory = openMemory(guest, journal);
  try {
    if (memory === undefined) return undefined;
    const places = journal.hooks.map(({ hits }) => hits);
    const start = places.reduce((least, at) => Math.min(least, at), Number.MAX_SAFE_INTEGER);
    const end = places.reduce((most, at) => Math.max(most, at + 4), 0);
    // They lie in one piece.
    const all = memory.read(start, Math.max(0, end - start));
    return places.map((at) => all.readUInt32LE(at - start));
  } finally {
    memory?.close();
  }
}
