/** Analyses many units on as many worker processes as there are processors; results come in the order of the units. */
import { availableParallelism } from "node:os";
import { ProcessError } from "../kernel-build/index.js";
import type { AspectFile } from "../model/index.js";
import {
  createAnalyser,
  failedAnalysis,
  inProcessHost,
  type ParseHost,
  type UnitAnalysis,
  workerHost,
} from "../pipeline/index.js";
import type { TargetUnit } from "./target.js";

export interface AnalysedUnit {
  readonly unit: TargetUnit;
  readonly analysis: UnitAnalysis;
}

export interface AnalyseOptions {
  readonly always?: boolean;
  readonly withTail?: boolean;
  readonly signal?: AbortSignal;
  /** Called for each unit when it is analysed, on as many units at a time. */
  readonly onUnit?: (unit: AnalysedUnit) => Promise<void>;
}

/** A compiler that can't be run fails its units like one that rejects them. */
export async function analyseUnits(
  units: readonly TargetUnit[],
  aspects: readonly AspectFile[],
  options: AnalyseOptions = {},
): Promise<AnalysedUnit[]> {
  const results: AnalysedUnit[] = [];
  let next = 0;
  const work = async (host: ParseHost) => {
    const analyser = createAnalyser({ host });
    for (let index = next++; index < units.length; index = next++) {
      const unit = units[index] as TargetUnit;
      const analysis = await analyser.analyse({ ...unit, aspects, ...options }).catch(notRun(aspects));
      results[index] = { unit, analysis };
      await options.onUnit?.({ unit, analysis });
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

function notRun(aspects: readonly AspectFile[]): (error: unknown) => UnitAnalysis {
  return (error) => {
    if (!(error instanceof ProcessError) || error.code === "process-cancelled") throw error;
    return failedAnalysis(aspects, { stage: "preprocess", reason: error.message });
  };
}
