/** The whole of an expression that has a pointer's value: brackets, casts, `?:`, `,`, `({ … })` and steps are gone through. */
import type { TextRange } from "../../model/index.js";
import { castBefore } from "../facts/casts-before.js";
import { openingOf } from "../facts/text-brackets.js";
import { closingBracket, isCallOrOperand } from "./pointer-uses.js";

/** `steps`: how often it has to be followed before it is the pointer; 0 is the pointer, -1 what the pointer leads to. */
export interface Held extends TextRange {
  readonly steps: number;
}

/** Where its value ends: what it leads to is used there, by asm, or it becomes something else (how, in words). */
export interface Ended {
  readonly ends: "followed" | "asm" | "moved";
  readonly how?: string;
}

export function wholeExpression(
  text: string,
  held: Held,
  pointer: { readonly same: ReadonlySet<string>; readonly room?: number },
): Held | Ended {
  const isArray = pointer.room !== undefined;
  let grown = held;
  for (;;) {
    if (grown.steps === 0 && STEPS_ON.test(afterOf(text, grown))) return grown;
    const next =
      inBrackets(text, grown) ??
      (grown.steps < 0 ? again(text, grown) : undefined) ??
      followed(text, grown, isArray) ??
      addressed(text, grown) ??
      castTo(text, grown, pointer.same, isArray) ??
      chosen(text, grown) ??
      lastOf(text, grown);
    if (next === undefined) return grown;
    if ("ends" in next) return next;
    grown = next;
  }
}

/** Of what binds tighter than all that stands in front. */
const STEPS_ON = /^\s*(?:\[\s*(?!0\s*\])|\+\+|--)/;

const FOLLOWED: Ended = { ends: "followed" };

const beforeOf = (text: string, { start }: Held) => text.slice(Math.max(0, start - 120), start);
const afterOf = (text: string, { end }: Held) => text.slice(end, end + 60);

/** `(void *)(`: no expression ends with `*`, so nothing is called there. */
const CAST = /\*[\s*]{0,9}\)\s{0,9}\(\s{0,9}$/;

function inBrackets(text: string, at: Held): Held | undefined {
  const before = beforeOf(text, at);
  const open = /\(\s*$/.exec(before)?.[0];
  const close = /^\s*\)/.exec(afterOf(text, at))?.[0];
  if (open === undefined || close === undefined) return undefined;
  if (isCallOrOperand(before) && !CAST.test(before)) return undefined;
  return { ...at, start: at.start - open.length, end: at.end + close.length };
}

/** By `*` or an index; behind the pointer itself, what it leads to is followed, unless its address is taken again. */
function followed(text: string, at: Held, isArray: boolean): Held | Ended | undefined {
  const before = beforeOf(text, at);
  const [element] = /^\s*\[/.exec(afterOf(text, at)) ?? [];
  if (element !== undefined) {
    const end = closingBracket(text, at.end + element.length);
    const isFirst = /^\s*\[\s*0\s*\]$/.test(text.slice(at.end, end));
    if (at.steps === 0 && (isArray || !isFirst)) return undefined;
    return at.steps > 0 ? { ...at, end, steps: at.steps - 1 } : again(text, { ...at, end });
  }
  if (/^\s*(?:->|\.)/.test(afterOf(text, at))) return FOLLOWED;
  const [star] = isFollowed(before) ? (/\*\s*$/.exec(before) ?? []) : [];
  if (star === undefined) return undefined;
  const inner = { ...at, start: at.start - star.length };
  return at.steps > 0 ? { ...inner, steps: at.steps - 1 } : again(text, inner);
}

/** `*p`, not the `*` of a declaration or a product, which nobody makes of pointers. */
const isFollowed = (before: string) =>
  /\*\s*$/.test(before) && !/(?:^|[;{}(,])\s*(?:[A-Za-z_]\w*\s+)*[A-Za-z_]\w*[\s*]*\*\s*$/.test(before);

/** `&*p`, `&p[0]`; asm that gets `*p` may reckon with where that is. */
function again(text: string, at: Held): Held | Ended {
  let grown = at;
  for (let next: Held | undefined = at; next !== undefined; next = inBrackets(text, grown)) grown = next;
  const before = beforeOf(text, grown);
  if (/"\s*\([\s(]*$/.test(before)) return { ends: "asm" };
  const [sign] = isAddress(before) ? (/&\s*$/.exec(before) ?? []) : [];
  return sign === undefined ? FOLLOWED : { ...grown, start: grown.start - sign.length, steps: 0 };
}

/** Not the `&` of two numbers. */
const isAddress = (before: string) =>
  /(?:^|[^&\w)\]\s]|\breturn|[*\]]\s*\))\s*&\s*$/.test(before) || TO_NUMBER.test(before);

