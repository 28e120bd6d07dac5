/** The value of a string token in a pointcut, with the place of each of its characters. */
import type { TextRange } from "../../model/index.js";
import type { Token } from "./scan-token.js";

interface StringProblem {
  readonly code: string;
  readonly range: TextRange;
  readonly message: string;
  readonly hint: string;
}

export type StringLiteral =
  /** `places[i]` is the offset in the file of the character `value[i]`. */
  | { readonly value: string; readonly places: readonly number[] }
  /** `resumeAt` is where the text probably goes on after the missing quote. */
  | { readonly problem: StringProblem; readonly resumeAt?: number };

export function readStringLiteral(text: string, token: Token): StringLiteral {
  if (text[token.start] !== '"')
    return {
      problem: {
        code: "bad-string",
        range: { start: token.start, end: token.end },
        message: "a match expression is a plain string",
        hint: "Remove the prefix before the quote.",
      },
    };
  if (token.unterminated) return unterminated(text, token);
  let value = "";
  const places: number[] = [];
  for (let at = token.start + 1; at < token.end - 1; at++) {
    if (text[at] === "\\" && at + 1 < token.end - 1) {
      at++;
      if (text[at] === "\r" && text[at + 1] === "\n") at++;
      if (text[at] === "\n") continue;
    }
    value += text[at];
    places.push(at);
  }
  return { value, places };
}

/** What follows a pointcut, found inside a string that never ends. */
const REST = /:\s{0,8}(?:before|after|around|order)\b/;

function unterminated(text: string, token: Token): StringLiteral {
  const line = text.slice(token.start, token.end);
  const rest = REST.exec(line)?.index;
  const until = withoutTail(line.slice(0, rest));
  return {
    problem: {
      code: "unterminated-string",
      range: { start: token.start, end: token.start + Math.max(1, until.length) },
      message: 'the match expression has no closing `"`',
      hint: 'Close it before the end of the line; long ones can be written as several strings, "% f" "(...)".',
    },
    ...(rest === undefined ? {} : { resumeAt: token.start + rest }),
  };
}

/** Without the blanks and brackets at the end, which belong to the pointcut around the string. */
function withoutTail(text: string): string {
  let end = text.length;
  while (end > 0 && /[\s)]/.test(text[end - 1] as string)) end--;
  return text.slice(0, end);
}
