/** What advice a version of a project has at which join points, in a form that survives moved lines. */
import { relative, resolve } from "node:path";
import type { Effect, Problem, SourceRange } from "../../model/index.js";
import { signatureOf } from "../../pointcut/index.js";
import { mapUnits } from "../analyse-units.js";
import { type AdviceNames, adviceKey } from "./diff-advice.js";
import type { DiffSide } from "./diff-sides.js";
import { unitProblems } from "./unit-problems.js";

/** One join point of one version. */
export interface AdvisedPoint {
  readonly kind: Effect["joinPoint"]["kind"];
  readonly signature: string;
  readonly within: string;
  /** With the file relative to the project's folder. */
  readonly range: SourceRange;
  /** Outermost first. */
  readonly advice: readonly PointAdvice[];
}

export interface PointAdvice {
  /** Of {@link AdviceNames}. */
  readonly name: string;
  readonly effect: Effect;
}

export interface PointTable {
  /** By file, kind, signatures, and position among equal ones. */
  readonly points: ReadonlyMap<string, AdvisedPoint>;
  /** Signatures of the functions that are defined in parsed text, by file. */
  readonly functions: ReadonlySet<string>;
  readonly problems: readonly Problem[];
}

/** `aspects` need not be those of the side: that tells what a change of code alone did. */
export async function tableOf(
  side: DiffSide,
  aspects: DiffSide["aspects"],
  names: AdviceNames,
  /** A unit is ready. */
  step: () => void,
): Promise<PointTable> {
  const found = new Map<string, AdvisedPoint>();
  const functions = new Set<string>();
  const problems: Problem[] = [];
  await mapUnits(side.units, aspects, { always: true }, ({ unit, analysis }) => {
    step();
    const place = (range: SourceRange): SourceRange => ({
      ...range,
      file: relativeTo(side.root, resolve(unit.command.directory, range.file)),
    });
    problems.push(...unitProblems({ unit, analysis }));
    const { facts } = analysis;
    for (const shadow of facts?.shadows ?? [])
      if (facts !== undefined && shadow.kind === "execution")
        functions.add(signatureOf(facts, shadow.entity));
    for (const [key, point] of pointsOf(analysis.effects, names, place))
      if (!found.has(key)) found.set(key, point);
  });
  return { points: numbered([...found.values()]), functions, problems };
}

/** Keyed by exact place, so that headers of many units count once. */
function pointsOf(
  effects: readonly Effect[],
  names: AdviceNames,
  place: (range: SourceRange) => SourceRange,
): Map<string, AdvisedPoint> {
  const points = new Map<string, AdvisedPoint & { advice: PointAdvice[] }>();
  for (const effect of effects) {
    const { kind, signature, within, range: own, id } = effect.joinPoint;
    const name = names.get(adviceKey(effect.aspect, effect.adviceIndex)) ?? effect.title;
    const known = points.get(id);
    const item = { name, effect: withPlaces(effect, place) };
    if (known !== undefined) known.advice.push(item);
    else points.set(id, { kind, signature, within, range: place(own), advice: [item] });
  }
  return new Map(
    [...points.values()].map((point) => {
      const { file, startLine, startColumn } = point.range;
      return [[file, startLine, startColumn, point.kind, point.signature].join("|"), point];
    }),
  );
}

/** A version may stand in a temporary folder. */
function withPlaces(effect: Effect, place: (range: SourceRange) => SourceRange): Effect {
  const { encloses } = effect;
  if (encloses === undefined) return effect;
  return { ...effect, encloses: encloses.map((item) => ({ ...item, by: item.by.map(place) })) };
}

function numbered(points: readonly AdvisedPoint[]): Map<string, AdvisedPoint> {
  const sorted = [...points].sort(byPlace);
  const counts = new Map<string, number>();
  return new Map(
    sorted.map((point) => {
      const base = [point.range.file, point.kind, point.signature, point.within].join("|");
      const count = (counts.get(base) ?? 0) + 1;
      counts.set(base, count);
      return [`${base}|${count}`, point];
    }),
  );
}

export function byPlace(a: { range: SourceRange }, b: { range: SourceRange }): number {
  const { range: left } = a;
  const { range: right } = b;
  if (left.file !== right.file) return left.file < right.file ? -1 : 1;
  return left.startLine - right.startLine || left.startColumn - right.startColumn;
}

function relativeTo(root: string, file: string): string {
  const path = relative(root, file);
  return path.startsWith("..") ? file : path;
}
