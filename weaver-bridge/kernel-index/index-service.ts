/**
 * What the index process does: reads the units that changed, one after another, keeps what it learned on disk, and
 * answers questions between two units. Knows no channel; `index-main.ts` connects it.
 */
import { dirname, resolve } from "node:path";
import { sharedWord } from "../kernel-build/index.js";
import { filterOf } from "../pointcut/index.js";
import { effects, names, search } from "./answer.js";
import type {
  CandidatesAnswer,
  CandidatesQuestion,
  IndexedUnit,
  IndexProgress,
  IndexQuestion,
  IndexReply,
  IndexRequest,
} from "./index-protocol.js";
import { createLookAhead } from "./look-ahead.js";
import { createMemoryIndex } from "./memory-index.js";
import { type MergedFacts, mergeFacts } from "./merged-facts.js";
import { unpackSet } from "./packed-numbers.js";
import { commandDigest, createSettledStamps, readUnit, type StartedUnit, stampOf } from "./read-unit.js";
import { staleUnits } from "./stale-units.js";
import { allSteps, inSlices, type Steps } from "./steps.js";
import { openStore } from "./store.js";
import { unitsMeeting } from "./touched-units.js";

export interface IndexService {
  handle(request: IndexRequest): void;
  close(): void;
}

/** Units read between two writes to disk: so many are read again after a crash. */
const SAVE_EVERY = 8;
/** While units are read, what questions are answered from is brought up to date no more often. */
const MERGE_EVERY_MS = 5_000;
/** The first answer waits until so many units are read; of more, a part is told at once. */
const WORTH_WAITING = 60;
/** While units are read, so often is told that there is more to see. */
const TELL_EVERY_MS = 15_000;
/** While units are read, answering takes at most such a part of the time. */
const MOST_ANSWERING = 1 / 20;

/** Each unit leaves megabytes of garbage; a collection takes as long as half a unit. */
const COLLECT_EVERY = 40;
/** Pause after the last answer, or what was read last, before garbage is collected. */
const REST_MS = 1_000;

