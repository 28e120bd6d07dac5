/** Writes of a term by functions that write bytes, and by those that give its object back. */

import {
  type CallShadow,
  contains,
  type Operand,
  type TextRange,
  type UnitFacts,
} from "../../model/index.js";
import { bulkWriter, givesBack } from "../facts/bulk-writers.js";
import { withoutPointerCasts } from "../facts/casts-before.js";
import { addressed } from "../facts/function-text.js";
import type { RawSite } from "../facts/guard-site.js";
import { addressedWithin, callsAround, conversionsWithin, referencesWithin } from "../facts/indexed-facts.js";
import { coreOf, isConst, type Layout, pointeeOf, recordOf, spelled } from "../facts/layout.js";
import { placeOf } from "../facts/object-place.js";
import { callStore } from "../facts/store.js";

/** Undefined where it writes no term, as far as its name says. */
export function writtenByCall(
  facts: UnitFacts,
  unitText: string,
  layout: Layout,
  shadow: CallShadow,
): RawSite | undefined {
  const written = writtenArgument(facts, shadow);
  if (written === undefined) return undefined;
  const { name, argument, isEnd, how } = written;
  const range = shadow.range;
  const pointer = uncast(facts, unitText, layout, argument);
  const usr = recordOf(facts, pointeeOf(facts, pointer.type));
  const term = termWithin(facts, layout, argument.range);
  if (term !== undefined && !isEnd)
    return {
      terms: [layout.terms.get(term.entity) as string],
      how,
      reason: `${name} writes the bytes of it`,
      range,
      store: callStore(shadow.arguments),
      ...placeOf(facts, layout, term),
    };
  const whole = wholeObject(unitText, layout, pointer.range, usr);
  const where = whole ?? (isEnd ? placeOfMember(facts, layout, argument.range) : undefined);
  if (where === undefined) return undefined;
  const type = whole === undefined ? "the object around" : `a ${spelled(facts, usr as string)}`;
  const reason = isEnd
    ? `${name} ends ${type}: what relied on it has nothing left to rely on`
    : `${name} writes bytes of ${type}`;
  return {
    terms: [...layout.terms.values()],
    how,
    reason,
    range,
    store: callStore(shadow.arguments),
    ...where,
  };
}

/** By the function's name; one that takes a pointer to const there is another of that name, unless the object ends. */
export function writtenArgument(facts: UnitFacts, { entity, arguments: given }: CallShadow) {
  const callee = facts.entities[entity];
  if (callee?.kind !== "function") return undefined;
  const { name, parameters } = callee;
  const end = givesBack(name);
  if (end !== undefined) {
    const argument = given[end];
    return argument && { name, argument, isEnd: true, how: `given back by ${name}` };
  }
  const writer = bulkWriter(name);
  const argument = given[writer?.to ?? -1];
  if (writer === undefined || argument === undefined) return undefined;
  if (isConst(facts, pointeeOf(facts, parameters[writer.to]?.type))) return undefined;
  return { name, argument, isEnd: false, how: `${writer.word} ${name}` };
}

/** `p` of `(char *)p`, where that leads to an object. */
function uncast(facts: UnitFacts, unitText: string, layout: Layout, argument: Operand): Operand {
  const found = conversionsWithin(facts, argument.range).find(({ from, range }) => {
    const { usr, depth } = coreOf(facts, from);
    return depth === 1 && layout.holders.has(usr ?? "") && isOnlyCast(unitText, argument.range, range);
  });
  return found === undefined ? argument : { range: found.range, type: found.from };
}

/** A term, or one of which a part stands there. */
export const termWithin = (facts: UnitFacts, layout: Layout, range: TextRange) =>
  [...referencesWithin(facts, range), ...addressedWithin(facts, range)].find(({ entity }) =>
    layout.terms.has(entity),
  );

/** Whether a pointer to an object that becomes something else is what such a function gets: a site, or only copied from. */
export function isGivenToWriter(
  facts: UnitFacts,
  unitText: string,
  range: TextRange,
  how: "at all" | "to be written",
): boolean {
  return callsAround(facts, range).some((one) => {
    const written = writtenArgument(facts, one);
    if (written === undefined) return false;
    const given = written.isEnd || how === "to be written" ? [written.argument] : one.arguments;
    return given.some((argument) => isOnlyCast(unitText, argument.range, range));
  });
}

/** Casts to other pointers and brackets are all that stands around. */
function isOnlyCast(unitText: string, outer: TextRange, inner: TextRange): boolean {
  if (!contains(outer, inner)) return false;
  const before = unitText.slice(outer.start, inner.start);
  return (
    /^[\s(]*$/.test(withoutPointerCasts(before)) && /^[\s)]*$/.test(unitText.slice(inner.end, outer.end))
  );
}

/** Of a pointer to an object that holds the terms. */
function wholeObject(
  unitText: string,
  layout: Layout,
  range: TextRange,
  usr: string | undefined,
): Pick<RawSite, "target" | "object"> | undefined {
  if (usr === undefined || !layout.holders.has(usr)) return undefined;
  return {
    target: { range, is: "pointer", reach: usr === layout.own ? "exact" : "holder" },
    object: addressed(unitText, range),
  };
}

/** Of `&object->member`, by which some functions get what they end. */
function placeOfMember(
  facts: UnitFacts,
  layout: Layout,
  at: TextRange,
): Pick<RawSite, "target" | "object"> | undefined {
  for (const one of referencesWithin(facts, at)) {
    const place = placeOf(facts, layout, one);
    if (place.target !== undefined && place.target.is !== "variable") return place;
  }
  return undefined;
}
