/**
 * What guards can't keep: a term that more than the kernel's code writes, one that is another object on each processor, and
 * a guard by hand that writes what it guards, or calls what it protects.
 */
import type { EntityId, TextRange, UnitFacts } from "../model/index.js";
import { pluggedSymbol } from "../replug/index.js";
import { type GuardDeclaration, termName } from "./facts/declaration.js";
import { saysInTurn } from "./facts/function-text.js";
import type { GuardSite } from "./facts/guard-site.js";
import { layoutOf } from "./facts/layout.js";

export interface Unguardable {
  readonly code: "guards/volatile" | "guards/per-processor" | "guards/guards-itself";
  /** A volatile variable may be the kernel's alone. */
  readonly severity: "error" | "warning";
  readonly message: string;
  readonly hint: string;
  readonly range: TextRange;
}

/** In one unit, whose sites are known. `unitText` is latin1. */
export function unguardable(
  facts: UnitFacts,
  unitText: string,
  guards: readonly GuardDeclaration[],
  sites: readonly GuardSite[],
): Unguardable[] {
  return guards.flatMap((guard) => [...terms(facts, unitText, guard), ...guardsItself(facts, guard, sites)]);
}

function terms(facts: UnitFacts, unitText: string, guard: GuardDeclaration): Unguardable[] {
  const layout = layoutOf(facts, unitText, guard);
  return [...(layout?.terms ?? [])].flatMap(([id, term]): Unguardable[] => {
    const entity = facts.entities[id];
    const range = entity?.nameRange ?? { start: 0, end: 0 };
    const name = termName(guard, term);
    if (entity !== undefined && "type" in entity && facts.types[entity.type]?.isVolatile === true)
      return [
        {
          code: "guards/volatile",
          severity: "warning",
          message: `${name} is volatile: what writes it need not be code of the kernel`,
          hint: "A guard stands at writes of the kernel alone. Leave it out, and test it where it is used.",
          range,
        },
      ];
    if (!isPerProcessor(unitText, term, guard)) return [];
    return [
      {
        code: "guards/per-processor",
        severity: "error",
        message: `${name} is another variable on each processor`,
        hint: "Its address says nothing of whose it is, so no guard finds its writes. Guard a member of an object that each processor points to.",
        range,
      },
    ];
  });
}

const PER_PROCESSOR = /\bsection\s*\(\s*"[^"\n]*?per_?cpu[^"\n]*"?/g;

/** Linux and others keep such variables in a section of that name. */
function isPerProcessor(unitText: string, term: string, { type }: GuardDeclaration): boolean {
  if (type !== undefined) return false;
  return saysInTurn(unitText, PER_PROCESSOR, new RegExp(`\\b${term}\\b`), ";{}=");
}

function guardsItself(facts: UnitFacts, guard: GuardDeclaration, sites: readonly GuardSite[]): Unguardable[] {
  const { byHand, protects } = guard;
  if (byHand === undefined) return [];
  const inside = calledFrom(facts, byHand);
  const relies = new Set(protects.flatMap((name) => [name, pluggedSymbol(name)]));
  const writes = sites
    .filter((site) => site.guard === guard && site.certainty !== "filtered" && inside.has(site.within ?? ""))
    .map(({ range, terms: written, within }) => ({
      range,
      what: `${within} writes ${written.map((term) => termName(guard, term)).join(", ")}`,
    }));
  const calls = facts.shadows.flatMap((shadow) => {
    const callee = shadow.kind === "call" ? facts.entities[shadow.entity]?.name : undefined;
    const caller = facts.entities[shadow.within]?.name ?? "";
    if (callee === undefined || !relies.has(callee) || !inside.has(caller)) return [];
    return [{ range: shadow.range, what: `${caller} calls ${callee}` }];
  });
  return [...writes, ...calls].map(({ range, what }) => ({
    code: "guards/guards-itself",
    severity: "error",
    message: `${byHand} guards what it does itself: ${what}`,
    hint: "While a guard runs, what it protects is neither in nor out. Do this in the function that calls the guard.",
    range,
  }));
}

/** Functions that a function of this unit runs, itself first; as far as the unit shows it. */
function calledFrom(facts: UnitFacts, name: string): Set<string> {
  const nameOf = (id: EntityId) => facts.entities[id]?.name ?? "";
  const found = new Set([name]);
  for (let before = 0; before !== found.size; ) {
    before = found.size;
    for (const shadow of facts.shadows)
      if (shadow.kind === "call" && found.has(nameOf(shadow.within))) found.add(nameOf(shadow.entity));
  }
  return found;
}
