/**
 * Brief after advice runs in front of each `return LITERAL;`, as kernel authors write it by hand. At one common end the
 * literal would have to be kept in a register, or on the stack, while advice runs, and advice that asks for the result
 * could not know it.
 */
import type { TextRange } from "../../model/index.js";
import type { AdviceMatch } from "../../pointcut/index.js";
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
function runsAtReturns(body: string, names: readonly string[], returns: number): boolean {
  const tokens = tokenize(body).map(({ text }) => text);
  const count = (text: string) => tokens.filter((token) => token === text).length;
  if (returns < 2 || count(";") > 1 || count("{") > 1) return false;
  if (returns === 2 || !names.some((name) => tokens.includes(name))) return true;
  const test = tokens.slice(3, closing(tokens, 2));
  return tokens[1] === "if" && names.some((name) => test.includes(name));
}

/** Whether each of so many returns may have this after advice for itself; `body` with its braces. */
export function isRepeatable({ bindings }: AdviceMatch, body: string, returns: number): boolean {
  const bound = bindings.filter(({ source }) => source.kind === "result").map(({ name }) => name);
  return runsAtReturns(body, ["result", ...bound], returns);
}

/** As much of a join point's place as is edited. */
interface EditedPlace {
  readonly text: string;
  insert(at: number, text: string, role: "open" | "close"): void;
  replace(start: number, end: number, text: string): void;
}

/**
 * `return 0;` becomes `{ after(); return 0; }`, or `{ __weft_result = 0; after(__weft_result); return __weft_result; }`.
 * `onOwnLine` marks text as generated, at the source line of a byte.
 */
export function repeatAtReturn(
  range: TextRange,
  after: string,
  asksResult: boolean,
  place: EditedPlace,
  onOwnLine: (at: number, text: string) => string,
): void {
  const keyword = range.start + "return".length;
  if (!asksResult) {
    place.replace(range.start, keyword, onOwnLine(range.start, `{ ${after} return`));
    place.insert(range.end, " }", "close");
    return;
  }
  const last = tokenize(place.text, range.start, range.end).at(-1);
  const end = last?.text === ";" ? last.start : range.end;
  place.replace(range.start, keyword, "{ __weft_result =");
  place.replace(end, range.end, onOwnLine(range.end - 1, `; ${after} return __weft_result; }`));
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
