/** `weft effects FILE[:LINE]`: what affects a file or a line, in the order in which it applies. */

import { resolve } from "node:path";
import { readRegular } from "../../kernel-build/index.js";
import {
  type AspectEffect,
  distinctProblems,
  type Effect,
  hasErrors,
  type LeftOutEffect,
  type Problem,
  type SourceRange,
} from "../../model/index.js";
import { type AnalysedUnit, analyseUnits } from "../../project/analyse-units.js";
import { lastBuild } from "../../project/last-build.js";
import { madeEffects } from "../../project/project-effects.js";
import { unmadeInTarget } from "../../project/residuals-in-file.js";
import { namedIn, sameFile } from "../../project/source-files.js";
import { stubsInFile, withoutUnitProblems } from "../../project/stubs-in-file.js";
import { resolveTarget, type Target, type TargetOptions } from "../../project/target.js";
import { unitProblems } from "../../project/unit-problems.js";
import { leftOutByBuild } from "../../weaver/index.js";
import { EXIT, report } from "../output.js";

export interface EffectsFlags extends Omit<TargetOptions, "path"> {
  readonly place: string;
  readonly json?: boolean;
}

export async function effects(flags: EffectsFlags): Promise<number> {
  // A column, as in what compilers print, says no more than its line.
  const [, path = flags.place, digits] = /^(.*?)(?::(\d+)(?::\d+)?)?$/.exec(flags.place) ?? [];
  const line = digits === undefined ? undefined : Number(digits);
  const asked = resolveTarget({ ...flags, path });
  const stubs = await stubsInFile(asked);
  const target = stubs.length === 0 ? asked : withoutUnitProblems(asked);
  const wrong = [...target.problems, ...placeProblems(path, target.file, line, target.problems)];
  if (target.file === undefined || hasErrors(wrong)) {
    report(flags, wrong);
    return EXIT.problems;
  }
  const analysed = await analyseUnits(target.units, target.aspects);
  const leftOutOf = lastBuild(target, flags);
  const because = new Map(
    analysed.flatMap(({ unit, analysis }) => [...leftOutByBuild(analysis.effects, leftOutOf(unit))]),
  );
  const place = { file: target.file, line };
  const all = effectsIn(analysed, place, because);
  const onLine = stubs.filter((effect) => line === undefined || effect.target.startLine === line);
  const woven = all.flatMap(({ effect, reason }) => (reason === undefined ? [effect] : []));
  const found = [...woven, ...onLine].sort(byPlace);
  const leftOut = all.flatMap(({ effect, reason }): LeftOutEffect[] =>
    reason === undefined ? [] : [{ effect, code: "weave/rejected", because: reason }],
  );
  const problems = distinctProblems([
    ...target.problems,
    ...analysed.flatMap(unitProblems),
    ...unmadeInTarget(target),
  ]);
  const made = await madeEffectsIn(target, place);
  report(flags, problems, {
    version: 2,
    effects: [...found, ...made],
    ...(leftOut.length === 0 ? {} : { leftOut }),
  });
  if (flags.json !== true) {
    for (const effect of found) process.stdout.write(`${describe(effect)}\n`);
    for (const effect of made) process.stdout.write(`${describe(effect)}\n`);
    for (const { effect, because: reason } of leftOut)
      process.stdout.write(`${describe(effect)}; left out by the last build: ${reason}\n`);
    if (all.length + found.length + made.length === 0 && !hasErrors(problems))
      process.stderr.write(`nothing affects ${flags.place}\n`);
  }
  return hasErrors(problems) ? EXIT.problems : EXIT.fine;
}

/** Nothing more is said about a path that doesn't exist. */
function placeProblems(
  path: string,
  file: string | undefined,
  line: number | undefined,
  known: readonly Problem[],
): Problem[] {
  if (file === undefined)
    return hasErrors(known)
      ? []
      : [{ code: "cli/not-a-file", severity: "error", message: `${path} is not a file`, hint: PLACE }];
  if (line === undefined) return [];
  const lines = readRegular(file, "latin1").split("\n").length;
  if (line >= 1 && line <= lines) return [];
  const message = `${path} has no line ${line}: its last is ${lines}`;
  return [{ code: "cli/no-line", severity: "error", message, hint: PLACE }];
}

const PLACE = "Name a source file, and a line of it: weft effects FILE:LINE.";

/** What is asked for: a file, absolute, or a line of it. */
interface Place {
  readonly file: string;
  readonly line: number | undefined;
}

/** `directory`: what the range's file is relative to. */
function touches({ file, line }: Place, range: SourceRange, directory = "/"): boolean {
  const isOnLine = line === undefined || (line >= range.startLine && line <= range.endLine);
  return isOnLine && sameFile(resolve(directory, range.file), file);
}

interface FoundEffect {
  readonly effect: AspectEffect;
  /** Why the last build left it out. */
  readonly reason: string | undefined;
}

/** One effect may be seen from many units that include the file; it is told once. */
function effectsIn(
  analysed: readonly AnalysedUnit[],
  place: Place,
  because: ReadonlyMap<AspectEffect, string>,
): FoundEffect[] {
  const found = new Map<string, FoundEffect>();
  for (const { unit, analysis } of analysed) {
    const named = namedIn(unit);
    for (const effect of analysis.effects) {
      if (!touches(place, { ...effect.target, endLine: lastLine(effect) }, unit.command.directory)) continue;
      const range = named(effect.target);
      found.set(
        [
          range.startLine,
          range.startColumn,
          effect.binding.joinPoint.kind,
          effect.by.name,
          effect.binding.adviceIndex,
          effect.binding.joinPoint.signature,
        ].join(),
        { effect: { ...effect, target: range }, reason: because.get(effect) },
      );
    }
  }
  return [...found.values()];
}

function byPlace(left: Effect, right: Effect): number {
  return (
    left.target.startLine - right.target.startLine ||
    left.target.startColumn - right.target.startColumn ||
    left.order - right.order
  );
}

/** An execution join point covers the function, but what affects a line is asked at its head. */
function lastLine(effect: AspectEffect): number {
  const { target: range, binding } = effect;
  const { kind } = binding.joinPoint;
  return kind === "execution" ? range.startLine : range.endLine;
}

/** What specialization and guards do to the file; a write in a header is told once. */
async function madeEffectsIn(target: Target, place: Place): Promise<Effect[]> {
  const { effects: made } = await madeEffects(target);
  const there = made.flatMap(({ effect, directory }) =>
    touches(place, effect.target, directory) ? [effect] : [],
  );
  const guards = there.filter(({ binding }) => binding.kind === "guard");
  return [
    ...there.filter(({ binding }) => binding.kind !== "guard"),
    ...new Map(guards.map((effect) => [effect.id, effect])).values(),
  ];
}

function describe(effect: Effect): string {
  const range = effect.target;
  const condition = effect.certainty === "conditional" ? " (decided at run time)" : "";
  return `${range.file}:${range.startLine}:${range.startColumn}: ${effect.title}${condition}, from ${effect.origin.file}:${effect.origin.startLine}: ${effect.reason}`;
}
