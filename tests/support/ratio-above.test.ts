// Where noise is all that there is, it makes no ratio.
import { expect, test } from "vitest";
import { ratioAbove } from "./ratio-above.js";

test("both have to lie above nothing by more than its own measurements lie apart", () => {
  const measured = { base: 10, spread: 1, generic: 80 };
  expect(ratioAbove({ ...measured, made: 20 })).toBe("7.00x");
  for (const made of [11, 10, 8.8]) expect(ratioAbove({ ...measured, made })).toBeUndefined();
});
