/** `weft effects FILE[:LINE]`: what affects a file or a line, in the order in which it applies. */
import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import type { Effect } from "../../model/index.js";
import { type AnalysedUnit, analyseUnits } from "../analyse-units.js";
import { distinctProblems, EXIT, hasErrors, printJson, printProblems } from "../output.js";
import { resolveTarget, type TargetOptions } from "../target.js";
import { unitProblems } from "./unit-problems.js";

export interface EffectsFlags extends Omit<TargetOptions, "path"> {
  readonly place: string;
  readonly json?: boolean;
}

export async function effects(flags: EffectsFlags): Promise<number> {
  const [, path = flags.place, line] = /^(.*?)(?::(\d+))?$/.exec(flags.place) ?? [];
  const target = resolveTarget({ ...flags, path });
  if (target.file === undefined || hasErrors(target.problems)) {
    printProblems(target.problems);
    if (target.problems.length === 0) process.stderr.write(`weft effects: ${path} is not a file\n`);
    return EXIT.problems;
  }
  const analysed = await analyseUnits(target.units, target.aspects);
  const found = effectsIn(analysed, target.file, line === undefined ? undefined : Number(line));
  const problems = distinctProblems([...target.problems, ...analysed.flatMap(unitProblems)]);
  printProblems(problems);
  if (flags.json === true) printJson({ version: 1, effects: found });
  else for (const effect of found) process.stdout.write(`${describe(effect)}\n`);
  return hasErrors(problems) ? EXIT.problems : EXIT.fine;
}

/** One effect may be seen from many units that include the file; it is told once. */
function effectsIn(analysed: readonly AnalysedUnit[], file: string, line: number | undefined): Effect[] {
  const found = new Map<string, Effect>();
  for (const { unit, analysis } of analysed)
    for (const effect of analysis.effects) {
      const { range } = effect.joinPoint;
      if (!sameFile(resolve(unit.command.directory, range.file), file)) continue;
      if (line !== undefined && (line < range.startLine || line > lastLine(effect))) continue;
      found.set(
        [
          range.startLine,
          range.startColumn,
          effect.joinPoint.kind,
          effect.aspect,
          effect.adviceIndex,
          effect.joinPoint.signature,
        ].join(),
        effect,
      );
    }
  return [...found.values()].sort(
    (left, right) =>
      left.joinPoint.range.startLine - right.joinPoint.range.startLine ||
      left.joinPoint.range.startColumn - right.joinPoint.range.startColumn ||
      left.order - right.order,
  );
}

/** An execution join point covers the function, but what affects a line is asked at its head. */
function lastLine(effect: Effect): number {
  const { kind, range } = effect.joinPoint;
  return kind === "execution" ? range.startLine : range.endLine;
}

function describe(effect: Effect): string {
  const { range } = effect.joinPoint;
  const condition = effect.certainty === "conditional" ? " (decided at run time)" : "";
  return `${range.file}:${range.startLine}:${range.startColumn}: ${effect.title}${condition}, from ${effect.origin.file}:${effect.origin.startLine}: ${effect.reason}`;
}

const real = new Map<string, string>();

function sameFile(left: string, right: string): boolean {
  return left === right || realPath(left) === realPath(right);
}

function realPath(file: string): string {
  let known = real.get(file);
  if (known === undefined) {
    try {
      known = realpathSync(file);
    } catch {
      known = file;
    }
    real.set(file, known);
  }
  return known;
}
