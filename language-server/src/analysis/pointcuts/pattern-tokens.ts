/** The tokens of a match expression and what each is: for colours and completion. Works on half-typed text. */

export type PatternTokenKind = "wildcard" | "scope" | "name" | "type" | "modifier" | "number";

export interface PatternToken {
  readonly kind: PatternTokenKind;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** A name in front of a parameter list. */
  readonly isFunction?: boolean;
}

const TOKEN = /<unnamed>|\.\.\.|::|[A-Za-z_$%\x80-\uffff][\w$%\x80-\uffff]*|\d+|[^\s]/g;
const MODIFIERS = new Set([
  "const",
  "volatile",
  "static",
  "virtual",
  "struct",
  "union",
  "class",
  "enum",
  "operator",
]);
const BUILTIN_TYPES = new Set([
  "void",
  "char",
  "short",
  "int",
  "long",
  "float",
  "double",
  "signed",
  "unsigned",
  "bool",
  "_Bool",
  "wchar_t",
]);

/** Offsets in `text`. Punctuation is left out. */
export function patternTokens(text: string): PatternToken[] {
  const raw = [...text.matchAll(TOKEN)].map((found) => ({ text: found[0], start: found.index }));
  const isWord = (token: { text: string } | undefined) => /^[A-Za-z_$%\x80-\uffff]/.test(token?.text ?? "");
  const nameAt = declaredName(raw);
  return raw.flatMap((token, index): PatternToken[] => {
    const place = { start: token.start, end: token.start + token.text.length, text: token.text };
    if (token.text === "...")
      return [{ ...place, kind: raw[index + 1]?.text === "::" ? "scope" : "wildcard" }];
    if (token.text === "<unnamed>") return [{ ...place, kind: "scope" }];
    if (/^\d/.test(token.text)) return [{ ...place, kind: "number" }];
    if (!isWord(token)) return [];
    if (MODIFIERS.has(token.text)) return [{ ...place, kind: "modifier" }];
    if (raw[index + 1]?.text === "::") return [{ ...place, kind: "scope" }];
    if (index === nameAt) return [{ ...place, kind: "name", isFunction: raw[index + 1]?.text === "(" }];
    return [{ ...place, kind: token.text === "%" ? "wildcard" : "type" }];
  });
}

/** Index of the token that names what is declared: before the first bracket, else the last word when a type precedes. */
function declaredName(raw: readonly { readonly text: string }[]): number {
  const words = raw.flatMap(({ text }, index) =>
    /^[A-Za-z_$%\x80-\uffff]/.test(text) && !MODIFIERS.has(text) ? [index] : [],
  );
  const open = raw.findIndex(({ text }) => text === "(");
  const before = words.filter((index) => open === -1 || index < open);
  const last = before.at(-1);
  if (last === undefined) return -1;
  const hasType = before.some((index) => index < last && raw[index + 1]?.text !== "::");
  if (!hasType || BUILTIN_TYPES.has(raw[last]?.text ?? "")) return -1;
  return open === -1 || open === last + 1 ? last : -1;
}
