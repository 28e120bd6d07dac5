/** Advice that matches nothing in all units, or only what nobody wrote. */

import {
  type Advice,
  type AspectFile,
  buildLineMap,
  distinctProblems,
  type PointcutExpression,
  type Problem,
} from "../model/index.js";
import {
  explainEmpty,
  linkAspects,
  neverWovenProblem,
  noMatchProblem,
  onlyGeneratedProblem,
} from "../pointcut/index.js";
import { type AnalysedUnit, type AnalyseOptions, mapUnits } from "./analyse-units.js";
import type { TargetUnit } from "./target.js";
import { macrosOf } from "./unit-macros.js";

interface Whole {
  readonly aspects: readonly AspectFile[];
  readonly units: readonly TargetUnit[];
  /** Known already. */
  readonly problems: readonly Problem[];
}

/** How many units are parsed whole to explain a pointcut that matches nothing. */
const EXPLAINED_UNITS = 24;

/**
 * A pointcut that finds nothing in one unit may find something in another: it is a problem only when no unit has a
 * match. Then units that mention its names (or else the first ones) are read again, whole, to say what was near.
 */
export async function noMatchProblems(
  analysed: readonly AnalysedUnit[],
  { aspects, units, problems }: Whole,
  options: AnalyseOptions = {},
): Promise<Problem[]> {
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
  const read = (mentioning.length > 0 ? mentioning : units).slice(0, EXPLAINED_UNITS);
  const errors = [...problems, ...analysed.flatMap(({ analysis }) => analysis.problems)].filter(isError);
  const asked = empty.filter(
    ({ advice, file }) =>
      !isBroken(advice.pointcut) && !errors.some((error) => standsIn(error, file, advice.pointcut)),
  );
  const texts = new Map<string, string>();
  const said = await mapUnits(read, aspects, { ...options, always: true }, ({ analysis: { facts } }) => {
    const macros = facts && macrosOf(facts, texts);
    return asked.map((item) => facts && explainEmpty(item, facts, aspects, { macros }));
  });
  const linked = new Set(linkAspects(aspects).advice.map(({ advice }) => advice));
  return asked.map((item, index) =>
    linked.has(item.advice)
      ? noMatchProblem(
          item,
          said.map((unit) => unit[index]).filter((explanation) => explanation !== undefined),
        )
      : neverWovenProblem(item),
  );
}

/** Advice that found something, but nowhere anything that stands in a source. */
export function onlyGeneratedProblems(analysed: readonly AnalysedUnit[]): Problem[] {
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
