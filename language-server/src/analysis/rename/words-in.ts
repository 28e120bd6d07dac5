/** Words of an aspect file as places of a name. */
import type { TextRange } from "@weft/weaver-bridge/model";
import type { AspectDocument } from "../../workspace/index.js";

const WORD = String.raw`"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|\/\*[\s\S]*?(?:\*\/|$)|\/\/[^\n]*|(?:\.|->)\s*\w+|[A-Za-z_$][\w$]*`;

/** Byte ranges of the word in a part of the file's text; not behind `.` or `->`, not in strings or comments. */
export function wordsIn(document: AspectDocument, range: TextRange, word: string): TextRange[] {
  return found(document, range, word, (one) => one === word);
}

/** The same of the word behind `.` or `->`. */
export function memberWordsIn(document: AspectDocument, range: TextRange, word: string): TextRange[] {
  return found(document, range, word, (one) => /^(?:\.|->)\s*(\w+)$/.exec(one)?.[1] === word);
}

function found(
  { file }: AspectDocument,
  range: TextRange,
  word: string,
  isMeant: (one: string) => boolean,
): TextRange[] {
  return [...file.text.slice(range.start, range.end).matchAll(new RegExp(WORD, "g"))]
    .filter(([one]) => isMeant(one))
    .map(({ index, 0: one }) => {
      const end = range.start + index + one.length;
      return { start: end - word.length, end };
    });
}
