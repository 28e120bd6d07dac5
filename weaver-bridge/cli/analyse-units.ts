/** Analyses many units on as many worker processes as there are processors; results come in the order of the units. */
import { availableParallelism } from "node:os";
import type { AspectFile } from "../model/index.js";
import {
  createAnalyser,
  inProcessHost,
  type ParseHost,
  type UnitAnalysis,
  workerHost,
} from "../pipeline/index.js";
import type { TextFilter } from "../pointcut/index.js";
import type { TargetUnit } from "./target.js";

export interface AnalysedUnit {
  readonly unit: TargetUnit;
  readonly analysis: UnitAnalysis;
}

export interface AnalyseOptions {
  readonly always?: boolean;
  /** Of a query; by default that of the aspects. */
  readonly filter?: TextFilter;
  readonly withTail?: boolean;
  readonly signal?: AbortSignal;
}

/** Results without the units' text and facts: those of a whole kernel don't fit into memory. */
export function analyseUnits(
  units: readonly TargetUnit[],
  aspects: readonly AspectFile[],
  options: AnalyseOptions = {},
): Promise<AnalysedUnit[]> {
  return mapUnits(units, aspects, options, ({ unit, analysis: { tail: _, ...analysis } }) => ({
    unit,
    analysis: { ...analysis, unitText: "", facts: undefined },
  }));
}

/** `use` sees each unit's whole analysis once. Rejects with ProcessError when the compiler itself can't be run. */
export async function mapUnits<T>(
  units: readonly TargetUnit[],
  aspects: readonly AspectFile[],
  options: AnalyseOptions,
  use: (analysed: AnalysedUnit) => T,
): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const work = async (host: ParseHost) => {
    const analyser = createAnalyser({ host });
    for (let index = next++; index < units.length; index = next++) {
      const unit = units[index] as TargetUnit;
      results[index] = use({ unit, analysis: await analyser.analyse({ ...unit, aspects, ...options }) });
    }
  };
  const hosts =
    units.length <= 1
      ? [inProcessHost()]
      : Array.from({ length: Math.min(availableParallelism(), units.length) }, workerHost);
  try {
    await Promise.all(hosts.map(work));
  } finally {
    for (const host of hosts) host.dispose();
  }
  return results;
}
