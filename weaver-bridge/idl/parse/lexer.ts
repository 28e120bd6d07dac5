/**
 * Text to tokens. Comments and line continuations become white space; anything else, however strange, becomes a token,
 * so the parser can complain about it at its place. Knows neither keywords nor directives.
 */
import type { Report } from "./report.js";
import type { SourceFile } from "./source.js";
import { type Token, TokenKind } from "./token.js";

enum Class {
  Other,
  Space,
  Letter,
  Digit,
}

const CLASSES = classes();

export interface Lexing {
  /** Without them `//` is two tokens, as in C before 1999. */
  readonly lineComments: boolean;
}

/** Ends with exactly one token of kind `End`. Reports comments and literals that never end. */
export function lex(file: SourceFile, report: Report, lexing: Lexing = { lineComments: true }): Token[] {
  const { text } = file;
  const { length } = text;
  const tokens: Token[] = [];
  let at = text.charCodeAt(0) === 0xef && text.startsWith("\u00ef\u00bb\u00bf") ? 3 : 0;
  let lineStart = true;
  let spaceBefore = false;
  while (at < length) {
    if (text.charCodeAt(at) === 10) lineStart = true;
    const blank = endOfBlank(file, at, report, lexing);
    if (blank > at) {
      spaceBefore = true;
      at = blank;
      continue;
    }
    const { kind, end } = lexeme(file, at, report);
    tokens.push({ kind, text: text.slice(at, end), file, start: at, end, lineStart, spaceBefore });
    at = end;
    lineStart = false;
    spaceBefore = false;
  }
  tokens.push({
    kind: TokenKind.End,
    text: "",
    file,
    start: length,
    end: length,
    lineStart: true,
    spaceBefore: true,
  });
  return tokens;
}

/** Behind a space, a comment or a line that is continued; `at` where none begins. */
function endOfBlank(file: SourceFile, at: number, report: Report, lexing: Lexing): number {
  const { text } = file;
  const code = text.charCodeAt(at);
  if (code < 256 && CLASSES[code] === Class.Space) return at + 1;
  if (code === 47 && startsComment(text, at, lexing)) return endOfComment(file, at, report);
  return code === 92 ? endOfContinuation(text, at) : at;
}

/** The token that begins there. */
function lexeme(file: SourceFile, start: number, report: Report): { kind: TokenKind; end: number } {
  const { text } = file;
  const code = text.charCodeAt(start);
  const kind = code < 256 ? CLASSES[code] : Class.Other;
  if (kind === Class.Letter) {
    const end = endOfWord(text, start + 1);
    const isWide = code === 76 && end === start + 1 && (text[end] === '"' || text[end] === "'");
    return isWide ? literalAt(file, end, report) : { kind: TokenKind.Word, end };
  }
  if (kind === Class.Digit || (code === 46 && isDigit(text.charCodeAt(start + 1))))
    return { kind: TokenKind.Number, end: endOfNumber(text, start + 1) };
  if (code === 34 || code === 39) return literalAt(file, start, report);
  return { kind: TokenKind.Punctuator, end: start + punctuatorLength(text, start, code) };
}

function literalAt(file: SourceFile, at: number, report: Report): { kind: TokenKind; end: number } {
  const kind = file.text[at] === '"' ? TokenKind.String : TokenKind.Char;
  return { kind, end: endOfLiteral(file, at, report) };
}

function startsComment(text: string, at: number, { lineComments }: Lexing): boolean {
  const next = text.charCodeAt(at + 1);
  return next === 42 || (next === 47 && lineComments);
}

function classes(): Uint8Array {
  const table = new Uint8Array(256);
  for (const code of [9, 10, 11, 12, 13, 32, 160]) table[code] = Class.Space;
  for (let code = 0; code < 128; code++)
    if (/[A-Za-z_$]/.test(String.fromCharCode(code))) table[code] = Class.Letter;
  for (let code = 161; code < 256; code++) table[code] = Class.Letter;
  for (let code = 48; code < 58; code++) table[code] = Class.Digit;
  return table;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function endOfWord(text: string, at: number): number {
  while (at < text.length && (CLASSES[text.charCodeAt(at)] ?? 0) >= Class.Letter) at++;
  return at;
}

/** A preprocessing number: digits, letters, dots, and a sign behind an exponent letter. */
function endOfNumber(text: string, at: number): number {
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if ((CLASSES[code] ?? 0) >= Class.Letter || code === 46) continue;
    const before = text.charCodeAt(at - 1) | 32;
    if ((code === 43 || code === 45) && before === 101 && !isHexadecimal(text, at)) continue;
    break;
  }
  return at;
}

/** Whether the number that holds `at` starts with `0x`: its `e` is a digit. */
function isHexadecimal(text: string, at: number): boolean {
  let start = at;
  while (start > 0 && (CLASSES[text.charCodeAt(start - 1)] ?? 0) >= Class.Letter) start--;
  return text[start] === "0" && (text.charCodeAt(start + 1) | 32) === 120;
}

function endOfLiteral(file: SourceFile, start: number, report: Report): number {
  const { text } = file;
  const quote = text.charCodeAt(start);
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 92) at++;
    else if (code === quote) return at + 1;
    else if (code === 10) {
      report.error(
        "idl/unfinished-literal",
        { file, start, end: at },
        "this literal does not end on its line",
        `Close it with ${text[start]} before the line ends.`,
      );
      return at;
    }
  }
  report.error(
    "idl/unfinished-literal",
    { file, start, end: text.length },
    "this literal does not end",
    `Close it with ${text[start]}.`,
  );
  return text.length;
}

function endOfComment(file: SourceFile, start: number, report: Report): number {
  const { text } = file;
  if (text.charCodeAt(start + 1) === 47) {
    for (let at = text.indexOf("\n", start); at !== -1; at = text.indexOf("\n", at + 1))
      if (text[at - 1] !== "\\" && !(text[at - 1] === "\r" && text[at - 2] === "\\")) return at;
    return text.length;
  }
  const end = text.indexOf("*/", start + 2);
  if (end !== -1) return end + 2;
  report.error(
    "idl/unfinished-comment",
    { file, start, end: start + 2 },
    "this comment does not end",
    "Close it with */.",
  );
  return text.length;
}

/** Behind a backslash and the line end that follows it; `at` itself where none follows. */
function endOfContinuation(text: string, at: number): number {
  let next = at + 1;
  while (text[next] === " " || text[next] === "\t" || text[next] === "\r") next++;
  return text[next] === "\n" ? next + 1 : at;
}

function punctuatorLength(text: string, at: number, code: number): number {
  const next = text.charCodeAt(at + 1);
  switch (code) {
    case 58: // ::
    case 35: // ##
    case 61: // ==
      return next === code ? 2 : 1;
    case 38: // &&
    case 124: // ||
      return next === code ? 2 : 1;
    case 60: // < << <=
    case 62: // > >> >=
      return next === code || next === 61 ? 2 : 1;
    case 33: // !=
      return next === 61 ? 2 : 1;
    case 45: // ->
      return next === 62 ? 2 : 1;
    case 46: // ...
      return next === 46 && text.charCodeAt(at + 2) === 46 ? 3 : 1;
    default:
      return 1;
  }
}
