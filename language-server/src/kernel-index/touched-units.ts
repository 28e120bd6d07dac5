/**
 * Units that the index alone can't tell about, for given aspects: those with classes that slices go into, those where a
 * call graph narrows what may match; all of them where pointcuts ask for what bodies don't keep.
 */
import type { AspectFile } from "@weft/weaver-bridge/model";
import { wantedFacts } from "@weft/weaver-bridge/pointcut";
import { definingUnits } from "./defining-units.js";
import type { MemoryIndex } from "./memory-index.js";
import type { Steps } from "./steps.js";

/** `touched`: units in which some advice may match. Paths. */
export function* unitsToAnalyse(
  index: MemoryIndex,
  aspects: readonly AspectFile[],
  touched: ReadonlySet<string>,
): Steps<ReadonlySet<string>> {
  const { builtins, locals, callGraph } = wantedFacts(aspects);
  if (builtins === true || locals === true) return new Set(index.units.keys());
  return new Set([...(yield* definingUnits(index, aspects)), ...(callGraph === true ? touched : [])]);
}
