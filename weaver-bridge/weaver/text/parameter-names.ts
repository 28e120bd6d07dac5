/** Where a name goes in an unnamed parameter: `int`, `int (*)(int)`, `int [4]`. Works on declarator text alone. */
import type { TextRange } from "../../model/index.js";
import { closingBracket, type Token, tokenize } from "./c-tokens.js";

/** Byte offset at which the name of the unnamed parameter `index` is to be inserted. `list` is `(` to `)`. */
export function insertName(text: string, list: TextRange, index: number): number {
  const tokens = parameterTokens(tokenize(text, list.start, list.end), index);
  const nested = tokens.findIndex((token, i) => token.text === "(" && beginsDeclarator(tokens, i + 1));
  if (nested !== -1) {
    const inner = tokens.slice(nested, closingBracket(tokens, nested));
    const stars = inner.filter((token) => /^(?:\*|&&?|const|volatile|restrict)$/.test(token.text));
    return stars.at(-1)!.end;
  }
  const bracket = tokens.find((token) => token.text === "[");
  if (bracket !== undefined) return bracket.start;
  const attribute = tokens.findIndex((token, i) => token.text === "__attribute__" && i > 0);
  return (attribute > 0 ? tokens[attribute - 1] : tokens.at(-1))?.end ?? list.start + 1;
}

/** `(*)`, `(&)`, `(C::*)` */
function beginsDeclarator(tokens: readonly Token[], at: number): boolean {
  let index = at;
  while (tokens[index]?.kind === "identifier" && tokens[index + 1]?.text === "::") index += 2;
  return /^(?:\*|&&?)$/.test(tokens[index]?.text ?? "");
}

/** Without the default argument. */
function parameterTokens(list: readonly Token[], index: number): Token[] {
  let depth = 0;
  let angles = 0;
  let parameter = 0;
  let isDefault = false;
  const found: Token[] = [];
  for (const token of list) {
    if (/^[)\]}]$/.test(token.text)) depth--;
    if (depth === 1 && /^(?:<|>>?)$/.test(token.text)) angles += token.text === "<" ? 1 : -token.text.length;
    if (depth === 1 && angles <= 0 && token.text === ",") {
      parameter++;
      isDefault = false;
    } else if (depth === 1 && angles <= 0 && token.text === "=") isDefault = true;
    else if (depth >= 1 && parameter === index && !isDefault) found.push(token);
    if (/^[([{]$/.test(token.text)) depth++;
  }
  return found;
}
