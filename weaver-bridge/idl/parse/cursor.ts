/**
 * The parser's place in the tokens, and recovery. After an error the parser skips to the end of the statement, so one
 * mistake costs one declaration; every loop that calls `recover` makes progress, so no input makes the parser hang.
 */
import { lookUp } from "../../model/index.js";
import type { Identifier, TypeNode } from "./ast.js";
import type { Report } from "./report.js";
import { joinSpans, type Span } from "./source.js";
import { type Token, TokenKind } from "./token.js";

/** Nesting past this is an error, so that hostile text cannot exhaust the stack. */
const DEEPEST = 200;

/** What parts of the grammar need from parts that need them. */
export interface Grammar {
  type(cursor: Cursor): TypeNode | undefined;
}

export interface Cursor {
  readonly grammar: Grammar;
  readonly tokens: Token[];
  readonly report: Report;
  index: number;
  depth: number;
  /** The token at which the last error was reported; a second one there would say nothing new. */
  lastError: number;
}

export function makeCursor(tokens: Token[], report: Report, grammar: Grammar): Cursor {
  return { grammar, tokens, report, index: 0, depth: 0, lastError: -1 };
}

export function peek(cursor: Cursor, ahead = 0): Token {
  const { tokens } = cursor;
  return tokens[cursor.index + ahead] ?? (tokens[tokens.length - 1] as Token);
}

export function nextToken(cursor: Cursor): Token {
  const token = peek(cursor);
  if (cursor.index < cursor.tokens.length - 1) cursor.index++;
  return token;
}

/** Whether the next token is this punctuator or word. */
export function atText(cursor: Cursor, text: string): boolean {
  const token = peek(cursor);
  return token.text === text && token.kind !== TokenKind.String && token.kind !== TokenKind.Char;
}

export function atEnd(cursor: Cursor): boolean {
  return peek(cursor).kind === TokenKind.End;
}

export function accept(cursor: Cursor, text: string): boolean {
  if (!atText(cursor, text)) return false;
  nextToken(cursor);
  return true;
}

export function expect(cursor: Cursor, text: string, after: string): boolean {
  if (accept(cursor, text)) return true;
  const token = peek(cursor);
  const found = token.kind === TokenKind.End ? "the end of the file" : `"${token.text.slice(0, 40)}"`;
  fail(cursor, `expected "${text}" ${after}, found ${found}`, `Write "${text}" ${after}.`);
  return false;
}

/** Reports a syntax error at the next token (for a missing token: just behind the last one). */
export function fail(cursor: Cursor, message: string, hint: string): void {
  if (cursor.lastError === cursor.index) return;
  cursor.lastError = cursor.index;
  cursor.report.error("idl/syntax", errorPlace(cursor), message, hint);
}

/** Behind the last token of a finished line, where something is missing; else the next token. */
function errorPlace(cursor: Cursor): Span {
  const token = peek(cursor);
  const before = cursor.tokens[cursor.index - 1];
  if (before === undefined || before.file !== token.file) return token;
  if (!token.lineStart && token.kind !== TokenKind.End) return token;
  return { file: before.file, start: before.end, end: before.end };
}

export function spanFrom(cursor: Cursor, start: Span): Span {
  return joinSpans(start, cursor.tokens[Math.max(0, cursor.index - 1)] ?? start);
}

export function identifierFrom(token: Token): Identifier {
  const escaped = token.text.length > 1 && token.text[0] === "_";
  return { text: token.text, escaped, span: { file: token.file, start: token.start, end: token.end } };
}

export function isDeep(cursor: Cursor): boolean {
  if (cursor.depth < DEEPEST) return false;
  fail(
    cursor,
    "this is nested too deeply",
    `Weft reads ${DEEPEST} levels; name inner parts with typedef or const.`,
  );
  return true;
}

/** Skips to behind the `;` that ends the broken statement, or to before the `}` that closes its scope. */
export function recover(cursor: Cursor): void {
  let open = 0;
  for (; !atEnd(cursor); nextToken(cursor)) {
    const { text, kind } = peek(cursor);
    if (kind !== TokenKind.Punctuator) continue;
    if (text === "{") open++;
    else if (text === "}") {
      if (open === 0) return;
      open--;
      if (open === 0 && peek(cursor, 1).text !== ";") {
        nextToken(cursor);
        return;
      }
    } else if (text === ";" && open === 0) {
      nextToken(cursor);
      return;
    }
  }
}

/** Skips a bracketed group whose opening token is next. */
export function skipGroup(cursor: Cursor): void {
  const pairs: Record<string, string> = { "(": ")", "[": "]", "{": "}" };
  const stack: string[] = [];
  do {
    const { text, kind } = peek(cursor);
    if (kind === TokenKind.End) return;
    if (kind === TokenKind.Punctuator) {
      const closing = lookUp(pairs, text);
      if (closing !== undefined) stack.push(closing);
      else if (text === stack[stack.length - 1]) stack.pop();
      else if (text === "}" && !stack.includes("}")) return;
    }
    nextToken(cursor);
  } while (stack.length > 0);
}

/** Splits `>>` so that `sequence<sequence<long>>` closes twice. */
export function expectCloseAngle(cursor: Cursor, after: string): boolean {
  const token = peek(cursor);
  if (token.text === ">>" && token.kind === TokenKind.Punctuator) {
    const rest = { ...token, text: ">", start: token.start + 1, spaceBefore: false, lineStart: false };
    cursor.tokens[cursor.index] = rest;
    return true;
  }
  return expect(cursor, ">", after);
}
