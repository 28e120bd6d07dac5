import { expect, test } from "vitest";
import { createBraces } from "./braces.js";

/** Read from the place itself, sign by sign. */
function openingOf(text: string, before: number): number {
  let depth = 1;
  for (let at = before - 1; at >= 0; at--)
    if (text[at] === "}") depth++;
    else if (text[at] === "{" && --depth === 0) return at;
  return -1;
}

function closingOf(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++)
    if (text[at] === "{") depth++;
    else if (text[at] === "}" && --depth === 0) return at;
  return text.length;
}

/** All texts of the signs up to that length. */
const texts = (length: number): string[] =>
  length === 0 ? [""] : texts(length - 1).flatMap((text) => [`${text}a`, `${text}{`, `${text}}`]);

test("braces belong together as they do read from each place", () => {
  for (const text of texts(7)) {
    const braces = createBraces(text);
    for (let at = 0; at <= text.length; at++)
      expect(braces.opening(at), `${text} at ${at}`).toBe(openingOf(text, at));
    for (let at = 0; at < text.length; at++)
      if (text[at] === "{") expect(braces.closing(at), `${text} at ${at}`).toBe(closingOf(text, at));
  }
});
