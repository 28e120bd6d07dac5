import { expect, test } from "vitest";
import { contrast, numberAspects, palette } from "./palette.js";

test("every colour can be seen on light, dark and black backgrounds", () => {
  const weak = palette.flatMap((colour) =>
    ["#ffffff", "#1e1e1e", "#000000"]
      .filter((background) => contrast(colour, background) < 3)
      .map((background) => `${colour} on ${background}: ${contrast(colour, background).toFixed(2)}`),
  );
  expect(weak).toEqual([]);
});

test("a new aspect gets a number of its own, and changes no other", () => {
  const first = numberAspects({}, ["Trace", "Count"]);
  expect(first).toEqual({ Count: 0, Trace: 1 });
  expect(numberAspects(first, ["Alarm", "Trace"])).toEqual({ Count: 0, Trace: 1, Alarm: 2 });
  expect(numberAspects(first, ["Trace"])).toBe(first);
});
