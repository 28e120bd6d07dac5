/** Units of a project that are to be read, in the order of use: what somebody works on, its neighbours, the rest. */
import { dirname } from "node:path";
import { sharedWord } from "../../kernel-build/index.js";
import type { IndexedUnit } from "../protocol/index-protocol.js";

export interface UnitQueue {
  /** All of the project, by path. */
  readonly wanted: ReadonlyMap<string, IndexedUnit>;
  readonly size: number;
  setUnits(units: readonly IndexedUnit[]): void;
  /** Files that somebody works on. */
  prefer(paths: readonly string[]): void;
  /** `first`: before what waits already, where both are used alike. */
  add(paths: readonly string[], first: boolean): void;
  /** What is read next; it stays. */
  next(): IndexedUnit | undefined;
  delete(unit: IndexedUnit): void;
}

export function createUnitQueue(): UnitQueue {
  const wanted = new Map<string, IndexedUnit>();
  let waiting = new Set<string>();
  let preferred: readonly string[] = [];
  return {
    wanted,
    get size() {
      return waiting.size;
    },
    setUnits(units) {
      wanted.clear();
      for (const unit of units) wanted.set(unit.path, { ...unit, argv: unit.argv.map(sharedWord) });
      for (const path of [...waiting]) if (!wanted.has(path)) waiting.delete(path);
    },
    prefer(paths) {
      preferred = paths;
      waiting = inOrderOfUse(waiting, preferred);
    },
    add(paths, first) {
      const own = paths.filter((path) => wanted.has(path));
      waiting = inOrderOfUse(first ? [...own, ...waiting] : [...waiting, ...own], preferred);
    },
    next() {
      const [first] = waiting;
      return first === undefined ? undefined : wanted.get(first);
    },
    delete: ({ path }) => void waiting.delete(path),
  };
}

/** Units of the files themselves before units in their folders, these before the rest; each once. */
export function inOrderOfUse(units: Iterable<string>, files: readonly string[]): Set<string> {
  const all = [...units];
  if (files.length === 0) return new Set(all);
  const open = new Set(files);
  const folders = new Set(files.map((file) => dirname(file)));
  return new Set([
    ...all.filter((path) => open.has(path)),
    ...all.filter((path) => folders.has(dirname(path))),
    ...all,
  ]);
}
