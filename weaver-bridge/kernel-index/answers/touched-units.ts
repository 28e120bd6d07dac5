/**
 * Units that the index alone can't tell about. For given aspects: those with classes that slices go into, those where a
 * call graph narrows what may match, and those that can hold what pointcuts ask for and bodies don't keep.
 */
import type { AspectFile } from "../../model/index.js";
import { entitiesMeeting, filterOfDetails, type TextFilter, wantedFacts } from "../../pointcut/index.js";
import type { MemoryIndex } from "../memory/memory-index.js";
import type { Steps } from "../steps.js";
import { definingUnits } from "./defining-units.js";
import type { MergedFacts } from "./merged-facts.js";

/** `touched`: units in which some advice may match. Paths. */
export function* unitsToAnalyse(
  parts: readonly MergedFacts[],
  index: MemoryIndex,
  aspects: readonly AspectFile[],
  touched: ReadonlySet<string>,
): Steps<ReadonlySet<string>> {
  const detailed = unitsMeeting(parts, index, filterOfDetails(aspects));
  const { callGraph } = wantedFacts(aspects);
  return new Set([
    ...detailed,
    ...(yield* definingUnits(index, aspects)),
    ...(callGraph === true ? touched : []),
  ]);
}

/**
 * Paths of units that together contain every function that meets the filter, each once since it is the same in all units
 * that share it, and of those of which the index knows less than all.
 */
export function unitsMeeting(
  parts: readonly MergedFacts[],
  index: MemoryIndex,
  filter: TextFilter,
): readonly string[] {
  const isWanted = entitiesMeeting(filter);
  if (isWanted === undefined) return [...index.units.keys()];
  if (filter.length === 0) return [];
  const met = new Set(parts.flatMap((part) => part.unitsWith(isWanted)));
  return [...index.units.values()].flatMap((unit) =>
    met.has(unit) || unit.status !== "read" || unit.message !== undefined ? [unit.path] : [],
  );
}
