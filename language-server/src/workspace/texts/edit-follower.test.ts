import { expect, test } from "vitest";
import { lineShift } from "./edit-follower.js";

test("lines behind an edit move by what it added or removed", () => {
  expect(lineShift("a\nb\nc\n", "a\nnew\nb\nc\n")).toEqual({ from: 2, by: 1 });
  expect(lineShift("a\nb\nc\n", "a\nc\n")).toEqual({ from: 3, by: -1 });
  expect(lineShift("a\nb\nc\n", "a\nb1\nb2\nb3\nc\n")).toEqual({ from: 3, by: 2 });
});

test("an edit within lines moves nothing", () => {
  expect(lineShift("a\nb\nc\n", "a\nB\nc\n")).toBeUndefined();
  expect(lineShift("a\n", "a\n")).toBeUndefined();
});
