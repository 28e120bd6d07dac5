/**
 * Whether an index stays inside an array of so many elements, where its function's text proves it: by its type, a mask, a
 * remainder, or a condition around it or before it that looks at a variable which nothing changes until then.
 */
import type { Operand, TypeId, UnitFacts } from "../../model/index.js";
import { type FunctionBody, lowestDepth, usesOf } from "../facts/function-text.js";
import { closingBracket, isOwnVariable } from "../pointers/pointer-uses.js";

export interface IndexedArray {
  /** How many there are. */
  readonly size: number;
  /** As the function names it: `t->all`. */
  readonly text: string;
}

export function isBounded(
  facts: UnitFacts,
  body: FunctionBody,
  { range, type }: Operand,
  array: IndexedArray,
): boolean {
  const from = range.start - body.start;
  const text = bare(body.text.slice(from, range.end - body.start));
  const number = numberIn(text);
  if (number !== undefined) return number < array.size;
  const kind = builtinOf(facts, type);
  if ((kind === "unsigned char" && array.size >= 256) || (kind === "_Bool" && array.size >= 2)) return true;
  const isUnsigned = kind.startsWith("unsigned");
  if (isReduced(text, isUnsigned, array.size)) return true;
  if (!/^[A-Za-z_]\w*$/.test(text) || !isOwnVariable(text, body) || isShared(text, body)) return false;
  const index = { name: text, at: from, isUnsigned, array };
  return conditionsBefore(body.text, from).some(
    (one) => holdsInside(body.text, one, index) || leavesOtherwise(body.text, one, index),
  );
}

interface Index {
  readonly name: string;
  /** In the function's text. */
  readonly at: number;
  readonly isUnsigned: boolean;
  readonly array: IndexedArray;
}

function bare(text: string): string {
  const value = text.trim();
  return value.startsWith("(") && closingBracket(value, 1) === value.length
    ? bare(value.slice(1, -1))
    : value;
}

function numberIn(text: string): number | undefined {
  const digits = /^(0x[\da-f]+|\d+)[ul]*$/i.exec(text)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

function builtinOf(facts: UnitFacts, id: TypeId): string {
  const type = facts.types[id];
  if (type?.kind === "typedef") return builtinOf(facts, type.underlying);
  return type?.kind === "builtin" ? type.spelling.replace(/\b(?:const|volatile)\b\s*/g, "") : "";
}

/** `x & 3`, and `x % 4` of what is never negative, with nothing outside that binds less. */
function isReduced(text: string, isUnsigned: boolean, size: number): boolean {
  const at = Math.max(text.lastIndexOf("&"), text.lastIndexOf("%"));
  const number = numberIn(text.slice(at + 1).trim());
  if (at < 0 || number === undefined) return false;
  const sign = text[at];
  const outside = withoutBrackets(text.slice(0, at)).replaceAll("->", ".");
  if (sign === "&") return number < size && /^[\w\s.+*/-]*$/.test(outside);
  return isUnsigned && number > 0 && number <= size && /^[\w\s.*/]*$/.test(outside);
}

function withoutBrackets(text: string): string {
  let rest = text;
  for (let before = ""; before !== rest; ) {
    before = rest;
    rest = rest.replace(/\([^()]*\)|\[[^[\]]*\]/g, " ");
  }
  return rest;
}

/** Somebody else may change it. */
const isShared = (name: string, { text }: FunctionBody) =>
  usesOf(name, text, 0, text.length).some((use) =>
    /(?:^|[^&\w)\]\s])\s*&[\s(]*$/.test(text.slice(Math.max(0, use - 60), use)),
  );

/** What a jump may lead to. */
const LABEL = /\b(?:case|default)\b|(?:^|[;{})])\s*\w+\s*:(?!:)/;

interface Condition {
  readonly word: "if" | "while" | "for";
  /** What is asked, without `for`'s other parts. */
  readonly asked: string;
  readonly first: string;
  readonly step: string;
  /** The statement that it decides about. */
  readonly start: number;
  readonly end: number;
}

