/** Inlay hints: the advice at calls and accesses, right behind the name that it concerns. */
import {
  type EditorEffect,
  type EffectFilter,
  type Position,
  type Range,
  showEverything,
} from "../../protocol/index.js";
import type { Snapshot } from "../../workspace/index.js";
import { isAspectPath } from "../../workspace/index.js";
import { shownEffects } from "./effect-filter.js";
import { editorEffects } from "./file-effects.js";

export interface Hint {
  readonly position: Position;
  /** `Owner.after` */
  readonly label: string;
  readonly tooltip: string;
}

/**
 * Hints within `range`, in order. Function definitions and operations in IDL carry code lenses instead; what
 * specialization made concerns nearly every expression of its function, so it is told by the margin and the hover.
 */
export function inlayHints(
  snapshot: Snapshot,
  path: string,
  range: Range,
  filter: EffectFilter = showEverything,
): Hint[] {
  if (isAspectPath(path)) return [];
  const places = new Map<string, EditorEffect[]>();
  for (const effect of shownEffects(editorEffects(snapshot, path), filter)) {
    const { line, character } = effect.range.end;
    if (effect.joinPoint === "execution" || effect.role === "source" || effect.kind === "residual") continue;
    if (line < range.start.line || line > range.end.line) continue;
    const key = `${line}:${character}`;
    places.set(key, [...(places.get(key) ?? []), effect]);
  }
  return [...places.values()].map((effects) => ({
    position: (effects[0] as EditorEffect).range.end,
    label: [...new Set(effects.map(({ by, kind }) => `${by.name}.${kind}`))].join(", "),
    tooltip: effects.map(({ title, reason }) => `${title}: ${reason}`).join("\n"),
  }));
}
