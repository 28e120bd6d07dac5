/**
 * What an expression does with a pointer next, by the text of its function (texts in quotes blanked): it is reckoned with, goes
 * on in a variable, a member, an argument or a result, or it is only followed.
 */
import type { TextRange } from "../../model/index.js";
import { castBefore } from "../facts/casts-before.js";
import { statementStart } from "../facts/function-text.js";
import { commasIn, openingOf, postfixStart } from "../facts/text-brackets.js";
import { type Held, isOffset, isSame, wholeExpression } from "./pointer-expressions.js";
import { closingBracket } from "./pointer-uses.js";

export type PointerStep =
  /** It may lead to something else from here on: how, in words. */
  | { readonly is: "moved"; readonly how: string }
  /** It is an operand of asm, or what it leads to. */
  | { readonly is: "asm"; readonly isAddress: boolean }
  /** `steps`: how often the variable has to be followed before it is the pointer. */
  | { readonly is: "variable"; readonly name: string; readonly steps: number }
  | { readonly is: "member"; readonly name: string }
  /** A first value of a structure that names no member. */
  | { readonly is: "some member" }
  /** The whole of an argument. `callee`: what stands before the bracket, where that is a name; empty elsewhere. */
  | {
      readonly is: "argument";
      readonly callee: TextRange;
      readonly position: number;
      readonly steps: number;
    }
  | { readonly is: "result"; readonly steps: number };

/** What is followed. */
export interface Pointer {
  /** What it leads to, and what else is as long, as C spells these: a cast to `unsigned *` leaves a pointer to `int` alone. */
  readonly same: ReadonlySet<string>;
  /** Of the member. */
  readonly name: string;
  /** No structure: pointers to these are kept in lists, and become numbers in trees. */
  readonly isPlain: boolean;
  /** Of an array: how many there are, among which it may be reckoned with. */
  readonly room?: number;
}

export function pointerSteps(text: string, held: Held, pointer: Pointer): PointerStep[] {
  const found: PointerStep[] = [];
  for (let now: Held | undefined = held; now !== undefined; ) {
    const whole = wholeExpression(text, now, pointer);
    if ("ends" in whole) {
      if (whole.ends === "asm") found.push({ is: "asm", isAddress: false });
      if (whole.ends === "moved") found.push({ is: "moved", how: whole.how ?? "" });
      return found;
    }
    const { steps = [], further } = stepOf(text, whole, pointer);
    found.push(...steps);
    now = further;
  }
  return found;
}

