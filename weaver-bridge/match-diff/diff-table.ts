/** What advice a version of a project has at which join points, in a form that survives moved lines. */
import { relative, resolve } from "node:path";
import { textDigest } from "../kernel-build/index.js";
import type { AspectEffect, JoinPointKind, Problem, SourceRange } from "../model/index.js";
import { signatureOf } from "../pointcut/index.js";
import { type AnalysedUnit, mapUnits } from "../project/analyse-units.js";
import type { TargetUnit } from "../project/target.js";
import { unitProblems } from "../project/unit-problems.js";
import { type AdviceNames, adviceKey } from "./diff-advice.js";
import type { DiffSide } from "./diff-sides.js";

/** One join point of one version. */
export interface AdvisedPoint {
  readonly kind: JoinPointKind;
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
  readonly effect: AspectEffect;
}

export interface PointTable {
  /** By file, kind, signatures, and position among equal ones. */
  readonly points: ReadonlyMap<string, AdvisedPoint>;
}

export interface UnitPoints {
  /** Of its preprocessed text; undefined when it can't be analysed. */
  readonly text: string | undefined;
  /** Its source, relative to the project's folder. */
  readonly file: string;
  readonly points: ReadonlyMap<string, AdvisedPoint>;
  readonly problems: readonly Problem[];
}

/** `aspects` need not be those of the side: that tells what a change of code alone did. */
export async function pointsOfUnits(
  side: DiffSide,
  asked: readonly TargetUnit[],
  aspects: DiffSide["aspects"],
  names: AdviceNames,
  /** A unit is ready. */
  step: () => void,
): Promise<Map<TargetUnit, UnitPoints>> {
  const units = new Map<TargetUnit, UnitPoints>();
  await mapUnits(asked, aspects, {}, (analysed) => {
    units.set(analysed.unit, pointsOfUnit(side, analysed, names));
    step();
  });
  return units;
}

export function tableOf(units: ReadonlyMap<TargetUnit, UnitPoints>): PointTable {
  const found = new Map<string, AdvisedPoint>();
  for (const unit of units.values())
    for (const [key, point] of unit.points) if (!found.has(key)) found.set(key, point);
  return { points: numbered([...found.values()]) };
}

/** Signatures of the functions that units define. */
export async function functionsOf(
  { aspects }: DiffSide,
  asked: readonly TargetUnit[],
  step: () => void,
): Promise<Set<string>> {
  const functions = new Set<string>();
  await mapUnits(asked, aspects, { always: true }, ({ analysis: { facts } }) => {
    for (const shadow of facts?.shadows ?? [])
      if (facts !== undefined && shadow.kind === "execution")
        functions.add(signatureOf(facts, shadow.entity));
    step();
  });
  return functions;
}

/** The same in all versions. */
export function unitKey({ root }: DiffSide, { command, input }: TargetUnit): string {
  const path = (file: string) => relativeTo(root, resolve(command.directory, file));
  return `${path(input.path)}|${command.output === undefined ? "" : path(command.output)}`;
}

function pointsOfUnit(side: DiffSide, { unit, analysis }: AnalysedUnit, names: AdviceNames): UnitPoints {
  const place = (range: SourceRange): SourceRange => ({
    ...range,
    file: relativeTo(side.root, resolve(unit.command.directory, range.file)),
  });
  const { failure, unitText } = analysis;
  return {
    text: failure === undefined ? textDigest(withoutRoot(unitText, side)) : undefined,
    file: relativeTo(side.root, resolve(unit.command.directory, unit.input.path)),
    points: pointsOf(analysis.effects, names, place),
    problems: unitProblems({ unit, analysis }).map((problem) => ({
      ...problem,
      message: `${problem.message}, in ${side.name}`,
      hint: "What differs in it can't be found out.",
    })),
  };
}

/** Keyed by exact place, so that headers of many units count once. */
function pointsOf(
  effects: readonly AspectEffect[],
  names: AdviceNames,
  place: (range: SourceRange) => SourceRange,
): Map<string, AdvisedPoint> {
  const points = new Map<string, AdvisedPoint & { advice: PointAdvice[] }>();
  for (const effect of effects) {
    const { kind, signature, within, id } = effect.binding.joinPoint;
    const own = effect.target;
    const name = names.get(adviceKey(effect.by.name, effect.binding.adviceIndex)) ?? effect.title;
    const known = points.get(id);
    const item = { name, effect: withPlaces(effect, place) };
    if (known !== undefined) known.advice.push(item);
    else points.set(id, { kind, signature, within, range: place(own), advice: [item] });
  }
  return new Map([...points.values()].map((point) => [placeKey(point), point]));
}

export function placeKey({
  kind,
  signature,
  range: { file, startLine, startColumn },
}: Pick<AdvisedPoint, "kind" | "signature" | "range">): string {
  return [file, startLine, startColumn, kind, signature].join("|");
}

/** A version may stand in a temporary folder. */
function withPlaces(effect: AspectEffect, place: (range: SourceRange) => SourceRange): AspectEffect {
  const { encloses } = effect.binding;
  if (encloses === undefined) return effect;
  const placed = encloses.map((item) => ({ ...item, by: item.by.map(place) }));
  return { ...effect, binding: { ...effect.binding, encloses: placed } };
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

export function relativeTo(root: string, file: string): string {
  const path = relative(root, file);
  return path.startsWith("..") ? file : path;
}

/** The same in all versions. */
export function withoutRoot(text: string, { root }: DiffSide): string {
  return text.replaceAll(`${root}/`, "");
}
