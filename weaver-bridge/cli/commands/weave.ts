/** `weft weave FILE [-o OUT]`: the text that `weft cc` would hand to the compiler. */
import { resolve } from "node:path";
import { writeAtomically } from "../../kernel-build/index.js";
import { weaveUnit } from "../../pipeline/index.js";
import { mapUnits } from "../analyse-units.js";
import { EXIT, hasErrors, printBytes, printJson, printProblems } from "../output.js";
import { resolveTarget, type TargetOptions } from "../target.js";

export interface WeaveFlags extends TargetOptions {
  readonly output?: string;
  readonly json?: boolean;
}

export async function weave(flags: WeaveFlags): Promise<number> {
  const target = resolveTarget(flags);
  const unit = target.units[0];
  if (
    unit === undefined ||
    hasErrors(target.problems) ||
    (target.file === undefined && flags.compiler.length === 0)
  ) {
    printProblems(target.problems);
    if (!hasErrors(target.problems))
      process.stderr.write("weft weave: name one unit, or give its compiler command after --\n");
    return target.problems.length === 0 ? EXIT.usage : EXIT.problems;
  }
  const [analysed] = await mapUnits([unit], target.aspects, { withTail: true }, (one) => one);
  const analysis = analysed?.analysis;
  if (analysis === undefined || analysis.status === "failed") {
    process.stderr.write(
      `weft weave: ${unit.input.path}: ${analysis?.failure?.reason ?? "not analysed"}\n${analysis?.diagnostics ?? ""}`,
    );
    return EXIT.problems;
  }
  const woven = weaveUnit(analysis);
  printProblems([...target.problems, ...woven.problems]);
  if (hasErrors(woven.problems)) return EXIT.problems;
  if (flags.output !== undefined) writeAtomically(resolve(flags.output), woven.text, "latin1");
  if (flags.json === true)
    printJson({
      version: 1,
      effects: woven.effects,
      generated: woven.generated,
      ...(flags.output === undefined ? { text: woven.text } : { output: flags.output }),
    });
  else if (flags.output === undefined) printBytes(woven.text);
  return EXIT.fine;
}
