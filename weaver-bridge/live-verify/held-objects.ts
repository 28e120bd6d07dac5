/**
 * What was touched in objects that pointers lead to, while they did: the machine is stopped again and again, and it is looked
 * where pointers lead to from the global variables. Between two stops an object is there if all pointers on one way to it were
 * written by nobody; accesses to it in that time are told.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { GuestError, type StoppedGuest, stopGuest, unlessUnmapped } from "../guest/index.js";
import type { ImageCode } from "../live-weave/index.js";
import { countFirst } from "../model/index.js";
import { AT } from "../object-code/index.js";
import type { GrowingEvents, Touch } from "./event-file.js";
import type { KnownVariable, TypedRegion } from "./known-objects.js";
import type { Layouts } from "./layouts.js";
import { globalPlaces, type Reaching, reachedObjects } from "./reached-objects.js";

/** One access, in one time between two stops. */
export interface HeldTouch {
  readonly touch: Touch;
  readonly region: TypedRegion;
  /** From 1 on. */
  readonly time: number;
}

export interface HeldTouches {
  readonly touches: readonly HeldTouch[];
  /** How often the machine was stopped. */
  readonly stops: number;
  /** Of one time: objects beside the global variables. */
  readonly mostObjects: number;
}

interface Given {
  readonly image: ImageCode;
  readonly layouts: Layouts;
  readonly variables: readonly KnownVariable[];
  readonly events: GrowingEvents;
  /** Of QEMU. */
  readonly stub: string;
}

/** The first stop, milliseconds after the start; after that three times as long as the last one took, and as this at least. */
const SHORTEST = 200;
/** Bytes that are read at once, and how often at a stop. */
const PIECE = 1024;
const MOST_PIECES = 1500;

/** Until the signal, or the guest's end. */
export async function recordHeldTouches(given: Given, signal: AbortSignal): Promise<HeldTouches> {
  const touches: HeldTouch[] = [];
  const known = { ...given, globals: globalPlaces(given.image) };
  let [stops, mostObjects, pause] = [0, 0, SHORTEST];
  let before: ReadonlyMap<string, TypedRegion> | undefined;
  for (;;) {
    if (!(await rest(pause, signal))) break;
    try {
      const guest = await stopGuest(given.stub);
      const started = performance.now();
      try {
        const word = wordsOf(guest);
        const now = given.events.touches();
        if (before !== undefined) touches.push(...(await heldIn(known, word, now, before, stops)));
        const objects = await reachedObjects({ ...known, word });
        given.events.watch(objects);
        before = new Map(objects.map((region) => [keyOf(region, given.image), region]));
        mostObjects = Math.max(mostObjects, objects.length);
      } finally {
        await guest.leave();
      }
      stops++;
      pause = Math.max(SHORTEST, 3 * (performance.now() - started));
    } catch (error) {
      // The machine is not up yet, has ended or is slow: what was there at the last stop says nothing any more.
      if (!(error instanceof GuestError)) throw error;
      before = undefined;
    }
  }
  return { touches, stops, mostObjects };
}

async function rest(milliseconds: number, signal: AbortSignal): Promise<boolean> {
  try {
    await sleep(milliseconds, undefined, { signal });
    return true;
  } catch (error) {
    if (!signal.aborted) throw error;
    return false;
  }
}

/** A struct is told of by each unit that has it. */
const keyOf = ({ start, end, struct }: TypedRegion, { debug }: ImageCode) =>
  `${start} ${end} ${debug.text(struct, AT.name)}`;

/** Touches of objects that were there all the time since the last stop. */
async function heldIn(
  { image, layouts, globals, variables }: Given & Pick<Reaching, "globals">,
  word: (address: number) => Promise<number | undefined>,
  touches: readonly Touch[],
  before: ReadonlyMap<string, TypedRegion>,
  time: number,
): Promise<HeldTouch[]> {
  const written = new Set<number>();
  for (const { isStore, address, size } of touches)
    if (isStore) for (let byte = 0; byte < size; byte++) written.add(address + byte);
  const isWritten = (pointer: number) => [0, 1, 2, 3].some((byte) => written.has(pointer + byte));
  const held = await reachedObjects({
    ...{ image, layouts, globals, word },
    follows: (pointer) => !isWritten(pointer),
    isObject: (region) => before.has(keyOf(region, image)) || rangeAt(variables, region.start) !== undefined,
  });
  return touches.flatMap((touch) => {
    if (rangeAt(variables, touch.address) !== undefined) return [];
    const region = rangeAt(held, touch.address);
    return region === undefined ? [] : [{ touch, region, time }];
  });
}

/** Of sorted ones that don't overlap. */
export function rangeAt<Range extends { readonly start: number; readonly end: number }>(
  ranges: readonly Range[],
  address: number,
): Range | undefined {
  const found = ranges[countFirst(ranges.length, (at) => (ranges[at] as Range).end <= address)];
  return found !== undefined && found.start <= address ? found : undefined;
}

/** Of the guest as it stands; undefined where nothing is mapped, and once enough was read. */
function wordsOf(guest: StoppedGuest): (address: number) => Promise<number | undefined> {
  const pieces = new Map<number, Buffer | undefined>();
  const pieceAt = async (start: number) => {
    if (!pieces.has(start) && pieces.size < MOST_PIECES)
      pieces.set(start, await unlessUnmapped(guest.read(start, PIECE)));
    return pieces.get(start);
  };
  return async (address) => {
    if (address % 4 !== 0) return undefined;
    const start = address - (address % PIECE);
    return (await pieceAt(start))?.readUInt32LE(address - start);
  };
}