function conditionsBefore(text: string, at: number): Condition[] {
  return [...text.slice(0, at).matchAll(/\b(if|while|for)\s*\(/g)].flatMap(({ index, 0: head, 1: word }) => {
    const open = index + head.length;
    const start = closingBracket(text, open);
    const parts = text.slice(open, start - 1).split(";");
    if (parts.length !== (word === "for" ? 3 : 1)) return [];
    const [first = "", asked = parts[0] ?? "", step = ""] = word === "for" ? parts : ["", parts[0], ""];
    return [{ word: word as Condition["word"], asked, first, step, start, end: statementEnd(text, start) }];
  });
}

/** Behind the statement that begins there; of one that an `else` follows, behind what stands before it. */
function statementEnd(text: string, from: number): number {
  const [blank = ""] = /^\s*/.exec(text.slice(from)) ?? [];
  const at = from + blank.length;
  if (text[at] === "{") return closingBracket(text, at + 1);
  const head = /^(?:if|while|for|switch)\s*\(/.exec(text.slice(at, at + 80));
  if (head !== null) return statementEnd(text, closingBracket(text, at + head[0].length));
  for (let end = at; end < text.length; end++) {
    if ("([{".includes(text[end] as string)) end = closingBracket(text, end + 1) - 1;
    else if (text[end] === ";") return end + 1;
  }
  return text.length;
}

/** `for (i = 0; i < 4; i++)`, `if (i < 4)`, and the index stands in what that decides about. */
function holdsInside(text: string, condition: Condition, index: Index): boolean {
  const { asked, start, end, word, first, step } = condition;
  const { name, at, isUnsigned } = index;
  if (
    at < start ||
    at >= end ||
    LABEL.test(text.slice(start, at)) ||
    isChanged(text, name, start, word === "if" ? at : end)
  )
    return false;
  const all = plain(asked).split("&&").map(bare);
  if (!all.some((one) => isBelow(one, index))) return false;
  if (isUnsigned || all.some((one) => new RegExp(`^${name}\\s*(?:>=\\s*0|>\\s*-1)$`).test(one))) return true;
  return (
    new RegExp(`(?<!\\w)${name}\\s*=\\s*\\d+\\s*(?:,|$)`).test(first) &&
    new RegExp(`^\\s*(?:${name}\\s*\\+\\+|\\+\\+\\s*${name}|${name}\\s*\\+=\\s*\\d+)\\s*$`).test(step)
  );
}

/** `if (i >= 4) return;`, and nothing comes to the index that did not pass it. */
function leavesOtherwise(text: string, { word, asked, start, end }: Condition, index: Index): boolean {
  const { name, at, isUnsigned } = index;
  if (word !== "if" || at < end || /^\s*else\b/.test(text.slice(end, end + 40))) return false;
  const between = text.slice(end, at);
  if (!endsByLeaving(text.slice(start, end)) || lowestDepth(between) < 0 || LABEL.test(between)) return false;
  if (isChanged(text, name, end, at)) return false;
  const all = plain(asked).split("||").map(bare);
  const isNegative = new RegExp(`^${name}\\s*<\\s*0$`);
  return all.some((one) => isAbove(one, index)) && (isUnsigned || all.some((one) => isNegative.test(one)));
}

/** Its last statement, whatever was done before. */
function endsByLeaving(statement: string): boolean {
  let inner = /^\s*\{(.*)\}\s*$/s.exec(statement)?.[1] ?? statement;
  for (let before = ""; before !== inner; ) {
    before = inner;
    inner = inner.replace(/\{[^{}]*\}/g, ";");
  }
  const last = inner.split(";").findLast((one) => one.trim() !== "");
  return /^\s*(?:return|break|continue|goto)\b/.test(last ?? "");
}

/** Without what only says how likely it is. */
const plain = (asked: string) =>
  asked
    .replace(/\b__builtin_expect\s*\(\s*!!\s*\(([^()]*)\)\s*,\s*[01]\s*\)/g, "$1")
    .replace(/^\s*\(([^()]*)\)\s*$/, "$1");

function isBelow(text: string, { name, array }: Index): boolean {
  const [, sign, bound = ""] = new RegExp(`^${name}\\s*(<=?)\\s*([^<>=].*)$`, "s").exec(text) ?? [];
  const limit = limitIn(bound, array);
  return sign !== undefined && limit !== undefined && limit + (sign === "<" ? 0 : 1) <= array.size;
}

function isAbove(text: string, { name, array }: Index): boolean {
  const [, sign, bound = ""] = new RegExp(`^${name}\\s*(>=?)\\s*([^<>=].*)$`, "s").exec(text) ?? [];
  const limit = limitIn(bound, array);
  return sign !== undefined && limit !== undefined && limit + (sign === ">=" ? 0 : 1) <= array.size;
}

/** A number, or `sizeof a / sizeof a[0]` of the array, also as Linux' ARRAY_SIZE has it. */
function limitIn(bound: string, { size, text }: IndexedArray): number | undefined {
  const said = bare(bound).replace(/[\s()]/g, "");
  const array = text.replace(/[\s()]/g, "");
  // Linux adds what is 0, and does not compile for a pointer.
  const isCount = [`${array}[0]`, `*${array}`].some((one) => {
    const count = `sizeof${array}/sizeof${one}`;
    return said === count || said.startsWith(`${count}+sizeofstruct{int:-!!__builtin_types_compatible_p`);
  });
  return isCount ? size : numberIn(bare(bound));
}

/** Also where another variable of that name begins. */
function isChanged(text: string, name: string, from: number, to: number): boolean {
  return usesOf(name, text, from, to).some((use) => {
    const before = text.slice(Math.max(0, use - 40), use);
    const after = text.slice(use + name.length, use + name.length + 20);
    if (/^\s*(?:(?:[-+*/%&|^]|<<|>>)?=(?!=)|\+\+|--)/.test(after)) return true;
    if (/(?:\+\+|--)[\s(]*$|"\s*\([\s(]*$/.test(before)) return true;
    const word = /(?<!\w)([A-Za-z_]\w*)[\s*]+$/.exec(before)?.[1];
    return (
      word !== undefined &&
      !/^(?:return|case|else|do|sizeof)$/.test(word) &&
      /^\s*[;,)]/.test(after) &&
      !/\*\s*$/.test(before)
    );
  });
}
