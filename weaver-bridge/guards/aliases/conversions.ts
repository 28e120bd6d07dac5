/**
 * Where a pointer to an object that holds the terms goes on as something else, by the types that libclang tells: a pointer
 * to bytes, a number, an operand of asm, an argument that its function does not name. Whatever follows may write a term.
 */
import type { Conversion, TextRange } from "../../model/index.js";
import { callsAround } from "../facts/indexed-facts.js";
import { coreOf, isArray, isConst, pointeeOf } from "../facts/layout.js";
import { isFilled } from "../writes/builtin-writers.js";
import { isGivenToWriter } from "../writes/call-sites.js";
import type { RawAlias, Unit } from "./alias.js";
import { followConst } from "./const-pointers.js";

export function conversions(unit: Unit): RawAlias[] {
  const { facts, layout, bodyAt } = unit;
  const terms = [...new Set(layout.terms.values())];
  return (facts.escapes?.conversions ?? []).flatMap((one): RawAlias[] => {
    const { usr, depth } = coreOf(facts, one.from);
    if (usr === undefined || !layout.holders.has(usr) || (depth === 0 && one.way !== "asm")) return [];
    if (isTold(unit, one)) return [];
    const chain = [step(unit, one)];
    const harmless = bodyAt(one.range) === undefined ? undefined : harmlessAs(unit, one, depth);
    const kind = one.way === "converted" && isContainer(unit, one.range) ? "container" : "cast";
    const said = { ...calleeOf(unit, one.range), ...(harmless === undefined ? {} : { harmless }) };
    return [{ kind, terms, range: one.range, chain, ...said }];
  });
}

/** The function whose argument it is. */
function calleeOf({ facts }: Unit, range: TextRange): { readonly callee?: string } {
  const call = callsAround(facts, range).find((one) =>
    one.arguments.some((argument) => same(argument.range, range)),
  );
  const callee = call && facts.entities[call.entity]?.name;
  return callee === undefined ? {} : { callee };
}

/** Calls whose function is known are followed there, calls that fill memory are sites. */
function isTold({ facts, unitText, layout }: Unit, { way, range, from, to }: Conversion): boolean {
  // An object itself is written there, a pointer to one is only another one from then on.
  if (way === "asm") return coreOf(facts, from).depth > 0 && isOnlyOutput(unitText, range);
  const after = coreOf(facts, to);
  // Another type that holds the terms: what is written by it names its members, or is a union's.
  if (after.depth === 1 && layout.holders.has(after.usr ?? "")) return true;
  if (isFilled(unitText, range, true) || isAsked(unitText, range)) return true;
  const { depth } = coreOf(facts, from);
  // Of pointers to objects, what is written are the pointers; where they are copied from, somebody else has them.
  if (depth > 0 && isGivenToWriter(facts, unitText, range, depth === 1 ? "at all" : "to be written"))
    return true;
  // A pointer to a pointer is no object that a call is followed with.
  if (depth > 1) return false;
  return callsAround(facts, range).some((one) => {
    const at = one.arguments.findIndex((argument) => same(argument.range, range));
    const callee = facts.entities[one.entity];
    return at >= 0 && way === "converted" && callee?.kind === "function" && at < callee.parameters.length;
  });
}

const same = (one: TextRange, other: TextRange) => one.start === other.start && one.end === other.end;

/** `"=r"(p)`: asm writes the variable, not what it leads to. */
function isOnlyOutput(unitText: string, { start }: TextRange): boolean {
  return /"=[^"m+]*"\s*\([\s(]*$/.test(unitText.slice(Math.max(0, start - 40), start));
}

const ASKED = /\b__builtin_(?:expect\w*|constant_p|prefetch|object_size|types_compatible_p)\s*\([\s(]*$/;

/** Or gcc's `<stdatomic.h>` copies a pointer by its address. */
const isAsked = (unitText: string, { start, end }: TextRange) =>
  ASKED.test(unitText.slice(Math.max(0, start - 60), start)) ||
  /^&\s*__atomic_[a-z_]{1,20}_(?:tmp|val)$/.test(unitText.slice(start, end));

function step({ facts, unitText }: Unit, { way, range, to }: Conversion): string {
  const name = unitText
    .slice(range.start, range.end)
    .replace(/\n#[^\n]*(?=\n)/g, "")
    .replace(/\s+/g, " ");
  if (way === "asm") return `${name} is an operand of asm`;
  if (way === "unnamed") return `${name} is an argument that the function does not name`;
  const pointee = pointeeOf(facts, to);
  if (pointee === undefined) return `${name} becomes a number`;
  return `${name} becomes a pointer to ${facts.types[pointee]?.spelling}`;
}

function harmlessAs(unit: Unit, { way, range, to }: Conversion, depth: number): string | undefined {
  const { facts, unitText } = unit;
  if (way === "unnamed") return printed(unit, range);
  if (way === "asm" || to === undefined) return undefined;
  if (isContainer(unit, range)) return "what is written by it names its members, and is listed";
  const pointee = pointeeOf(facts, to);
  if (depth === 1 && pointee !== undefined && isConst(facts, pointee) && !isArray(facts, pointee))
    return followConst(unit, range);
  const isCompared = /^[\s)]*(?:[<>]=?|[!=]=)(?:[\w\s()]*[;&|?]|[\w\s(]*\))/.test(
    unitText.slice(range.end, range.end + 60),
  );
  return isCompared && pointee === undefined ? "the number is only compared" : undefined;
}

/** `printf("%p", p)` and the like. */
function printed({ facts }: Unit, range: TextRange): string | undefined {
  const call = callsAround(facts, range).at(-1);
  const name = call === undefined ? "" : (facts.entities[call.entity]?.name ?? "");
  return /printf$|^_?printk$|^_*v?panic$/.test(name) ? `${name} prints it` : undefined;
}

/**
 * `(struct outer *)((char *)p - offset)`, and `({ void *at = p; (struct outer *)(at - offset); })`: the object around it,
 * which has a name again.
 */
function isContainer({ unitText, layout }: Unit, { start, end }: TextRange): boolean {
  if (layout.names.size === 0) return false;
  const type = `\\(\\s*(?:struct\\s+|union\\s+)?(?:${[...layout.names].join("|")})\\s*\\*\\s*\\)\\s*\\(*\\s*`;
  const before = unitText.slice(Math.max(0, start - 200), start);
  const offset = /^[\s)]*-[\s(]*(?:__builtin_offsetof|offsetof|&\s*\(\()/;
  const bytes = "\\(\\s*(?:unsigned\\s+)?(?:char|void|unsigned long|u?intptr_t|uint)\\s*\\*?\\s*\\)[\\s(]*$";
  if (new RegExp(`${type}${bytes}`).test(before) && offset.test(unitText.slice(end, end + 60))) return true;
  const kept = /(?:void|char)\s*\*\s*(?:const\s+)?(\w+)\s*=(?:\s*\([\w\s*]+\))?[\s(]*$/.exec(before)?.[1];
  if (kept === undefined) return false;
  const rest = unitText.slice(end, unitText.indexOf("})", end));
  const uses = [...rest.matchAll(new RegExp(`\\b${kept}\\b`, "g"))];
  return (
    uses.length > 0 &&
    uses.every(
      ({ index }) =>
        new RegExp(`${type}(?:\\(\\s*(?:char|void)\\s*\\*\\s*\\))?[\\s(]*$`).test(rest.slice(0, index)) &&
        offset.test(rest.slice(index + kept.length)),
    )
  );
}
