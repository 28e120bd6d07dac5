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

const TOKEN =
  /([A-Za-z_$\x80-\xff][\w$\x80-\xff]*)|(\.?\d(?:[eEpP][+-]|[\w.])*)|((?:u8|[uUL])?"(?:[^"\\\n]|\\[\s\S])*")|('(?:[^'\\\n]|\\[\s\S])*')|(->|\+\+|--|<<=|>>=|<<|>>|<=|>=|==|!=|&&|\|\||\.\.\.|[-+*/%&|^]=|::|##|[^\s\w])/y;
const BLANK = /(?:\s+|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$))+/y;
const KINDS = ["identifier", "number", "string", "character", "punctuator"] as const;

/** Tokens of `text` between two byte offsets. Never throws; a lone quote is a punctuator. */
export function tokenize(text: string, start = 0, end = text.length): Token[] {
  const tokens: Token[] = [];
  let at = start;
  while (at < end) {
    BLANK.lastIndex = at;
    if (BLANK.test(text)) at = BLANK.lastIndex;
    if (at >= end) break;
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

function tokenAt(text: string, at: number): Token {
  TOKEN.lastIndex = at;
  const match = TOKEN.exec(text);
  if (match === null) return { kind: "punctuator", text: text[at] as string, start: at, end: at + 1 };
  const word = match[0];
  if (match[1] !== undefined && text[at + word.length] === '"' && /^(?:u8|[uUL])?R$/.test(word))
    return rawString(text, at, at + word.length);
  const prefixed = /^(?:u8|[uUL])(?=["'])/.test(text.slice(at, at + 3));
  if (prefixed && match[1] !== undefined) return stringWithPrefix(text, at, word);
  const kind = KINDS[match.slice(1).findIndex((group) => group !== undefined)] ?? "punctuator";
  return { kind, text: word, start: at, end: at + word.length };
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
