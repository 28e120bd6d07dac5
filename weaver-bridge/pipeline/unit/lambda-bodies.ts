/** Bodies of lambdas, found in the text: libclang does not tell of all. */
import type { TextRange } from "../../model/index.js";
import { tokenize } from "../../weaver/index.js";

/** Behind a value stands an index. `before` is the text up to the bracket. */
export const isIndex = (before: string) => /[\w)\]]\s*$/.test(before.replace(/\breturn\s*$/, ""));

const INTRODUCER =
  /\[[^[\]{};]{0,300}\](?=\s*(?:[({<]|->|(?:mutable|noexcept|constexpr|static|requires)\b))/g;
/** No lambda that people write is longer. */
const MOST_TEXT = 20_000;

/** From `{` to `}`, in the order of the text; those in others too. */
export function* lambdaBodies(text: string): Generator<TextRange> {
  for (const { 0: introducer, index } of text.matchAll(INTRODUCER)) {
    if (isIndex(text.slice(Math.max(0, index - 20), index))) continue;
    const body = bodyBehind(text, index + introducer.length);
    if (body !== undefined) yield body;
  }
}

function bodyBehind(text: string, from: number): TextRange | undefined {
  let start: number | undefined;
  let depth = 0;
  let inner = 0;
  for (const token of tokenize(text, from, Math.min(text.length, from + MOST_TEXT))) {
    if (start === undefined) {
      if (inner === 0 && token.text === "{") [start, depth] = [token.start, 1];
      else if (inner === 0 && /^[;})\]]$/.test(token.text)) return undefined;
      else if (token.text === "(") inner++;
      else if (token.text === ")") inner--;
    } else if (token.text === "{") depth++;
    else if (token.text === "}" && --depth === 0) return { start, end: token.end };
  }
  return undefined;
}
