/**
 * C text as tokens, just enough to find names, operators and brackets in preprocessed code or in advice bodies.
 * Comments, white space and directive lines (line markers, pragmas) are skipped. Knows no grammar.
 */
export interface Token {
  readonly kind: "identifier" | "number" | "string" | "character" | "punctuator";
  readonly text: string;
  /** Byte offsets in the text that was scanned. */
  readonly start: number;
  readonly end: number;
}

const WORD = /[A-Za-z_$\x80-\xff][\w$\x80-\xff]*/y;
const OTHER =
  /\.?\d(?:[eEpP][+-]|[\w.])*|"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*'|->|\+\+|--|<<=|>>=|<<|>>|<=|>=|==|!=|&&|\|\||\.\.\.|[-+*/%&|^]=|::|##|[^\s\w]/y;
const BLANK = /(?:\s+|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$))+/y;

/** Tokens of `text` between two byte offsets. Never throws; a lone quote is a punctuator. */
export function tokenize(text: string, start = 0, end = text.length): Token[] {
  const tokens: Token[] = [];
  let at = start;
  while (at < end) {
    if (mayBeBlank(text.charCodeAt(at))) {
      BLANK.lastIndex = at;
      if (BLANK.test(text)) at = BLANK.lastIndex;
      if (at >= end) break;
    }
    if (text[at] === "#" && isLineStart(text, at)) {
      const newline = text.indexOf("\n", at);
      at = newline === -1 ? end : newline;
      continue;
    }
    const token = tokenAt(text, at);
    if (token.end > end) break;
    tokens.push(token);
    at = token.end;
  }
  return tokens;
}

/** White space, or `/` of a comment. */
const mayBeBlank = (code: number) => code <= 0x20 || code === 0x2f || code === 0xa0;

function tokenAt(text: string, at: number): Token {
  WORD.lastIndex = at;
  if (!WORD.test(text)) return otherTokenAt(text, at);
  const end = WORD.lastIndex;
  const word = text.slice(at, end);
  const next = text[end];
  if (next === '"' && /^(?:u8|[uUL])?R$/.test(word)) return rawString(text, at, end);
  if ((next === '"' || next === "'") && /^(?:u8|[uUL])$/.test(word)) return stringWithPrefix(text, at, word);
  return { kind: "identifier", text: word, start: at, end };
}

function otherTokenAt(text: string, at: number): Token {
  OTHER.lastIndex = at;
  const end = OTHER.test(text) ? OTHER.lastIndex : at + 1;
  const word = text.slice(at, end);
  const first = word[0] as string;
  // A lone quote is one.
  const isQuoted = end > at + 1 && (first === '"' || first === "'");
  const isNumber = /^\.?\d/.test(word);
  const quoted = first === '"' ? "string" : "character";
  return { kind: isNumber ? "number" : isQuoted ? quoted : "punctuator", text: word, start: at, end };
}

/** `R"x(…)x"`, which may hold quotes and line ends. */
function rawString(text: string, start: number, quote: number): Token {
  const open = text.indexOf("(", quote);
  const close = `)${text.slice(quote + 1, open)}"`;
  const at = open === -1 ? -1 : text.indexOf(close, open);
  const end = at === -1 ? text.length : at + close.length;
  return { kind: "string", text: text.slice(start, end), start, end };
}

function stringWithPrefix(text: string, at: number, prefix: string): Token {
  const rest = tokenAt(text, at + prefix.length);
  return { kind: rest.kind, text: prefix + rest.text, start: at, end: rest.end };
}

/** Only blanks stand between the start of the line and `at`. */
export function isLineStart(text: string, at: number): boolean {
  let index = at - 1;
  while (index >= 0 && (text[index] === " " || text[index] === "\t")) index--;
  return index < 0 || text[index] === "\n";
}

/** Index of the token that closes the bracket at `open`, or the number of tokens when nothing closes it. */
export function closingBracket(tokens: readonly Token[], open: number): number {
  let depth = 0;
  for (let index = open; index < tokens.length; index++) {
    const { kind, text } = tokens[index] as Token;
    if (kind !== "punctuator") continue;
    if (text === "(" || text === "[" || text === "{") depth++;
    if ((text === ")" || text === "]" || text === "}") && --depth === 0) return index;
  }
  return tokens.length;
}

/** A C string literal that holds `text`. */
export function stringLiteral(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&").replace(/\n/g, "\\n")}"`;
}