/** `root`: folder of the project. `collectGarbage` frees what it can, at once. */
export function createIndexService(
  root: string,
  send: (reply: IndexReply) => void,
  collectGarbage: () => void,
): IndexService {
  const log = (message: string) => send({ kind: "log", message });
  const index = createMemoryIndex();
  const store = openStore(root, log);
  const wanted = new Map<string, IndexedUnit>();
  /** {@link wanted} was told. */
  let isProjectKnown = false;
  const waiting = new Set<string>();
  let preferred: readonly string[] = [];
  const crashed = new Set<string>();
  /** Units read since there was nothing to do. */
  let done = 0;
  let unsaved = 0;
  let running: StartedUnit | undefined;
  const lookAhead = createLookAhead();
  let paused = false;
  let complete = false;
  /** Looks whether what the store kept is still so; see {@link check}. */
  let checking: Steps<unknown> | undefined;
  /** Questions that came while a small project was read for the first time. */
  const held: IndexQuestion[] = [];
  const stamps = createSettledStamps();
  let closed = false;

  const stored = store.load();
  try {
    index.restore(stored);
  } catch (error) {
    log(`the index of ${root} is incomplete (${(error as Error).message}) and is read again`);
  }

  /** Of the last answer, which may have put everything together. */
  let lastAnswer = 0;
  const pauseBetween = (least: number) => Math.max(least, lastAnswer / MOST_ANSWERING);

  const save = () => {
    unsaved = 0;
    store.save(index.takeChange());
  };

  let merged:
    | { readonly version: number; readonly time: number; readonly parts: readonly MergedFacts[] }
    | undefined;
  /** Not both in memory at once, nor beside a unit that is read. */
  const dropOutdated = () => {
    if (merged === undefined || merged.version === index.version) return;
    const busy = waiting.size > 0 && !paused;
    if (!busy || Date.now() - merged.time > pauseBetween(MERGE_EVERY_MS)) merged = undefined;
  };
  const parts = (): readonly MergedFacts[] => {
    dropOutdated();
    merged ??= { version: index.version, parts: mergeFacts(index), time: Date.now() };
    return merged.parts;
  };

  const progress = (): IndexProgress => ({
    done,
    total: done + waiting.size + (running === undefined ? 0 : 1),
    active: (running !== undefined || waiting.size > 0 || checking !== undefined) && !paused,
    ...(running === undefined ? {} : { reading: running.unit.path }),
  });
  let told = Date.now();
  const tellChanged = () => {
    told = Date.now();
    send({ kind: "changed" });
  };
  const tell = () => send({ kind: "progress", progress: progress() });

  const pump = async (): Promise<void> => {
    if (running !== undefined) return;
    for (let path = next(); path !== undefined; path = next()) {
      const unit = wanted.get(path);
      waiting.delete(path);
      if (unit === undefined) continue;
      if (crashed.has(path)) markCrashed(unit);
      else {
        running = lookAhead.take(unit);
        tell();
        await readUnit(running, index, stamps, startNext);
      }
      running = undefined;
      if (closed) return;
      done++;
      dropOutdated();
      if (++unsaved >= SAVE_EVERY) save();
      if (done % COLLECT_EVERY === 0) collectGarbage();
      if (Date.now() - told > pauseBetween(TELL_EVERY_MS)) tellChanged();
      // Questions that came meanwhile are answered first.
      await new Promise((done) => setImmediate(done));
    }
    if (unsaved > 0 || waiting.size === 0) save();
    if (!paused) done = 0;
    tell();
    finish();
  };
  const markCrashed = (unit: IndexedUnit) => {
    const { path, directory } = unit;
    const message = "libclang crashes on this unit";
    const stamps = new Map([[path, stampOf(path)]]);
    index.addEmpty({ path, directory, command: commandDigest(unit), status: "failed", message }, stamps);
  };
  const startNext = () => {
    const path = next();
    if (path !== undefined && !crashed.has(path)) lookAhead.start(wanted.get(path));
  };
  const next = (): string | undefined => {
    if (paused || closed) return undefined;
    const [first] = waiting;
    return first;
  };

  /** Thousands of files are looked at; questions that come meanwhile are answered from what is known. */
  const check = async (): Promise<void> => {
    const own = staleUnits([...wanted.values()], index);
    checking = own;
    tell();
    const stale = await inSlices(own, () => closed || checking !== own);
    if (stale === undefined) return;
    checking = undefined;
    enqueue(stale.value, false);
  };

  /** These are read soon, the ones that changed before the rest. */
  const enqueue = (paths: readonly string[], first: boolean) => {
    const rest = first ? [...waiting] : [];
    if (first) waiting.clear();
    for (const path of [...paths, ...rest]) waiting.add(path);
    inOrderOfUse();
    stamps.clear();
    if (waiting.size === 0) {
      tell();
      return finish();
    }
    void pump();
  };

  /** What somebody works on before its neighbours, these before the rest. */
  const inOrderOfUse = () => {
    if (preferred.length === 0) return;
    const files = new Set(preferred);
    const folders = new Set(preferred.map((path) => dirname(path)));
    const all = [...waiting];
    const used = all.filter((path) => files.has(path));
    const near = all.filter((path) => !files.has(path) && folders.has(dirname(path)));
    waiting.clear();
    for (const path of [...used, ...near, ...all]) waiting.add(path);
  };

  const changed = (paths: readonly string[]) => {
    if (paths.length === 0) {
      paused = false;
      return void check();
    }
    const touched = new Set(paths);
    const ids = new Set<number>();
    for (const { id, directory, name } of index.files())
      if (touched.has(resolve(directory, name))) ids.add(id);
    const units = [...index.units.values()].flatMap(({ path, versions }) => {
      const unit = wanted.get(path);
      const isTouched =
        touched.has(path) || unpackSet(versions).some((id) => ids.has(index.fileVersion(id).file));
      return unit !== undefined && isTouched ? [unit] : [];
    });
    const again = allSteps(staleUnits(units, index));
    if (running !== undefined && again.includes(running.unit.path)) running.controller.abort();
    lookAhead.drop();
    if (again.length === 0) return;
    paused = false;
    enqueue(again, true);
  };

  const candidates = ({ expression, aspects, aspect }: CandidatesQuestion): CandidatesAnswer => {
    const isCurrent = complete && checking === undefined && running === undefined && waiting.size === 0;
    if (!isCurrent) return {};
    return { units: unitsMeeting(parts(), index, filterOf(expression, aspects, aspect)) };
  };

  const answer = (question: Exclude<IndexQuestion, { kind: "effects" }>): unknown => {
    switch (question.kind) {
      case "search":
        return {
          ...search(parts(), index, question),
          ...(checking === undefined && isProjectKnown ? {} : { unverified: true }),
        };
      case "candidates":
        return candidates(question);
      case "names":
        return names(parts(), index, root, question);
    }
  };

  /** What nobody waits for gives way to what somebody types. */
  const reply = async (question: IndexQuestion): Promise<void> => {
    const { id } = question;
    try {
      if (question.kind === "effects") {
        const done = await inSlices(effects(parts(), index, question), () => closed);
        if (done === undefined) return;
        lastAnswer = done.took;
        send({ kind: "answer", id, answer: done.value });
      } else {
        const started = Date.now();
        send({ kind: "answer", id, answer: answer(question) });
        lastAnswer = Date.now() - started;
      }
    } catch (error) {
      send({ kind: "failed", id, message: (error as Error).stack ?? `${error}` });
    }
    if (isUntidy) restSoon();
  };
  /** What was loaded, read or put together since the last collection left garbage. */
  let isUntidy = true;
  let rest: NodeJS.Timeout | undefined;
  const restSoon = () => {
    isUntidy = true;
    clearTimeout(rest);
    rest = setTimeout(() => {
      if (running !== undefined) return;
      isUntidy = false;
      collectGarbage();
    }, REST_MS);
  };
  /** All was read before, and soon is known to be as it was. */
  const isKept = () => {
    if (!isProjectKnown) return index.units.size > 0;
    if (checking === undefined || wanted.size === 0) return false;
    for (const path of wanted.keys()) if (!index.units.has(path)) return false;
    return true;
  };
  /** Everything was read once: from now on an answer is at most a few edits old. */
  const finish = () => {
    // What else there is to read is known soon.
    if (checking !== undefined) return tellChanged();
    if (waiting.size === 0) complete = true;
    for (const question of held.splice(0)) void reply(question);
    tellChanged();
    restSoon();
  };

  return {
    handle(request) {
      switch (request.kind) {
        case "units": {
          isProjectKnown = true;
          lookAhead.drop();
          wanted.clear();
          for (const path of request.crashed) crashed.add(path);
          for (const unit of request.units)
            wanted.set(unit.path, { ...unit, argv: unit.argv.map(sharedWord) });
          for (const path of [...index.units.keys()]) if (!wanted.has(path)) index.remove(path);
          for (const path of [...waiting]) if (!wanted.has(path)) waiting.delete(path);
          paused = false;
          return void check();
        }
        case "changed":
          return changed(request.paths);
        case "prefer":
          preferred = request.paths;
          return inOrderOfUse();
        case "typed":
          return lookAhead.typed();
        case "pause":
          paused = true;
          lookAhead.drop();
          return tell();
        case "candidates":
          return void reply(request);
        default:
          if (complete || waiting.size > WORTH_WAITING || paused || isKept()) void reply(request);
          else held.push(request);
      }
    },
    close() {
      closed = true;
      checking = undefined;
      clearTimeout(rest);
      running?.controller.abort();
      lookAhead.drop();
      save();
      store.close();
    },
  };
}
