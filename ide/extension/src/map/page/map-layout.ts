// Where bars and stripes stand. Pure: numbers in, CSS pixels out, whatever draws them.
import { effectFields } from "@weft/language-server/protocol";
import type { Bar, IsShown } from "./map-model.js";

export interface LayoutQuestion {
  /** Of the visible part. */
  readonly width: number;
  /** For bars, without labels. */
  readonly height: number;
  /** Width of a bar; undefined fits all bars into the width as long as they can be told apart. */
  readonly barWidth: number | undefined;
  /** All bars fill the height, so that short files can be read as well. */
  readonly sameHeight: boolean;
}

export interface MapLayout {
  readonly barWidth: number;
  /** From one bar to the next. */
  readonly step: number;
  /** Of all bars together; wider than the window where they don't fit. */
  readonly totalWidth: number;
  heightOf(bar: Bar): number;
}

/** Thinner bars can't be told apart or hit. */
export const thinnest = 5;
/** Bars from here on have borders, and a gap that can be seen. */
export const wide = 10;
const widest = 56;
const lowest = 4;

export function layoutBars(bars: readonly Bar[], question: LayoutQuestion): MapLayout {
  const { width, height, sameHeight } = question;
  const count = Math.max(1, bars.length);
  const barWidth = question.barWidth ?? fittingWidth(Math.floor(width / count));
  const step = barWidth + gapAfter(barWidth);
  const longest = bars.reduce((most, { lines }) => Math.max(most, lines), 1);
  return {
    barWidth,
    step,
    totalWidth: step * bars.length,
    heightOf: ({ lines }) => (sameHeight ? height : Math.max(lowest, Math.round((lines / longest) * height))),
  };
}

function gapAfter(barWidth: number): number {
  return barWidth >= wide ? 4 : 1;
}

/** The widest bar that leaves room for the gap behind it in `share` pixels. */
function fittingWidth(share: number): number {
  const fitting = share - gapAfter(wide) >= wide ? share - gapAfter(wide) : Math.min(share, wide) - 1;
  return Math.max(thinnest, Math.min(widest, fitting));
}

/** Rows of a bar's pixels that something touches. */
export interface Stripe {
  readonly top: number;
  /** Aspects in order of their numbers; drawn beside each other. */
  readonly aspects: readonly number[];
  /** 1 an error, 2 a warning, 0 none. */
  readonly problem: 0 | 1 | 2;
}

/** Height of a stripe; places nearer to each other share one. */
export const stripeHeight = 2;

/** At most one stripe for each {@link stripeHeight} pixels, by place. */
export function stripesOf(bar: Bar, height: number, isShown: IsShown): Stripe[] {
  const rows = Math.max(1, Math.floor(height / stripeHeight));
  const aspects: (number[] | undefined)[] = new Array(rows);
  const problems = new Uint8Array(rows);
  const scale = rows / Math.max(1, bar.lines);
  for (const { file, start } of bar.files) {
    const rowOf = (line = 0) => Math.min(rows - 1, Math.floor((start + line) * scale));
    addAspects(aspects, file.effects, isShown, rowOf);
    addProblems(problems, file.problems, rowOf);
  }
  const stripes: Stripe[] = [];
  for (let row = 0; row < rows; row++) {
    const here = aspects[row];
    const problem = problems[row] as 0 | 1 | 2;
    if (here === undefined && problem === 0) continue;
    stripes.push({ top: row * stripeHeight, aspects: (here ?? []).sort((a, b) => a - b), problem });
  }
  return stripes;
}

type File = Bar["files"][number]["file"];
type RowOf = (line: number | undefined) => number;

/** Of each row the aspects that have effects there, each once. */
function addAspects(
  aspects: (number[] | undefined)[],
  effects: File["effects"],
  isShown: IsShown,
  rowOf: RowOf,
): void {
  for (let at = 0; at < effects.length; at += effectFields) {
    const aspect = effects[at + 1] ?? 0;
    if (!isShown(aspect)) continue;
    const row = rowOf(effects[at]);
    const known = aspects[row];
    if (known === undefined) aspects[row] = [aspect];
    else if (!known.includes(aspect)) known.push(aspect);
  }
}

/** Of each row the worst: 1 is an error. */
function addProblems(rows: Uint8Array, problems: File["problems"], rowOf: RowOf): void {
  for (let at = 0; at < problems.length; at += 2) {
    const row = rowOf(problems[at]);
    if (rows[row] !== 1) rows[row] = problems[at + 1] ?? 2;
  }
}

/** Line of the bar (over all its files) at a height in it. */
export function lineAt(bar: Bar, height: number, y: number): number {
  return Math.max(0, Math.min(bar.lines - 1, Math.floor((y / Math.max(1, height)) * bar.lines)));
}
