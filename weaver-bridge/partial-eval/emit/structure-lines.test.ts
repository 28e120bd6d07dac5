import { expect, test } from "vitest";
import { structureLines } from "./structure-lines.js";

const structured = (text: string) =>
  structureLines(
    text
      .replace(/^\n/, "")
      .split("\n")
      .map((line) => ({ text: line.replace(/^ {4}/, "") })),
  )
    .map((line) => line.text.replaceAll("\t", "  "))
    .join("\n");

test("a jump to a short return is that return, and what it left between is a body", () => {
  expect(
    structured(`
    \tif (7 != (b[0] & 7)) {
    \t\tgoto at_1;
    \t}
    \tif (wanted & 2u) {
    \t\tgoto at_2;
    \t}
at_1:;
    \twanted &= 1;
    \tif (wanted == 0) {
    \t\tgoto at_2;
    \t}
    \treturn -13;
at_2:;
    \treturn n;`),
  ).toMatchInlineSnapshot(`
    "  if (7 == (b[0] & 7)) {
        if (wanted & 2u)
          return n;
      }
      wanted &= 1;
      if (wanted == 0)
        return n;
      return -13;"
  `);
});

test("a return that is long is written once", () => {
  const text = `
    \tif (a) {
    \t\tgoto at_1;
    \t}
    \tif (b) {
    \t\tgoto at_1;
    \t}
    \tc = 0;
at_1:;
    \treturn much_is_done_here(a, b, c);`;
  expect(structured(text).match(/much_is_done_here/g)).toHaveLength(1);
});
