/** Guard sites as effects: what the editor, `weft effects` and the map of a build say of a line. */
import type { GuardEffect, SourceRange, UnitFacts } from "../model/index.js";
import { termName } from "./facts/declaration.js";
import type { GuardSite } from "./facts/guard-site.js";

/** Where declarations stand, for people. */
export type OriginOf = (site: GuardSite) => { readonly name: string; readonly range: SourceRange };

/** Sites that are not filtered; files as the unit's line markers spell them. */
export function guardEffects(
  facts: UnitFacts,
  sites: readonly GuardSite[],
  originOf: OriginOf,
): GuardEffect[] {
  return sites
    .filter(({ certainty }) => certainty !== "filtered")
    .map((site, order): GuardEffect => {
      const target = facts.lineMap.rangeOf(site.range);
      const { name, range } = originOf(site);
      const terms = site.terms.map((term) => termName(site.guard, term));
      const isCertain = site.certainty === "certain";
      return {
        id: `guard:${name}:${target.file}:${target.startLine}:${target.startColumn}:${terms.join()}`,
        target,
        origin: range,
        by: { tool: "guards", name },
        title: `${isCertain ? "writes" : "may write"} ${terms.join(", ")}: guards ${guardedName(site)}`,
        reason: `${site.how}: ${site.reason}`,
        certainty: isCertain ? "certain" : "conditional",
        order,
        binding: { kind: "guard", term: terms.join(), proof: "run time", protects: site.guard.protects },
      };
    });
}

/** What is protected; the declaration's subject where it names nothing. */
function guardedName({ guard }: GuardSite): string {
  return guard.protects.join(", ") || (guard.type ?? guard.terms.join(", "));
}
