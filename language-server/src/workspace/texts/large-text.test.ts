import { expect, test } from "vitest";
import { whyTextTooLarge, whyTooLarge } from "./large-text.js";

test.each<[string, string, RegExp | undefined]>([
  ["a small text", "int a;\n", undefined],
  ["a long text of short lines", "int a;\n".repeat(1_000_000), undefined],
  ["a text without end", "int a;\n".repeat(3_000_000), /characters, more than/],
  ["a long line", `int a;\n${"x".repeat(2_000_000)}\nint b;\n`, /its line 2 has 2000000 characters/],
  ["a long line at the end", `int a;\n\n${"x".repeat(2_000_000)}`, /its line 3 has/],
])("%s", (_what, text, why) => {
  if (why === undefined) expect(whyTextTooLarge(text)).toBeUndefined();
  else expect(whyTextTooLarge(text)).toMatch(why);
  expect(whyTooLarge({ text })).toBe(whyTextTooLarge(text));
});
