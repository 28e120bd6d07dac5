/**
 * MemGuard: a run of the built kernel that watches the memory of plugged objects through QEMU's debug stub, and tells each
 * write of a guarded term by the line that made it. An object is watched from when it is plugged until a guard has fired and
 * its function has done what it was to guard: from then on nothing relies on the object, and its memory may become another's.
 * The stub sees what processors write at the watched address; what a device writes, or another mapping of the page, is seen
 * at the next stop, by its value.
 */
import { resolve } from "node:path";
import { type GuardDeclaration, type SeenAt, subjectOf, termName } from "../guards/index.js";
import { keepGuest, type StoppedGuest, stopGuest } from "../guest/index.js";
import { type Project, type RunRecipe, runGuest } from "../kernel-build/index.js";
import { objectSymbol, plugSymbol } from "../replug/index.js";
import { askGdb, type Line, lineFinder } from "./line-of-address.js";

export interface WatchedRun {
  readonly seen: readonly SeenAt[];
  /** Objects that were watched, and guards that fired. */
  readonly objects: number;
  readonly hits: number;
  /** How the guest ended. */
  readonly ended: string;
}

interface Watched {
  readonly term: string;
  readonly offset: number;
  readonly length: number;
}

interface Word {
  readonly address: number;
  /** Where the kernel keeps the place of the guard that fired last. */
  readonly lastHit: number;
  readonly terms: readonly Watched[];
  /** The object that is watched; undefined while there is none. */
  object?: number | undefined;
  /** The function whose guard fired, while its writes are waited for. */
  leaving?: string | undefined;
}

/** A string says why nothing could be watched. */
export async function watchWrites(
  project: Project,
  guards: readonly GuardDeclaration[],
  isEnd: (place: Pick<Line, "file" | "line">) => boolean,
  seconds: number,
): Promise<WatchedRun | string> {
  const symbols = project.build?.symbols ?? project.build?.image;
  if (project.run === undefined || symbols === undefined)
    return "weft.json does not say how the kernel is run";
  const image = resolve(project.root, symbols);
  const words = await wordsOf(guards, image);
  if (typeof words === "string") return words;
  const kept = await keepGuest(project, project.run);
  const recipe: RunRecipe = { ...kept.recipe, arguments: [...(kept.recipe.arguments ?? []), "-S"] };
  const cancel = new AbortController();
  const running = runGuest(project, recipe, { deadline: seconds, signal: cancel.signal });
  try {
    const guest = await reach(kept.record.stub);
    const log = await watch(guest, words, lineFinder(image, project.root), isEnd, seconds * 1000);
    const { outcome, reason } = await running;
    return { ...log, ended: `${outcome}: ${reason}` };
  } catch (error) {
    cancel.abort();
    await running.catch(() => undefined);
    return (error as Error).message;
  } finally {
    kept.forget();
  }
}

const RETRIES = 50;

/** The stub answers a moment after QEMU was started. */
async function reach(stub: string): Promise<StoppedGuest> {
  for (let left = RETRIES; ; left--) {
    try {
      return await stopGuest(stub);
    } catch (error) {
      if (left === 0) throw error;
      await new Promise((done) => setTimeout(done, 100));
    }
  }
}

const NO_OBJECT = 0xffffffff;

async function watch(
  guest: StoppedGuest,
  words: readonly Word[],
  lineOf: (address: number) => Promise<Line>,
  isEnd: (place: Pick<Line, "file" | "line">) => boolean,
  milliseconds: number,
): Promise<Omit<WatchedRun, "ended">> {
  const found: SeenWrites = new Map();
  const known: Known = new Map();
  const end = Date.now() + milliseconds;
  let objects = 0;
  let hits = 0;
  while (Date.now() < end) {
    const places = words.flatMap((word) => [
      { address: word.address, length: 4 },
      ...(word.object === undefined ? [] : word.terms.map((one) => placeOf(word, one))),
    ]);
    const write = await guest.runToWrite(places, Math.max(1, Math.min(LOOK_EVERY, end - Date.now())));
    if (write === "ended") break;
    const written = write === "no write" ? undefined : write.address;
    for (const { term, isOpen } of await changedUnseen(guest, words, written, known))
      note(found, { file: UNSEEN, line: 0 }, term, isOpen);
    if (write === "no write") continue;
    const word = words.find(({ address }) => address === write.address);
    if (word !== undefined) {
      const object = (await guest.read(word.address, 4)).readUInt32LE(0);
      if (object !== NO_OBJECT) {
        if (object !== word.object) objects++;
        word.object = object;
        word.leaving = undefined;
        await remember(guest, word, known);
        continue;
      }
      // Facts that did not hold are no hit.
      const isHit = (await lineOf(write.next - 1)).within.startsWith("weft_hit_");
      const by = isHit ? await lineOf(await hitPlace(guest, word)) : undefined;
      if (isHit) hits++;
      if (by === undefined || isEnd(by)) word.object = undefined;
      word.leaving = by?.within;
      continue;
    }
    const { within, ...place } = await lineOf(write.next - 1);
    const owners: (readonly [Word, string])[] = [];
    for (const one of ownersOf(words, write.address)) {
      const [owner] = one;
      // The function whose guard had fired is over: nothing relies on the object by this word.
      if (owner.leaving !== undefined && owner.leaving !== within) owner.object = undefined;
      else owners.push(one);
    }
    const open = owners.find(([{ leaving }]) => leaving === undefined);
    const [, term] = open ?? owners[0] ?? [];
    if (term !== undefined) note(found, place, term, open !== undefined);
  }
  await guest.leave();
  return { seen: [...found.values()], objects, hits };
}

