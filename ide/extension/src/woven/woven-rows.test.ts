import type { WovenRows } from "@weft/language-server/protocol";
import { expect, test } from "vitest";
import { lineFor, originOf, spansOf } from "./woven-rows.js";

const ROWS: readonly WovenRows[] = [
  { first: 0, count: 1, kind: "marker" },
  { first: 1, count: 2, kind: "source", uri: "file:///k.c", line: 4 },
  { first: 3, count: 1, kind: "glue", uri: "file:///k.c", line: 6 },
  { first: 4, count: 1, kind: "changed", uri: "file:///k.c", line: 6 },
  { first: 5, count: 2, kind: "advice", uri: "file:///t.ah", line: 2, aspect: "Trace" },
];

test("a line of a file leads to the line that shows it, or to the one above", () => {
  expect([3, 4, 5, 6, 9].map((line) => lineFor(ROWS, "file:///k.c", line))).toEqual([undefined, 1, 2, 4, 4]);
  expect(lineFor(ROWS, "file:///t.ah", 3)).toBe(6);
  expect(lineFor(ROWS, "file:///other.c", 3)).toBeUndefined();
});

test("a line of the text leads to its origin, a marker nowhere", () => {
  expect(originOf(ROWS, 2)).toEqual({ uri: "file:///k.c", line: 5 });
  expect(originOf(ROWS, 3)).toEqual({ uri: "file:///k.c", line: 6 });
  expect(originOf(ROWS, 6)).toEqual({ uri: "file:///t.ah", line: 3 });
  expect(originOf(ROWS, 0)).toBeUndefined();
});

test("neighbours of the kinds that are asked for are one span", () => {
  expect(spansOf(ROWS, ["changed", "advice"])).toEqual([{ first: 4, last: 6 }]);
  expect(spansOf(ROWS, ["marker"])).toEqual([{ first: 0, last: 0 }]);
});
