/** What one page says of a project, for a review or a paper: plain data, gathered by who asks. */
import type { CostReport } from "../cost/index.js";
import type { Difference } from "../match-diff/diff-compare.js";
import type { StubDifference } from "../match-diff/diff-stubs.js";
import { type Effect, hasErrors, type Problem } from "../model/index.js";

export interface ReviewReport {
  readonly project: string;
  /** Of the versions that were read: a commit, and whether the working tree differs; absent without Git. */
  readonly revision?: string;
  /** ISO 8601. */
  readonly made: string;
  readonly units: number;
  /** Of all tools, each once; targets are named from the project's folder. */
  readonly effects: readonly Effect[];
  /** Absent when it was not asked for. */
  readonly cost?: CostReport;
  readonly since?: {
    readonly revision: string;
    readonly differences: readonly Difference[];
    readonly stubs: readonly StubDifference[];
  };
  /** What keeps the report from being whole, and what else is wrong. */
  readonly problems: readonly Problem[];
}

/** All units were read, and what was asked for was found out: a unit that can't be woven is compiled, but not told about. */
export function isWhole({ problems }: Pick<ReviewReport, "problems">): boolean {
  return !hasErrors(problems) && problems.every(({ code }) => !code.startsWith("unit/"));
}
