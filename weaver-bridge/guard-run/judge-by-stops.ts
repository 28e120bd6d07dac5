/**
 * The stub stops at each write of a term that a processor makes at the watched address. What a device writes, or another
 * mapping of the page, is seen at the next stop, by its value, if it is still there.
 */
import { type Judge, type Judged, noteStore, overlaps } from "./judge.js";
import { UNSEEN } from "./seen-writes.js";
import { placesOf, type Word } from "./watched-words.js";

export function judgeByStops({ words, seen, lineOf }: Judged): Judge {
  /** Bytes of each place, by its address. */
  let known = new Map<number, string>();
  return {
    stopsAt: () => placesOf(words),
    plugged: async (guest, word: Word) => {
      for (const { address, length } of placesOf([word]))
        if (!known.has(address)) known.set(address, (await guest.read(address, length)).toString("hex"));
    },
    look: async (guest, write) => {
      if (write === "ended") return;
      const written = write === "no write" ? undefined : write;
      const now = new Map<number, string>();
      for (const { address, length, term, word } of placesOf(words)) {
        const bytes = now.get(address) ?? (await guest.read(address, length)).toString("hex");
        now.set(address, bytes);
        const before = known.get(address);
        const isWritten = written !== undefined && overlaps({ address, length }, written.address, 1);
        if (!isWritten && before !== undefined && before !== bytes)
          seen.note({ file: UNSEEN, line: 0 }, term, word.leaving === undefined);
      }
      known = now;
      if (written === undefined) return;
      const there = placesOf(words).filter((one) => overlaps(one, written.address, 1));
      if (there.length > 0) noteStore(seen, await lineOf(written.next - 1), there);
    },
  };
}
