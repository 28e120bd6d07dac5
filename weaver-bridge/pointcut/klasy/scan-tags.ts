/** The tags of a KLASY file. What is no known tag is text, as C has `<` too. */
import type { TextRange } from "../../model/index.js";

export interface Tag extends TextRange {
  readonly name: string;
  readonly isEnd: boolean;
  /** As they are written, behind the name; empty for most. */
  readonly attributes: string;
}

/** `around` is none of KLASY's, but what people try. */
const TAG =
  /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<(\/?)\s*(aspect|import|advice|pointcut|before|after|around)((?:\s+[\w:-]+\s*=\s*(?:"[^"<>]*"|'[^'<>]*'))*)\s*>/g;

export function scanTags(text: string): Tag[] {
  return [...text.matchAll(TAG)].flatMap((match) =>
    match[2] === undefined
      ? []
      : [
          {
            name: match[2],
            isEnd: match[1] === "/",
            attributes: match[3] ?? "",
            start: match.index,
            end: match.index + match[0].length,
          },
        ],
  );
}

/** With blanks in place of comments, of the same length. */
export function withoutXmlComments(text: string): string {
  return text.replace(/<!--[\s\S]*?(?:-->|$)/g, (comment) => comment.replace(/[^\n]/g, " "));
}
