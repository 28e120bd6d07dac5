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
  const crashed = new Set<string>();
  const lookAhead = createLookAhead();
  const stamps = createSettledStamps();
  let running: StartedUnit | undefined;
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
  const startNext = () => {
    const unit = next();
    if (unit !== undefined && !crashed.has(unit.path)) lookAhead.start(unit);
  };
  const readOne = async (unit: IndexedUnit): Promise<void> => {
    queue.delete(unit);
    if (crashed.has(unit.path)) return markCrashed(unit, index);
    running = lookAhead.take(unit);
    events.onProgress();
    await readUnit(running, index, stamps, startNext);
    running = undefined;
  };
  const pump = async (): Promise<void> => {
    if (isPumping) return;
    isPumping = true;
    for (let unit = next(); unit !== undefined; unit = next()) {
      await readOne(unit);
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
      return running !== undefined;
    },
    get isBusy() {
      return (isPumping || queue.size > 0) && !isPaused;
    },
    get isPaused() {
      return isPaused;
    },
    progress: () => ({
      done,
      total: done + queue.size + (running === undefined ? 0 : 1),
      ...(running === undefined ? {} : { reading: running.unit.path }),
    }),
    crashed(paths) {
      for (const path of paths) crashed.add(path);
    },
    enqueue(paths, first) {
      queue.add(paths, first);
      stamps.clear();
      if (queue.size > 0 || isPumping) return void pump();
      events.onProgress();
      events.onEnd();
    },
    outdated(paths) {
      if (running !== undefined && paths.includes(running.unit.path)) running.controller.abort();
      lookAhead.drop();
    },
    typed: lookAhead.typed,
    pause() {
      isPaused = true;
      lookAhead.drop();
    },
    resume() {
      isPaused = false;
    },
    dropAhead: lookAhead.drop,
    close() {
      closed = true;
      running?.controller.abort();
      lookAhead.drop();
      save();
    },
  };
}

function markCrashed(unit: IndexedUnit, index: MemoryIndex): void {
  const { path, directory } = unit;
  const message = "libclang crashes on this unit";
  const stamps = new Map([[path, stampOf(path)]]);
  index.addEmpty({ path, directory, command: commandDigest(unit), status: "failed", message }, stamps);
}
