/** Analyses many units on as many worker processes as there are processors; results come in the order of the units. */
import { availableParallelism } from "node:os";
import { ProcessError } from "../kernel-build/index.js";
import type { AspectFile, WantedFacts } from "../model/index.js";
import {
  createAnalyser,
  failedAnalysis,
  inProcessHost,
  type ParseHost,
  remembering,
  type UnitAnalysis,
  type UnitRequest,
  workerHost,
} from "../pipeline/index.js";
import type { TextFilter } from "../pointcut/index.js";
import type { TargetUnit } from "./target.js";

export interface AnalysedUnit {
  readonly unit: TargetUnit;
  readonly analysis: UnitAnalysis;
}

export interface AnalyseOptions {
  /** Parse what no aspect matches, or what of it a look at its preprocessed text says. */
  readonly always?: boolean | ((text: string) => boolean);
  /** Of a query; by default that of the aspects. */
  readonly filter?: TextFilter;
  /** Facts that a query needs beyond what the aspects do. */
  readonly wanted?: WantedFacts;
  readonly withTail?: boolean;
  /** Nothing is told of a unit in which nothing can match, and of others only what of it can be meant. */
  readonly onlyMatched?: boolean;
  /** Where the same units are read again and again while aspects change. */
  readonly remembers?: boolean;
  /** Of a command that asks about the same units again. */
  readonly texts?: UnitRequest["texts"];
  readonly isProjectFile?: (file: string) => boolean;
  readonly signal?: AbortSignal;
  /** What the program's calls say to `cflow` in a unit. */
  readonly flow?: (unit: TargetUnit) => UnitRequest["flow"];
}

/** Results {@link withoutText}. */
export function analyseUnits(
  units: readonly TargetUnit[],
  aspects: readonly AspectFile[],
  options: AnalyseOptions = {},
): Promise<AnalysedUnit[]> {
  return mapUnits(units, aspects, options, withoutText);
}

/** What can be kept of each unit of a whole kernel: all units' texts and facts don't fit into memory. */
export function withoutText({ unit, analysis: { tail: _, ...analysis } }: AnalysedUnit): AnalysedUnit {
  return { unit, analysis: { ...analysis, unitText: "", facts: undefined } };
}

/**
 * `use` sees each unit's whole analysis once, several units at a time. A compiler that can't be run fails its units like
 * one that rejects them.
 */
export async function mapUnits<T>(
  units: readonly TargetUnit[],
  aspects: readonly AspectFile[],
  options: AnalyseOptions,
  use: (analysed: AnalysedUnit) => T | Promise<T>,
): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const work = async (host: ParseHost) => {
    const analyser = createAnalyser({ host });
    for (let index = next++; index < units.length; index = next++) {
      const unit = units[index] as TargetUnit;
      const flow = options.flow?.(unit);
      const analysis = await analyser.analyse({ ...unit, aspects, ...options, flow }).catch(notRun(aspects));
      results[index] = await use({ unit, analysis });
    }
  };
  const hosts =
    units.length <= 1
      ? [inProcessHost()]
      : Array.from({ length: Math.min(availableParallelism(), units.length) }, workerHost);
  try {
    await Promise.all((options.remembers === true ? hosts.map(remembering) : hosts).map(work));
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
