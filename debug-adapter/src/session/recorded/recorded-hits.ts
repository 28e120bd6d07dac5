/**
 * When the join points of a pointcut ran in a recording, and with which values: found by running it once more beside the
 * machine that is seen, with a GDB of its own that looks at each hit. Also as text for a console.
 */
import type { PointcutPlace, ResolvedPointcut } from "../../engine/index.js";
import {
  type HitValue,
  limitInWords,
  MOST_HITS,
  type RecordedHit,
  type RecordedHits,
} from "../../protocol/index.js";
import type { Point, Scout, TimeMachine } from "../../qemu/index.js";
import { withLookingGdb } from "../gdb/looking-gdb.js";
import { createValueReader, type ValueReader } from "../values/value-reader.js";

/** What was found by then is the answer, where nothing else is asked for. */
const USUAL_SECONDS = 60;

/** A day. */
const MOST_SECONDS = 86_400;

export interface HitLimits {
  readonly most?: number;
  /** Zero: as long as it takes. */
  readonly seconds?: number;
}

/** Throws with the reason when there is no place to look at. `symbols`: the recorded kernel's file. */
export async function recordedHits(
  time: TimeMachine,
  { places, message }: ResolvedPointcut,
  symbols: string,
  { most = MOST_HITS, seconds = USUAL_SECONDS }: HitLimits = {},
): Promise<RecordedHits> {
  if (places.length === 0)
    throw new Error(message ?? "No instruction of the kernel belongs to this pointcut.");
  if (!(Number.isInteger(most) && most > 0))
    throw new Error(`At most how many hits? ${most} is no number of them.`);
  if (!(seconds >= 0 && seconds <= MOST_SECONDS))
    throw new Error(
      `For how many seconds? ${seconds} is not between 0, which is no limit, and ${MOST_SECONDS}.`,
    );
  const signal = seconds === 0 ? new AbortController().signal : AbortSignal.timeout(seconds * 1000);
  const scout = await time.scout();
  const interrupt = () => scout.interrupt();
  signal.addEventListener("abort", interrupt, { once: true });
  try {
    const stub = await scout.openForReading();
    return await withLookingGdb({ symbols, stub, settings: NOTHING_KEPT }, async (gdb) => {
      const search = new HitSearch(scout, createValueReader(gdb), places);
      const cutBy = await search.run(most, signal);
      const common = { hits: search.hits, places: places.length, isCut: cutBy !== undefined };
      if (cutBy === undefined) return common;
      const value = cutBy === "most" ? most : seconds;
      const limit = { by: cutBy, value, searchedTo: await scout.position() };
      const { instructions: end } = time;
      return { ...common, limit: { ...limit, ...(end === undefined ? {} : { end }) } };
    });
  } finally {
    signal.removeEventListener("abort", interrupt);
    await scout.end();
  }
}

/** Memory is not kept from one hit to the next. */
const NOTHING_KEPT = ["print entry-values no", "stack-cache off", "code-cache off"];

type OpenHit = RecordedHit & { readonly values: HitValue[] };

/** A call that has not returned, and the address to which it returns. */
interface OpenCall {
  readonly hit: OpenHit;
  readonly signature: string;
  readonly address: number;
}

class HitSearch {
  readonly hits: OpenHit[] = [];
  private readonly places: ReadonlyMap<number, PointcutPlace>;
  /** By where they return to and where the stack is then. */
  private readonly returns = new Map<string, OpenCall>();

  constructor(
    private readonly scout: Scout,
    private readonly reader: ValueReader,
    places: readonly PointcutPlace[],
  ) {
    this.places = new Map(places.map((place) => [place.address, place]));
  }

  /** The limit at which the search ended before the run does. */
  async run(most: number, signal: AbortSignal): Promise<"most" | "seconds" | undefined> {
    for (const address of this.places.keys()) await this.scout.add(instruction(address));
    while (!signal.aborted && (await this.scout.toNext())) {
      if (signal.aborted) return "seconds";
      const { programCounter, stackPointer } = await this.scout.registers();
      await this.closeReturned(programCounter, stackPointer);
      const place = this.places.get(programCounter);
      if (place === undefined) await this.scout.step();
      else if (this.hits.length === most) return "most";
      else await this.visit(place, stackPointer);
    }
    return signal.aborted ? "seconds" : undefined;
  }

