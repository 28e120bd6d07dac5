/**
 * Brief after advice runs in front of each `return LITERAL;`, as kernel authors write it by hand. At one common end the
 * literal would have to be kept in a register, or on the stack, while advice runs, and advice that asks for the result
 * could not know it.
 */
import type { TextRange } from "../model/index.js";
import { tokenize } from "./c-tokens.js";

const LITERAL = /^(?:[-()*]|void|true|false|nullptr|__null|\d.*|'.*')$/;

/** `return 0;`, `return -22;`, `return ((void *)0);`, `return false;` */
export function returnsLiteral(text: string, { start, end }: TextRange): boolean {
  const value = tokenize(text, start, end).slice(1);
  const words = value.filter((token) => token.text !== ";");
  return words.length > 0 && words.every((token) => LITERAL.test(token.text));
}

/**
 * Whether advice runs in front of each of so many returns: it has at most one statement, a copy of which is what a hand
 * would write. Advice that asks for the result, by one of `names`, has one common end where there are many returns,
 * unless it tests the result first: of a literal the compiler knows the answer. `body` is the advice with its braces.
 */
export function runsAtReturns(body: string, names: readonly string[], returns: number): boolean {
  const tokens = tokenize(body).map(({ text }) => text);
  const count = (text: string) => tokens.filter((token) => token === text).length;
  if (returns < 2 || count(";") > 1 || count("{") > 1) return false;
  if (returns === 2 || !names.some((name) => tokens.includes(name))) return true;
  const test = tokens.slice(3, closing(tokens, 2));
  return tokens[1] === "if" && names.some((name) => test.includes(name));
}

/** Index of the bracket that closes the one at `open`. */
function closing(tokens: readonly string[], open: number): number {
  let depth = 0;
  for (let at = open; at < tokens.length; at++) {
    if (tokens[at] === "(") depth++;
    else if (tokens[at] === ")" && --depth === 0) return at;
  }
  return tokens.length;
}
