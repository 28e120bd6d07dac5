// Which effects markers show. Pure.
import type { EditorEffect, EffectFilter } from "@weft/language-server/protocol";

export function isShown(effect: EditorEffect, filter: EffectFilter): boolean {
  if (filter.onlyConditional && effect.certainty !== "conditional") return false;
  return !filter.hiddenAspects.includes(effect.by.name) && !filter.hiddenKinds.includes(effect.kind);
}