  private async visit({ joinPoint, meant }: PointcutPlace, stackPointer: number): Promise<void> {
    const hit: OpenHit = { position: await this.scout.position(), joinPoint, values: [] };
    this.hits.push(hit);
    await this.reader.moved();
    const isOf = (...ways: string[]) => meant.find(({ how }) => ways.includes(how));
    const begun = isOf("entry", "inlined-call");
    if (begun !== undefined)
      await this.begin(hit, begun.signature, begun.isInlined ? undefined : stackPointer);
    const read = meant.find(({ kind, how }) => kind === "get" && how === "access");
    const written = meant.find(({ kind, how }) => kind === "set" && how === "access");
    const subject = read ?? written;
    const memory = subject === undefined ? undefined : await this.reader.accessed(subject);
    if (read !== undefined) await this.note(hit, "value", memory);
    if (written !== undefined) await this.note(hit, "old", memory);
    await this.leave();
    const called = begun === undefined ? isOf("call", "tail-jump") : undefined;
    if (called === undefined && written === undefined) return;
    await this.reader.moved();
    if (written !== undefined) await this.note(hit, "new", memory);
    if (called !== undefined)
      await this.begin(hit, called.signature, (await this.scout.registers()).stackPointer);
  }

  /** Carries the instruction out; one that copies a whole structure is done when its last word is. */
  private async leave(): Promise<void> {
    const { programCounter } = await this.scout.registers();
    await this.scout.step();
    if ((await this.scout.registers()).programCounter !== programCounter) return;
    await this.reader.moved();
    const next = await this.reader.following();
    if (next === undefined) return;
    await this.scout.remove(instruction(programCounter));
    await this.scout.add(instruction(next));
    await this.scout.toNext(); // Where something else is met meanwhile, it is met again.
    await this.scout.add(instruction(programCounter));
    if (!this.places.has(next)) await this.forgetReturn(next);
  }

  /** A function begins here; `stackPointer` is absent where it was inlined, for then nothing returns. */
  private async begin(hit: OpenHit, signature: string, stackPointer: number | undefined): Promise<void> {
    hit.values.push(...(await this.reader.arguments(signature)));
    if (stackPointer === undefined) return;
    const address = await this.reader.returnAddress(signature, stackPointer);
    if (address === undefined) return;
    this.returns.set(keyOf(address, stackPointer), { hit, signature, address });
    await this.scout.add(instruction(address));
  }

  private async closeReturned(address: number, stackPointer: number): Promise<void> {
    for (const word of [4, 8]) {
      const key = keyOf(address, stackPointer - word);
      const returned = this.returns.get(key);
      if (returned === undefined) continue;
      this.returns.delete(key);
      await this.reader.moved();
      returned.hit.values.push(...(await this.reader.result(returned.signature)));
      await this.forgetReturn(address);
    }
  }

  /** Many calls may return to one place, as those of a table of system calls: nobody stops there without need. */
  private async forgetReturn(address: number): Promise<void> {
    const isAwaited = [...this.returns.values()].some((other) => other.address === address);
    if (!isAwaited && !this.places.has(address)) await this.scout.remove(instruction(address));
  }

  private async note(hit: OpenHit, kind: "value" | "old" | "new", memory: string | undefined): Promise<void> {
    const value = memory === undefined ? undefined : await this.reader.value(memory);
    if (value !== undefined) hit.values.push({ kind, value });
  }
}

const instruction = (address: number): Point => ({ kind: "instruction", address });

const keyOf = (address: number, stackPointer: number) => `${address} ${stackPointer}`;

export function hitAsText({ position, joinPoint, values }: RecordedHit, width = 0): string {
  const told = values.map(({ kind, name, value }) => `  ${name ?? kind} = ${value}`).join("");
  return `${String(position).padStart(width)}  ${joinPoint}${told}`;
}

/** A line for each, and one that counts them. `options`: those of the command line can be given. */
export function hitsAsText(found: RecordedHits, options: boolean): string {
  const { hits, places } = found;
  const width = Math.max(0, ...hits.map(({ position }) => String(position).length));
  const lines = hits.map((hit) => hitAsText(hit, width));
  const count = `${hits.length} ${hits.length === 1 ? "hit" : "hits"} of ${places} ${places === 1 ? "place" : "places"}`;
  return [...lines, `${count}${limitInWords(found, options)}`, ""].join("\n");
}
