/** What is legal and probably not meant in the aspects of one call of `weft ag++`, each told once. */

import type { CompilerCommand, CompilerInput } from "../../kernel-build/index.js";
import { type AspectFile, distinctProblems, type Problem } from "../../model/index.js";
import { noMatchProblems, onlyGeneratedProblems } from "../../project/coverage-problems.js";
import type { CompiledUnit } from "../cc/cc-context.js";

/** A pointcut without a match is a mistake only in a whole program: where one call compiles and links it. */
export async function aspectWarnings(
  compiled: readonly CompiledUnit[],
  command: CompilerCommand,
  units: readonly CompilerInput[],
  aspects: readonly AspectFile[],
  isProjectFile: (file: string) => boolean,
): Promise<Problem[]> {
  const analysed = compiled.map(({ analysis, ...unit }) => ({ unit, analysis }));
  const isWhole =
    command.mode === "link" &&
    command.inputs.length === units.length &&
    compiled.length === units.length &&
    // Standard input can't be read again.
    units.every(({ path }) => path !== "-");
  const all = { aspects, units: analysed.map(({ unit }) => unit), problems: [] };
  return distinctProblems([
    ...analysed.flatMap(({ analysis }) => analysis.problems.filter(isWarning)),
    ...(isWhole ? await noMatchProblems(analysed, all, { isProjectFile }) : []),
    ...(isWhole ? onlyGeneratedProblems(analysed) : []),
  ]);
}

/** An unknown base is an ordinary class, or the compiler says so; functions left as they are were told with their unit. */
const isWarning = ({ code, severity }: Problem) =>
  severity !== "error" && code !== "aspect/unknown-base" && code !== "weave/broken-code";
