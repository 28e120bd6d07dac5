/** Ways to a term from beside it: bytes written past a member, pointers to a neighbour that move. None is sure to write one. */
import {
  type AccessShadow,
  type CallShadow,
  contains,
  type LeavingPointer,
  type PointerLeaves,
  type TextRange,
  type TypeId,
  type UnitFacts,
} from "../../model/index.js";
import { arrayOf, isLonger, outsideIndex } from "../facts/array-ends.js";
import { asmOperandAt, reckonsWithOperands } from "../facts/asm-operands.js";
import { bulkWriter, bytesGiven } from "../facts/bulk-writers.js";
import { argumentsFrom } from "../facts/call-arguments.js";
import { shownFunction } from "../facts/called-function.js";
import { callsGiven, shadowsOf } from "../facts/indexed-facts.js";
import { isArray, isConst, pointeeOf, recordOf } from "../facts/layout.js";
import { isOffsetOf } from "../facts/object-place.js";
import { flowOf, reckonedWith } from "../pointers/pointer-flow.js";
import { usesOfPointer } from "../pointers/pointer-uses.js";
import type { RawAlias, Unit } from "./alias.js";

export function neighbours(unit: Unit): RawAlias[] {
  if (unit.layout.own === undefined) return [];
  return [...fromMembers(unit), ...fromFirstValues(unit)];
}

const termsOf = ({ layout }: Unit) => [...new Set(layout.terms.values())];

/** `memset(&p->before, 0, 8)`; `q = &p->before` that is reckoned with; `(&p->after)[-1]`. */
function fromMembers(unit: Unit): RawAlias[] {
  const { facts, layout } = unit;
  const { refs, sets } = shadowsOf(facts);
  return [...refs, ...sets].flatMap((shadow): RawAlias[] => {
    if (!isNeighbour(unit, shadow)) return [];
    const shared = layout.siblings.get(shadow.entity);
    if (shared !== undefined)
      return shadow.kind === "set" || unit.uses.isRead(shadow) ? [] : [inUnion(unit, shadow, shared)];
    const way = isBesideTerms(unit, shadow) ? wayFrom(unit, shadow) : undefined;
    return way === undefined ? [] : [fromBeside(unit, shadow, way)];
  });
}

const isNeighbour = ({ layout, unitText }: Unit, { object, entity }: AccessShadow): boolean =>
  object !== undefined && !layout.terms.has(entity) && !isOffsetOf(unitText, object);

function fromBeside(
  unit: Unit,
  { entity, range }: Pick<AccessShadow, "entity" | "range">,
  way: readonly string[],
): RawAlias {
  const name = unit.facts.entities[entity]?.name ?? "";
  return { kind: "bytes", terms: termsOf(unit), range, chain: [`${name} stands beside it`, ...way] };
}

/** `static int *beside = &lock.before;`, which is constant, and so no access. */
function fromFirstValues(unit: Unit): RawAlias[] {
  return constantAddresses(unit).flatMap((one) => {
    const way = reckonedWith(unit, one);
    return way === undefined ? [] : [fromBeside(unit, { ...one, range: one.lvalue }, way)];
  });
}

function constantAddresses(unit: Unit): Pick<AccessShadow, "entity" | "type" | "lvalue">[] {
  const { facts, layout, unitText } = unit;
  return (facts.escapes?.mentions ?? []).flatMap(({ entity, role, range, object }) => {
    const field = facts.entities[entity];
    if (role !== "ref" || object === undefined || field?.kind !== "field") return [];
    if (isOffsetOf(unitText, object)) return [];
    if (layout.terms.has(entity) || layout.siblings.has(entity)) return [];
    let { type } = field;
    const indices = unitText.slice(range.start, range.end).match(/\]/g)?.length ?? 0;
    for (let index = 0; index < indices; index++) type = arrayOf(facts, type)?.of ?? type;
    return isBesideTerms(unit, { object, type }) ? [{ entity, type, lvalue: range }] : [];
  });
}

/** What leaves the unit, for others to be asked about it. */
export function leavingNeighbours(
  unit: Unit,
): { readonly alias: RawAlias; readonly to: PointerLeaves; readonly pointer: LeavingPointer }[] {
  if (unit.layout.own === undefined) return [];
  const members = shadowsOf(unit.facts).refs.filter(
    (one) =>
      isNeighbour(unit, one) &&
      !unit.layout.siblings.has(one.entity) &&
      isBesideTerms(unit, one) &&
      unit.bodyAt(one.range) !== undefined,
  );
  return [...members, ...constantAddresses(unit)].flatMap((one) => {
    const flow = flowOf(unit, one);
    if (flow === undefined || flow.moved !== undefined) return [];
    return flow.leaves.map(({ to, chain }) => ({
      alias: fromBeside(unit, { ...one, range: one.lvalue }, chain),
      to,
      pointer: flow.pointer,
    }));
  });
}

/** A member of what holds terms, and none that holds them itself. */
export function isBesideTerms(
  { facts, layout }: Pick<Unit, "facts" | "layout">,
  { object, type }: Pick<AccessShadow, "object" | "type">,
): boolean {
  const holder = recordOf(facts, object?.arrow === true ? pointeeOf(facts, object.type) : object?.type);
  return layout.holders.has(holder ?? "") && !layout.holders.has(recordOf(facts, type) ?? "");
}

