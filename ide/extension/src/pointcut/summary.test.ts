import type { SearchPointcutResult } from "@weft/language-server/protocol";
import { expect, test } from "vitest";
import { summary } from "./summary.js";

const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };

function check(
  total: number,
  unitsSearched: number,
  expected: string,
  more: Partial<SearchPointcutResult> = {},
): void {
  const joinPoint = { label: "execution f", kind: "execution", range, certainty: "certain" } as const;
  const file = { uri: "file:///a.c", count: total, joinPoints: [joinPoint] };
  const files = total === 0 ? [] : [file];
  const answer = {
    state: "whole",
    expression: "",
    total,
    files,
    unitsSearched,
    unitsRead: 7,
    unitsTotal: 40,
    unitsFailed: 0,
    ...more,
  };
  expect(summary(answer as SearchPointcutResult)).toBe(expected);
}

test("while units are read that is said, and none is not yet an answer", () => {
  check(0, 0, "reading, 7 of 40 units");
  check(0, 12, "reading, 12 of 40 units");
  check(1, 12, "1 join point in 1 file, so far (reading, 12 of 40 units)");
  check(1, 40, "1 join point in 1 file");
  check(0, 40, "0 join points in 0 files");
  check(1, 40, "1 join point in 1 file, as last read", { unverified: true });
  check(0, 40, "reading again what changed", { state: "reading" });
  check(1, 40, "1 join point in 1 file, so far (reading again what changed)", { state: "reading" });
  check(1, 38, "1 join point in 1 file, 2 of 40 units can't be read", { unitsFailed: 2 });
});
