/** Where a name goes in an unnamed parameter: `int`, `int (*)(int)`, `int [4]`. Works on declarator text alone. */
import type { TextRange } from "../model/index.js";
import { closingBracket, type Token, tokenize } from "./c-tokens.js";

/** Byte offset at which the name of the unnamed parameter `index` is to be inserted. `list` is `(` to `)`. */
export function insertName(text: string, list: TextRange, index: number): number {
  const tokens = parameterTokens(tokenize(text, list.start, list.end), index);
  const nested = tokens.findIndex((token, i) => token.text === "(" && tokens[i + 1]?.text === "*");
  if (nested !== -1) {
    const inner = tokens.slice(nested, closingBracket(tokens, nested));
    const stars = inner.filter(
      (token) => token.text === "*" || /^(?:const|volatile|restrict)$/.test(token.text),
    );
    return stars.at(-1)!.end;
  }
  const bracket = tokens.find((token) => token.text === "[");
  if (bracket !== undefined) return bracket.start;
  const attribute = tokens.findIndex((token, i) => token.text === "__attribute__" && i > 0);
  return (attribute > 0 ? tokens[attribute - 1] : tokens.at(-1))?.end ?? list.start + 1;
}

function parameterTokens(list: readonly Token[], index: number): Token[] {
  let depth = 0;
  let parameter = 0;
  const found: Token[] = [];
  for (const token of list) {
    if (/^[)\]}]$/.test(token.text)) depth--;
    if (depth === 1 && token.text === ",") parameter++;
    else if (depth >= 1 && parameter === index) found.push(token);
    if (/^[([{]$/.test(token.text)) depth++;
  }
  return found;
}
