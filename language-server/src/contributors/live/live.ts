/** Advice in running guests, with its hits, at the lines where it is woven. */
import { joinPointOf } from "@weft/weaver-bridge/model";
import { originOf, stateText, wordsOf } from "../../analysis/lines/file-effects.js";
import { adviceSection } from "../../analysis/lines/hover.js";
import { holds, rangeOfJoinPoint } from "../../analysis/locate.js";
import type { Contributor, InSources, Snapshot } from "../../workspace/index.js";
import { createLiveMarks, type LiveMark } from "./live-marks.js";

export const live: Contributor = {
  name: "live",
  contribute(host) {
    const marks = createLiveMarks(() => host.projects().map(({ root }) => root), host.measured);
    return { inSources: liveSources(host.snapshot, marks.marksIn), dispose: marks.dispose };
  },
};

export function liveSources(
  snapshot: () => Snapshot,
  marksIn: (path: string) => readonly LiveMark[],
): InSources {
  const drawn = (path: string) => {
    const source = snapshot().text(path);
    if (source === undefined) return [];
    return marksIn(path).map(({ effect, ...state }) => ({
      ...{ effect, state },
      range: rangeOfJoinPoint(joinPointOf(effect), source),
    }));
  };
  return {
    effects: (path) =>
      drawn(path).map(({ effect, state, range }) => ({
        ...wordsOf(effect),
        id: `live ${effect.id}`,
        title: `${effect.title}, live: ${stateText(state)}`,
        live: known(state),
        role: "target",
        range,
        other: [originOf(snapshot(), effect)],
      })),
    hover: (path, position) =>
      drawn(path)
        .filter(({ range }) => holds(range, position))
        .map(({ effect, state, range }) => ({
          range,
          markdown: `${adviceSection(snapshot(), effect)}\n\nWoven into the running kernel, ${stateText(state)}.`,
        })),
  };
}

const known = ({ hits, last }: Omit<LiveMark, "effect">) => ({
  ...(hits === undefined ? {} : { hits }),
  ...(last === undefined ? {} : { last }),
});
