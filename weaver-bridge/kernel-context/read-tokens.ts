/**
 * C and C++ as written, before the preprocessor: words and punctuation with their offsets. Comments, strings and
 * directives are left out, except that a function-like `#define` comes as a token of its own kind.
 */
export interface Token {
  readonly kind: "word" | "mark" | "text" | "define";
  /** `text` (strings, characters, numbers) is not kept apart: one word for all. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Stands in the first column. */
  readonly isFirst: boolean;
}

const TOKEN =
  /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|(?![\s\S]))|^[ \t]*#(?:[^\n\\/]|\\[^\n]|\\\n|\/(?!\*)|\/\*[\s\S]*?(?:\*\/|(?![\s\S])))*|"(?:[^"\\\n]|\\[\s\S])*"?|'(?:[^'\\\n]|\\.)*'?|[A-Za-z_$][\w$]*|\d[\w.']*|::|->|&&|\|\||[^\s]/gm;
const MACRO = /^[ \t]*#[ \t]*define[ \t]+([A-Za-z_]\w*)\(([^)]*)\)/;

/** Tokens of `text` from `from` to `to`, in order. Never throws. */
export function readTokens(text: string, from = 0, to = text.length): Token[] {
  const tokens: Token[] = [];
  const pattern = new RegExp(TOKEN);
  pattern.lastIndex = from;
  for (let found = pattern.exec(text); found !== null && found.index < to; found = pattern.exec(text)) {
    const [token] = found;
    const start = found.index;
    const end = start + token.length;
    const first = token.charCodeAt(0);
    const isFirst = start === 0 || text.charCodeAt(start - 1) === 10;
    if (token.startsWith("//") || token.startsWith("/*")) continue;
    if (/^[ \t]*#/.test(token)) {
      if (MACRO.test(token)) tokens.push({ kind: "define", text: token, start, end, isFirst });
    } else if (token === "" || first === 34 || first === 39 || (first >= 48 && first <= 57))
      tokens.push({ kind: "text", text: token, start, end, isFirst });
    else tokens.push({ kind: isWord(first) ? "word" : "mark", text: token, start, end, isFirst });
  }
  return tokens;
}

function isWord(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95 || code === 36;
}

/** Name and replacement of a `define` token; the replacement as a range of the whole text. */
export function macroOf(token: Token): { name: string; start: number; end: number } | undefined {
  const found = MACRO.exec(token.text);
  return found === null
    ? undefined
    : { name: found[1] as string, start: token.start + found[0].length, end: token.end };
}

/** Index of the token that closes the bracket at `open`; the last one where none does. */
export function closingToken(tokens: readonly Token[], open: number): number {
  let depth = 0;
  for (let at = open; at < tokens.length; at++) {
    const { text, kind } = tokens[at] as Token;
    if (kind !== "mark") continue;
    if (text === "(" || text === "{" || text === "[") depth++;
    else if ((text === ")" || text === "}" || text === "]") && --depth <= 0) return at;
  }
  return tokens.length - 1;
}

/** The same for a function's body, which a `}` in the first column ends too: the branches of an `#ifdef` may each open it. */
export function closingOfBody(tokens: readonly Token[], open: number): number {
  const close = closingToken(tokens, open);
  for (let at = open + 1; at < close; at++) {
    const { text, isFirst } = tokens[at] as Token;
    if (isFirst && text === "}") return at;
  }
  return close;
}
