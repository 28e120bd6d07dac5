/** What kept units from being analysed or woven, as problems. */
import type { Problem } from "../model/index.js";
import type { AnalysedUnit } from "./analyse-units.js";
import { unitName } from "./source-files.js";

/** A unit that the compiler itself rejects is an error; one that only libclang rejects still compiles, unwoven. */
export function unitProblems({ unit, analysis }: AnalysedUnit): Problem[] {
  if (analysis.failure === undefined) return [];
  const file = unitName(unit);
  const rejected = analysis.failure.stage === "preprocess";
  if (analysis.failure.stage === "crash")
    return [
      {
        code: "unit/crash",
        severity: "error",
        message: `units can't be analysed: ${analysis.failure.reason}`,
      },
    ];
  return [
    {
      code: `unit/${analysis.failure.stage}`,
      severity: rejected ? "error" : "warning",
      range: { file, startLine: 1, startColumn: 1, endLine: 1, endColumn: 2 },
      message: `the unit can't be ${rejected ? "preprocessed" : "woven"}: ${analysis.failure.reason}`,
      hint: rejected
        ? "Correct it, or its compile command."
        : "It is compiled without aspects; weft build --strict makes that an error.",
    },
  ];
}
