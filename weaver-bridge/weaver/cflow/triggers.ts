/** Which join points of a unit are triggers of `cflow` pointcuts. */
import type { Shadow, UnitFacts } from "../../model/index.js";
import type { CflowTrigger, ShadowMatch } from "../../pointcut/index.js";

export function triggersByShadow(cflows: readonly CflowTrigger[]): Map<Shadow, CflowTrigger[]> {
  const found = new Map<Shadow, CflowTrigger[]>();
  for (const trigger of cflows) {
    for (const shadow of trigger.shadows) found.set(shadow, [...(found.get(shadow) ?? []), trigger]);
  }
  return found;
}

/** The matches, and the triggers that no advice applies to, in the order of the unit. */
export function withTriggers(
  facts: UnitFacts,
  matches: readonly ShadowMatch[],
  triggers: ReadonlyMap<Shadow, unknown>,
): readonly ShadowMatch[] {
  if (triggers.size === 0) return matches;
  const byShadow = new Map(matches.map((match) => [match.shadow, match]));
  return facts.shadows.flatMap((shadow) => {
    const match = byShadow.get(shadow);
    if (match !== undefined) return [match];
    return triggers.has(shadow) ? [{ shadow, advice: [] }] : [];
  });
}