/** How a member's address leads on from it; undefined where it does not, and outside of functions. */
function wayFrom(unit: Unit, shadow: AccessShadow): readonly string[] | undefined {
  const { facts, unitText, bodyAt } = unit;
  if (bodyAt(shadow.range) === undefined) return undefined;
  const outside = outsideIndex(facts, unitText, shadow);
  if (outside !== undefined) return [outside];
  if (shadow.kind === "set") return undefined;
  const way = pastItsEnd(unit, shadow) ?? asmBeside(unitText, shadow);
  if (way !== undefined) return [way];
  const bytes = asBytesElsewhere(unit, shadow);
  return reckonedWith(unit, shadow) ?? (bytes === undefined ? undefined : [bytes]);
}

function inUnion({ facts }: Unit, { entity, range }: AccessShadow, term: string): RawAlias {
  const name = facts.entities[entity]?.name ?? "";
  const chain = [`${name} shares its bytes with ${term} in a union`, "its address is used"];
  return { kind: "bytes", terms: [term], range, chain };
}

/**
 * By a call that writes more bytes than the member's own, or by which nobody knows how many. Of all of an array, only
 * what is surely longer: the rest is a write that is possible.
 */
export function pastItsEnd(
  { facts, unitText }: Pick<Unit, "facts" | "unitText">,
  shadow: AccessShadow,
): string | undefined {
  const call = callsGiven(facts, shadow.range).at(-1);
  const builtin = call === undefined ? builtinAround(unitText, shadow.range) : undefined;
  const name = call === undefined ? builtin?.name : facts.entities[call.entity]?.name;
  const given = call === undefined ? builtin?.arguments : call.arguments.map(({ range }) => range);
  const writer = bulkWriter(name ?? "");
  if (writer === undefined || given === undefined) return undefined;
  const to = given[writer.to];
  if (to === undefined || !contains(to, shadow.range)) return undefined;
  const said = bytesGiven(unitText, name ?? "", given);
  const size = said.replace(/\s+/g, "");
  const member = unitText.slice(shadow.lvalue.start, shadow.lvalue.end).replace(/\s+/g, "");
  if (isArray(facts, shadow.type) && !isLonger(facts, shadow.type, Number(size))) return undefined;
  if (size === `sizeof(${member})` || size === `sizeof${member}` || size === `sizeof((${member}))`)
    return undefined;
  return `${name} writes ${said} bytes from there on`;
}

function builtinAround(text: string, at: TextRange) {
  const head = [...text.slice(Math.max(0, at.start - 200), at.start).matchAll(/\b(__builtin_\w+)\s*\(/g)].at(
    -1,
  );
  if (head === undefined) return undefined;
  const from = Math.max(0, at.start - 200) + head.index + head[0].length;
  const called = argumentsFrom(text, from);
  return called.end < at.end ? undefined : { name: head[1] as string, arguments: called.arguments };
}

/** `asm("incl 4+%0" : "+m"(p->before))` */
function asmBeside(unitText: string, { range }: AccessShadow): string | undefined {
  const statement = asmOperandAt(unitText, range)?.statement;
  return statement !== undefined && reckonsWithOperands(unitText, statement)
    ? "asm reckons with its address"
    : undefined;
}

/** As one of bytes, by a function of which nobody knows what it does. */
function asBytesElsewhere(unit: Unit, shadow: AccessShadow): string | undefined {
  const { facts } = unit;
  const call = callsGiven(facts, shadow.range).at(-1);
  const at = call?.arguments.findIndex(({ range }) => contains(range, shadow.range)) ?? -1;
  const callee = call && facts.entities[call.entity];
  if (call === undefined || callee?.kind !== "function" || bulkWriter(callee.name) !== undefined)
    return undefined;
  const parameter = callee.parameters[at];
  const to = pointeeOf(facts, parameter?.type);
  if (to === undefined || isConst(facts, to) || isArray(facts, shadow.type)) return undefined;
  const isBytes = /^(?:unsigned |signed )?(?:void|char)$/.test(facts.types[to]?.spelling ?? "");
  if (!isBytes || isBytesItself(facts, shadow)) return undefined;
  return isReadThere(unit, call, at) ? undefined : `${callee.name} takes its address as one of bytes`;
}

/** Or nobody says how many bytes there are. */
function isReadThere(unit: Unit, { entity, arguments: given }: CallShadow, at: number): boolean {
  const shown = shownFunction(unit, entity);
  if (shown === undefined) return !given.some(({ type }) => isNumber(unit.facts, type));
  const own = shown.parameters[at]?.name ?? "";
  return !shown.isReplaceable && own !== "" && usesOfPointer(own, shown.body.text).kept === undefined;
}

function isNumber(facts: UnitFacts, id: TypeId): boolean {
  const type = facts.types[id];
  return type?.kind === "builtin" || (type?.kind === "typedef" && isNumber(facts, type.underlying));
}

/** An array of characters, which keeps its length for whoever gets it. */
function isBytesItself(facts: UnitFacts, { type }: AccessShadow): boolean {
  const of = facts.types[pointeeOf(facts, type) ?? type];
  return /^(?:unsigned |signed )?char$/.test(of?.spelling ?? "");
}
