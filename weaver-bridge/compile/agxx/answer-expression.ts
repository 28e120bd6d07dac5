/**
 * `weft ag++ -x POINTCUT`: what a pointcut matches, in the given files or in the units of a repository. Units are read
 * anew, so the answer is about the sources as they are. One line each, in ag++'s form: `a.cc:3: Execution "int f(int)"`.
 */
import { resolve } from "node:path";
import { type CompilerCommand, type CompilerInput, parseCompilerCommand } from "../../kernel-build/index.js";
import { hasErrors, printProblem } from "../../model/index.js";
import { loadAspects } from "../../pipeline/index.js";
import { filterOf, matchPointcut, parsePointcut } from "../../pointcut/index.js";
import { mapUnits } from "../../project/analyse-units.js";
import type { TargetUnit } from "../../project/target.js";
import { joinPointNamer } from "../../weaver/index.js";
import type { AgxxOptions } from "./agxx-options.js";
import type { AgxxProject } from "./project-files.js";
import { readRepository } from "./update-repository.js";

/** Exit codes, those of every command. */
const [FAILED, WRONG_USAGE] = [1, 2];

/** Prints the answer; resolves to the exit code. */
export async function answerExpression(
  expression: string,
  options: AgxxOptions,
  command: CompilerCommand,
  inputs: readonly CompilerInput[],
  project: AgxxProject,
): Promise<number> {
  const pointcut = parsePointcut(expression);
  for (const problem of pointcut.problems) process.stderr.write(`${printProblem(problem)}\n`);
  if (hasErrors(pointcut.problems)) return FAILED;
  const units = inputs.length > 0 ? inputs.map((input) => ({ command, input })) : repositoryUnits(options);
  if (units.length === 0) {
    process.stderr.write(
      "weft ag++: -x wants files to look at, or -r with a repository that 'weft ag++ -r' wrote\n",
    );
    return WRONG_USAGE;
  }
  const aspects = loadAspects(project.aspectFiles, process.cwd()).files;
  const { isProjectFile } = project;
  const lines = await mapUnits(
    units,
    [],
    { filter: filterOf(pointcut.value, aspects), isProjectFile },
    ({ unit, analysis: { facts, failure } }) => {
      if (failure !== undefined) process.stderr.write(`${unit.input.path}: warning: ${failure.reason}\n`);
      if (facts === undefined) return [];
      const name = joinPointNamer(facts);
      const matched = new Set(
        matchPointcut(pointcut.value, facts, { files: aspects }).shadows.map(({ shadow }) => shadow),
      );
      return facts.shadows.flatMap((shadow) => {
        const { range, kind, signature } = name(shadow);
        const word = kind.charAt(0).toUpperCase() + kind.slice(1);
        return matched.has(shadow) ? [`${range.file}:${range.startLine}:\t${word} "${signature}"\n`] : [];
      });
    },
  );
  for (const line of new Set(lines.flat())) process.stdout.write(line);
  return 0;
}

function repositoryUnits({ repository }: AgxxOptions): TargetUnit[] {
  if (repository === undefined) return [];
  return readRepository(resolve(repository)).flatMap((unit) => {
    const command = parseCompilerCommand(unit.arguments, unit.directory);
    return command.inputs.filter(({ path }) => path === unit.source).map((input) => ({ command, input }));
  });
}
