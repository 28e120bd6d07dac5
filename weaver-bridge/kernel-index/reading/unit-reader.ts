/** Reads the units that wait, one after another, and has what was learned kept. */

import type { Store } from "../disk/store.js";
import type { MemoryIndex } from "../memory/memory-index.js";
import type { IndexedUnit, IndexProgress } from "../protocol/index-protocol.js";
import { createLookAhead } from "./look-ahead.js";
import { commandDigest, createSettledStamps, readUnit, type StartedUnit, stampOf } from "./read-unit.js";
import { createUnitQueue, type UnitQueue } from "./unit-queue.js";

/** Units read between two writes to disk: so many are read again after a crash. */
const SAVE_EVERY = 8;

export interface UnitReader {
  readonly queue: UnitQueue;
  /** A unit is read now. */
  readonly isReading: boolean;
  /** There is more to do, and it is being done. */
  readonly isBusy: boolean;
  readonly isPaused: boolean;
  progress(): Omit<IndexProgress, "active">;
  /** Units that ended the process before: they are not read. */
  crashed(paths: readonly string[]): void;
  /** `first`: they just changed. */
  enqueue(paths: readonly string[], first: boolean): void;
  /** These changed: what is being read of them is of no use. */
  outdated(paths: readonly string[]): void;
  typed(): void;
  pause(): void;
  resume(): void;
  /** What was preprocessed ahead may be outdated. */
  dropAhead(): void;
  close(): void;
}

export interface ReaderEvents {
  readonly onProgress: () => void;
  /** `done`: so many since there was nothing to do. */
  readonly onRead: (done: number) => void;
  /** Nothing is left, or reading was stopped. */
  readonly onEnd: () => void;
}

export function createUnitReader(index: MemoryIndex, store: Store, events: ReaderEvents): UnitReader {
  const queue = createUnitQueue();
  const one = createOneReader(index);
  let isPumping = false;
  let isPaused = false;
  let closed = false;
  let done = 0;
  let unsaved = 0;

  const save = () => {
    unsaved = 0;
    store.save(index.takeChange());
  };
  const next = () => (isPaused || closed ? undefined : queue.next());
  const pump = async (): Promise<void> => {
    if (isPumping) return;
    isPumping = true;
    for (let unit = next(); unit !== undefined; unit = next()) {
      queue.delete(unit);
      await one.read(unit, next, events.onProgress);
      if (closed) return;
      if (++unsaved >= SAVE_EVERY) save();
      events.onRead(++done);
      // Questions that came meanwhile are answered first.
      await new Promise((resume) => setImmediate(resume));
    }
    isPumping = false;
    if (closed) return;
    if (unsaved > 0 || queue.size === 0) save();
    if (!isPaused) done = 0;
    events.onProgress();
    events.onEnd();
  };

  return {
    queue,
    get isReading() {
      return one.unit !== undefined;
    },
    get isBusy() {
      return (isPumping || queue.size > 0) && !isPaused;
    },
    get isPaused() {
      return isPaused;
    },
    progress: () => ({
      done,
      total: done + queue.size + (one.unit === undefined ? 0 : 1),
      ...(one.unit === undefined ? {} : { reading: one.unit.path }),
    }),
    crashed: one.crashed,
    enqueue(paths, first) {
      queue.add(paths, first);
      one.filesChanged();
      if (queue.size > 0 || isPumping) return void pump();
      events.onProgress();
      events.onEnd();
    },
    outdated: one.outdated,
    typed: one.typed,
    pause() {
      isPaused = true;
      one.dropAhead();
    },
    resume() {
      isPaused = false;
    },
    dropAhead: one.dropAhead,
    close() {
      closed = true;
      one.abort();
      save();
    },
  };
}

/** Reads one unit at a time, while the next one is preprocessed. */
function createOneReader(index: MemoryIndex) {
  const crashed = new Set<string>();
  const lookAhead = createLookAhead();
  const stamps = createSettledStamps();
  let running: StartedUnit | undefined;
  return {
    get unit() {
      return running?.unit;
    },
    /** `next`: what follows, asked for while this one is read. */
    async read(unit: IndexedUnit, next: () => IndexedUnit | undefined, onStart: () => void): Promise<void> {
      if (crashed.has(unit.path)) return markCrashed(unit, index);
      running = lookAhead.take(unit);
      onStart();
      await readUnit(running, index, stamps, () => {
        const following = next();
        if (following !== undefined && !crashed.has(following.path)) lookAhead.start(following);
      });
      running = undefined;
    },
    crashed(paths: readonly string[]) {
      for (const path of paths) crashed.add(path);
    },
    filesChanged: stamps.clear,
    outdated(paths: readonly string[]) {
      if (running !== undefined && paths.includes(running.unit.path)) running.controller.abort();
      lookAhead.drop();
    },
    typed: lookAhead.typed,
    dropAhead: lookAhead.drop,
    abort() {
      running?.controller.abort();
      lookAhead.drop();
    },
  };
}

function markCrashed(unit: IndexedUnit, index: MemoryIndex): void {
  const { path, directory } = unit;
  const message = "libclang crashes on this unit";
  const stamps = new Map([[path, stampOf(path)]]);
  index.addEmpty({ path, directory, command: commandDigest(unit), status: "failed", message }, stamps);
}
