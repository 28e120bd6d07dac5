/**
 * Every write of a guarded term in one unit, by what libclang saw: each is certain, possible, or filtered with a reason.
 * A term is written through its own name, with the object that holds it (struct copies, bytes), or by asm that says so.
 */
import type { AccessShadow, BuiltinShadow, UnitFacts } from "../model/index.js";
import { bytesBeside } from "./aliases/bytes-beside.js";
import { elementWrites } from "./aliases/element-writes.js";
import { coverageOf } from "./coverage.js";
import type { ShownCode } from "./facts/called-function.js";
import type { GuardDeclaration } from "./facts/declaration.js";
import { type FunctionBody, functionBodies } from "./facts/function-text.js";
import type { GuardSite, JudgedSite, RawSite } from "./facts/guard-site.js";
import { accessOf, shadowsOf } from "./facts/indexed-facts.js";
import { type Layout, layoutOf, recordOf, spelled } from "./facts/layout.js";
import { placeOf } from "./facts/object-place.js";
import { bitFieldName, storeOf } from "./facts/store.js";
import { asmWrite, asmWriteOf } from "./writes/asm-writes.js";
import { builtinWriters } from "./writes/builtin-writers.js";
import { writtenByCall } from "./writes/call-sites.js";
import { harmlessBecause } from "./writes/filters.js";
import { initialisers } from "./writes/initialisers.js";
import { type AddressUses, addressUses } from "./writes/own-address.js";

/** In order of the text. `unitText` is latin1. */
export function guardSites(
  facts: UnitFacts,
  unitText: string,
  guards: readonly GuardDeclaration[],
): GuardSite[] {
  const bodyAt = functionBodies(facts, unitText);
  const uses = addressUses(facts, unitText);
  return guards
    .flatMap((guard): JudgedSite[] => {
      const layout = layoutOf(facts, unitText, guard);
      if (layout === undefined) return [];
      const raw = [
        ...rawSites(facts, unitText, layout),
        ...byOwnAddress(facts, layout, uses),
        ...ofParts(facts, unitText, layout, uses),
        ...elementWrites({ facts, unitText, bodyAt }, layout),
        ...bytesBeside({ facts, unitText, bodyAt }, layout),
        ...initialisers(facts, unitText, layout, bodyAt),
        ...builtinWriters(facts, unitText, layout, bodyAt),
      ];
      return raw.map((one) => judged(one, { code: { facts, unitText, bodyAt }, layout }, bodyAt(one.range)));
    })
    .map((site) => ({ ...site, guarded: coverageOf(facts, site) }))
    .sort((left, right) => left.range.start - right.range.start || left.range.end - right.range.end);
}

function judged(
  raw: RawSite,
  known: { readonly code: ShownCode; readonly layout: Layout },
  body: FunctionBody | undefined,
): JudgedSite {
  const { guard } = known.layout;
  const { object, certainty = "certain", ...site } = raw;
  const within = body === undefined ? {} : { within: body.name };
  const said = body && guard.harmless.get(body.name);
  if (said !== undefined)
    return { guard, ...site, ...within, certainty: "filtered", reason: `declared harmless: ${said}` };
  const harmless =
    object === undefined || body === undefined || certainty === "filtered"
      ? undefined
      : harmlessBecause(
          {
            text: known.code.unitText.slice(object.range.start, object.range.end),
            isArrow: object.isArrow,
            at: object.range.start,
          },
          body,
          known,
        );
  if (harmless !== undefined) return { guard, ...site, ...within, certainty: "filtered", reason: harmless };
  return { guard, ...site, ...within, certainty };
}

function rawSites(facts: UnitFacts, unitText: string, layout: Layout): RawSite[] {
  const whole = [...layout.terms.values()];
  const found: RawSite[] = [];
  const taken = new Set<string>();
  const add = (site: RawSite | undefined) => {
    if (site === undefined) return;
    taken.add(`${site.range.start}:${site.range.end}`);
    found.push(site);
  };
  const { sets, refs, calls, builtins } = shadowsOf(facts);
  for (const shadow of sets) add(ofSet(facts, unitText, layout, shadow));
  for (const shadow of refs) add(asmWrite(facts, unitText, layout, shadow));
  for (const shadow of calls) add(writtenByCall(facts, unitText, layout, shadow));
  for (const shadow of builtins)
    if (!taken.has(`${shadow.range.start}:${shadow.range.end}`))
      add(ofWhole(facts, unitText, layout, shadow, whole));
  return found;
}

