/** The words of what is plugged, followed while a guest runs: who is plugged in, whose guard fires, until it ends. */
import { GuestError, type SeenWrite, type StoppedGuest } from "../guest/index.js";
import type { Judge, Judged } from "./judge.js";
import type { Line } from "./line-of-address.js";
import { hitPlace } from "./watched-words.js";

const NO_OBJECT = 0xffffffff;
/** Milliseconds after which a guest that writes nothing is stopped, and its memory compared. */
const LOOK_EVERY = 200;

export interface Watching extends Judged {
  readonly judge: Judge;
  /** Whether an object is over after the guard that stands there. */
  readonly isEnd: (place: Pick<Line, "file" | "line">) => boolean;
  /** In milliseconds of the clock. */
  readonly end: number;
}

interface Counts {
  /** Objects that were watched, and guards that fired. */
  objects: number;
  hits: number;
}

/** Until `end`, or until the guest has ended, at whatever moment. */
export async function watch(guest: StoppedGuest, watching: Watching): Promise<Counts> {
  const { judge, end } = watching;
  const counts = { objects: 0, hits: 0 };
  while (Date.now() < end) {
    const write = await unlessLost(() => next(guest, watching, counts));
    if (write !== "ended") continue;
    await judge.look(guest, "ended");
    break;
  }
  await guest.leave();
  return counts;
}

async function unlessLost<T>(ask: () => Promise<T>): Promise<T | "ended"> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof GuestError && error.code === "guest/lost") return "ended";
    throw error;
  }
}

async function next(
  guest: StoppedGuest,
  { words, judge, lineOf, isEnd, end }: Watching,
  counts: Counts,
): Promise<SeenWrite | "no write" | "ended"> {
  const places = [...words.map(({ address }) => ({ address, length: 4 })), ...judge.stopsAt()];
  const write = await guest.runToWrite(places, Math.max(1, Math.min(LOOK_EVERY, end - Date.now())));
  if (write === "ended") return write;
  await judge.look(guest, write);
  const word = write === "no write" ? undefined : words.find(({ address }) => address === write.address);
  if (write === "no write" || word === undefined) return write;
  const object = (await guest.read(word.address, 4)).readUInt32LE(0);
  // Facts that did not hold are no hit.
  const isHit = (await lineOf(write.next - 1)).within.startsWith("weft_hit_");
  const by = isHit ? await lineOf(await hitPlace(guest, word)) : undefined;
  if (isHit) counts.hits++;
  word.leaving = by?.within;
  // Another processor may have plugged it in again since the guard took it out.
  word.isPluggedAgain = isHit && object !== NO_OBJECT;
  if (object !== NO_OBJECT) {
    if (object !== word.object) counts.objects++;
    word.object = object;
    await judge.plugged(guest, word);
  } else if (by === undefined || isEnd(by)) word.object = undefined;
  return write;
}
