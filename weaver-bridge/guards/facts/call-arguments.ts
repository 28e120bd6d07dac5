/** Arguments of a call in the text, for calls that libclang does not tell: of what the compiler has built in. */
import type { TextRange } from "../../model/index.js";

export interface CalledText {
  readonly arguments: readonly TextRange[];
  /** Behind the `)`. */
  readonly end: number;
}

/** `from` is behind the `(`. */
export function argumentsFrom(text: string, from: number): CalledText {
  const found: TextRange[] = [];
  let depth = 0;
  let start = from;
  for (let at = from; at < text.length; at++) {
    const sign = text[at] as string;
    if (sign === '"') {
      for (at++; at < text.length && text[at] !== '"'; at++) if (text[at] === "\\") at++;
    } else if (depth === 0 && (sign === "," || sign === ")")) {
      found.push(trimmed(text, start, at));
      start = at + 1;
      if (sign === ")") return { arguments: found, end: at + 1 };
    } else if ("([{".includes(sign)) depth++;
    else if (")]}".includes(sign)) depth--;
  }
  return { arguments: found, end: text.length };
}

function trimmed(text: string, start: number, end: number): TextRange {
  const inner = text.slice(start, end);
  return {
    start: start + (inner.length - inner.trimStart().length),
    end: end - (inner.length - inner.trimEnd().length),
  };
}
