/** Macros as the files of a unit define them. */
import { macroTextsIn } from "../kernel-build/index.js";
import type { UnitFacts } from "../model/index.js";
import type { MatchOptions } from "../pointcut/index.js";

/** Of a unit that says where its files are; `known` keeps their texts for the next one. */
export function macrosOf(
  { lineMap, sources }: UnitFacts,
  known: Map<string, string>,
): MatchOptions["macros"] {
  return sources && macroTextsIn(lineMap.files.map(sources.pathOf), known);
}
