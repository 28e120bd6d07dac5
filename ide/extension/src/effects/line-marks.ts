// What the margin says about a line: all effects of one line become one mark, whose icon shows every advice kind.
// Pure; knows neither VS Code nor files.
import type { EditorEffect } from "@weft/language-server/protocol";
import type { AdviceKind, JoinPointKind } from "../protocol.js";

export interface LineMark {
  /** 0-based. */
  readonly line: number;
  /** Name of the icon without theme and ending, as `gutter-icons.mjs` writes them. */
  readonly icon: string;
  /** Join point kind whose colour the mark takes; `undefined` where several kinds meet, and in aspects. */
  readonly kind: JoinPointKind | undefined;
  readonly effects: readonly EditorEffect[];
}

const adviceOrder: readonly AdviceKind[] = ["before", "after", "around"];
/** Shown where no advice applies; each has icons of its own. */
const otherOrder: readonly AdviceKind[] = ["introduction", "stub"];

/** One mark for each line that starts an effect, by line; effects within it in the order they apply. */
export function lineMarks(effects: readonly EditorEffect[]): LineMark[] {
  const byLine = new Map<number, EditorEffect[]>();
  for (const effect of effects) {
    const line = effect.range.start.line;
    byLine.set(line, [...(byLine.get(line) ?? []), effect]);
  }
  return [...byLine]
    .sort(([a], [b]) => a - b)
    .map(([line, onLine]) =>
      markOf(
        line,
        [...onLine].sort((a, b) => a.order - b.order),
      ),
    );
}

/** `2 before, 1 around`: how often each advice kind occurs. */
export function countAdvice(effects: readonly EditorEffect[]): string {
  return [...adviceOrder, ...otherOrder]
    .map((kind) => [effects.filter((effect) => effect.adviceKind === kind).length, kind] as const)
    .filter(([count]) => count > 0)
    .map(([count, kind]) => `${count} ${kind}`)
    .join(", ");
}

function markOf(line: number, effects: readonly EditorEffect[]): LineMark {
  const targets = effects.filter((effect) => effect.role === "target");
  const source = effects.find((effect) => effect.role === "source");
  if (source !== undefined) {
    const role = targets.length === 0 ? "source" : "both";
    const icon =
      source.other.length === 0
        ? "source-unmatched"
        : `${role}-${source.adviceKind}${conditionalOf(effects, source.adviceKind)}`;
    return { line, icon, kind: undefined, effects };
  }
  const kinds = new Set(targets.map((effect) => effect.kind));
  const [kind] = kinds.size === 1 ? kinds : [undefined];
  const has = (one: AdviceKind) => targets.some((effect) => effect.adviceKind === one);
  const advice = adviceOrder.filter(has).join("-");
  if (advice === "")
    return { line, icon: `target-${otherOrder.find(has)}-${kind ?? "mixed"}`, kind, effects };
  const icon = `target-${advice}-${kind ?? "mixed"}${conditionalOf(targets, "before")}`;
  return { line, icon, kind, effects };
}

/** Introductions and stubs are decided when the program is built. */
function conditionalOf(effects: readonly EditorEffect[], adviceKind: AdviceKind): "-conditional" | "" {
  const isLate = effects.every((effect) => effect.certainty === "conditional");
  return isLate && adviceOrder.includes(adviceKind) ? "-conditional" : "";
}
