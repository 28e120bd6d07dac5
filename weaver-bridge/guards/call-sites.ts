/** Writes of a term by functions that write bytes, and by those that give its object back. */
import { type CallShadow, contains, type TextRange, type UnitFacts } from "../model/index.js";
import { bulkWriter, givesBack } from "./bulk-writers.js";
import { addressed } from "./function-text.js";
import type { RawSite } from "./guard-site.js";
import { isConst, type Layout, pointeeOf, recordOf, spelled } from "./layout.js";
import { placeOf } from "./object-place.js";
import { callStore } from "./store.js";

/** Undefined where it writes no term, as far as its name says. */
export function writtenByCall(
  facts: UnitFacts,
  unitText: string,
  layout: Layout,
  shadow: CallShadow,
): RawSite | undefined {
  const callee = facts.entities[shadow.entity];
  const name = callee?.name ?? "";
  const writer = bulkWriter(name);
  const end = givesBack(name);
  const isEnd = end !== undefined;
  const at = writer?.to ?? end;
  const argument = at === undefined ? undefined : shadow.arguments[at];
  const range = shadow.range;
  const pointee = pointeeOf(facts, argument?.type);
  if (argument === undefined || isConst(facts, pointee)) return undefined;
  const usr = recordOf(facts, pointee);
  const how = isEnd ? `given back by ${name}` : `${writer?.word} ${name}`;
  const term = facts.shadows.find(
    (one) => one.kind === "ref" && layout.terms.has(one.entity) && contains(argument.range, one.range),
  );
  if (term !== undefined && !isEnd)
    return {
      terms: [layout.terms.get(term.entity) as string],
      how,
      reason: `${name} writes the bytes of it`,
      range,
      store: callStore(shadow.arguments),
      ...(term.kind === "ref" ? placeOf(facts, layout, term) : {}),
    };
  const whole = wholeObject(unitText, layout, argument.range, usr);
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
  for (const one of facts.shadows) {
    if (one.kind !== "ref" || !contains(at, one.range)) continue;
    const place = placeOf(facts, layout, one);
    if (place.target !== undefined && place.target.is !== "variable") return place;
  }
  return undefined;
}
