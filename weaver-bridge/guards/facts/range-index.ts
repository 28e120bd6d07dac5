/** Ranges of one text, and what is among them: asked thousands of times of a large unit, so nothing looks at all of them. */
import { contains, countFirst, type TextRange } from "../../model/index.js";

export interface RangeIndex<T> {
  /** What stands in a range, in the order that it was given in. */
  within(range: TextRange): T[];
  /** What a range stands in, in the order that it was given in. */
  around(range: TextRange): T[];
}

export function indexRanges<T>(items: readonly T[], rangeOf: (item: T) => TextRange): RangeIndex<T> {
  const sorted = items
    .map((item, place) => ({ item, place, range: rangeOf(item) }))
    .sort((left, right) => left.range.start - right.range.start);
  /** By place: how far what begins there or before it reaches. */
  const reach: number[] = [];
  for (const { range } of sorted) reach.push(Math.max(reach.at(-1) ?? 0, range.end));
  const inOrder = (found: { readonly item: T; readonly place: number }[]) =>
    found.sort((left, right) => left.place - right.place).map(({ item }) => item);
  return {
    within: (range) => {
      const found = [];
      for (let at = countBefore(sorted, range.start); at < sorted.length; at++) {
        const one = sorted[at] as (typeof sorted)[number];
        if (one.range.start > range.end) break;
        if (contains(range, one.range)) found.push(one);
      }
      return inOrder(found);
    },
    around: (range) => {
      const found = [];
      for (let at = countBefore(sorted, range.start + 1) - 1; at >= 0; at--) {
        if ((reach[at] as number) < range.end) break;
        const one = sorted[at] as (typeof sorted)[number];
        if (contains(one.range, range)) found.push(one);
      }
      return inOrder(found);
    },
  };
}

/** How many begin before a place. */
const countBefore = (sorted: readonly { readonly range: TextRange }[], place: number) =>
  countFirst(sorted.length, (at) => (sorted[at] as (typeof sorted)[number]).range.start < place);