function ofSet(
  facts: UnitFacts,
  unitText: string,
  layout: Layout,
  shadow: AccessShadow,
): RawSite | undefined {
  const own = layout.terms.get(shadow.entity);
  const name = facts.entities[shadow.entity]?.name ?? "";
  if (own !== undefined)
    return {
      terms: [own],
      how: howWritten(shadow, unitText),
      reason: `names ${own}`,
      range: shadow.range,
      ...stored(facts, shadow),
      ...placeOf(facts, layout, shadow),
    };
  const type = recordOf(facts, shadow.type);
  if (type !== undefined && layout.holders.has(type))
    return {
      terms: [...layout.terms.values()],
      how: `copied with ${name}`,
      reason: `${name} holds ${spelled(facts, type)}, which is copied whole`,
      range: shadow.range,
      ...stored(facts, shadow, true),
      target: { range: shadow.lvalue, is: "object", reach: type === layout.own ? "exact" : "holder" },
      object: { range: shadow.lvalue, isArrow: false },
    };
  return ofSibling(facts, layout, shadow, unitText);
}

/** Another member of the union that a term stands in. */
function ofSibling(
  facts: UnitFacts,
  layout: Layout,
  shadow: AccessShadow,
  unitText: string,
): RawSite | undefined {
  const term = layout.siblings.get(shadow.entity);
  if (term === undefined) return undefined;
  return {
    terms: [term],
    how: howWritten(shadow, unitText),
    certainty: "possible",
    reason: `${facts.entities[shadow.entity]?.name} shares its bytes with ${term} in a union`,
    range: shadow.range,
    ...stored(facts, shadow),
    ...placeOf(facts, layout, shadow),
  };
}

/** A part of a term: `p->signals.pending = 1` for the term `signals`, by its name or by its own address. */
function ofParts(facts: UnitFacts, unitText: string, layout: Layout, uses: AddressUses): RawSite[] {
  return (facts.escapes?.mentions ?? []).flatMap((one): RawSite[] => {
    const term = layout.terms.get(one.entity);
    const shadow = term === undefined ? undefined : accessOf(facts, one);
    if (term === undefined || shadow === undefined) return [];
    const place = placeOf(facts, layout, one);
    if (shadow.kind === "set" && one.role === "set")
      return [
        {
          terms: [term],
          how: howWritten(shadow, unitText),
          reason: `is a part of ${term}`,
          range: shadow.range,
          ...stored(facts, shadow),
          ...place,
        },
      ];
    if (one.role !== "ref") return [];
    const written = uses.write(shadow);
    if (written !== undefined) return [{ terms: [term], ...written, ...place }];
    const byAsm = asmWriteOf({ facts, unitText }, shadow, [term], place);
    return byAsm === undefined ? [] : [byAsm];
  });
}

function howWritten({ write }: AccessShadow, unitText: string): string {
  if (write?.form === "compound")
    return `changed by ${unitText.slice(write.operator.start, write.operator.end)}`;
  if (write?.form === "prefix" || write?.form === "postfix") return `changed by ${write.step}`;
  return "assigned";
}

/** `whole`: an object of a struct or union is copied. */
function stored(facts: UnitFacts, shadow: AccessShadow, whole = false): Pick<RawSite, "store"> {
  const store = storeOf(shadow, bitFieldName(facts, shadow));
  return store === undefined ? {} : { store: whole && store.form === "assign" ? { ...store, whole } : store };
}

/** `*p = *q`, `p[3] = *q` */
function ofWhole(
  facts: UnitFacts,
  unitText: string,
  layout: Layout,
  shadow: BuiltinShadow,
  terms: readonly string[],
): RawSite | undefined {
  const { operands, operator, range } = shadow;
  if (unitText.slice(operator.start, operator.end) !== "=") return undefined;
  const to = operands[0];
  const usr = recordOf(facts, to?.type);
  if (to === undefined || usr === undefined || !layout.holders.has(usr)) return undefined;
  const pointer = /^\s*(?:\(+\s*)?\*\s*/.exec(unitText.slice(to.range.start, to.range.end))?.[0];
  const object =
    pointer === undefined
      ? { range: to.range, isArrow: false }
      : { range: { start: to.range.start + pointer.length, end: to.range.end }, isArrow: true };
  return {
    terms,
    how: `copied with ${spelled(facts, usr)}`,
    reason: `the whole ${spelled(facts, usr)} is copied`,
    range,
    store: { form: "assign", operator, whole: true },
    target: { range: to.range, is: "object", reach: usr === layout.own ? "exact" : "holder" },
    object,
  };
}

function byOwnAddress(facts: UnitFacts, layout: Layout, uses: AddressUses): RawSite[] {
  return shadowsOf(facts).refs.flatMap((shadow): RawSite[] => {
    const term = layout.terms.get(shadow.entity);
    const written = term === undefined ? undefined : uses.write(shadow);
    if (term === undefined || written === undefined) return [];
    return [{ terms: [term], ...written, ...placeOf(facts, layout, shadow) }];
  });
}