const MOVED = /^\s*(?:\[\s*(?!0\s*\])|[-+](?!>)|\+\+|--)/;
const REACHED = /(?:\w|\))\s*(?:\+\s*\(*|\[[\s(]*)$|(?:\+\+|--)\s*$/;

interface Next {
  readonly steps?: readonly PointerStep[];
  readonly further?: Held;
}

/** `further`: the expression that has the same value, and goes on. */
function stepOf(text: string, at: Held, { room, same }: Pointer): Next {
  const before = text.slice(Math.max(0, at.start - 200), at.start);
  const after = text.slice(at.end, at.end + 60);
  if (/"\s*\(\s*$/.test(before)) return { steps: [{ is: "asm", isAddress: true }] };
  if (isOffset(after) || leavesItsPlace(text, at, after)) return {};
  if (at.steps === 0 && room !== undefined && /^\s*(?:\[|[-+](?!>))/.test(after))
    return isOutside(after, room) ? { steps: [{ is: "moved", how: "is reckoned with" }] } : {};
  if (at.steps === 0 && room === undefined && (MOVED.test(after) || isReached(before)))
    return { steps: [{ is: "moved", how: "is reckoned with" }] };
  return assigned(text, at, before, same) ?? firstValue(text, at) ?? given(text, at, before) ?? {};
}

/** `(unsigned *)&p - 2`: other words of the stack, and none of an array of such pointers. */
const leavesItsPlace = (text: string, { start, end, steps }: Held, after: string): boolean =>
  steps > 0 &&
  /^\(\s{0,9}\w{1,60}(?:\s{1,9}\w{1,60}){0,3}\s{0,9}\*\s{0,9}\)/.test(text.slice(start, end)) &&
  /^\s*[-+](?![>=])/.test(after);

/** By a number that leaves an array of so many; of others nobody knows. */
function isOutside(after: string, room: number): boolean {
  const [, sign = "", text = ""] = /^\s*(\[\s*(?:-\s*)?|[-+]\s*)(\d+)(?![\w.])(?!\s*[*/])/.exec(after) ?? [];
  if (text === "") return false;
  if (sign.includes("-")) return Number(text) > 0;
  return sign.startsWith("+") ? Number(text) > room : Number(text) >= room;
}

const isReached = (before: string) =>
  REACHED.test(before) && !/\b0\s*\[[\s(]*$/.test(before) && !/\b(?:return|case|else)\s*[+(]*$/.test(before);

const KEPT = /$(?<=((?:(\.|->)\s*|(?<!\w))([A-Za-z_]\w*)((?:\s*\[[^[\]]*\])*)\s*=\s*))/;
const KEPT_BEHIND = /$(?<=(\*[\s(]*(&?)[\s(]*([A-Za-z_]\w*)[\s)]*=\s*))/;

function assigned(text: string, at: Held, before: string, same: ReadonlySet<string>): Next | undefined {
  const [, whole = "", sign, name, indices = ""] = KEPT.exec(before) ?? [];
  if (name === undefined) return assignedBehind(at, before);
  const start = at.start - whole.length;
  if (sign !== undefined)
    return { steps: [{ is: "member", name }], further: { ...at, start: postfixStart(text, start) } };
  const steps = at.steps + (indices.match(/\[/g)?.length ?? 0);
  return inVariable(text, { ...at, start }, { name, steps }, same);
}

/** `*p = …`, `*&p = …` with something around `p`. */
function assignedBehind(at: Held, before: string): Next | undefined {
  const [, left = "", address, name] = KEPT_BEHIND.exec(before) ?? [];
  if (name === undefined) return undefined;
  const steps = at.steps + (address === "" ? 1 : 0);
  return { steps: [{ is: "variable", name, steps }], further: { ...at, start: at.start - left.length } };
}

/** From the variable's name on; with `*` before it, it is declared there, or what it leads to is written. */
function inVariable(
  text: string,
  at: Held,
  { name, steps }: { readonly name: string; readonly steps: number },
  same: ReadonlySet<string>,
): Next {
  const [, stars = ""] = /$(?<=([*\s]*))/.exec(text.slice(Math.max(0, at.start - 40), at.start)) ?? [];
  const depth = stars.match(/\*/g)?.length ?? 0;
  const start = at.start - stars.length;
  const sort = declares(text, start);
  const kept = { is: "variable", name, steps } as const;
  const behind = { is: "variable", name, steps: steps + depth } as const;
  if (sort === "no") return { steps: [behind], further: { ...at, start } };
  if (sort === "perhaps") return { steps: [kept, behind], further: { ...at, start } };
  const isOther = at.steps === 0 && depth === 1 && !isSame(declaredType(text, at.start), same);
  return { steps: [isOther ? { is: "moved", how: "becomes a pointer to something else" } : kept] };
}

/** `struct in *`, before a variable's name. */
function declaredType(text: string, at: number): string {
  return /$(?<=([\w\s*()]*))/.exec(text.slice(statementStart(text, at, ";{}(,"), at))?.[1] ?? "";
}

/** Whether a declarator begins behind a place, of which nobody takes the value. */
function declares(text: string, at: number): "yes" | "no" | "perhaps" {
  const before = text.slice(Math.max(0, at - 100), at);
  const word = /$(?<=(?<!\w)([A-Za-z_]\w*))/.exec(before)?.[1];
  if (word !== undefined && !/^(?:return|else|do|case)$/.test(word)) return "yes";
  if (before.endsWith("))") && before.includes("__attribute__")) return "yes";
  return before.endsWith(",") ? "perhaps" : "no";
}

/** In braces: of an array that a variable or a literal is, or of a structure. */
function firstValue(text: string, at: Held): Next | undefined {
  const open = openingOf(text, at.start);
  if (text[open] !== "{") return undefined;
  if (!/$(?<=[{,]\s*(?:\[[^\]]*\]\s*=\s*)?)/.test(text.slice(open, at.start))) return undefined;
  let outer = open;
  while (/[{,]\s*$/.test(text.slice(Math.max(0, outer - 40), outer)) && text[openingOf(text, outer)] === "{")
    outer = openingOf(text, outer);
  const head = text.slice(Math.max(0, outer - 200), outer);
  const cast = castBefore(head);
  // A function's text begins with its parameters.
  if (cast !== undefined && cast.length === outer) return undefined;
  if (cast !== undefined) return ofLiteral(text, at, outer, head.slice(-cast.length));
  const [, name, indices = ""] = /(?<!\w)([A-Za-z_]\w*)\s*((?:\[[^[\]]*\]\s*)*)=\s*$/.exec(head) ?? [];
  if (name === undefined) return undefined;
  const depth = indices.match(/\[/g)?.length ?? 0;
  if (depth > 0 && /$(?<=\*[\s\w*]*)/.test(head.slice(0, head.lastIndexOf(name))))
    return { steps: [{ is: "variable", name, steps: at.steps + depth }] };
  return { steps: [{ is: "some member" }] };
}

function ofLiteral(text: string, at: Held, open: number, type: string): Next {
  const isArray = /\[/.test(type);
  if (!isArray && !/\*\s*\)\s*$/.test(type)) return { steps: [{ is: "some member" }] };
  const end = closingBracket(text, open + 1);
  return { further: { start: open - type.length, end, steps: at.steps + (isArray ? 1 : 0) } };
}

const ASKED =
  /^(?:if|while|for|switch|sizeof|__typeof__|typeof|_Alignof|__builtin_prefetch|__builtin_constant_p)$/;
const SAME = /^(?:__builtin_(?:assume_aligned|expect|launder|choose_expr)|_Generic)$/;

function given(text: string, at: Held, before: string): Next | undefined {
  if (/\breturn\s*$/.test(before)) return { steps: [{ is: "result", steps: at.steps }] };
  const open = openingOf(text, at.start);
  if (
    text[open] !== "(" ||
    !/(?:[(,]|:)\s*$/.test(before) ||
    !/^\s*[,)]/.test(text.slice(at.end, at.end + 60))
  )
    return undefined;
  const head = text.slice(Math.max(0, open - 120), open);
  if (!/[\w)\]]\s*$/.test(head)) return undefined;
  const [said = "", name = ""] = /(?<![\w.>])([A-Za-z_]\w*)\s*$/.exec(head) ?? [];
  if (ASKED.test(name)) return {};
  const start = open - said.length;
  if (SAME.test(name)) return { further: { start, end: closingBracket(text, open + 1), steps: at.steps } };
  const position = commasIn(text, open + 1, at.start);
  const callee = { start, end: start + name.length };
  return { steps: [{ is: "argument", callee, position, steps: at.steps }] };
}
