/** What is known of the expressions of a file when residual functions are made, as spans that can be coloured. */
import type { ExpressionNote } from "@weft/weaver-bridge/partial-eval";
import { holds } from "../../analysis/locate.js";
import type { BindingTimeSpan, BindingTimesResult, Position } from "../../protocol/index.js";
import type { LiveResidual } from "../../residuals/worker-protocol.js";
import { placeOfBytes } from "./byte-places.js";
import type { SpecSnapshot } from "./spec-snapshot.js";

export function bindingTimes(snapshot: SpecSnapshot, path: string, residual?: string): BindingTimesResult {
  const all = snapshot.residualsIn(path);
  const shown = all.filter(({ declaration }) => residual === undefined || declaration.residual === residual);
  const spans = drawn(expressionsIn(shown, path)).flatMap(({ place, time, words }): BindingTimeSpan[] => {
    const at = placeOfBytes(snapshot, place, "");
    return at === undefined ? [] : [{ range: at.range, time, text: words.join("; ") }];
  });
  return { residuals: all.map(({ declaration }) => declaration.residual), spans };
}

/** Of the smallest expression at a place, one for each residual function. */
export function bindingTimeAt(snapshot: SpecSnapshot, path: string, position: Position): string[] {
  const here = expressionsIn(snapshot.residualsIn(path), path).filter(({ place }) => {
    const at = placeOfBytes(snapshot, place, "");
    return at !== undefined && holds(at.range, position);
  });
  const [smallest] = here.sort((a, b) => sizeOf(a.place) - sizeOf(b.place));
  return smallest === undefined ? [] : [...smallest.words];
}

interface Expression {
  readonly place: ExpressionNote;
  readonly time: BindingTimeSpan["time"];
  readonly words: readonly string[];
}

/** Those of all residual functions, each place once; outer ones first. */
function expressionsIn(residuals: readonly LiveResidual[], path: string): Expression[] {
  const byPlace = new Map<string, { name: string; note: ExpressionNote }[]>();
  for (const { declaration, expressions } of residuals)
    for (const note of expressions)
      if (note.file === path) {
        const key = `${note.start}:${note.end}`;
        byPlace.set(key, [...(byPlace.get(key) ?? []), { name: declaration.residual, note }]);
      }
  return [...byPlace.values()]
    .map((same): Expression => {
      const place = (same[0] as (typeof same)[number]).note;
      const times = new Set(same.map(({ note }) => note.time));
      return {
        place,
        time: times.size === 1 ? place.time : "both",
        words: same.map(({ name, note }) => `${wordsOf(note)} in ${name}`),
      };
    })
    .sort((a, b) => a.place.start - b.place.start || b.place.end - a.place.end);
}

function wordsOf({ time, value }: ExpressionNote): string {
  if (time === "static") return value === undefined ? "known beforehand" : `always ${value}`;
  return time === "dynamic" ? "known only when the program runs" : "known in some copies";
}

/** Of what is known the largest, of the rest the smallest. */
function drawn(all: readonly Expression[]): Expression[] {
  const found: Expression[] = [];
  let staticUntil = -1;
  for (const [at, one] of all.entries()) {
    const { place, time } = one;
    if (place.start < staticUntil) continue;
    if (time === "static") {
      staticUntil = place.end;
      found.push(one);
      continue;
    }
    let hasOpenPart = false;
    for (let next = at + 1; next < all.length && !hasOpenPart; next++) {
      const inner = all[next] as Expression;
      if (inner.place.start >= place.end) break;
      hasOpenPart = inner.time !== "static";
    }
    if (!hasOpenPart) found.push(one);
  }
  return found;
}

const sizeOf = ({ start, end }: ExpressionNote) => end - start;
