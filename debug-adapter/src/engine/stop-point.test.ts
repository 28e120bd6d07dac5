import { expect, test } from "vitest";
import { parseStopPoint } from "./stop-point.js";

test.each([
  ["sys_open", { kind: "function", name: "sys_open" }],
  ["a b/fs/ö.c:42", { kind: "line", file: "a b/fs/ö.c", line: 42 }],
  ["fs/open.c", undefined],
  ["fs/open.c:", undefined],
  ["two words", undefined],
  ["", undefined],
])("%j", (text, expected) => {
  expect(parseStopPoint(text)).toEqual(expected);
});
