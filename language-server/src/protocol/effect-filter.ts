/** What the user wants to see of the effects; markers, lenses and hints follow it, lists stay complete. */
import type { EffectKind } from "@weft/weaver-bridge/model";

/** Client to server: the filter from now on. The server has lenses and hints drawn anew. */
export const effectFilterNotification = "weft/effectFilter";

export interface EffectFilter {
  readonly hiddenAspects: readonly string[];
  readonly onlyConditional: boolean;
  readonly hiddenKinds: readonly EffectKind[];
}

export const showEverything: EffectFilter = { hiddenAspects: [], onlyConditional: false, hiddenKinds: [] };
