/**
 * Brief after advice that does not ask for the result runs in front of each `return LITERAL;`, as kernel authors write
 * it by hand. At one common end the literal would have to be kept in a register, or on the stack, while advice runs.
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

/** At most one statement: a copy for each return is what a hand would write. `body` is the advice with its braces. */
export function isBrief(body: string): boolean {
  const tokens = tokenize(body);
  const count = (text: string) => tokens.filter((token) => token.text === text).length;
  return count(";") <= 1 && count("{") <= 1;
}
