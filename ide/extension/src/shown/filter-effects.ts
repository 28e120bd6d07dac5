// Which effects markers show. Pure.
import type { EditorEffect, EffectFilter } from "@weft/language-server/protocol";

type Filtered = Pick<EditorEffect, "certainty" | "kind"> & { readonly by: Pick<EditorEffect["by"], "name"> };

export function isShown(effect: Filtered, filter: EffectFilter): boolean {
  if (filter.onlyConditional && effect.certainty !== "conditional") return false;
  return !filter.hiddenAspects.includes(effect.by.name) && !filter.hiddenKinds.includes(effect.kind);
}
