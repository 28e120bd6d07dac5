/** Units hold bodies and bodies name entities; questions come from the other end. */
import { expect, test } from "vitest";
import { turnedAround } from "./turned-around.js";

test("each number is told the lists that hold it, and only numbers that some list holds", () => {
  const lists = [[0, 2], [], [2, 5]];
  const { numbers, of } = turnedAround(lists.length, 6, (at) => lists[at] as number[]);
  expect(numbers).toEqual([0, 2, 5]);
  expect([0, 1, 2, 5].map((number) => [...of(number)])).toEqual([[0], [], [0, 2], [2]]);
});

test("there may be more lists than two bytes tell apart", () => {
  const { of } = turnedAround(70_000, 1, () => [0]);
  expect(of(0).at(-1)).toBe(69_999);
});
