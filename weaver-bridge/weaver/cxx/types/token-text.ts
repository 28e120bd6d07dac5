/** Tokens as text again, with blanks where they matter. */
import type { Token } from "../../text/c-tokens.js";

export const wordsOf = (tokens: readonly Token[]) =>
  tokens
    .map(({ text }, index) => {
      const next = tokens[index + 1];
      const glued = next !== undefined && /^[\w"']/.test(next.text) && /[\w"']$/.test(text);
      return glued || text === "<" || text === ">" || text === "::" || next?.text === "::"
        ? `${text} `
        : text;
    })
    .join("")
    .trim();
