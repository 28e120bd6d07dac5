/** Which effects lenses and hints show. */
import type { EditorEffect, EffectFilter } from "../protocol/index.js";

export function shownEffects<T extends Pick<EditorEffect, "aspect" | "certainty" | "adviceKind">>(
  effects: readonly T[],
  { hiddenAspects, hiddenKinds, onlyConditional }: EffectFilter,
): T[] {
  return effects.filter(
    ({ aspect, certainty, adviceKind }) =>
      (!onlyConditional || certainty === "conditional") &&
      !hiddenAspects.includes(aspect) &&
      !hiddenKinds.includes(adviceKind),
  );
}