function addressed(text: string, at: Held): Held | undefined {
  const before = beforeOf(text, at);
  const [sign] = isAddress(before) ? (/&\s*$/.exec(before) ?? []) : [];
  return sign === undefined ? undefined : { ...at, start: at.start - sign.length, steps: at.steps + 1 };
}

const WORD = String.raw`(?:unsigned|signed|long|int|\w*size_t|\w*intptr_t|\w*addr\w*|__[A-Z]+PTR_TYPE__|u(?:int)?(?:32|64)(?:_t)?)`;
const NUMBER = new RegExp(String.raw`^\(\s*${WORD}(?:\s+${WORD})*\s*\)`);
const TO_NUMBER = new RegExp(String.raw`\(\s*${WORD}(?:\s+${WORD})*\s*\)\s*&\s*$`);
const OFFSET = /^[\s)]*-[\s(]*(?:__builtin_offsetof|offsetof|\(\s*size_t\s*\)\s*&|&\s*\(\()/;

/** Behind the pointer itself: by it the object around gets a name again. */
export const isOffset = (after: string): boolean => OFFSET.test(after);

function castTo(
  text: string,
  at: Held,
  same: ReadonlySet<string>,
  isArray: boolean,
): Held | Ended | undefined {
  const before = beforeOf(text, at);
  const cast = castBefore(before);
  if (cast === undefined) return undefined;
  const type = before.slice(-cast.length);
  const grown = { ...at, start: at.start - cast.length };
  // Nobody looks how far what an array becomes goes on.
  if (isArray && !isSame(type, same)) return FOLLOWED;
  if (NUMBER.test(type)) return { ends: "moved", how: "becomes a number" };
  if (/^\(\s*void\s*\)/.test(type) || !/\*/.test(type)) return FOLLOWED;
  // The object around it, whose members have names again.
  if (isOffset(afterOf(text, at))) return FOLLOWED;
  if (at.steps > 0 || cast.isConst || isSame(type, same)) return grown;
  return { ends: "moved", how: "becomes a pointer to something else" };
}

/** `(int *)`, or what `int *` stands for before a name: to what is as long, or to what says nothing. */
export function isSame(type: string, same: ReadonlySet<string>): boolean {
  const words = type.replace(
    /\b(?:const|volatile|restrict|__restrict|_Atomic|static|register|auto)\b|[()]/g,
    " ",
  );
  if (/^\s*(?:(?:__)?typeof|__auto_type)/.test(words)) return true;
  const to = words
    .replace(/\*\s*$/, "")
    .trim()
    .replace(/\s+/g, " ");
  return to === "void" || same.has(to) || same.has(`${to} int`);
}

/** One of the two values of `?:`. */
function chosen(text: string, at: Held): Held | undefined {
  const before = beforeOf(text, at);
  const after = afterOf(text, at);
  if (!/\?\s*$|\?(?:[^:?]*):\s*$/.test(before) && !/^\s*:(?!:)/.test(after)) return undefined;
  if (!/\?[^;{}]*$/.test(before)) return undefined;
  const start = partStart(text, at.start);
  return { ...at, start, end: partEnd(text, at.end) };
}

/** Where what stands between brackets, commas and assignments begins. */
function partStart(text: string, at: number): number {
  let depth = 0;
  let from = at;
  for (; from > 0; from--) {
    const sign = text[from - 1] as string;
    if (")]}".includes(sign)) depth++;
    else if ("([{".includes(sign) && --depth < 0) break;
    else if (depth === 0 && (",;".includes(sign) || (sign === "=" && !/[=!<>]=$/.test(text.slice(0, from)))))
      break;
  }
  const [space = ""] = /^\s*(?:return\b\s*)?/.exec(text.slice(from, at)) ?? [];
  return from + space.length;
}

function partEnd(text: string, at: number): number {
  let depth = 0;
  let to = at;
  for (; to < text.length; to++) {
    const sign = text[to] as string;
    if ("([{".includes(sign)) depth++;
    else if (")]}".includes(sign) && --depth < 0) break;
    else if (depth === 0 && ",;".includes(sign)) break;
  }
  return to;
}

/** Behind the last comma in brackets, and of the last statement in `({ … })`. */
function lastOf(text: string, at: Held): Held | undefined {
  const before = beforeOf(text, at);
  const after = afterOf(text, at);
  const open = openingOf(text, at.start);
  if (
    /,\s*$/.test(before) &&
    /^\s*\)/.test(after) &&
    text[open] === "(" &&
    !isCallOrOperand(text.slice(Math.max(0, open - 80), open + 1))
  )
    return { ...at, start: open, end: closingBracket(text, open + 1) };
  if (!/[;{}]\s*$/.test(before) || !/^\s*;\s*\}\s*\)/.test(after)) return undefined;
  if (text[open] !== "{" || !/\(\s*$/.test(text.slice(Math.max(0, open - 40), open))) return undefined;
  const outer = openingOf(text, open);
  return { ...at, start: outer, end: closingBracket(text, outer + 1) };
}
