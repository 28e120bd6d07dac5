/** Expressions that point to an object which holds the terms, by their types: what libclang tells of more than names. */
import type { TextRange, UnitFacts } from "../../model/index.js";
import { shadowsOf } from "./indexed-facts.js";
import { type Layout, pointeeOf, recordOf } from "./layout.js";
import type { RangeIndex } from "./range-index.js";

/** Locals are no part of facts: they are found by how they are declared. */
export function objectExpressions(facts: UnitFacts, { holders }: Layout): TextRange[] {
  const leads = (type: number | undefined) => holders.has(recordOf(facts, pointeeOf(facts, type)) ?? "");
  const holds = (type: number | undefined) => holders.has(recordOf(facts, type) ?? "");
  const { gets, refs, calls, builtins } = shadowsOf(facts);
  return [
    ...gets.filter(({ type }) => leads(type)),
    ...refs.filter(({ type }) => holds(type)),
    ...calls.filter(({ result }) => leads(result)),
    ...builtins.filter(
      ({ form, operands, result }) => leads(result) || (form === "prefix" && holds(operands[0]?.type)),
    ),
  ].map(({ range }) => range);
}

/** The range without the parentheses around it is one of them. */
export function isObjectExpression(
  unitText: string,
  range: TextRange,
  known: RangeIndex<TextRange>,
): boolean {
  const { start, end } = range;
  return known
    .within(range)
    .some((one) => /^[\s()]*$/.test(unitText.slice(start, one.start) + unitText.slice(one.end, end)));
}
