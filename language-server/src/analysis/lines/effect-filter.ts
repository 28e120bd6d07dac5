/** Which effects lenses and hints show. */
import type { EditorEffect, EffectFilter } from "../../protocol/index.js";

export function shownEffects<T extends Pick<EditorEffect, "by" | "certainty" | "kind">>(
  effects: readonly T[],
  { hiddenAspects, hiddenKinds, onlyConditional }: EffectFilter,
): T[] {
  return effects.filter(
    ({ by, certainty, kind }) =>
      (!onlyConditional || certainty === "conditional") &&
      !hiddenAspects.includes(by.name) &&
      !hiddenKinds.includes(kind),
  );
}
