/**
 * `weft specialize`: residual functions from declared facts, of a project or of one file of declarations. Files are written
 * whole or not at all.
 */
import { existsSync, statSync } from "node:fs";
import { dirname, extname, resolve } from "node:path";
import {
  findProjectRoot,
  lookInSystemAlone,
  type Project,
  parseCompilerCommand,
  readLatin1,
  unitLanguage,
} from "../../kernel-build/index.js";
import { hasErrors, type Problem } from "../../model/index.js";
import {
  clangUnitOf,
  compiledResiduals,
  createUnitReader,
  declarationsFor,
  loadSpecializations,
  type MadeResidual,
  NO_CLANG,
  noDefiningUnit,
  type SpecFile,
  specializeUnit,
  type TriedFact,
  triedFacts,
} from "../../pipeline/index.js";
import { resolveTarget, type Target, type TargetUnit } from "../../project/target.js";
import { fail } from "../output.js";
import { declareStubs } from "./declare-stubs.js";
import { proposeFacts } from "./propose-facts.js";
import {
  answerFile,
  answerProject,
  problem,
  type Result,
  type SpecializeFlags,
  textOf,
} from "./specialize-answer.js";

export async function specialize(flags: SpecializeFlags): Promise<number> {
  lookInSystemAlone();
  const { from } = flags;
  if (from !== undefined)
    return extname(from) === ".idl" ? declareStubs({ ...flags, from }) : proposeFacts({ ...flags, from });
  const path = resolve(flags.file ?? ".");
  if (!existsSync(path))
    return fail(flags, [
      problem(
        "specialize/missing",
        `${path} does not exist`,
        "Name a .spec or .json file, or a project's folder.",
      ),
    ]);
  const question = readQuestion(flags, path);
  if ("mistakes" in question) return fail(flags, question.mistakes);
  const { specs, units, target, unread } = question;
  const { made, problems, proposed } = await makeAll(units, specs, {
    isProject: target !== undefined,
    isExplained: flags.explain === true && flags.json !== true,
  });
  const result = { made, proposed, problems: [...unread, ...problems] };
  if (made.length === 0 && hasErrors(result.problems)) return fail(flags, result.problems);
  if (question.isFolder && target?.project !== undefined) return answerProject(flags, target.project, result);
  return answerFile(flags, path, result);
}

/** What is to be made, of which units. */
interface Question {
  readonly isFolder: boolean;
  /** Undefined where a file of declarations names its units itself. */
  readonly target: Target | undefined;
  readonly specs: readonly SpecFile[];
  readonly units: readonly TargetUnit[];
  /** What could not be read of the declarations. */
  readonly unread: readonly Problem[];
}

function readQuestion(
  flags: SpecializeFlags,
  path: string,
): Question | { readonly mistakes: readonly Problem[] } {
  const isFolder = statSync(path).isDirectory();
  const target = targetAt(flags, path, isFolder);
  const errors = (target?.problems ?? []).filter(({ severity }) => severity === "error");
  if (errors.length > 0) return { mistakes: errors };
  const { specs: all, problems: unread } = loadSpecializations(
    isFolder ? (target?.project?.specializations ?? []) : [path],
  );
  const hasNone = all.every(({ declarations }) => declarations.length === 0);
  if (unread.length > 0 && hasNone) return { mistakes: unread };
  const specs = all.map((spec) => ({
    ...spec,
    declarations: spec.declarations.filter(
      (declaration) => flags.function === undefined || declaration.function === flags.function,
    ),
  }));
  const units = target?.units ?? unitsNamed(flags.compiler, specs, dirname(path));
  const project = isFolder ? target?.project : undefined;
  const mistakes = [...nothingIn(flags, specs, project, path), ...noUnit(units)];
  return mistakes.length > 0 ? { mistakes } : { isFolder, target, specs, units, unread };
}

/** The project around, where it is asked about or has to say how units are compiled. */
function targetAt({ compiler }: SpecializeFlags, path: string, isFolder: boolean): Target | undefined {
  const root = findProjectRoot(isFolder ? path : dirname(path));
  const needsProject = isFolder || (compiler.length === 0 && root !== undefined && extname(path) !== ".json");
  return needsProject ? resolveTarget({ path: root ?? path, aspects: [], compiler, run: false }) : undefined;
}

