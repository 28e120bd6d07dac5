// The one number of a file that tab, explorer, status bar and view show: how many of its lines have a mark. Pure.
import type { EditorEffect, EffectFilter } from "@weft/language-server/protocol";
import { isShown } from "../shown/filter-effects.js";

export interface AffectedLines {
  /** Lines with a mark. */
  readonly shown: number;
  /** With those whose effects are all hidden. */
  readonly all: number;
}

export function affectedLines(effects: readonly EditorEffect[], filter: EffectFilter): AffectedLines {
  const targets = effects.filter(({ role }) => role === "target");
  const shown = targets.filter((effect) => isShown(effect, filter));
  return { shown: linesOf(shown), all: linesOf(targets) };
}

/** `3 affected lines`, `1 of 3 affected lines, others are hidden` */
export function affectedWords({ shown, all }: AffectedLines): string {
  if (shown === all) return `${all} affected line${all === 1 ? "" : "s"}`;
  return `${shown} of ${all} affected lines, others are hidden`;
}

function linesOf(effects: readonly EditorEffect[]): number {
  return new Set(effects.map(({ range }) => range.start.line)).size;
}
