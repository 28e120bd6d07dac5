/** Whether each site has its guard: woven, written by hand before it, or missing. */
import type { UnitFacts } from "../model/index.js";
import type { Coverage, JudgedSite } from "./facts/guard-site.js";

/** A guard by hand is a call of the declared function before the write, in the same function. */
export function coverageOf(facts: UnitFacts, site: JudgedSite): Coverage {
  if (site.certainty === "filtered") return "not needed";
  const { byHand } = site.guard;
  if (byHand === undefined && site.guard.protects.length === 0) return "nothing relies on it";
  if (byHand === undefined) return site.target === undefined ? "missing" : "woven";
  const isGuarded = facts.shadows.some(
    (shadow) =>
      shadow.kind === "call" &&
      facts.entities[shadow.entity]?.name === byHand &&
      facts.entities[shadow.within]?.name === site.within &&
      shadow.range.start < site.range.start,
  );
  return isGuarded ? "by hand" : "missing";
}