/** Each declaration is for the unit that defines its function; `isProject`: not every unit need have one. */
async function makeAll(
  units: readonly TargetUnit[],
  specs: readonly SpecFile[],
  { isProject, isExplained }: { readonly isProject: boolean; readonly isExplained: boolean },
): Promise<Result> {
  const made: MadeResidual[] = [];
  const proposed = new Map<MadeResidual, readonly TriedFact[]>();
  const problems: Problem[] = [];
  const open = new Set(specs.flatMap(({ declarations }) => declarations));
  for (const { command, input } of units) {
    const unit = clangUnitOf(command, input);
    const all = specs.flatMap((spec) => spec.declarations.map((declaration) => ({ spec, declaration })));
    const asked = isProject ? declarationsFor(textOf(unit.path), specs) : all;
    for (const { declaration } of asked) open.delete(declaration);
    if (asked.length === 0) continue;
    const reader = createUnitReader(unit, readLatin1);
    const one = await specializeUnit(reader, asked);
    const compiled = { command, input, source: textOf(unit.path) };
    const tried = await compiledResiduals(compiled, one.made);
    if (isExplained)
      for (const each of tried.made) proposed.set(each, await triedFacts(reader, compiled, each));
    made.push(...tried.made);
    problems.push(...one.problems.map(unmadeHere), ...tried.problems, ...tried.made.flatMap(outgrown));
  }
  return { made, proposed, problems: [...problems, ...[...open].map(noDefiningUnit)] };
}

/** Elsewhere the generic function does as well; here the residual one was asked for. */
const unmadeHere = (one: Problem): Problem => (one.code === NO_CLANG ? { ...one, severity: "error" } : one);

/** It would have become too large; what other limits did, `--explain` tells. */
const outgrown = ({ declaration, residual }: MadeResidual): Problem[] =>
  residual.outgrown.map((note) => ({
    code: "specialize/limit",
    severity: "warning",
    message: `${declaration.residual}: ${note}`,
    hint: "Write a larger number in the declaration's `limits` for more copies, or a smaller one for fewer.",
  }));

/** Of a kernel that is built with Weft the recorded commands begin with `weft cc --`. */
const withoutLauncher = (words: readonly string[]): readonly string[] =>
  /(?:^|\/)weft$/.test(words[0] ?? "") ? words.slice(words.indexOf("--") + 1) : words;

function unitsNamed(given: readonly string[], specs: readonly SpecFile[], folder: string): TargetUnit[] {
  const words = withoutLauncher(given);
  const named = specs.flatMap(({ files }) => files)[0];
  const argv =
    words.length > 0 ? words : named === undefined ? [] : ["gcc", "-m32", "-c", resolve(folder, named)];
  const command = parseCompilerCommand(argv, process.cwd());
  const input =
    command.inputs.find((one) => unitLanguage(one) === "c") ??
    (named === undefined ? undefined : { path: resolve(folder, named), language: undefined });
  return input === undefined ? [] : [{ command, input }];
}

function nothingIn(
  flags: SpecializeFlags,
  specs: readonly SpecFile[],
  project: Project | undefined,
  path: string,
): Problem[] {
  if (specs.some(({ declarations }) => declarations.length > 0)) return [];
  const of = flags.function === undefined ? "" : ` for ${flags.function}`;
  if (project !== undefined && specs.length === 0)
    return [
      problem(
        "specialize/none",
        `${project.file} names no file of declarations`,
        'Add "specializations": ["**/*.spec"].',
      ),
    ];
  return [
    problem(
      "specialize/none",
      `${path} declares nothing${of}`,
      "Write: specialize FUNCTION as NAME { PARAMETER == VALUE; }",
    ),
  ];
}

function noUnit(units: readonly TargetUnit[]): Problem[] {
  if (units.length > 0) return [];
  return [
    problem(
      "specialize/no-unit",
      "it is not known which file holds the function",
      "Give its compile command after --, for example: -- gcc -m32 -O2 -c unit.c",
    ),
  ];
}
