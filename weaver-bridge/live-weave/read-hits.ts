/** How often each hook was met, read from the guest's memory while it runs. */
import type { GuestRecord } from "../guest/index.js";
import type { Journal } from "./journal/journal.js";
import { openMemory } from "./pages/guest-memory.js";

/**
 * In the order of the journal's hooks; undefined where the memory can't be read without stopping the guest. Rejects with
 * GuestError.
 */
export async function readHits(guest: GuestRecord, journal: Journal): Promise<number[] | undefined> {
  const places = journal.hooks.map(({ hits }) => hits);
  if (places.length === 0) return [];
  const memory = await openMemory(guest, journal);
  if (memory === undefined) return undefined;
  try {
    // They lie beside each other.
    const start = places.reduce((least, place) => Math.min(least, place), Number.MAX_SAFE_INTEGER);
    const end = places.reduce((most, place) => Math.max(most, place + 4), Number.MIN_SAFE_INTEGER);
    const all = await memory.read(start, end - start);
    return places.map((place) => all.readUInt32LE(place - start));
  } finally {
    memory.close();
  }
}
