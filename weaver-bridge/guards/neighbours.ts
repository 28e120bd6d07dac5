/**
 * Ways to a term from beside it: bytes written past a member, pointers to a neighbour that move, objects that become numbers,
 * asm that gets an object, pointers that lose their type where nothing says so. Each may write a term; none is sure to.
 */
import { type AccessShadow, contains, type TextRange } from "../model/index.js";
import type { RawAlias, Unit } from "./alias.js";
import { bulkWriter } from "./bulk-writers.js";
import { argumentsFrom } from "./call-arguments.js";
import type { FunctionBody } from "./function-text.js";
import { pointeeOf, recordOf } from "./layout.js";
import { isObjectExpression, objectExpressions } from "./object-expressions.js";

export function neighbours(unit: Unit): RawAlias[] {
  if (unit.layout.own === undefined) return [];
  return [
    ...fromMembers(unit),
    ...asNumbers(unit),
    ...inAsm(unit),
    ...losesType(unit),
    ...ofExpressions(unit),
  ];
}

const termsOf = ({ layout }: Unit) => [...new Set(layout.terms.values())];

/** `memset(&p->before, 0, 8)`; `q = &p->before` that is reckoned with; `(&p->after)[-1]`. */
function fromMembers(unit: Unit): RawAlias[] {
  const { facts, unitText, layout, bodyAt } = unit;
  return facts.shadows.flatMap((shadow): RawAlias[] => {
    if (shadow.kind !== "ref" || shadow.object === undefined || layout.terms.has(shadow.entity)) return [];
    const { object } = shadow;
    const holder = recordOf(facts, object.arrow ? pointeeOf(facts, object.type) : object.type);
    if (holder === undefined || !layout.holders.has(holder)) return [];
    // A member that holds the term itself.
    if (layout.holders.has(recordOf(facts, shadow.type) ?? "")) return [];
    const body = bodyAt(shadow.range);
    const way =
      body &&
      (pastItsEnd(unit, shadow) ?? movedThere(unitText, shadow) ?? movedLater(shadow, body, unitText));
    const name = facts.entities[shadow.entity]?.name ?? "";
    if (way === undefined) return [];
    return [
      { kind: "bytes", terms: termsOf(unit), range: shadow.range, chain: [`${name} stands beside it`, way] },
    ];
  });
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

const MOVED = /^[\s)]*(?:\[\s*(?!0\s*\])|[-+](?!>)|\+\+|--)/;

