/** `weft weave FILE [-o OUT]`: the text that `weft cc` hands to the compiler first. */
import { resolve } from "node:path";
import { hasErrors, type Problem } from "../../model/index.js";
import { weaveUnit } from "../../pipeline/index.js";
import { type AnalysedUnit, mapUnits } from "../../project/analyse-units.js";
import { resolveTarget, type Target, type TargetOptions, type TargetUnit } from "../../project/target.js";
import { unitProblems } from "../../project/unit-problems.js";
import { EXIT, fail, printBytes, report } from "../output.js";
import { writeHandedOut } from "../write-handed-out.js";

export interface WeaveFlags extends TargetOptions {
  readonly output?: string;
  readonly json?: boolean;
}

export async function weave(flags: WeaveFlags): Promise<number> {
  const target = resolveTarget(flags);
  const [unit, second] = target.units;
  if (hasErrors(target.problems)) return fail(flags, target.problems);
  if (unit === undefined || second !== undefined || !isAsked(unit, target, flags)) {
    fail(flags, [...target.problems, notOneUnit()]);
    return EXIT.usage;
  }
  const [analysed] = await mapUnits([unit], target.aspects, { withTail: true }, (one) => one);
  const { analysis } = analysed as AnalysedUnit;
  if (analysis.status === "failed") {
    process.stderr.write(analysis.diagnostics);
    return fail(flags, [...target.problems, ...unitProblems({ unit, analysis })]);
  }
  const woven = weaveUnit(analysis);
  const problems = [...target.problems, ...analysis.problems, ...woven.problems];
  if (hasErrors(problems)) return fail(flags, problems);
  if (flags.output !== undefined)
    writeHandedOut(flags.output, woven.text, { isNamed: true, encoding: "latin1" });
  report(flags, problems, {
    version: 2,
    effects: woven.effects,
    generated: woven.generated,
    ...(flags.output === undefined ? { text: woven.text } : { output: flags.output }),
  });
  if (flags.json !== true && flags.output === undefined) printBytes(woven.text);
  return EXIT.fine;
}

/** A file that is no unit (an aspect, a header) selects none. */
function isAsked({ command, input }: TargetUnit, { file }: Target, flags: WeaveFlags): boolean {
  return flags.compiler.length > 0 || file === undefined || resolve(command.directory, input.path) === file;
}

function notOneUnit(): Problem {
  return {
    code: "cli/one-unit",
    severity: "error",
    message: "one unit is woven at a time, and none is named",
    hint: "Name one unit's source file, or give its compiler command after --.",
  };
}
