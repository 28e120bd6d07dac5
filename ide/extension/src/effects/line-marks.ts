// What the margin says about a line: all effects of one line become one mark, whose icon shows every advice kind.
// Pure; knows neither VS Code nor files.
import {
  type EditorEffect,
  type EffectKind,
  effectKindNames,
  effectKinds,
} from "@weft/language-server/protocol";

export interface LineMark {
  /** 0-based. */
  readonly line: number;
  /** Name of the icon without theme and ending, as `gutter-icons.mjs` writes them. */
  readonly icon: string;
  /** Theme colour that the mark takes; `undefined` where several meet, and in aspects. */
  readonly colour: string | undefined;
  readonly effects: readonly EditorEffect[];
}

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

/** `2 before, 1 around`: how often each kind occurs. */
export function countAdvice(effects: readonly EditorEffect[]): string {
  return effectKindNames
    .map((kind) => [effects.filter((effect) => effect.kind === kind).length, kind] as const)
    .filter(([count]) => count > 0)
    .map(([count, kind]) => `${count} ${effectKinds[kind].word}`)
    .join(", ");
}

/** Theme colour of one effect's marks. */
export function colourOf({ kind, joinPoint }: Pick<EditorEffect, "kind" | "joinPoint">): string {
  const row = effectKinds[kind];
  return "colour" in row ? row.colour.id : `weft.${joinPoint ?? "execution"}`;
}

function markOf(line: number, effects: readonly EditorEffect[]): LineMark {
  const targets = effects.filter((effect) => effect.role === "target");
  const source = effects.find((effect) => effect.role === "source");
  if (source !== undefined) {
    const role = targets.length === 0 ? "source" : "both";
    const icon =
      source.other.length === 0
        ? "source-unmatched"
        : `${role}-${source.kind}${conditionalOf(effects, source.kind)}`;
    return { line, icon, colour: undefined, effects };
  }
  const colours = new Set(targets.map(colourOf));
  const [colour] = colours.size === 1 ? colours : [undefined];
  return { line, icon: targetIcon(targets), colour, effects };
}

/** Advice shows as one drawing; a dot says that there is something of other tools, too. */
function targetIcon(targets: readonly EditorEffect[]): string {
  const kinds = effectKindNames.filter((one) => targets.some(({ kind }) => kind === one));
  const advice = kinds.filter(isAdviceKind);
  const others = kinds.filter((kind) => !isAdviceKind(kind));
  if (advice.length === 0) return `target-${others[0]}${others.length > 1 ? "-more" : ""}`;
  const advised = targets.filter(({ kind }) => isAdviceKind(kind));
  const joinPoints = new Set(advised.map(({ joinPoint }) => joinPoint));
  const [joinPoint] = joinPoints.size === 1 ? joinPoints : ["mixed"];
  const more = others.length > 0 ? "-more" : "";
  return `target-${advice.join("-")}-${joinPoint}${conditionalOf(advised, "before")}${more}`;
}

function isAdviceKind(kind: EffectKind): boolean {
  return effectKinds[kind].group === "advice";
}

/** What is no advice is decided when the program is built. */
function conditionalOf(effects: readonly EditorEffect[], kind: EffectKind): "-conditional" | "" {
  const isLate = effects.every((effect) => effect.certainty === "conditional");
  return isLate && isAdviceKind(kind) ? "-conditional" : "";
}
