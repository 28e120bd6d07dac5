/** What the user wants to see of the effects; markers, lenses and hints follow it, lists stay complete. */
/** Client to server: the filter from now on. The server has lenses and hints drawn anew. */
export const effectFilterNotification = "weft/effectFilter";

export interface EffectFilter {
  readonly hiddenAspects: readonly string[];
  readonly onlyConditional: boolean;
  /** Advice kinds that are not shown. */
  readonly hiddenKinds: readonly ("before" | "after" | "around" | "introduction" | "stub")[];
}

export const showEverything: EffectFilter = { hiddenAspects: [], onlyConditional: false, hiddenKinds: [] };
