/** `__builtin_memcpy(p, …)`: libclang tells no call of what the compiler has built in, so it is found in the text. */
import {
  type AccessShadow,
  contains,
  type Mention,
  type TextRange,
  type UnitFacts,
} from "../../model/index.js";
import { bulkWriter } from "../facts/bulk-writers.js";
import { argumentsFrom } from "../facts/call-arguments.js";
import { addressed, type FunctionBody, saysInTurn } from "../facts/function-text.js";
import type { RawSite } from "../facts/guard-site.js";
import { conversionsWithin, referencesWithin } from "../facts/indexed-facts.js";
import { coreOf, type Layout, recordOf } from "../facts/layout.js";
import { isObjectExpression, objectExpressions } from "../facts/object-expressions.js";
import { placeOf } from "../facts/object-place.js";
import { indexRanges } from "../facts/range-index.js";
import { filledByBuiltins } from "../facts/unit-texts.js";
import { termWithin } from "./call-sites.js";

export function builtinWriters(
  facts: UnitFacts,
  unitText: string,
  layout: Layout,
  bodyAt: (at: TextRange) => FunctionBody | undefined,
): RawSite[] {
  const unit = { facts, unitText, layout };
  const objects = indexRanges(objectExpressions(facts, layout), (range) => range);
  return filledByBuiltins({ facts, unitText }).flatMap(({ name, range, arguments: given }): RawSite[] => {
    const [to] = given;
    const body = to && bodyAt(to);
    if (to === undefined || body === undefined) return [];
    const { terms, own } = written(unit, to, body, isObjectExpression(unitText, to, objects));
    if (terms.length === 0) return [];
    const how = `filled by ${name}`;
    const store = { form: "call", arguments: given } as const;
    if (own !== undefined)
      return [
        {
          terms,
          how,
          reason: `${name} writes the bytes of it`,
          range,
          store,
          ...placeOf(facts, layout, own),
        },
      ];
    return [
      {
        terms,
        how,
        reason: `${name} writes bytes of an object that holds it`,
        range,
        store,
        target: { range: to, is: "pointer", reach: "holder" },
        object: addressed(unitText, to),
      },
    ];
  });
}

/** Whether a place stands in what such a call fills; `whole`: is all of that argument. */
export function isFilled(unitText: string, at: TextRange, whole = false): boolean {
  const from = Math.max(0, at.start - 200);
  return [...unitText.slice(from, at.start).matchAll(/\b(__builtin_\w+)\s*\(/g)].some(
    ({ index, 0: head, 1: name = "" }) => {
      const to = bulkWriter(name)?.to;
      const argument = argumentsFrom(unitText, from + index + head.length).arguments[to ?? -1];
      if (argument === undefined || !contains(argument, at)) return false;
      return !whole || (argument.start === at.start && argument.end === at.end);
    },
  );
}

/** `isWhole`: the expression leads to an object. */
function written(
  {
    facts,
    unitText,
    layout,
  }: { readonly facts: UnitFacts; readonly unitText: string; readonly layout: Layout },
  to: TextRange,
  { text }: FunctionBody,
  isWhole: boolean,
): { readonly terms: readonly string[]; readonly own?: AccessShadow | Mention } {
  const { terms, holders, names } = layout;
  const all = [...new Set(terms.values())];
  // By its type, before the call makes a pointer to void of it.
  const isObject = conversionsWithin(facts, to).some(({ range, from }) => {
    const { usr, depth } = coreOf(facts, from);
    return range.start === to.start && range.end === to.end && depth === 1 && holders.has(usr ?? "");
  });
  if (isObject) return { terms: all };
  const term = isWhole ? undefined : termWithin(facts, layout, to);
  if (term !== undefined) return { terms: [terms.get(term.entity) as string], own: term };
  const [own] = referencesWithin(facts, to);
  if (own !== undefined && !isWhole)
    return { terms: holders.has(recordOf(facts, own.type) ?? "") ? all : [] };
  if (isWhole) return { terms: all };
  const name = /^\s*(?:\(+\s*)?([A-Za-z_]\w*)\s*(?:\)+\s*)?$/.exec(unitText.slice(to.start, to.end))?.[1];
  if (name === undefined || names.size === 0) return { terms: [] };
  const type = new RegExp(`\\b(?:${[...names].join("|")})\\b`, "g");
  const declared = new RegExp(`\\*\\s*(?:const\\s+)?${name}\\s*[;,=)]`);
  return { terms: saysInTurn(text, type, declared) ? all : [] };
}
