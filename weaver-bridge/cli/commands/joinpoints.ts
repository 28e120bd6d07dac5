/** `weft joinpoints`: what a pointcut matches, or, without one, everything that there is to match. */
import {
  type AspectFile,
  distinctProblems,
  hasErrors,
  type JoinPoint,
  type PointcutExpression,
  type Problem,
  type WantedFacts,
} from "../../model/index.js";
import { filterOf, matchPointcut, parsePointcut, wantedFacts } from "../../pointcut/index.js";
import { type AnalysedUnit, mapUnits } from "../../project/analyse-units.js";
import { keptIndexFor } from "../../project/kept-index.js";
import { emptyQuery } from "../../project/query-problem.js";
import { namedIn, sourceReader } from "../../project/source-files.js";
import { resolveTarget, type Target, type TargetOptions } from "../../project/target.js";
import { unitProblems } from "../../project/unit-problems.js";
import { joinPointNamer } from "../../weaver/index.js";
import { EXIT, report } from "../output.js";

export interface JoinPointFlags extends TargetOptions {
  readonly pointcut?: string;
  readonly json?: boolean;
}

/** How many units are read to explain a pointcut that selects nothing. */
const EXPLAINED_UNITS = 24;

interface Found extends JoinPoint {
  /** Why the pointcut matches; absent without one. */
  readonly reason?: string;
}

export async function joinpoints(flags: JoinPointFlags): Promise<number> {
  const target = resolveTarget(flags);
  const pointcut = flags.pointcut === undefined ? undefined : parsePointcut(flags.pointcut);
  const given = [...target.problems.filter(concernsQuery), ...(pointcut?.problems ?? [])];
  if (hasErrors(given)) {
    report(flags, given);
    return EXIT.problems;
  }
  const search = await searchUnits(target, pointcut?.value);
  const problems = distinctProblems([...given, ...search.problems]);
  const { joinPoints } = search;
  const isEmpty = pointcut !== undefined && joinPoints.length === 0;
  if (flags.pointcut !== undefined && isEmpty && !hasErrors(problems))
    problems.push(...(await explainNone(flags.pointcut, target, search)));
  report(flags, problems, { joinPoints });
  if (flags.json !== true)
    for (const joinPoint of joinPoints) process.stdout.write(`${describe(joinPoint)}\n`);
  return hasErrors(problems) || isEmpty ? EXIT.problems : EXIT.fine;
}

interface UnitSearch {
  readonly joinPoints: readonly Found[];
  readonly problems: readonly Problem[];
  readonly wanted: WantedFacts;
  /** What a project keeps of its units, where it answers a pointcut. */
  readonly kept: Awaited<ReturnType<typeof keptIndexFor>>;
}

/** What is kept answers first; the other units are read. Without a pointcut all of them. */
async function searchUnits(target: Target, pointcut: PointcutExpression | undefined): Promise<UnitSearch> {
  const { aspects } = target;
  const filter = pointcut === undefined ? "all" : filterOf(pointcut, aspects);
  const wanted = pointcut === undefined ? {} : wantedFacts(pointcut, aspects);
  const kept = pointcut === undefined ? undefined : await keptIndexFor(target, wanted);
  const indexed = kept && pointcut && kept.index.joinPoints(pointcut, aspects);
  const units = kept?.withPaths(indexed?.toRead ?? []) ?? target.units;
  const read = await mapUnits(units, [], { filter, wanted }, (unit) => ({
    ...findIn(unit, pointcut, aspects),
    unitProblems: unitProblems(unit),
  }));
  const answers = [...(indexed === undefined ? [] : [{ ...indexed, unitProblems: [] }]), ...read];
  return {
    joinPoints: distinctPlaces(answers.flatMap((answer): readonly Found[] => answer.joinPoints)),
    problems: [
      ...answers.flatMap((answer) => answer.unitProblems),
      ...answers.flatMap((answer) => answer.problems),
    ],
    wanted,
    kept,
  };
}

/** Why a pointcut selects nothing. */
async function explainNone(
  pointcut: string,
  target: Target,
  { kept, wanted }: UnitSearch,
): Promise<Problem[]> {
  const explain = emptyQuery(pointcut, target.aspects);
  if (explain === undefined) return [];
  const known = kept?.index.facts().map((facts) => explain.of(facts)) ?? [];
  const read = await mapUnits(
    (kept?.unknown ?? target.units).slice(0, EXPLAINED_UNITS),
    [],
    { filter: "all", wanted },
    ({ analysis: { facts } }) => facts && explain.of(facts),
  );
  return [explain.problem([...known, ...read])];
}

/** Of the aspects only the named pointcuts are wanted; what is wrong inside them is not asked about. */
function concernsQuery({ code }: Problem): boolean {
  return !/^(aspect|pointcut)\//.test(code) || code === "aspect/missing" || code === "aspect/unreadable";
}

function findIn(
  { unit, analysis }: AnalysedUnit,
  pointcut: PointcutExpression | undefined,
  files: readonly AspectFile[],
): { joinPoints: Found[]; problems: readonly Problem[] } {
  const { facts } = analysis;
  if (facts === undefined) return { joinPoints: [], problems: [] };
  const name = joinPointNamer(facts, { sourceText: sourceReader(unit.command.directory) });
  const named = namedIn(unit);
  const matched = pointcut === undefined ? undefined : matchPointcut(pointcut, facts, { files });
  const reasons = new Map(matched?.shadows.map(({ shadow, reason }) => [shadow, reason]));
  const joinPoints = facts.shadows.flatMap((shadow): Found[] => {
    const spelled = name(shadow);
    const joinPoint = { ...spelled, range: named(spelled.range) };
    if (pointcut === undefined) return [joinPoint];
    const reason = reasons.get(shadow);
    return reason === undefined ? [] : [{ ...joinPoint, reason }];
  });
  return { joinPoints, problems: matched?.problems ?? [] };
}

/** A join point in a header is seen from each unit that includes it. By file and place, whoever told of them. */
function distinctPlaces(joinPoints: readonly Found[]): Found[] {
  const distinct = [...new Map(joinPoints.map((joinPoint) => [joinPoint.id, joinPoint])).values()];
  return distinct.sort(({ range: a }, { range: b }) =>
    a.file === b.file ? a.startLine - b.startLine || a.startColumn - b.startColumn : a.file < b.file ? -1 : 1,
  );
}

function describe({ range, kind, signature, within, inMacro, reason }: Found): string {
  const where = `${range.file}:${range.startLine}:${range.startColumn}`;
  const inside = kind === "execution" ? "" : ` within ${within}`;
  return `${where}: ${kind}: ${signature}${inside}${inMacro ? " (in a macro)" : ""}${reason === undefined ? "" : `: ${reason}`}`;
}
