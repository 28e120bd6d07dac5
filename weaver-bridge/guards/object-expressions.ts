/** Expressions that point to an object which holds the terms, by their types: what libclang tells of more than names. */
import type { TextRange, UnitFacts } from "../model/index.js";
import { type Layout, pointeeOf, recordOf } from "./layout.js";

/** Locals are no part of facts: they are found by how they are declared. */
export function objectExpressions(facts: UnitFacts, { holders }: Layout): TextRange[] {
  const leads = (type: number | undefined) => holders.has(recordOf(facts, pointeeOf(facts, type)) ?? "");
  return facts.shadows.flatMap((shadow): TextRange[] => {
    if (shadow.kind === "get") return leads(shadow.type) ? [shadow.range] : [];
    if (shadow.kind === "ref") return holders.has(recordOf(facts, shadow.type) ?? "") ? [shadow.range] : [];
    if (shadow.kind === "call") return leads(shadow.result) ? [shadow.range] : [];
    if (shadow.kind !== "builtin") return [];
    const isAddress =
      shadow.form === "prefix" && holders.has(recordOf(facts, shadow.operands[0]?.type) ?? "");
    return leads(shadow.result) || isAddress ? [shadow.range] : [];
  });
}

/** The range without the parentheses around it is one of them. */
export function isObjectExpression(
  unitText: string,
  { start, end }: TextRange,
  known: readonly TextRange[],
): boolean {
  return known.some(
    (one) =>
      start <= one.start &&
      one.end <= end &&
      /^[\s()]*$/.test(unitText.slice(start, one.start) + unitText.slice(one.end, end)),
  );
}
