/** Ways to a term from beside it: bytes written past a member, pointers to a neighbour that move. None is sure to write one. */
import {
  type AccessShadow,
  type CallShadow,
  contains,
  type TextRange,
  type TypeId,
  type UnitFacts,
} from "../model/index.js";
import type { RawAlias, Unit } from "./alias.js";
import { isLonger, outsideIndex } from "./array-ends.js";
import { asmOperandAt, readAsm } from "./asm-operands.js";
import { bulkWriter } from "./bulk-writers.js";
import { argumentsFrom } from "./call-arguments.js";
import { shownFunction } from "./called-function.js";
import type { FunctionBody } from "./function-text.js";
import { isArray, isConst, pointeeOf, recordOf } from "./layout.js";
import { usesOfPointer } from "./pointer-uses.js";

export function neighbours(unit: Unit): RawAlias[] {
  if (unit.layout.own === undefined) return [];
  return fromMembers(unit);
}

const termsOf = ({ layout }: Unit) => [...new Set(layout.terms.values())];

/** `memset(&p->before, 0, 8)`; `q = &p->before` that is reckoned with; `(&p->after)[-1]`. */
function fromMembers(unit: Unit): RawAlias[] {
  const { facts, layout } = unit;
  return facts.shadows.flatMap((shadow): RawAlias[] => {
    if (shadow.kind !== "ref" && shadow.kind !== "set") return [];
    if (shadow.object === undefined || layout.terms.has(shadow.entity)) return [];
    const shared = layout.siblings.get(shadow.entity);
    if (shared !== undefined)
      return shadow.kind === "set" || unit.uses.isRead(shadow) ? [] : [inUnion(unit, shadow, shared)];
    const way = isBesideTerms(unit, shadow) ? wayFrom(unit, shadow) : undefined;
    const name = facts.entities[shadow.entity]?.name ?? "";
    if (way === undefined) return [];
    return [
      { kind: "bytes", terms: termsOf(unit), range: shadow.range, chain: [`${name} stands beside it`, way] },
    ];
  });
}

/** A member of what holds terms, and none that holds them itself. */
function isBesideTerms({ facts, layout }: Unit, { object, type }: AccessShadow): boolean {
  const holder = recordOf(facts, object?.arrow === true ? pointeeOf(facts, object.type) : object?.type);
  return layout.holders.has(holder ?? "") && !layout.holders.has(recordOf(facts, type) ?? "");
}

/** How a member's address leads on from it; undefined where it does not, and outside of functions. */
function wayFrom(unit: Unit, shadow: AccessShadow): string | undefined {
  const { facts, unitText, bodyAt } = unit;
  const body = bodyAt(shadow.range);
  if (body === undefined) return undefined;
  const outside = outsideIndex(facts, unitText, shadow);
  if (outside !== undefined || shadow.kind === "set") return outside;
  return (
    pastItsEnd(unit, shadow) ??
    asmBeside(unitText, shadow) ??
    movedThere(unitText, shadow) ??
    (isArray(facts, shadow.type) ? undefined : movedLater(shadow, body, unitText)) ??
    movedElsewhere(unit, shadow)
  );
}

function inUnion({ facts }: Unit, { entity, range }: AccessShadow, term: string): RawAlias {
  const name = facts.entities[entity]?.name ?? "";
  const chain = [`${name} shares its bytes with ${term} in a union`, "its address is used"];
  return { kind: "bytes", terms: [term], range, chain };
}

/** By a call that writes more bytes than the member's own, or by which nobody knows how many. */
function pastItsEnd({ facts, unitText }: Unit, shadow: AccessShadow): string | undefined {
  const call = facts.shadows.findLast(
    (one) => one.kind === "call" && one.arguments.some(({ range }) => contains(range, shadow.range)),
  );
  const builtin = call?.kind === "call" ? undefined : builtinAround(unitText, shadow.range);
  const name = call?.kind === "call" ? facts.entities[call.entity]?.name : builtin?.name;
  const given = call?.kind === "call" ? call.arguments.map(({ range }) => range) : builtin?.arguments;
  const writer = bulkWriter(name ?? "");
  if (writer === undefined || given === undefined) return undefined;
  const to = given[writer.to];
  const bytes = given.at(-1);
  if (to === undefined || bytes === undefined || !contains(to, shadow.range)) return undefined;
  const size = unitText.slice(bytes.start, bytes.end).replace(/\s+/g, "");
  const member = unitText.slice(shadow.lvalue.start, shadow.lvalue.end).replace(/\s+/g, "");
  if (isArray(facts, shadow.type) && !/sizeof/.test(size) && !isLonger(facts, shadow.type, Number(size)))
    return undefined;
  if (size === `sizeof(${member})` || size === `sizeof${member}` || size === `sizeof((${member}))`)
    return undefined;
  return `${name} writes ${unitText.slice(bytes.start, bytes.end)} bytes from there on`;
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
  if (statement === undefined) return undefined;
  const template = readAsm(unitText, statement)
    .template.replace(/\\[nt]/g, ";")
    .replace(/\s/g, "");
  return RECKONS.test(template) ? "asm reckons with its address" : undefined;
}

