/** What stands at the places of woven text that a compiler names, see `withOwnLines`. */
import type { Span, TextRange } from "../../model/index.js";
import type { WovenSite, WovenUnit } from "../woven-unit.js";
import type { Place } from "./compiler-errors.js";

export interface WovenPlaces {
  readonly sites: readonly WovenSite[];
  offsetOf(place: Place): number;
  spanAt(place: Place): Span | undefined;
  /** The innermost join point around the place; else those whose generated function the line belongs to. */
  sitesAt(place: Place): readonly WovenSite[];
}

export function createWovenPlaces(unit: WovenUnit): WovenPlaces {
  const { text, spanMap } = unit;
  const sites = unit.sites?.() ?? [];
  const starts = lineStarts(text);
  const startOf = ({ line }: Place) => starts[line - 1] ?? 0;
  const offsetOf = (place: Place) => startOf(place) + place.column - 1;
  return {
    sites,
    offsetOf,
    spanAt: (place) => {
      const offset = offsetOf(place);
      return spanMap.spans.find(({ generated }) => isAt(generated, offset));
    },
    sitesAt: (place) => {
      const offset = offsetOf(place);
      const [innermost] = sites
        .filter(({ extent }) => isAt(extent, offset))
        .sort((a, b) => size(a) - size(b));
      if (innermost !== undefined) return [innermost];
      const end = text.indexOf("\n", startOf(place));
      const line = text.slice(startOf(place), end === -1 ? undefined : end);
      const named = /\b__weft_(?!advice_)(?:[a-z]+_)+(\d+)/.exec(line);
      return named === null ? [] : sites.filter(({ numbers }) => numbers.includes(Number(named[1])));
    },
  };
}

const isAt = ({ start, end }: TextRange, offset: number) => start <= offset && offset < end;

const size = ({ extent }: WovenSite) => extent.end - extent.start;

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}
