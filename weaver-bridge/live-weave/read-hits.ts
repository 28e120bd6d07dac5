/** How often each hook was met, read from the guest's memory while it runs. */
import type { GuestRecord } from "../guest/index.js";
import { openMemory } from "./guest-memory.js";
import type { Journal } from "./journal/journal.js";

/** In the order of the journal's hooks; undefined where the memory can't be read without stopping the guest. */
export function readHits(guest: GuestRecord, journal: Journal): number[] | undefined {
  const memory = openMemory(guest, journal);
  try {
    return memory && journal.hooks.map(({ hits }) => memory.read(hits, 4).readUInt32LE(0));
  } finally {
    memory?.close();
  }
}
