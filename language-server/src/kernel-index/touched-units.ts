/**
 * Units that the index alone can't tell about, for given aspects: those with classes that slices go into, those where a
 * call graph narrows what may match; all of them where pointcuts ask for what bodies don't keep.
 */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { AspectFile } from "@weft/weaver-bridge/model";
import { filterOf, mentions, wantedFacts } from "@weft/weaver-bridge/pointcut";
import type { MemoryIndex } from "./memory-index.js";
import type { UnitRecord } from "./records.js";

/** `touched`: units in which some advice may match. Paths. */
export function unitsToAnalyse(
  index: MemoryIndex,
  aspects: readonly AspectFile[],
  touched: ReadonlySet<string>,
): ReadonlySet<string> {
  const units = [...index.units.values()];
  const { builtins, locals, callGraph } = wantedFacts(aspects);
  if (builtins === true || locals === true) return new Set(units.map(({ path }) => path));
  const naming = unitsNamingClasses(index, units, aspects);
  return new Set([...naming, ...(callGraph === true ? touched : [])]);
}

/** A class is known only where some file of the unit says its name. */
function unitsNamingClasses(
  index: MemoryIndex,
  units: readonly UnitRecord[],
  aspects: readonly AspectFile[],
): string[] {
  if (!aspects.some((file) => file.aspects.some(({ introductions = [] }) => introductions.length > 0)))
    return [];
  const filter = filterOf(
    aspects.map((file) => ({ ...file, aspects: file.aspects.map((one) => ({ ...one, advice: [] })) })),
  );
  if (filter === "all") return units.map(({ path }) => path);
  const names = filter.map(({ name }) => (name === undefined ? {} : { name }));
  const known = new Map<number, boolean>();
  const says = (version: number): boolean => {
    const { file } = index.fileVersion(version);
    let found = known.get(file);
    if (found === undefined) {
      const { directory, name } = index.file(file);
      known.set(file, (found = mentions(textOf(resolve(directory, name)), names)));
    }
    return found;
  };
  return units.flatMap(({ path, versions }) => (versions.some(says) ? [path] : []));
}

/** Latin1; of a file that is gone nothing is known. */
function textOf(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}
