/**
 * Which units may differ between two versions, told without parsing: those of another text, and those whose text holds
 * what a changed pointcut names. A whole kernel is mostly others.
 */
import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import {
  inParallel,
  noneIfNotRun,
  type PreprocessResult,
  preprocess,
  unitLanguage,
} from "../kernel-build/index.js";
import { filesOfMarkers, groupBy, unlessRefused } from "../model/index.js";
import { outlineMentions, type TextFilter } from "../pointcut/index.js";
import type { KeptForDiff } from "../project/kept-index.js";
import type { TargetUnit } from "../project/target.js";
import { outlined } from "../project/unit-outlines.js";
import type { DiffSide } from "./diff-sides.js";
import { relativeTo, unitKey, withoutRoot } from "./diff-table.js";

/** One unit in both versions, or in one of them. */
export interface UnitPair {
  readonly before: TargetUnit | undefined;
  readonly after: TargetUnit | undefined;
}

export interface SortedUnits {
  /** To be analysed. */
  readonly touched: readonly UnitPair[];
  /** Advice is the same in them. */
  readonly untouched: readonly UnitPair[];
}

/** By name and object; where configurations put objects elsewhere, by name alone. */
export function pairUnits(before: DiffSide, after: DiffSide): UnitPair[] {
  const later = new Map(after.units.map((unit) => [unitKey(after, unit), unit]));
  const pairs = new Map<TargetUnit, UnitPair>();
  const open: TargetUnit[] = [];
  for (const unit of before.units) {
    const key = unitKey(before, unit);
    const same = later.get(key);
    if (same === undefined) open.push(unit);
    else pairs.set(unit, { before: unit, after: same });
    later.delete(key);
  }
  const left = groupBy(later.values(), (unit) => sourceOf(after, unit));
  for (const unit of open)
    pairs.set(unit, { before: unit, after: left.get(sourceOf(before, unit))?.shift() });
  const young = [...left.values()].flat().map((unit) => ({ before: undefined, after: unit }));
  return [...pairs.values(), ...young];
}

/** `changed`: what a text must hold for other matches with the later aspects. `step` is told of each pair. */
export async function sortUnits(
  [before, after]: readonly [DiffSide, DiffSide],
  pairs: readonly UnitPair[],
  changed: TextFilter,
  kept: KeptForDiff | undefined,
  step: () => void,
): Promise<SortedUnits> {
  const touched: UnitPair[] = [];
  const untouched: UnitPair[] = [];
  await inParallel(pairs, async (pair) => {
    const isTouched = await mayDiffer(pair, [before, after], changed, kept);
    (isTouched ? touched : untouched).push(pair);
    step();
  });
  return { touched, untouched };
}

async function mayDiffer(
  { before, after }: UnitPair,
  [earlier, later]: readonly [DiffSide, DiffSide],
  changed: TextFilter,
  kept: KeptForDiff | undefined,
): Promise<boolean> {
  if (before === undefined || after === undefined || changed === "all") return true;
  const isSame = isSamePlace(before, after);
  if (isSame && changed.length === 0) return false;
  const hasSameText = isSame || (kept?.isAsBefore(after) === true && isMoved(before, earlier, after, later));
  if (hasSameText && kept?.isKnown(after) === true) return kept.meets(after);
  const now = await textOf(after);
  if (!now.ok) return true;
  if (!isSame) {
    const then = await textOf(before);
    if (!then.ok || withoutRoot(then.text, earlier) !== withoutRoot(now.text, later)) return true;
  }
  if (changed.length === 0) return false;
  const outline = outlined(now.text);
  const place = { language: unitLanguage(after.input), directory: after.command.directory };
  return outline === undefined || outlineMentions(outline, changed, place);
}

/** Both versions are one file, read by one command. */
export function isSameUnit({ before, after }: UnitPair): boolean {
  return before !== undefined && after !== undefined && isSamePlace(before, after);
}

/** The same command in the same folder, as where both versions share sources that Git ignores. */
function isSamePlace({ command: before, overlay: old }: TargetUnit, { command: after, overlay }: TargetUnit) {
  if (overlay !== old || before.argv.join("\0") !== after.argv.join("\0")) return false;
  return unlessRefused(() => realpathSync(before.directory) === realpathSync(after.directory)) ?? false;
}

/** The same command, in the folder of its version. */
function isMoved(
  { command: before, overlay: old }: TargetUnit,
  { root: from }: DiffSide,
  { command: after, overlay }: TargetUnit,
  { root: to }: DiffSide,
): boolean {
  const moved = (text: string) => `${text}/`.replaceAll(`${from}/`, `${to}/`).slice(0, -1);
  return (
    overlay === old &&
    moved(before.directory) === after.directory &&
    before.argv.map(moved).join("\0") === after.argv.join("\0")
  );
}

/** Those of the units whose text is made of one of the files, which are relative to the version's folder. */
export async function unitsWith(
  files: ReadonlySet<string>,
  side: DiffSide,
  pairs: readonly UnitPair[],
  kept: KeptForDiff | undefined,
): Promise<UnitPair[]> {
  const found: UnitPair[] = [];
  if (files.size === 0) return found;
  const reads = kept?.reading((path) => files.has(relativeTo(side.root, path)));
  await inParallel(pairs, async (pair) => {
    const unit = pair.after;
    if (unit !== undefined && kept?.isKnown(unit) === true) {
      if (reads?.(unit) === true) found.push(pair);
      return;
    }
    const text = unit && (await textOf(unit));
    if (unit === undefined || text?.ok !== true) return;
    const names = filesOfMarkers(text.text).map((file) =>
      relativeTo(side.root, resolve(unit.command.directory, file)),
    );
    if (names.some((name) => files.has(name))) found.push(pair);
  });
  return found;
}

const FAILED: PreprocessResult = { ok: false, diagnostics: "", code: undefined };

/** What can't be read is found out again, and told, when the unit is analysed. */
async function textOf({ command, input, overlay }: TargetUnit): Promise<PreprocessResult> {
  return (await preprocess(command, input, { overlay }).catch(noneIfNotRun)) ?? FAILED;
}

function sourceOf({ root }: DiffSide, { command, input }: TargetUnit): string {
  return relativeTo(root, resolve(command.directory, input.path));
}
