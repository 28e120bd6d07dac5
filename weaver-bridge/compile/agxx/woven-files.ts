/** The woven text as files: `--weave_only` and `-E` in place of compiling, `--keep_woven` beside it. */
import { basename, extname, resolve } from "node:path";
import { type CompilerCommand, type CompilerInput, writeAtomically } from "../../kernel-build/index.js";
import { printProblem } from "../../model/index.js";
import { weaveUnit } from "../../pipeline/index.js";
import { type CcContext, type CompiledUnit, reportErrors } from "../cc/cc-context.js";
import { readOnce } from "../cc/read-once.js";

/** Writes each unit's woven text: to `-o` for one unit, else to standard output with `-E`, or to `NAME.acc`. */
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
      overlay: (await readOnce(input, command.directory))?.text,
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
    const usual = command.mode === "preprocess" ? "-" : accName(input.path);
    writeText(output ?? usual, command.directory, woven.text, noLine);
  }
  return 0;
}

export function keepWoven({ command, input, analysis, woven }: CompiledUnit, noLine: boolean): void {
  writeText(accName(input.path), command.directory, woven?.text ?? analysis.unitText, noLine);
}

function accName(path: string): string {
  const name = basename(path);
  return `${name.slice(0, name.length - extname(name).length)}.acc`;
}

function writeText(name: string, directory: string, text: string, noLine: boolean): void {
  const plain = Buffer.from(noLine ? text.replace(/^# \d+ .*\n/gm, "") : text, "latin1");
  if (name === "-") process.stdout.write(plain);
  else writeAtomically(resolve(directory, name), plain);
}
