/** Whether what the index knows is still so: files are looked at when the project is told, and when some changed. */
import { resolve } from "node:path";
import type { MemoryIndex } from "../memory/memory-index.js";
import type { IndexedUnit } from "../protocol/index-protocol.js";
import { unpackSet } from "../records/packed-numbers.js";
import { allSteps, inSlices, type Steps } from "../steps.js";
import { staleUnits } from "./stale-units.js";
import type { UnitReader } from "./unit-reader.js";

export interface Freshness {
  /** Files are being looked at. */
  readonly isChecking: boolean;
  /** They were, and the project is known. */
  readonly isVerified: boolean;
  /** All of the project was read before, as far as it is known, and soon is known to be as it was. */
  isKept(): boolean;
  /** What the project consists of. `crashed`: units that ended the process before. */
  setUnits(units: readonly IndexedUnit[], crashed: readonly string[]): void;
  /** Files that changed, absolute; empty to look at all of them. */
  changed(paths: readonly string[]): void;
  stop(): void;
}

/** `tell`: files are looked at from now on. What is stale is given to the reader. */
export function createFreshness(index: MemoryIndex, reader: UnitReader, tell: () => void): Freshness {
  const { queue } = reader;
  let isProjectKnown = false;
  let checking: Steps<unknown> | undefined;
  /** Thousands of files are looked at; questions that come meanwhile are answered from what is known. */
  const check = async (): Promise<void> => {
    reader.resume();
    const own = staleUnits([...queue.wanted.values()], index);
    checking = own;
    tell();
    const stale = await inSlices(own, () => checking !== own);
    if (stale === undefined) return;
    checking = undefined;
    reader.enqueue(stale.value, false);
  };
  return {
    get isChecking() {
      return checking !== undefined;
    },
    get isVerified() {
      return checking === undefined && isProjectKnown;
    },
    isKept() {
      if (!isProjectKnown) return index.units.size > 0;
      if (checking === undefined || queue.wanted.size === 0) return false;
      return [...queue.wanted.keys()].every((path) => index.units.has(path));
    },
    setUnits(units, crashed) {
      isProjectKnown = true;
      reader.dropAhead();
      reader.crashed(crashed);
      queue.setUnits(units);
      for (const path of [...index.units.keys()]) if (!queue.wanted.has(path)) index.remove(path);
      void check();
    },
    changed(paths) {
      if (paths.length === 0) return void check();
      const again = allSteps(staleUnits(unitsWithFiles(paths, index, queue.wanted), index));
      reader.outdated(again);
      if (again.length === 0) return;
      reader.resume();
      reader.enqueue(again, true);
    },
    stop() {
      checking = undefined;
    },
  };
}

/** Of those wanted, the ones that are or read one of the files. */
function unitsWithFiles(
  paths: readonly string[],
  index: MemoryIndex,
  wanted: ReadonlyMap<string, IndexedUnit>,
): IndexedUnit[] {
  const touched = new Set(paths);
  const ids = new Set<number>();
  for (const { id, directory, name } of index.files()) if (touched.has(resolve(directory, name))) ids.add(id);
  return [...index.units.values()].flatMap(({ path, versions }) => {
    const unit = wanted.get(path);
    const isTouched =
      touched.has(path) || unpackSet(versions).some((id) => ids.has(index.fileVersion(id).file));
    return unit !== undefined && isTouched ? [unit] : [];
  });
}
