/** What all of MIG's grammar needs: identifiers, numbers, what an error says. */
import { lookUp } from "../../model/index.js";
import type { Identifier } from "../parse/ast.js";
import { accept, type Cursor, fail, identifierFrom, nextToken, peek } from "../parse/cursor.js";
import { describe } from "../parse/expression.js";
import { type Token, TokenKind } from "../parse/token.js";
import { isKeyword } from "./words.js";

const MOST = 0xffffffff;

/** The next word in lower case, as mig compares keywords; "" for anything else. */
export function keyword(cursor: Cursor, ahead = 0): string {
  const token = peek(cursor, ahead);
  return token.kind === TokenKind.Word ? token.text.toLowerCase() : "";
}

export function isIdentifier({ kind, text }: Token): boolean {
  return kind === TokenKind.Word && /^[A-Za-z_][A-Za-z0-9_]*$/.test(text) && !isKeyword(text);
}

/** `what` continues "expected". */
export function identifier(cursor: Cursor, what: string): Identifier | undefined {
  const token = peek(cursor);
  if (isIdentifier(token)) return identifierFrom(nextToken(cursor));
  const isWord = token.kind === TokenKind.Word && isKeyword(token.text);
  failAt(
    cursor,
    what,
    isWord
      ? `${token.text} is a word of MIG itself: choose another name.`
      : "Names are letters, digits and underscores.",
  );
  return undefined;
}

/** A decimal number of 32 bits; MIG knows no other. */
export function number(cursor: Cursor, what: string): number | undefined {
  const token = peek(cursor);
  if (token.kind !== TokenKind.Number) {
    failAt(cursor, what, "Write a decimal number.");
    return undefined;
  }
  if (!/^\d+$/.test(token.text) || Number(token.text) > MOST) {
    fail(cursor, `${token.text} is no number of MIG`, `Numbers are decimal and go up to ${MOST}.`);
    return undefined;
  }
  nextToken(cursor);
  return Number(token.text);
}

export function failAt(cursor: Cursor, what: string, hint: string): void {
  const token = peek(cursor);
  if (token.text === "/" && peek(cursor, 1).text === "/")
    fail(
      cursor,
      "// starts no comment in a .defs file",
      "mig runs its preprocessor as -ansi: write /* … */.",
    );
  else fail(cursor, `expected ${what}, found ${describe(token.text)}`, hint);
}

/** `text` and what comes before it, for the message. */
export function punctuation(cursor: Cursor, text: string, after: string): boolean {
  if (accept(cursor, text)) return true;
  failAt(cursor, `"${text}" ${after}`, `Write "${text}" ${after}.`);
  return false;
}

/** Sums, products and parentheses of numbers, in 32 bits without a sign. */
export function expression(cursor: Cursor): number | undefined {
  return chain(cursor, term, { "+": (a, b) => a + b, "-": (a, b) => a - b });
}

function term(cursor: Cursor): number | undefined {
  return chain(cursor, factor, {
    "*": (a, b) => Math.imul(a, b),
    "/": (a, b) => (b === 0 ? undefined : Math.floor(a / b)),
  });
}

type Operate = (a: number, b: number) => number | undefined;

function chain(
  cursor: Cursor,
  operand: (cursor: Cursor) => number | undefined,
  operators: Readonly<Record<string, Operate>>,
): number | undefined {
  let left = operand(cursor);
  for (;;) {
    const token = peek(cursor);
    const operate = token.kind === TokenKind.Punctuator ? lookUp(operators, token.text) : undefined;
    if (left === undefined || operate === undefined) return left;
    nextToken(cursor);
    const right = operand(cursor);
    if (right === undefined) return undefined;
    const value = operate(left, right);
    if (value === undefined) {
      cursor.report.error(
        "idl/mig-number",
        token,
        "this divides by zero",
        "mig would stop here without a word.",
      );
      return undefined;
    }
    left = value >>> 0;
  }
}

function factor(cursor: Cursor): number | undefined {
  if (!accept(cursor, "(")) return number(cursor, "a number");
  if (cursor.depth > MOST_NESTED) {
    fail(cursor, "this is nested too deeply", `Weft reads ${MOST_NESTED} levels.`);
    return undefined;
  }
  cursor.depth++;
  const value = expression(cursor);
  cursor.depth--;
  if (value === undefined || !punctuation(cursor, ")", "behind the expression")) return undefined;
  return value;
}

export const MOST_NESTED = 200;
