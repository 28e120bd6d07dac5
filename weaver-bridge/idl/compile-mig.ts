/** A `.defs` file for Mach itself: checked as GNU MIG does, its messages laid out. mig makes the stubs. */
import type { Problem } from "../model/index.js";
import { checkMig } from "./mig/check.js";
import { explainMig, summarizeMig } from "./mig/explain.js";
import { layOutMig, type MigLayout } from "./mig/layout.js";
import { MACHINES, type Machine } from "./mig/machine.js";
import { tellUnsent } from "./mig/unsent.js";
import type { PreprocessorInput } from "./parse/preprocessor.js";
import { makeReport } from "./parse/report.js";

export interface MigCompileInput extends PreprocessorInput {
  readonly machine: Machine["name"];
}

export interface MigResult {
  /** Undefined when a problem is an error. */
  readonly layout: MigLayout | undefined;
  /** The layout for people; undefined for a file of types alone, or one with errors. */
  readonly explanation: string | undefined;
  /** One line on what the file holds. */
  readonly summary: string;
  readonly problems: readonly Problem[];
}

/** Where a file is missing, what it would have declared is unknown everywhere: only the file is told. */
function firstCauses(problems: readonly Problem[]): readonly Problem[] {
  const missing = problems.filter(({ code }) => code === "idl/include");
  return missing.length > 0 ? missing : problems;
}

export function compileMig({ machine, ...input }: MigCompileInput): MigResult {
  const report = makeReport();
  const { unit } = checkMig({ ...input, machine: MACHINES[machine] }, report);
  const summary = summarizeMig(unit);
  if (report.failed)
    return { layout: undefined, explanation: undefined, summary, problems: firstCauses(report.problems) };
  const layout = layOutMig(unit);
  tellUnsent(layout, report);
  return { layout, explanation: explainMig(unit), summary, problems: report.problems };
}
