/** Words of an aspect file as places of a name. */
import type { TextRange } from "@weft/weaver-bridge/model";
import type { AspectDocument } from "../../workspace/index.js";

/** Byte ranges of the word in a part of the file's text; not behind `.` or `->`, not in strings or comments. */
export function wordsIn({ file }: AspectDocument, range: TextRange, word: string): TextRange[] {
  const text = file.text.slice(range.start, range.end);
  const found =
    /"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|\/\*[\s\S]*?(?:\*\/|$)|\/\/[^\n]*|(?:\.|->)\s*\w+|[A-Za-z_$][\w$]*/g;
  return [...text.matchAll(found)]
    .filter(([one]) => one === word)
    .map(({ index }) => ({ start: range.start + index, end: range.start + index + word.length }));
}
