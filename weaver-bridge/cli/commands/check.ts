/** `weft check`: everything that is wrong with a project's `weft.json`, aspects and units. */
import type { Project } from "../../kernel-build/index.js";
import {
  type Advice,
  type AspectFile,
  buildLineMap,
  type PointcutExpression,
  type Problem,
} from "../../model/index.js";
import { explainEmpty, noMatchProblem, onlyGeneratedProblem } from "../../pointcut/index.js";
import { type AnalysedUnit, mapUnits, withoutText } from "../analyse-units.js";
import { createContextChecker } from "../kernel-context.js";
import { distinctProblems, EXIT, printJson, printProblems } from "../output.js";
import { resolveTarget, type Target, type TargetOptions } from "../target.js";
import { wovenProblems } from "../woven-problems.js";
import { unitProblems } from "./unit-problems.js";

export interface CheckFlags extends TargetOptions {
  readonly json?: boolean;
}

export async function check(flags: CheckFlags): Promise<number> {
  const target = resolveTarget(flags);
  const atJoinPoints: Problem[] = [];
  const units = target.aspects.length === 0 ? [] : target.units;
  const setting = target.project?.kernelContext;
  const context = setting === undefined ? undefined : createContextChecker(setting, target.aspects);
  const analysed = await mapUnits(units, target.aspects, { withTail: true }, async (unit) => {
    context?.add(unit);
    atJoinPoints.push(...(await wovenProblems(unit)));
    return withoutText(unit);
  });
  const problems = distinctProblems([
    ...target.problems,
    ...(target.project === undefined || target.file !== undefined ? [] : await idlProblems(target.project)),
    ...analysed.flatMap(({ analysis }) => analysis.problems),
    ...(analysed.length === 0 ? [] : await noMatchProblems(analysed, target)),
    ...onlyGeneratedProblems(analysed),
    ...toldOnce(atJoinPoints),
    ...(context?.problems() ?? []),
    ...analysed.flatMap(unitProblems),
  ]);
  const matched = analysed.filter(({ analysis }) => analysis.matches.length > 0).length;
  if (flags.json === true) printJson({ version: 1, units: target.units.length, matched, problems });
  else {
    printProblems(problems);
    process.stdout.write(`${summary(target.units.length, matched, target.aspects.length, problems)}\n`);
  }
  return problems.length === 0 ? EXIT.fine : EXIT.problems;
}

async function idlProblems(project: Project): Promise<readonly Problem[]> {
  if (project.idl.length === 0) return [];
  const { generateStubs } = await import("../idl/project-stubs.js");
  return (await generateStubs(project, "none")).problems;
}

/** What is wrong with a piece of advice is so in many units, each with a join point of its own to name. */
function toldOnce(problems: readonly Problem[]): Problem[] {
  const found = new Map<string, Problem>();
  for (const problem of problems) {
    const said = problem.code === "weave/compiler" ? problem.message : "";
    const key = JSON.stringify([problem.code, problem.range, said]);
    if (!found.has(key)) found.set(key, problem);
  }
  const place = ({ range }: Problem) => range ?? { file: "", startLine: 0 };
  return [...found.values()].sort((a, b) => {
    const [left, right] = [place(a), place(b)];
    return left.file === right.file ? left.startLine - right.startLine : left.file < right.file ? -1 : 1;
  });
}

/** How many units are parsed whole to explain a pointcut that matches nothing. */
const EXPLAINED_UNITS = 24;

/**
 * A pointcut that finds nothing in one unit may find something in another: it is a problem only when no unit has a
 * match. Then units that mention its names (or else the first ones) are read again, whole, to say what was near.
 */
async function noMatchProblems(analysed: readonly AnalysedUnit[], target: Target): Promise<Problem[]> {
  const { aspects } = target;
  const matched = new Set(
    analysed.flatMap(({ analysis }) =>
      analysis.coverage.filter((item) => item.matched > 0).map((item) => key(item.file.file, item.advice)),
    ),
  );
  const empty = aspects.flatMap((file) =>
    file.aspects.flatMap((aspect) =>
      aspect.advice
        .filter((advice) => !matched.has(key(file.file, advice)))
        .map((advice) => ({ aspect, advice, file })),
    ),
  );
  if (empty.length === 0 || analysed.some(({ analysis }) => analysis.failure?.stage === "crash")) return [];
  const mentioning = analysed
    .filter(({ analysis }) => analysis.status === "analysed")
    .map(({ unit }) => unit);
  const read = (mentioning.length > 0 ? mentioning : target.units).slice(0, EXPLAINED_UNITS);
  const errors = [...target.problems, ...analysed.flatMap(({ analysis }) => analysis.problems)].filter(
    isError,
  );
  const asked = empty.filter(
    ({ advice, file }) =>
      !isBroken(advice.pointcut) && !errors.some((error) => standsIn(error, file, advice.pointcut)),
  );
  const said = await mapUnits(read, aspects, { always: true }, ({ analysis: { facts } }) =>
    asked.map((item) => (facts === undefined ? undefined : explainEmpty(item, facts, aspects))),
  );
  return asked.map((item, index) =>
    noMatchProblem(
      item,
      said.map((unit) => unit[index]).filter((explanation) => explanation !== undefined),
    ),
  );
}

/** Advice that found something, but nowhere anything that stands in a source. */
function onlyGeneratedProblems(analysed: readonly AnalysedUnit[]): Problem[] {
  const all = analysed.flatMap(({ analysis }) => analysis.coverage).filter((item) => item.matched > 0);
  const written = new Set(
    all.filter((item) => item.generated < item.matched).map((item) => key(item.file.file, item.advice)),
  );
  return distinctProblems(
    all.filter((item) => !written.has(key(item.file.file, item.advice))).map(onlyGeneratedProblem),
  );
}

function key(file: string, advice: Advice): string {
  return `${file}:${advice.range.start}`;
}

const isError = ({ severity }: Problem) => severity === "error";

/** What is wrong with a pointcut is why it matches nothing. */
function standsIn({ range }: Problem, file: AspectFile, pointcut: PointcutExpression): boolean {
  if (range === undefined || range.file !== file.file) return false;
  const lines = buildLineMap(file.text, file.file);
  const [start, end] = [lines.positionAt(pointcut.range.start), lines.positionAt(pointcut.range.end)];
  const isBefore = (line: number, column: number, other: { line: number; column: number }) =>
    line < other.line || (line === other.line && column < other.column);
  return (
    !isBefore(range.startLine, range.startColumn, start) && isBefore(range.startLine, range.startColumn, end)
  );
}

/** Has a problem of its own already. */
function isBroken(pointcut: PointcutExpression): boolean {
  if (pointcut.kind === "and" || pointcut.kind === "or")
    return isBroken(pointcut.left) || isBroken(pointcut.right);
  if (pointcut.kind === "not") return isBroken(pointcut.operand);
  return pointcut.kind === "broken" || (pointcut.kind === "function" && pointcut.arguments.some(isBroken));
}

function summary(units: number, matched: number, aspects: number, problems: readonly Problem[]): string {
  const count = (number: number, word: string) => `${number} ${word}${number === 1 ? "" : "s"}`;
  const errors = problems.filter((problem) => problem.severity === "error").length;
  const found =
    problems.length === 0
      ? "no problems"
      : `${count(errors, "error")}, ${count(problems.length - errors, "warning")}`;
  return `${count(aspects, "aspect file")}, ${count(units, "unit")} (${matched} with matching advice): ${found}`;
}
