import { expect, test } from "vitest";
import { histogramOf, spansBetween } from "./time-between.js";

const log = (...entries: [number, string][]) =>
  entries.map(([time, text], index) => ({ number: index + 1, time, text }));

test("a span goes from the last first to the next second", () => {
  const entries = log([1, "in"], [4, "in"], [9, "out"], [12, "out"], [20, "in"], [21, "other"], [50, "out"]);
  expect(spansBetween(entries, "in", "out")).toEqual([
    { number: 2, time: 4, took: 5 },
    { number: 5, time: 20, took: 30 },
  ]);
  // One place, met again and again.
  expect(spansBetween(entries, "in", "in").map(({ took }) => took)).toEqual([3, 16]);
});

test("what was lost may have been an end", () => {
  const entries = log([1, "in"], [2, "x"], [3, "out"], [4, "in"], [5, "out"]);
  const [first, , third, ...rest] = entries;
  expect(
    spansBetween(
      [first, third, ...rest].flatMap((one) => one ?? []),
      "in",
      "out",
    ),
  ).toEqual([{ number: 4, time: 4, took: 1 }]);
});

test("bins have a round width and lose nothing", () => {
  const spans = [0, 3, 119, 120, 250, 251, 600].map((took) => ({ number: 1, time: 0, took }));
  const bins = histogramOf(spans);
  expect(bins[0]).toEqual({ from: 0, to: 50, count: 2 });
  expect(bins.at(-1)).toEqual({ from: 600, to: 650, count: 1 });
  expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(spans.length);
  expect(histogramOf([])).toEqual([]);
  expect(histogramOf(spans.slice(0, 1))).toEqual([{ from: 0, to: 1, count: 1 }]);
});
