/** Units that are not as the index has them: another command, or a file that changed since it was read. */
import { resolve } from "node:path";
import type { MemoryIndex } from "../memory/memory-index.js";
import type { IndexedUnit } from "../protocol/index-protocol.js";
import { unpackSet } from "../records/packed-numbers.js";
import type { Steps } from "../steps.js";
import { commandDigest, stampOf } from "./read-unit.js";

/** A unit a step, since thousands of files are looked at; paths. A file that several include is looked at once. */
export function* staleUnits(units: Iterable<IndexedUnit>, index: MemoryIndex): Steps<string[]> {
  const seen = new Map<number, string>();
  const isCurrent = (id: number) => {
    const { file, stamp } = index.fileVersion(id);
    let now = seen.get(file);
    if (now === undefined) {
      const { directory, name } = index.file(file);
      seen.set(file, (now = stampOf(resolve(directory, name))));
    }
    return now === stamp;
  };
  const stale: string[] = [];
  for (const unit of units) {
    const known = index.units.get(unit.path);
    const isFresh =
      known !== undefined &&
      known.command === commandDigest(unit) &&
      unpackSet(known.versions).every(isCurrent);
    if (!isFresh) stale.push(unit.path);
    yield;
  }
  return stale;
}
