/** Pointers to const: nothing is written by them where each use is understood, and none forgets the const. */
import { type CallShadow, contains, type FunctionEntity, type TextRange } from "../../model/index.js";
import { bulkWriter } from "../facts/bulk-writers.js";
import { shownFunction } from "../facts/called-function.js";
import { type FunctionBody, saysInTurn } from "../facts/function-text.js";
import { callsGiven, referencesAround } from "../facts/indexed-facts.js";
import { isArray, isConst, pointeeOf, recordOf } from "../facts/layout.js";
import { type ConstUse, constUseAt } from "../pointers/const-use.js";
import { isOwnVariable } from "../pointers/pointer-uses.js";
import type { Unit } from "./alias.js";

/** Of an expression that becomes a pointer to const: why nothing is written by it; undefined where it may be. */
export function followConst(unit: Unit, range: TextRange): string | undefined {
  const body = unit.bodyAt(range);
  if (body === undefined) return undefined;
  const use = useIn(unit, body, { start: range.start - body.start, end: range.end - body.start });
  if (!isHarmless(unit, body, use, 3)) return undefined;
  return use.is === "assigned" ? `${use.to} is a pointer to const` : "it is a pointer to const";
}

/** Of a variable or parameter under a name in a function. `depth`: calls and variables that are followed. */
export function staysConst(unit: Unit, name: string, body: FunctionBody, depth: number): boolean {
  const uses = body.text.matchAll(new RegExp(`(?<![\\w.])(?=${name}\\b)(?<!->\\s*)${name}`, "g"));
  return Array.from(uses, ({ index }) => useIn(unit, body, { start: index, end: index + name.length })).every(
    (use) => (use.is === "assigned" && use.to === name) || isHarmless(unit, body, use, depth),
  );
}

const useIn = ({ facts }: Unit, { text }: FunctionBody, range: TextRange) => constUseAt(facts, text, range);

function isHarmless(unit: Unit, body: FunctionBody, use: ConstUse, depth: number): boolean {
  if (use.is === "read") return true;
  if (depth <= 0) return false;
  const range =
    "range" in use ? { start: body.start + use.range.start, end: body.start + use.range.end } : undefined;
  if (use.is === "assigned") return isOwnToConst(use.to, body) && staysConst(unit, use.to, body, depth - 1);
  if (use.is === "address") return range !== undefined && isFollowedElsewhere(unit, range);
  return use.is === "given" && range !== undefined && isGivenToConst(unit, range, use.to, depth);
}

const isOwnToConst = (name: string, body: FunctionBody) =>
  isOwnVariable(name, body) &&
  saysInTurn(body.text, /\bconst\b/g, new RegExp(`\\*\\s*(?:const\\s+)?${name}\\b`));

/** The address of a member of an object that holds the terms is followed where it is taken. */
function isFollowedElsewhere({ facts, layout }: Unit, range: TextRange): boolean {
  return referencesAround(facts, range).some((one) => {
    if (one.object === undefined || !contains(one.lvalue, range)) return false;
    const { object } = one;
    const of = recordOf(facts, object.arrow ? pointeeOf(facts, object.type) : object.type);
    return of !== undefined && layout.holders.has(of);
  });
}

function isGivenToConst(unit: Unit, range: TextRange, to: string, depth: number): boolean {
  const { facts, unitText } = unit;
  const call = callsGiven(facts, range).find((one) =>
    one.arguments.some((given) => isAll(unitText, given.range, range)),
  );
  if (call === undefined) return isPrinter(to);
  const at = call.arguments.findIndex((given) => isAll(unitText, given.range, range));
  return isPrinter(facts.entities[call.entity]?.name ?? "") || takesConst(unit, call, at, depth - 1);
}

const isPrinter = (name: string) => /printf$|^_?printk$|^_*v?panic$/.test(name);

/** With brackets and casts around. */
const isAll = (text: string, outer: TextRange, inner: TextRange) =>
  contains(outer, inner) &&
  /^[\s(]*$/.test(text.slice(outer.start, inner.start)) &&
  /^[\s)]*$/.test(text.slice(inner.end, outer.end));

/** What is behind the declaration, where the unit shows it; elsewhere the declaration is believed. */
export function takesConst(unit: Unit, call: CallShadow, at: number, depth = 3): boolean {
  const { facts } = unit;
  const { name, parameters } = facts.entities[call.entity] as FunctionEntity;
  const parameter = parameters[at];
  const writer = bulkWriter(name);
  if (writer !== undefined && writer.to === at) return false;
  const pointee = pointeeOf(facts, parameter?.type);
  // `*p` is an address again.
  if (pointee === undefined || !isConst(facts, pointee) || isArray(facts, pointee)) return false;
  const shown = shownFunction(unit, call.entity);
  const own = shown?.parameters[at];
  if (shown === undefined || own?.name === "") return true;
  // Another name of it may be declared otherwise than it is.
  if (own === undefined || !isConst(facts, pointeeOf(facts, own.type) ?? pointee)) return false;
  return staysConst(unit, own.name, shown.body, depth);
}
