/** Where join points stand in woven text, and those that the compiler does not take there, see `blamed-sites`. */
import type { AspectEffect, Span, TextRange } from "../../model/index.js";
import type { Edit } from "../text/text-edits.js";
import { Unweavable } from "../unweavable.js";
import type { WeaveInput, WovenSite } from "../woven-unit.js";
import { rejectedReason } from "./rejected-reason.js";

/** The compiler has said so of the unit with them. `cplusplus` is the value of `__cplusplus`, 0 in C. */
export function refuseRejected(
  effects: readonly AspectEffect[],
  rejected: WeaveInput["rejected"],
  cplusplus = 0,
): void {
  for (const effect of effects) {
    const said = rejected?.get(effect.id);
    if (said === undefined) continue;
    const { kind, signature } = effect.binding.joinPoint;
    const { message, hint } = rejectedReason(kind, signature, said, cplusplus);
    throw new Unweavable("rejected", message, hint);
  }
}

/** Its extent still in the unit's own text. */
export function wovenSite(
  effects: readonly AspectEffect[],
  { range }: { readonly range: TextRange },
  edits: readonly Edit[],
  numbers: readonly number[],
): WovenSite {
  const own = [range, ...edits];
  const start = Math.min(...own.map((part) => part.start));
  const end = Math.max(...own.map((part) => part.end));
  return { effects, extent: { start, end }, numbers };
}

/** Where ranges of the unit's text went, for units with tens of thousands of join points. */
export function generatedRanges(spans: readonly Span[]): (range: TextRange) => TextRange {
  const starts = spans.map(({ original }) => original.start);
  const ends = spans.map(({ original }) => original.end);
  // What has moved stands out of order: the first that starts so far behind, the last that ends so early.
  for (let at = 1; at < starts.length; at++)
    starts[at] = Math.max(starts[at] as number, starts[at - 1] as number);
  for (let at = ends.length - 2; at >= 0; at--)
    ends[at] = Math.min(ends[at] as number, ends[at + 1] as number);
  return ({ start, end }) => ({
    start: spans[firstAtLeast(starts, start)]?.generated.start ?? 0,
    end: spans[firstAtLeast(ends, end + 1) - 1]?.generated.end ?? 0,
  });
}

/** The numbers don't fall; their count when all are less. */
function firstAtLeast(numbers: readonly number[], least: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] as number) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Of the generated functions that the edits name. */
export const generatedNumbers = (edits: readonly Edit[]): number[] =>
  edits.flatMap(({ text }) =>
    Array.from(text.matchAll(/\b__weft_(?:[A-Za-z]\w*_)?(\d+)\b/g), ([, digits]) => Number(digits)),
  );
