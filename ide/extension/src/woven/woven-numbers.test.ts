import type { WovenRows } from "@weft/language-server/protocol";
import { expect, test } from "vitest";
import { sourceNumbers } from "./woven-numbers.js";

const ROWS: readonly WovenRows[] = [
  { first: 0, count: 2, kind: "source", uri: "file:///k.c", line: 8 },
  { first: 2, count: 1, kind: "glue", uri: "file:///k.c", line: 9 },
  { first: 3, count: 2, kind: "advice", uri: "file:///t.ah", line: 2, aspect: "Trace" },
  { first: 5, count: 2, kind: "source", uri: "file:///k.c", line: 10 },
];
const labels = (first: number, last: number) =>
  sourceNumbers(ROWS, "file:///k.c", { first, last }).map(({ line, label }) => `${line}:${label}`);

test("lines of the source keep their numbers, what was woven has none, and all labels are as wide", () => {
  const blank = "\u00a0\u00a0";
  expect(labels(0, 6)).toEqual([
    "0:\u00a09",
    "1:10",
    `2:${blank}`,
    `3:${blank}`,
    `4:${blank}`,
    "5:11",
    "6:12",
  ]);
  expect(labels(5, 5)).toEqual(["5:11"]);
});
