/**
 * Writes of an element of an array that stands beside a term, by an index of which the function does not show that it stays
 * inside: `t->all[i] = 1`. They may write the term, and get a guard.
 */
import { type AccessShadow, contains, type Mention, type TextRange } from "../../model/index.js";
import { arrayOf } from "../facts/array-ends.js";
import type { ShownCode } from "../facts/called-function.js";
import type { RawSite } from "../facts/guard-site.js";
import { accessOf, shadowsOf } from "../facts/indexed-facts.js";
import type { Layout } from "../facts/layout.js";
import { placeOf } from "../facts/object-place.js";
import { bitFieldName, closing, storeOf } from "../facts/store.js";
import { isBounded } from "../writes/bounded-index.js";
import { isBesideTerms } from "./neighbours.js";

/** A number outside of the array is told with its chain, as other ways to a term from beside it. */
export function elementWrites(code: ShownCode, layout: Layout): RawSite[] {
  if (layout.own === undefined) return [];
  const whole = shadowsOf(code.facts).sets.filter(({ indices }) => indices.length > 0);
  return [
    ...whole.flatMap((shadow) => ofElement(code, layout, shadow, shadow)),
    ...partsWritten(code).flatMap(({ mention, shadow }) => ofElement(code, layout, mention, shadow)),
  ];
}

/** `t->all[i].part = 1` */
function partsWritten({ facts }: ShownCode) {
  return (facts.escapes?.mentions ?? []).flatMap((mention) => {
    const shadow = mention.role === "set" ? accessOf(facts, mention) : undefined;
    return shadow?.kind === "set" ? [{ mention, shadow }] : [];
  });
}

/** The array, and the write of its element or of a part of one. */
function ofElement(
  code: ShownCode,
  layout: Layout,
  array: AccessShadow | Mention,
  shadow: AccessShadow,
): RawSite[] {
  const { facts, unitText } = code;
  const { entity, object } = array;
  if (object === undefined || layout.terms.has(entity) || layout.siblings.has(entity)) return [];
  if (!isBesideTerms({ facts, layout }, { object, type: shadow.type })) return [];
  const open = unboundedIndex(code, array);
  if (open === undefined) return [];
  const name = facts.entities[entity]?.name ?? "";
  const store = storeOf(shadow, bitFieldName(facts, shadow));
  return [
    {
      terms: [...new Set(layout.terms.values())],
      how: `written by an element of ${name}`,
      certainty: "possible",
      reason: `${name} stands beside it, and its element ${unitText.slice(open.start, open.end)} may lie outside of ${name}`,
      range: shadow.range,
      ...(store === undefined ? {} : { store }),
      ...placeOf(facts, layout, array),
    },
  ];
}

/** An index that may lie outside. Of an array of at most one element nobody knows where it ends, and it may be the last member. */
export function unboundedIndex(
  { facts, unitText, bodyAt }: ShownCode,
  array: AccessShadow | Mention,
): TextRange | undefined {
  const { entity, nameRange } = array;
  const body = bodyAt(nameRange);
  const field = facts.entities[entity];
  if (body === undefined || field?.kind !== "field") return undefined;
  const known = "indices" in array ? array.indices : [];
  const from = "lvalue" in array ? array.lvalue.start : array.range.start;
  let type = arrayOf(facts, field.type);
  for (let at = nameRange.end; type !== undefined; ) {
    const [open] = /^[\s)]*\[/.exec(unitText.slice(at, at + 40)) ?? [];
    if (open === undefined) return undefined;
    const start = at + open.length;
    const end = closing(unitText, start);
    const { size = 0 } = type;
    const range = { start, end: end - 1 };
    const index = known.find((one) => contains(range, one.range)) ?? { range, type: -1 };
    const isNumber = /^\s*-?\d+\s*$/.test(unitText.slice(start, end - 1));
    const text = unitText.slice(from, at);
    if (size > 1 && !isNumber && !isBounded(facts, body, index, { size, text })) return range;
    type = arrayOf(facts, type.of);
    at = end;
  }
  return undefined;
}
