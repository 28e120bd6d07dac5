/** Where join points stand in woven text, and those that the compiler does not take there, see `blamed-sites`. */
import type { Effect, Span, TextRange } from "../model/index.js";
import { rejectedReason } from "./rejected-reason.js";
import type { Edit } from "./text-edits.js";
import { Unweavable } from "./unweavable.js";
import type { WeaveInput, WovenSite } from "./woven-unit.js";

/** The compiler has said so of the unit with them. `cplusplus` is the value of `__cplusplus`, 0 in C. */
export function refuseRejected(
  effects: readonly Effect[],
  rejected: WeaveInput["rejected"],
  cplusplus = 0,
): void {
  for (const effect of effects) {
    const said = rejected?.get(effect.id);
    if (said === undefined) continue;
    const { kind, signature } = effect.joinPoint;
    const { message, hint } = rejectedReason(kind, signature, said, cplusplus);
    throw new Unweavable("rejected", message, hint);
  }
}

/** Its extent still in the unit's own text. */
export function wovenSite(
  effects: readonly Effect[],
  { range }: { readonly range: TextRange },
  edits: readonly Edit[],
  numbers: readonly number[],
): WovenSite {
  const own = [range, ...edits];
  const start = Math.min(...own.map((part) => part.start));
  const end = Math.max(...own.map((part) => part.end));
  return { effects, extent: { start, end }, numbers };
}

/** Where the edits of `range` are in the edited text. */
export function generatedRange(range: TextRange, spans: readonly Span[]): TextRange {
  const first = spans.find(({ original }) => original.start >= range.start);
  const last = spans.findLast(({ original }) => original.end <= range.end);
  return { start: first?.generated.start ?? 0, end: last?.generated.end ?? 0 };
}

/** Of the generated functions that the edits name. */
export const generatedNumbers = (edits: readonly Edit[]): number[] =>
  edits.flatMap(({ text }) =>
    Array.from(text.matchAll(/\b__weft_(?:[A-Za-z]\w*_)?(\d+)\b/g), ([, digits]) => Number(digits)),
  );
