/** Effects that need no words of their own: drawn at their range, with title and reason as hover. */
import type { Effect } from "@weft/weaver-bridge/model";
import type { Range } from "../../protocol/index.js";
import type { InSources, Snapshot } from "../../workspace/index.js";
import { holds, rangeInText } from "../locate.js";
import { placeOf } from "../places.js";
import { headOf } from "./file-effects.js";

export function plainEffects(
  snapshot: () => Snapshot,
  effectsIn: (path: string) => readonly Effect[],
): Required<Pick<InSources, "effects" | "hover">> {
  const drawn = (path: string) => {
    const source = snapshot().text(path);
    return effectsIn(path).map((effect) => ({ effect, range: rangeInText(effect.target, source) }));
  };
  return {
    effects: (path) =>
      drawn(path).map(({ effect, range }) => ({
        ...headOf(effect),
        role: "target",
        range,
        other: [placeOf(snapshot(), effect.origin, effect.title)],
      })),
    /** The innermost first. */
    hover: (path, position) =>
      drawn(path)
        .filter(({ range }) => holds(range, position))
        .sort((a, b) => sizeOf(a.range) - sizeOf(b.range))
        .map(({ effect, range }) => ({ range, markdown: `**${effect.title}**\n\n${effect.reason}` })),
  };
}

function sizeOf({ start, end }: Range): number {
  return (end.line - start.line) * 10_000 + end.character - start.character;
}
