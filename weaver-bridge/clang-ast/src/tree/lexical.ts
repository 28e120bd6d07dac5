/**
 * What libclang's C interface leaves to the text: operator tokens, the parenthesis of a parameter list, the `;` of a
 * return. All functions take byte offsets of preprocessed text and skip white space, comments and directive lines.
 */
import type { TextRange } from "../../../model/index.js";

/** First offset at or after `at` that starts a token; the text's length at its end. */
export function skipTrivia(text: string, at: number): number {
  let offset = at;
  for (;;) {
    const c = text.charCodeAt(offset);
    if (c === 32 || (c >= 9 && c <= 13)) offset++;
    else if (c === 35 && startsLine(text, offset)) offset = endOfLine(text, offset);
    else if (c === 47 && text.charCodeAt(offset + 1) === 42) offset = after(text, "*/", offset + 2);
    else if (c === 47 && text.charCodeAt(offset + 1) === 47) offset = endOfLine(text, offset);
    else return offset;
  }
}

const OPERATOR = /(?:<<|>>)=?|\+\+|--|->|&&|\|\||[-+*/%&|^=!<>]=?|[~.,?:;()[\]{}]/y;

/** The punctuator that starts at the first token at or after `at`; empty where another token stands. */
export function operatorAt(text: string, at: number): TextRange {
  const start = skipTrivia(text, at);
  OPERATOR.lastIndex = start;
  return { start, end: start + (OPERATOR.exec(text)?.[0].length ?? 0) };
}

/** What follows the template arguments of an explicit specialisation. */
function afterAngles(text: string, open: number): number {
  let angles = 0;
  let depth = 0;
  for (let offset = open; offset < text.length; offset = skipTrivia(text, offset + 1)) {
    const c = text[offset] as string;
    if (c === "(") depth++;
    if (c === ")") depth--;
    if (depth === 0 && c === "<") angles++;
    if (depth === 0 && c === ">" && --angles === 0) return skipTrivia(text, offset + 1);
    if (c === "{" || c === ";") break;
  }
  return open;
}

/** From the first `(` after `at` to its `)`, behind template arguments; empty when there is none. */
export function parenthesesAfter(text: string, at: number): TextRange {
  let start = skipTrivia(text, at);
  while (text[start] === ")") start = skipTrivia(text, start + 1);
  if (text[start] === "<") start = afterAngles(text, start);
  if (text[start] !== "(") return { start, end: start };
  let depth = 0;
  for (let offset = start; offset < text.length; ) {
    const c = text[offset] as string;
    if (c === "(") depth++;
    if (c === ")" && --depth === 0) return { start, end: offset + 1 };
    offset = c === '"' || c === "'" ? endOfQuoted(text, offset) : skipTrivia(text, offset + 1);
  }
  return { start, end: start };
}

/** Offset one past the `;` that follows `at`, or `at` when another token follows. */
export function endOfStatement(text: string, at: number): number {
  const offset = skipTrivia(text, at);
  return text[offset] === ";" ? offset + 1 : at;
}

function endOfQuoted(text: string, at: number): number {
  const quote = text[at];
  for (let offset = at + 1; offset < text.length; offset++) {
    const c = text[offset];
    if (c === "\\") offset++;
    else if (c === quote) return skipTrivia(text, offset + 1);
    else if (c === "\n") return skipTrivia(text, offset);
  }
  return text.length;
}

function startsLine(text: string, at: number): boolean {
  let offset = at - 1;
  while (offset >= 0 && (text.charCodeAt(offset) === 32 || text.charCodeAt(offset) === 9)) offset--;
  return offset < 0 || text.charCodeAt(offset) === 10;
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end === -1 ? text.length : end;
}

function after(text: string, word: string, at: number): number {
  const found = text.indexOf(word, at);
  return found === -1 ? text.length : found + word.length;
}
