/** How often each hook was met, read from the guest's memory while it runs. */
import { closeSync, openSync, readSync } from "node:fs";
import type { GuestRecord } from "../guest/index.js";
import type { Journal } from "./journal/journal.js";

/** In the order of the journal's hooks; undefined where the memory can't be read without stopping the guest. */
export function readHits({ memory }: GuestRecord, { hooks, physical }: Journal): number[] | undefined {
  if (memory === undefined) return undefined;
  const word = Buffer.alloc(4);
  let file: number | undefined;
  try {
    file = openSync(memory, "r");
    return hooks.map(({ hits }) => {
      readSync(file as number, word, 0, 4, hits - physical);
      return word.readUInt32LE(0);
    });
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
