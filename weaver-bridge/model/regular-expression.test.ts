import { expect, test } from "vitest";
import { isQuickExpression } from "./regular-expression.js";

test("expressions that no text keeps busy", () => {
  const quick = [
    "GFP_KERNEL|GFP_USER",
    "^\\s*0$",
    "[A-Z_]+_NOWAIT\\b",
    "(?:a|b)c.*",
    "\\(x\\)",
    "a\\*b\\+c+",
  ];
  const slow = [
    "(a+)+$",
    "a*a*",
    "(a|a)*",
    "(.)\\1",
    "(?=a)b",
    "(?<!a)b",
    "(a{1,9}){1,9}",
    "a{1,9}b{1,9}",
    "(",
  ];
  expect(quick.filter((text) => !isQuickExpression(text))).toEqual([]);
  expect(slow.filter(isQuickExpression)).toEqual([]);
});