type SeenWrites = Map<string, SeenAt>;
/** Bytes of each place that is watched, by its address. */
type Known = Map<number, string>;

/** In place of a file: the debug stub sees what a processor writes at the address that it watches, and nothing else. */
const UNSEEN = "by a device, or at another address of the same memory";

function note(
  found: SeenWrites,
  { file, line }: Pick<Line, "file" | "line">,
  term: string,
  isOpen: boolean,
): void {
  const key = `${term} ${file}:${line}`;
  const { times = 0, unfired = 0 } = found.get(key) ?? {};
  found.set(key, { file, line, term, times: times + 1, unfired: unfired + Number(isOpen) });
}

/** Milliseconds after which a guest that writes nothing is stopped, and its memory compared. */
const LOOK_EVERY = 200;

/** What an object holds when it is plugged: from then on its bytes are compared at each stop. */
async function remember(guest: StoppedGuest, word: Word, known: Known): Promise<void> {
  for (const one of word.terms) {
    const { address, length } = placeOf(word, one);
    if (!known.has(address)) known.set(address, (await guest.read(address, length)).toString("hex"));
  }
}

/** Terms that are not what they were at the last stop, although nothing wrote that the stub could see. */
async function changedUnseen(
  guest: StoppedGuest,
  words: readonly Word[],
  written: number | undefined,
  known: Known,
): Promise<{ readonly term: string; readonly isOpen: boolean }[]> {
  const before = new Map(known);
  known.clear();
  const changed: { term: string; isOpen: boolean }[] = [];
  for (const word of words)
    for (const one of word.object === undefined ? [] : word.terms) {
      const { address, length } = placeOf(word, one);
      if (known.has(address)) continue;
      const bytes = (await guest.read(address, length)).toString("hex");
      known.set(address, bytes);
      const isWritten = written !== undefined && written >= address && written < address + length;
      if (!isWritten && before.has(address) && before.get(address) !== bytes)
        changed.push({ term: one.term, isOpen: word.leaving === undefined });
    }
  return changed;
}

const placeOf = ({ object = 0 }: Word, { offset, length }: Watched) => ({ address: object + offset, length });

/** Of one object several functions may rely. */
function ownersOf(words: readonly Word[], address: number): (readonly [Word, string])[] {
  return words.flatMap((word) => {
    const one = word.terms.find((term) => {
      const place = placeOf(word, term);
      return word.object !== undefined && address >= place.address && address < place.address + place.length;
    });
    return one === undefined ? [] : [[word, one.term] as const];
  });
}

/** Where the guard that fired stands, as it told. */
async function hitPlace(guest: StoppedGuest, { lastHit }: Word): Promise<number> {
  return (await guest.read(lastHit, 4)).readUInt32LE(0) - 1;
}

/** Where the objects' words are, and where in an object its terms, by the debug information of the image. */
async function wordsOf(guards: readonly GuardDeclaration[], image: string): Promise<Word[] | string> {
  const asked = guards.flatMap((guard) =>
    guard.protects.flatMap((residual) => [
      `(unsigned long)&${objectSymbol(residual, subjectOf(guard))}`,
      `(unsigned long)&${plugSymbol(residual)}.last_hit`,
      ...guard.terms.flatMap((term) => [offsetOf(guard, term), `sizeof(${memberOf(guard, term)})`]),
    ]),
  );
  if (asked.length === 0) return "no guard protects anything: say protects RESIDUAL";
  const answers = await askGdb(
    image,
    asked.map((one) => `output/u ${one}`),
  );
  if (answers.some((one) => !/^\d+$/.test(one)))
    return `${image} does not tell where the guarded objects are: ${answers.find((one) => !/^\d+$/.test(one))}. Build it with weft build, with debug information`;
  const numbers = answers.map(Number);
  return guards.flatMap((guard) =>
    guard.protects.map((): Word => {
      const address = numbers.shift() as number;
      const lastHit = numbers.shift() as number;
      const terms = guard.terms.map((term) => ({
        term: termName(guard, term),
        offset: numbers.shift() as number,
        length: numbers.shift() as number,
      }));
      return { address, lastHit, terms };
    }),
  );
}

const memberOf = ({ type }: GuardDeclaration, term: string) =>
  type === undefined ? term : `((struct ${type} *)0)->${term}`;

const offsetOf = (guard: GuardDeclaration, term: string) =>
  guard.type === undefined ? "0" : `(unsigned long)&${memberOf(guard, term)}`;
