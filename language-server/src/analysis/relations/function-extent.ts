/**
 * The lines of a function's definition, found in text alone: analysis keeps no bodies. Brackets in comments and strings
 * don't count; a definition with unbalanced brackets reaches to the end of the file.
 */
import type { LineSpan, SourceText } from "../../workspace/index.js";
import { declarationStart } from "../declaration-start.js";

/** The definition of `name` that holds the line; undefined where the text has none. */
export function functionExtent(source: SourceText, name: string, line: number): LineSpan | undefined {
  const { text, lines } = source;
  const until = lines.offsetAt({ line: line + 1, character: 0 });
  for (
    let at = text.lastIndexOf(name, until);
    at !== -1;
    at = at === 0 ? -1 : text.lastIndexOf(name, at - 1)
  ) {
    if (
      /[\w$~]/.test(text[at - 1] ?? " ") ||
      !/^\s*\(/.test(text.slice(at + name.length, at + name.length + 99))
    )
      continue;
    const end = endOfDefinition(text, at + name.length);
    const last = end === undefined ? -1 : lines.placeAt(end).line;
    if (last >= line) return { first: declarationStart(source, lines.placeAt(at).line), last };
  }
  return undefined;
}

const TOKENS =
  /\/\*[\s\S]*?(?:\*\/|$)|\/\/[^\n]*|"(?:[^"\\\n]|\\[\s\S])*"?|'(?:[^'\\\n]|\\.){0,16}'|[(){};]/g;

/** Offset of the `}` that ends the body; undefined for what has none: a call, a declaration. */
function endOfDefinition(text: string, from: number): number | undefined {
  let depth = 0;
  let parentheses = 0;
  TOKENS.lastIndex = from;
  for (let match = TOKENS.exec(text); match !== null; match = TOKENS.exec(text)) {
    const token = match[0];
    if (token === "(") parentheses++;
    else if (token === ")") {
      if (--parentheses < 0) return undefined;
    } else if (token === ";" && depth === 0) return undefined;
    else if (token === "{") depth++;
    else if (token === "}" && --depth <= 0) return depth === 0 ? match.index : undefined;
  }
  return depth > 0 ? text.length : undefined;
}
