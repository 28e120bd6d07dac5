/** Text of C++ in which libclang may show no calls. */
import type { TextRange } from "../../model/index.js";
import { isIndex, lambdaBodies } from "./lambda-bodies.js";

interface UnreadPlace {
  /** Its first group is what is not read. */
  readonly pattern: RegExp;
  readonly where: string;
  readonly hint: string;
  /** What stands before it makes it something else. */
  readonly unless?: (before: string) => boolean;
}

const CAPTURED = {
  where: "the captures of a lambda",
  hint: "Call it before the lambda, and capture what it returned.",
};

/** All of a length that people write. */
const PLACES: readonly UnreadPlace[] = [
  {
    // Captures in which something is assigned, up to what can only follow a lambda's.
    pattern: /\[([^[\];{}]{0,300}\w\s{0,8}=(?!=)[^[\];]{0,300})\]\s*(?:[({]|mutable\b|->)/g,
    ...CAPTURED,
    unless: isIndex,
  },
  {
    pattern: /\[([^[\];{}]{0,300}\w\s{0,8}\{[^[\];]{0,300})\]\s*(?:[({]|mutable\b|->)/g,
    ...CAPTURED,
    unless: isIndex,
  },
  {
    pattern: /\bswitch\s*\(([^;]{0,300});/g,
    where: "what a switch declares before its value",
    hint: "Declare the variable before the switch.",
  },
  {
    pattern: /\bfor\s*\(([^;]{0,300});/g,
    where: "what a loop over a range declares before its range",
    hint: "Declare the variable before the loop.",
  },
  {
    pattern:
      /\b(?!(?:public|protected|private|default)\b)\w+\s*:\s*[\w\s()+*-]{1,40}?(=(?!=)[^;{}]{0,300}|\{[^;{}]{0,300}\})\s*;/g,
    where: "the initialiser of a bit-field",
    hint: "Initialise it in the constructors.",
  },
  {
    pattern:
      /\w\s*\[[^[\]{};]{0,100}\]\s*\(((?:[^;{}()]|\((?:[^;{}()]|\([^;{}()]{0,100}\)){0,100}\)){0,300})\)/g,
    where: "the parentheses that initialise an array",
    hint: "Initialise it with braces.",
  },
  {
    pattern:
      /\btemplate\s*<(?:[^<>;{}()]|<[^<>;{}()]{0,100}>){0,300}>\s{0,100}((?!(?:[\w\s]{0,300}\b)?(?:constexpr|class|struct|union|enum|using|concept|friend|template|operator)\b)[^;{}()=]{1,300}(?:=|\{)[^;]{0,300});/g,
    where: "the initialiser of a variable template",
    hint: "Call it in a function that the variable is initialised with, and advise that one's execution.",
  },
];

export interface UnreadText extends Pick<UnreadPlace, "where" | "hint"> {
  readonly range: TextRange;
}

/** No bracket in it closes one before it. */
function isWhole(part: string): boolean {
  let open = 0;
  for (const [bracket] of part.matchAll(/[()]/g)) if ((open += bracket === "(" ? 1 : -1) < 0) return false;
  return true;
}

/** Some of them are read: libclang tells more of one than of another. */
export function* unreadPlaces(text: string): Generator<UnreadText> {
  for (const { pattern, where, hint, unless } of PLACES)
    for (const { 0: whole, 1: part = "", index } of text.matchAll(pattern)) {
      if (unless?.(text.slice(Math.max(0, index - 20), index)) === true) continue;
      const start = index + whole.indexOf(part);
      if (isWhole(part)) yield { range: { start, end: start + part.length }, where, hint };
    }
  const where = "this lambda, which stands in a type or in template arguments";
  const hint = "Make it a function with a name.";
  for (const range of lambdaBodies(text)) yield { range, where, hint };
}

/** What is constant, or not evaluated, has no join points. */
const NOT_RUN =
  /\b(?:constexpr|consteval|constinit|static_assert|sizeof|alignof|typeid|decltype\s*\((?!\s*\[)|noexcept|requires|concept)\b[^;{}]*$/;

/** Whether what stands at an offset never runs, by what stands before it. */
export const isNotRun = (text: string, at: number): boolean =>
  NOT_RUN.test(text.slice(Math.max(0, at - 300), at));
