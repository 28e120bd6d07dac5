/** Two passes of edits as one: where the text after the second came from before the first. */
import type { Span } from "../../model/index.js";

/** `first`: introduced text from the unit's. `second`: woven text from the introduced. Both in order, without gaps. */
export function composeSpans(first: readonly Span[], second: readonly Span[]): Span[] {
  if (first.length === 0) return [...second];
  return second.flatMap((span) => (span.from === "unit" ? through(first, span) : [inserted(first, span)]));
}

function through(first: readonly Span[], span: Span): Span[] {
  const { start, end } = span.original;
  const shift = span.generated.start - start;
  const found: Span[] = [];
  for (let index = endingAt(first, start); index < first.length; index++) {
    const outer = first[index] as Span;
    if (outer.generated.start >= end) break;
    const from = Math.max(start, outer.generated.start);
    const to = Math.min(end, outer.generated.end);
    if (from >= to) continue;
    const moved = (offset: number) => outer.original.start + offset - outer.generated.start;
    found.push({
      generated: { start: from + shift, end: to + shift },
      original: outer.from === "unit" ? { start: moved(from), end: moved(to) } : outer.original,
      from: outer.from,
    });
  }
  return found;
}

/** The first that ends at `offset` or after it. */
function endingAt(spans: readonly Span[], offset: number): number {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle] as Span).generated.end < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

function inserted(first: readonly Span[], span: Span): Span {
  const at = span.original.start;
  const outer = first[endingAt(first, at)];
  if (outer === undefined || outer.generated.start > at) return span;
  const place =
    outer.from === "unit" ? outer.original.start + at - outer.generated.start : outer.original.start;
  return { ...span, original: { start: place, end: place + span.original.end - at } };
}
