/** The woven text as files: `--weave_only` in place of compiling, `--keep_woven` beside it. */
import { basename, extname, resolve } from "node:path";
import { type CompilerCommand, type CompilerInput, writeAtomically } from "../../kernel-build/index.js";
import { printProblem } from "../../model/index.js";
import { weaveUnit } from "../../pipeline/index.js";
import { type CcContext, type CompiledUnit, reportErrors } from "../cc/cc-context.js";

/** Writes each unit's woven text: to `-o` for one unit, else beside the working directory as `NAME.acc`. */
export async function weaveOnly(
  command: CompilerCommand,
  units: readonly CompilerInput[],
  context: CcContext,
  noLine: boolean,
): Promise<number> {
  for (const input of units) {
    const analysis = await context.analyser.analyse({
      command,
      input,
      aspects: (context.aspectsOf?.(input) ?? context.aspects).files,
      withTail: true,
      isProjectFile: context.isProjectFile,
      isBrief: context.isBrief,
    });
    process.stderr.write(Buffer.from(analysis.diagnostics, "utf8"));
    if (analysis.failure !== undefined) {
      process.stderr.write(`${input.path}: error[weft/ag++/not-woven]: ${analysis.failure.reason}\n`);
      return 1;
    }
    const woven = weaveUnit(analysis);
    if (reportErrors([...analysis.problems, ...woven.problems])) return 1;
    for (const problem of woven.problems) process.stderr.write(`${printProblem(problem)}\n`);
    context.onUnit?.({ command, input, analysis, woven });
    const output = units.length === 1 ? command.output : undefined;
    writeText(resolve(command.directory, output ?? accName(input.path)), woven.text, noLine);
  }
  return 0;
}

export function keepWoven({ command, input, analysis, woven }: CompiledUnit, noLine: boolean): void {
  writeText(resolve(command.directory, accName(input.path)), woven?.text ?? analysis.unitText, noLine);
}

function accName(path: string): string {
  const name = basename(path);
  return `${name.slice(0, name.length - extname(name).length)}.acc`;
}

function writeText(file: string, text: string, noLine: boolean): void {
  const plain = noLine ? text.replace(/^# \d+ .*\n/gm, "") : text;
  writeAtomically(file, Buffer.from(plain, "latin1"));
}