/** A number beside an operand, `%H0`, which is eight bytes on, and `lea`. */
const RECKONS = /\blea\w*%(?!%)|[\d)+-]%(?!%)|%(?!%)(?:\[\w+\]|\w+)[-+]|%H/;

const MOVED = /^[\s)]*(?:\[\s*(?!0\s*\])|[-+](?!>)|\+\+|--)/;

const NUMBER = String.raw`(?:unsigned|signed|long|int|\w*size_t|\w*intptr_t|\w*addr\w*|u(?:int)?(?:32|64)(?:_t)?)`;
const TO_NUMBER = new RegExp(String.raw`\(\s*${NUMBER}(?:\s+${NUMBER})*\s*\)[\s(]*$`);

function movedThere(text: string, { range }: AccessShadow): string | undefined {
  const before = text.slice(Math.max(0, range.start - 60), range.start);
  if (!/^\s*&/.test(text.slice(range.start, range.end)) && !/&[\s(]*$/.test(before)) return undefined;
  if (MOVED.test(text.slice(range.end, range.end + 60))) return "its address is reckoned with";
  if (/(?:\w|\))\s*(?:[-+]\s*\(*|\[[\s(]*)$/.test(before) && !/\b0\s*\[[\s(]*$/.test(before))
    return "its address is reckoned with";
  if (/$(?<=\((?!const\b)[\w\s]*\w\s*\*+\s*\)[\s(]*)/.test(before))
    return "its address becomes a pointer to something else";
  if (TO_NUMBER.test(before)) return "its address becomes a number";
  if (/"[^"\n]*"\s*\([\s(]*$/.test(before)) return "asm gets its address";
  return undefined;
}

/** Of a variable that keeps it. */
function movedLater({ range }: AccessShadow, body: FunctionBody, unitText: string): string | undefined {
  const before = unitText.slice(body.start, range.start);
  const name = /(?<![\w.>])([A-Za-z_]\w*)\s*=\s*(?:\([^()]*\)\s*)?(?:[(&][\s(&]*)?$/.exec(before)?.[1];
  if (name === undefined) return undefined;
  return isMoved(name, body.text) ? `${name} keeps its address, and is reckoned with` : undefined;
}

function isMoved(name: string, text: string): boolean {
  return new RegExp(
    `(?<![\\w.>])${name}\\s*(?:\\[\\s*(?!0\\s*\\])|[-+](?![>])|\\+\\+|--)|(?:\\+\\+|--)\\s*${name}\\b|\\w\\s*\\+\\s*${name}\\b|\\([\\w\\s]+\\*+\\s*\\)\\s*${name}\\b`,
  ).test(text);
}

/** By a function that gets its address, and moves it or takes it for something else. */
function movedElsewhere(unit: Unit, shadow: AccessShadow): string | undefined {
  const { facts } = unit;
  const call = facts.shadows.findLast(
    (one): one is CallShadow =>
      one.kind === "call" && one.arguments.some(({ range }) => contains(range, shadow.range)),
  );
  const at = call?.arguments.findIndex(({ range }) => contains(range, shadow.range)) ?? -1;
  const callee = call && facts.entities[call.entity];
  if (call === undefined || callee?.kind !== "function" || bulkWriter(callee.name) !== undefined)
    return undefined;
  const parameter = callee.parameters[at];
  const to = pointeeOf(facts, parameter?.type);
  if (to === undefined || isConst(facts, to)) return undefined;
  const shown = shownFunction(unit, call.entity);
  const own = shown?.parameters[at]?.name;
  if (isArray(facts, shadow.type)) return undefined;
  if (shown !== undefined && own && isMoved(own, shown.body.text))
    return `${callee.name} reckons with its address`;
  const isBytes = /^(?:unsigned |signed )?(?:void|char)$/.test(facts.types[to]?.spelling ?? "");
  if (!isBytes || isBytesItself(facts, shadow)) return undefined;
  // Nobody said how many.
  if (shown === undefined && !call.arguments.some(({ type }) => isNumber(facts, type))) return undefined;
  const isRead =
    shown?.isReplaceable === false && own && usesOfPointer(own, shown.body.text).kept === undefined;
  return isRead ? undefined : `${callee.name} takes its address as one of bytes`;
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
