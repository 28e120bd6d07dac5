/** Where text for file scope goes that is to see all that stands before a declaration in a namespace. */
import { closingBracket, type Token, tokenize } from "../text/c-tokens.js";

export interface PlaceBeside {
  /** Start of the declaration; an offset in the unit's text. */
  readonly at: number;
  /** What opens each namespace around it again, outermost first: as many `}` are to stand before what is put there. */
  readonly namespaces: readonly string[];
}

/** `topLevel`: where the declaration at file scope begins that holds `inside`. Of classes in classes, the outermost counts. */
export function placeBeside(unitText: string, topLevel: number, inside: number): PlaceBeside {
  const tokens = tokenize(unitText, topLevel);
  const namespaces: string[] = [];
  let at = topLevel;
  let index = 0;
  for (;;) {
    const open = namespaceBrace(tokens, index);
    const brace = tokens[open];
    if (brace === undefined || brace.start >= inside) return { at, namespaces };
    namespaces.push(headerText(tokens.slice(index, open + 1)));
    index = declarationAround(tokens, open + 1, inside);
    const first = tokens[index];
    if (first === undefined) return { at: topLevel, namespaces: [] };
    at = first.start;
  }
}

/** Index of the `{` of `inline namespace a::b [[…]] {` or `extern "C" {` that begins at `index`; -1 where none does. */
function namespaceBrace(tokens: readonly Token[], index: number): number {
  const text = (at: number) => tokens[at]?.text ?? "";
  if (text(index) === "extern" && tokens[index + 1]?.kind === "string")
    return text(index + 2) === "{" ? index + 2 : -1;
  const start = text(index) === "inline" ? index + 1 : index;
  if (text(start) !== "namespace") return -1;
  for (let at = start + 1; at < tokens.length; at++) {
    if (text(at) === "{") return at;
    if (/^[;=]$/.test(text(at))) return -1;
  }
  return -1;
}

/** Index of the first token of the declaration that `inside` is in; `first`: of the first one there. */
function declarationAround(tokens: readonly Token[], first: number, inside: number): number {
  let start = first;
  for (let at = first; at < tokens.length; at++) {
    const token = tokens[at] as Token;
    if (token.start >= inside) return start;
    if (/^[({[]$/.test(token.text)) {
      const close = closingBracket(tokens, at);
      const end = tokens[close];
      if (end === undefined || end.end > inside) return start;
      at = close;
      if (token.text === "{") start = at + 1;
    } else if (token.text === ";") start = at + 1;
  }
  return start;
}

const headerText = (tokens: readonly Token[]): string => tokens.map(({ text }) => text).join(" ");