function movedThere(text: string, { range }: AccessShadow): string | undefined {
  const before = text.slice(Math.max(0, range.start - 60), range.start);
  if (!/^\s*&/.test(text.slice(range.start, range.end)) && !/&[\s(]*$/.test(before)) return undefined;
  if (MOVED.test(text.slice(range.end, range.end + 60))) return "its address is reckoned with";
  if (/(?:\w|\))\s*[-+]\s*\(*$/.test(before)) return "its address is reckoned with";
  if (/\(\s*(?!const\b)[\w\s]*\w\s*\*+\s*\)[\s(]*$/.test(before))
    return "its address becomes a pointer to something else";
  if (
    /\(\s*(?:unsigned|signed|long|int|\w*size_t|\w*intptr_t|\w*addr\w*|u(?:int)?(?:32|64)(?:_t)?|\s)+\)[\s(]*$/.test(
      before,
    )
  )
    return "its address becomes a number";
  if (/"[^"\n]*"\s*\([\s(]*$/.test(before)) return "asm gets its address";
  return undefined;
}

/** Of a variable that keeps it. */
function movedLater({ range }: AccessShadow, body: FunctionBody, unitText: string): string | undefined {
  const before = unitText.slice(body.start, range.start);
  const name = /(?<![\w.>])([A-Za-z_]\w*)\s*=\s*(?:\([^()]*\)\s*)?[\s(&]*$/.exec(before)?.[1];
  if (name === undefined) return undefined;
  const moved = new RegExp(
    `(?<![\\w.>])${name}\\s*(?:\\[\\s*(?!0\\s*\\])|[-+](?![>])|\\+\\+|--)|(?:\\+\\+|--)\\s*${name}\\b|\\w\\s*\\+\\s*${name}\\b|\\([\\w\\s]+\\*+\\s*\\)\\s*${name}\\b`,
  );
  return moved.test(body.text) ? `${name} keeps its address, and is reckoned with` : undefined;
}

/** Pointers to objects that a function has under a name. */
function pointersIn(unit: Unit, { text }: FunctionBody): Set<string> {
  const { facts, layout } = unit;
  const declared = new RegExp(
    `\\b(?:${[...layout.names].join("|")})\\s*\\*\\s*(?:const\\s+)?([A-Za-z_]\\w*)\\s*[;,=)]`,
    "g",
  );
  const found = new Set(Array.from(text.matchAll(declared), ([, name]) => name as string));
  for (const entity of facts.entities)
    if (
      entity.kind === "variable" &&
      layout.holders.has(recordOf(facts, pointeeOf(facts, entity.type)) ?? "")
    )
      found.add(entity.name);
  return found;
}

const NUMBER =
  "(?:(?:unsigned|signed|long|short|int|char)\\b\\s*)+|\\w*(?:size|intptr|addr|address|off|ptr)_?t|u?(?:int)?(?:8|16|32|64)(?:_t)?|u(?:long|int|short)|word_t|paddr|vaddr";

/** `(unsigned long)p + 4` */
function asNumbers(unit: Unit): RawAlias[] {
  return inBodies(unit, (body, names) => {
    const cast = new RegExp(
      `(?<![\\w)\\]]\\s*)\\(\\s*(?:const\\s+)?(?:${NUMBER})\\s*\\)\\s*\\(*\\s*&?\\s*(${names})\\b(?!\\s*(?:->|\\.|\\[|\\())`,
      "g",
    );
    return [...body.text.matchAll(cast)].map(({ index, 0: whole, 1: name }) => ({
      range: { start: body.start + index, end: body.start + index + whole.length },
      chain: [`${name} becomes a number`],
    }));
  });
}

/** `asm("movl $1, 4(%0)" : : "r"(p))` */
function inAsm(unit: Unit): RawAlias[] {
  return inBodies(unit, (body, names) => {
    const operand = new RegExp(
      `"[^"\\n]*"\\s*\\(\\s*\\(*\\s*(?:\\([\\w\\s*]+\\)\\s*)?[&*]?\\s*(${names})\\s*\\)`,
      "g",
    );
    return [...body.text.matchAll(operand)].map(({ index, 0: whole, 1: name }) => ({
      range: { start: body.start + index, end: body.start + index + whole.length },
      chain: [`${name} is an operand of asm`],
    }));
  });
}

type Found = Pick<RawAlias, "range" | "chain">;

function inBodies(unit: Unit, find: (body: FunctionBody, names: string) => Found[]): RawAlias[] {
  return unit.facts.shadows.flatMap((shadow): RawAlias[] => {
    const body = shadow.kind === "execution" ? unit.bodyAt(shadow.body) : undefined;
    if (body === undefined) return [];
    const names = [...pointersIn(unit, body)];
    if (names.length === 0) return [];
    return find(body, names.join("|")).map((one) => ({ ...one, kind: "cast", terms: termsOf(unit) }));
  });
}

/** `(unsigned long)&table[3]`, `(char *)find(name)`, `"r"(&object)` */
function ofExpressions(unit: Unit): RawAlias[] {
  const { facts, unitText, layout, bodyAt } = unit;
  const number = new RegExp(`\\(\\s*(?:const\\s+)?(?:${NUMBER})\\s*\\)[\\s(&]*$`);
  const own = new RegExp(`\\b(?:${[...layout.names].join("|")})$`);
  return objectExpressions(facts, layout).flatMap((range): RawAlias[] => {
    const before = unitText.slice(Math.max(0, range.start - 80), range.start);
    if (bodyAt(range) === undefined || /^\s*(?:->|\.|\[)/.test(unitText.slice(range.end, range.end + 20)))
      return [];
    const pointer = /\(\s*(const\s+)?([\w ]+?)\s*\*+\s*\)[\s(&]*$/.exec(before);
    const name = unitText.slice(range.start, range.end).replace(/\s+/g, " ");
    const way = /"[^"\n]*"\s*\([\s(&]*$/.test(before)
      ? `${name} is an operand of asm`
      : number.test(before)
        ? `${name} becomes a number`
        : pointer !== null && pointer[1] === undefined && !own.test(pointer[2] as string)
          ? `${name} becomes a pointer to ${pointer[2]}`
          : undefined;
    return way === undefined ? [] : [{ kind: "cast", terms: termsOf(unit), range, chain: [way] }];
  });
}

/** `void *q; q = p;`: an assignment that converts. */
function losesType(unit: Unit): RawAlias[] {
  const { facts, unitText, bodyAt } = unit;
  return facts.shadows.flatMap((shadow): RawAlias[] => {
    if (shadow.kind !== "builtin" || unitText.slice(shadow.operator.start, shadow.operator.end) !== "=")
      return [];
    const [to, value] = shadow.operands;
    const into = pointeeOf(facts, to?.type);
    const body = bodyAt(shadow.range);
    if (to === undefined || value === undefined || into === undefined || body === undefined) return [];
    if (recordOf(facts, into) !== undefined || !isObject(unit, value.range, body)) return [];
    const name = unitText.slice(to.range.start, to.range.end).trim();
    return [
      {
        ...{ kind: "bytes", terms: termsOf(unit), range: shadow.range },
        chain: [`${name} keeps it as a pointer to ${facts.types[into]?.spelling}`],
      },
    ];
  });
}

/** A pointer to an object, or its address, by its type before it was converted. */
function isObject(unit: Unit, range: TextRange, body: FunctionBody): boolean {
  const { facts, unitText, layout } = unit;
  const name = /^[\s(]*([A-Za-z_]\w*)[\s)]*$/.exec(unitText.slice(range.start, range.end))?.[1];
  if (name !== undefined && pointersIn(unit, body).has(name)) return true;
  return isObjectExpression(unitText, range, objectExpressions(facts, layout));
}
