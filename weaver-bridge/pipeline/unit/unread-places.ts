/** Text of C++ in which libclang may show no calls. */
import type { TextRange } from "../../model/index.js";
import { isIndex, lambdaBodies } from "./lambda-bodies.js";

interface UnreadPlace {
  /** Its first group is what is not read. */
  readonly pattern: RegExp;
  readonly where: string;
  readonly hint: string;
  /** Where another one helps a read than a call. */
  readonly readHint?: string;
  /** What stands before it makes it something else. */
  readonly unless?: (before: string) => boolean;
}

const CAPTURED = {
  where: "the captures of a lambda",
  hint: "Call it before the lambda, and capture what it returned.",
  readHint: "Read it before the lambda, and capture what it held.",
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
    // A loop with a condition has one more `;` before any `:`.
    pattern: /\bfor\s*\(([^;]{0,300});(?=[^;]{0,300}?[^:]:[^:])/g,
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
      /\btemplate\s*<(?:[^<>;{}()]|<[^<>;{}()]{0,100}>){0,300}>\s{0,100}(?!(?:[\w\s]{0,300}\b)?(?:constexpr|class|struct|union|enum|using|concept|friend|template|operator)\b)[^;{}()=]{1,300}((?:=|\{)[^;]{0,300});/g,
    where: "the initialiser of a variable template",
    hint: "Call it in a function that the variable is initialised with, and advise that one's execution.",
  },
];

export interface UnreadText extends Pick<UnreadPlace, "where" | "hint" | "readHint"> {
  readonly range: TextRange;
}

/** No bracket in it closes one before it. */
function isWhole(part: string): boolean {
  let open = 0;
  for (const [bracket] of part.matchAll(/[()]/g)) if ((open += bracket === "(" ? 1 : -1) < 0) return false;
  return true;
}

/** To the `;` behind the bodies of lambdas that begin in a text: theirs end nothing. */
function withBodies(text: string, start: number, end: number): number {
  const most = Math.min(text.length, start + 1_000);
  let open = 0;
  for (let at = start; at < most; at++) {
    if (at >= end && open === 0 && (at === end || text[at] === ";")) return at;
    if (text[at] === "{") open++;
    else if (text[at] === "}") open--;
  }
  return end;
}

/** Some of them are read: libclang tells more of one than of another. */
export function* unreadPlaces(text: string): Generator<UnreadText> {
  for (const { pattern, unless, ...place } of PLACES)
    for (const { 0: whole, 1: part = "", index } of text.matchAll(pattern)) {
      if (unless?.(text.slice(Math.max(0, index - 20), index)) === true) continue;
      const start = index + whole.indexOf(part);
      if (!isWhole(part)) continue;
      yield { range: { start, end: withBodies(text, start, start + part.length) }, ...place };
    }
  const where = "this lambda, which stands in a type or in template arguments";
  const hint = "Make it a function with a name.";
  for (const range of lambdaBodies(text)) yield { range, where, hint };
}

/** What is constant, or not evaluated, has no join points; `if constexpr (…)` says nothing of what follows. */
const NOT_RUN =
  /\b(?:constexpr|consteval|constinit|concept|requires|static_assert|sizeof|alignof|typeid|noexcept|decltype(?!\s{0,5}\(\s{0,5}\[))\b/g;

/** Whether what stands at an offset never runs, by what stands before it. */
export function isNotRun(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 300), at);
  const code = before.slice(1 + Math.max(...[";", "{", "}"].map((ending) => before.lastIndexOf(ending))));
  return Array.from(code.matchAll(NOT_RUN)).some(({ 0: word, index }) => {
    if (word === "constexpr" && /\bif\s{0,5}$/.test(code.slice(0, index))) return false;
    const rest = code.slice(index + word.length).trimStart();
    return !rest.startsWith("(") || !isClosed(rest);
  });
}

/** Whether the bracket that a text begins with is closed in it. */
function isClosed(text: string): boolean {
  let open = 0;
  for (const [bracket] of text.matchAll(/[()]/g)) if ((open += bracket === "(" ? 1 : -1) === 0) return true;
  return false;
}
