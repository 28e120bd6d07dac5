/**
 * The tokens of C and C++ as far as aspect files need them: enough to skip a body without being fooled by
 * strings, characters, comments, raw strings and preprocessor lines. Scanning is a pure function of text and
 * offset, so that the parser can restart anywhere. Each token is found in time linear in its length and the blanks
 * and comments before it.
 */

export type TokenKind =
  | "identifier"
  | "number"
  | "string"
  | "character"
  | "directive"
  | "punctuation"
  | "end";

export interface Token {
  readonly kind: TokenKind;
  readonly start: number;
  readonly end: number;
  /** First token of its line. */
  readonly startsLine: boolean;
  /** A string, character or comment in or before this token never ends; for a comment, where it starts. */
  readonly unterminated: boolean;
  readonly unterminatedComment?: number;
}

const IDENTIFIER = /[A-Za-z_$\x80-\xff][\w$\x80-\xff]*/y;
const NUMBER = /\.?\d(?:[eEpP][+-]|'(?=\w)|[\w.])*/y;
const PUNCTUATION = /::|\.\.\.|&&|\|\||->|\+\+|--|<<|>>|[-+*/%&|^=!<>]=|[\s\S]/y;
const STRING_PREFIX = /^(?:u8|u|U|L)?(R)?$/;

/** The token at or after `offset`; comments and blanks before it are skipped. At the end of text, kind `end`. */
export function scanToken(text: string, offset: number): Token {
  const trivia = skipTrivia(text, offset);
  const start = trivia.end;
  const base = { start, startsLine: trivia.newLine || isLineStart(text, offset), unterminated: false };
  if (trivia.unterminatedComment !== undefined)
    return { ...base, kind: "end", end: start, unterminatedComment: trivia.unterminatedComment };
  if (start >= text.length) return { ...base, kind: "end", end: start };
  const char = text[start] as string;
  if (char === "#" && base.startsLine) return { ...base, kind: "directive", end: directiveEnd(text, start) };
  if (char === '"') return { ...base, kind: "string", ...quotedEnd(text, start, '"') };
  if (char === "'") return { ...base, kind: "character", ...quotedEnd(text, start, "'") };
  const word = matchAt(IDENTIFIER, text, start);
  if (word !== undefined) return scanWord(text, base, word);
  const number = matchAt(NUMBER, text, start);
  if (number !== undefined) return { ...base, kind: "number", end: number };
  return { ...base, kind: "punctuation", end: matchAt(PUNCTUATION, text, start) ?? start + 1 };
}

function scanWord(text: string, base: Omit<Token, "kind" | "end">, end: number): Token {
  const quote = text[end];
  if (quote === '"' || quote === "'") {
    const prefix = STRING_PREFIX.exec(text.slice(base.start, Math.min(end, base.start + 4)));
    if (prefix !== null && end - base.start <= 3) {
      if (prefix[1] !== undefined && quote === '"')
        return { ...base, kind: "string", ...rawStringEnd(text, end) };
      if (prefix[1] === undefined)
        return { ...base, kind: quote === '"' ? "string" : "character", ...quotedEnd(text, end, quote) };
    }
  }
  return { ...base, kind: "identifier", end };
}

function matchAt(pattern: RegExp, text: string, offset: number): number | undefined {
  pattern.lastIndex = offset;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

interface Trivia {
  readonly end: number;
  readonly newLine: boolean;
  readonly unterminatedComment?: number;
}

/** With the byte order mark that some editors write, which can only stand at the start. */
const BLANKS = /(?:^\xef\xbb\xbf)?(?:[ \t\r\f\v]|\\\r?\n)*/y;

function skipTrivia(text: string, offset: number): Trivia {
  let at = offset;
  let newLine = false;
  for (;;) {
    at = matchAt(BLANKS, text, at) ?? at;
    if (text[at] === "\n") {
      newLine = true;
      at++;
    } else if (text.startsWith("//", at)) {
      at = lineEnd(text, at);
    } else if (text.startsWith("/*", at)) {
      const close = text.indexOf("*/", at + 2);
      if (close === -1) return { end: text.length, newLine, unterminatedComment: at };
      if (text.slice(at, close).includes("\n")) newLine = true;
      at = close + 2;
    } else {
      return { end: at, newLine };
    }
  }
}

/** Offset of the newline that ends the logical line, or the end of the text. */
function lineEnd(text: string, offset: number): number {
  let at = offset;
  for (;;) {
    const end = text.indexOf("\n", at);
    if (end === -1) return text.length;
    const last = text[end - 1] === "\r" ? end - 2 : end - 1;
    if (text[last] !== "\\") return end;
    at = end + 1;
  }
}

function isLineStart(text: string, offset: number): boolean {
  return offset === 0 || text[offset - 1] === "\n";
}

function quotedEnd(text: string, open: number, quote: string): { end: number; unterminated: boolean } {
  for (let at = open + 1; at < text.length; at++) {
    const char = text[at];
    if (char === "\\") {
      if (text[at + 1] === "\r" && text[at + 2] === "\n") at++;
      at++;
    } else if (char === quote) return { end: at + 1, unterminated: false };
    else if (char === "\n")
      return { end: text[at - 1] === "\r" ? Math.max(open + 1, at - 1) : at, unterminated: true };
  }
  return { end: text.length, unterminated: true };
}

function rawStringEnd(text: string, quote: number): { end: number; unterminated: boolean } {
  const open = /"([^()\\\s]{0,16})\(/y;
  open.lastIndex = quote;
  const delimiter = open.exec(text)?.[1];
  if (delimiter === undefined) return quotedEnd(text, quote, '"');
  const close = text.indexOf(`)${delimiter}"`, open.lastIndex);
  return close === -1
    ? { end: text.length, unterminated: true }
    : { end: close + delimiter.length + 2, unterminated: false };
}

/** End of a preprocessor line: backslash-newlines and block comments in it are part of it. */
function directiveEnd(text: string, start: number): number {
  let at = start;
  while (at < text.length) {
    const char = text[at];
    if (char === "\n") return at;
    if (char === "\\") at += text[at + 1] === "\r" ? 3 : 2;
    else if (char === '"' || char === "'") {
      const quoted = quotedEnd(text, at, char);
      at = quoted.unterminated ? at + 1 : quoted.end;
      if (quoted.unterminated && char === "'") return lineEnd(text, at);
    } else if (char === "/" && text[at + 1] === "/") return lineEnd(text, at);
    else if (char === "/" && text[at + 1] === "*") {
      const close = text.indexOf("*/", at + 2);
      at = close === -1 ? text.length : close + 2;
    } else at++;
  }
  return Math.min(at, text.length);
}
