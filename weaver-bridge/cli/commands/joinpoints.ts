/** `weft joinpoints`: what a pointcut matches, or, without one, everything that there is to match. */
import {
  type AspectFile,
  distinctProblems,
  hasErrors,
  type JoinPoint,
  type PointcutExpression,
  type Problem,
} from "../../model/index.js";
import { filterOf, matchPointcut, parsePointcut, wantedFacts } from "../../pointcut/index.js";
import { type AnalysedUnit, mapUnits } from "../../project/analyse-units.js";
import { keptIndexFor } from "../../project/kept-index.js";
import { emptyQuery } from "../../project/query-problem.js";
import { namedIn, sourceReader } from "../../project/source-files.js";
import { resolveTarget, type TargetOptions } from "../../project/target.js";
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
  const filter = pointcut === undefined ? "all" : filterOf(pointcut.value, target.aspects);
  const wanted = pointcut === undefined ? {} : wantedFacts(pointcut.value, target.aspects);
  const kept = pointcut === undefined ? undefined : await keptIndexFor(target, wanted);
  const indexed = kept && pointcut && kept.index.joinPoints(pointcut.value, target.aspects);
  const read = await mapUnits(
    kept?.withPaths(indexed?.toRead ?? []) ?? target.units,
    [],
    { filter, wanted },
    (one) => ({
      ...findIn(one, pointcut?.value, target.aspects),
      unitProblems: unitProblems(one),
    }),
  );
  const found = [...(indexed === undefined ? [] : [{ ...indexed, unitProblems: [] }]), ...read];
  const joinPoints = distinctPlaces(found.flatMap((one): readonly Found[] => one.joinPoints));
  const anywhere = joinPoints.length > 0;
  const problems = distinctProblems([
    ...given,
    ...found.flatMap((one) => one.unitProblems),
    ...found.flatMap((one) => one.problems),
  ]);
  if (flags.pointcut !== undefined && !anywhere && !hasErrors(problems)) {
    const explain = emptyQuery(flags.pointcut, target.aspects);
    const known = kept?.index.facts().map((facts) => explain?.of(facts)) ?? [];
    const told = await mapUnits(
      (kept?.unknown ?? target.units).slice(0, EXPLAINED_UNITS),
      [],
      { filter: "all", wanted },
      ({ analysis: { facts } }) => facts && explain?.of(facts),
    );
    if (explain !== undefined) problems.push(explain.problem([...known, ...told]));
  }
  report(flags, problems, { joinPoints });
  if (flags.json !== true)
    for (const joinPoint of joinPoints) process.stdout.write(`${describe(joinPoint)}\n`);
  return hasErrors(problems) || (pointcut !== undefined && !anywhere) ? EXIT.problems : EXIT.fine;
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
