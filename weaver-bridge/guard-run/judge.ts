/** Who says what was written while a guest ran: {@link judgeByTrace}, or {@link judgeByStops} where there is no trace. */
import type { GuestMemory, SeenWrite, StoppedGuest } from "../guest/index.js";
import type { Line } from "./line-of-address.js";
import type { SeenWrites } from "./seen-writes.js";
import type { Place, Word } from "./watched-words.js";

export interface Judge {
  /** What the stub stops at beside the words themselves. */
  stopsAt(): readonly GuestMemory[];
  /** An object was plugged: what its terms hold now is remembered. */
  plugged(guest: StoppedGuest, word: Word): Promise<void>;
  /** The guest stands, or has ended: what was written since. `write` is none of a word. */
  look(guest: StoppedGuest, write: SeenWrite | "no write" | "ended"): Promise<void>;
}

export interface Judged {
  readonly words: readonly Word[];
  readonly seen: SeenWrites;
  readonly lineOf: (address: number) => Promise<Line>;
}

/** One store, by the line that made it, of each term that lies there. */
export function noteStore(seen: SeenWrites, line: Line, there: readonly Place[], times = 1): void {
  const owners = there.filter(({ word }) => {
    // The function whose guard had fired is over: nothing relies on the object by this word, or what plugged it in since.
    if (word.leaving !== undefined && word.leaving !== line.within) {
      if (word.isPluggedAgain !== true) word.object = undefined;
      word.leaving = undefined;
    }
    return word.object !== undefined;
  });
  for (const term of new Set(owners.map((one) => one.term))) {
    const isOpen = owners.some((one) => one.term === term && one.word.leaving === undefined);
    seen.note(line, term, isOpen, times);
  }
}

export const overlaps = (place: GuestMemory, address: number, length: number): boolean =>
  address < place.address + place.length && place.address < address + length;
