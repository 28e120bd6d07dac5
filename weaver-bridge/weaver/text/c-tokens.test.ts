import fc from "fast-check";
import { expect, test } from "vitest";
import { closingBracket, stringLiteral, tokenize } from "./c-tokens.js";

const texts = (code: string) => tokenize(code).map((token) => token.text);

test("names, numbers, strings and operators", () => {
  expect(texts(`a->b += 0x1fuL * L"x\\"y" - 'c' >>= 1.5e-3f;`)).toEqual([
    "a",
    "->",
    "b",
    "+=",
    "0x1fuL",
    "*",
    'L"x\\"y"',
    "-",
    "'c'",
    ">>=",
    "1.5e-3f",
    ";",
  ]);
});

test("comments, line markers and pragmas are skipped", () => {
  expect(texts(`# 1 "a->b.c" 3\n x /* y */ + // z\n#pragma w\n v`)).toEqual(["x", "+", "v"]);
});

test("the bracket that closes", () => {
  const tokens = tokenize("(a[1], (b)) c");
  expect(closingBracket(tokens, 0)).toBe(tokens.length - 2);
  expect(closingBracket(tokenize("(a"), 0)).toBe(2);
});

test("any text: tokens are in order, do not overlap, and are what stands there", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary-ascii" }), (text) => {
      let at = 0;
      for (const token of tokenize(text)) {
        expect(token.start).toBeGreaterThanOrEqual(at);
        expect(text.slice(token.start, token.end)).toBe(token.text);
        at = token.end;
      }
    }),
  );
});

test("string literals", () => expect(stringLiteral('a "b"\\')).toBe('"a \\"b\\"\\\\"'));
