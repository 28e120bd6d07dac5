import { expect, test } from "vitest";
import { parseMatchExpression } from "./parse-match-expression.js";

test.each(["*", "* const ", "&", "&&", "[]", "A::*", "()", "("])(
  "a hundred thousand times `%s` is told, and no fault of Weft",
  (piece) => {
    const run = piece.repeat(100_000 / piece.length);
    for (const text of [`% ${run}f(...)`, `% f${run}`, `% f(int ${run})`]) {
      expect(parseMatchExpression(text).problems).toHaveLength(1);
    }
  },
);

test("what C says by hand is not too deep", () => {
  expect(parseMatchExpression(`% f(int ${"*".repeat(12)})`).problems).toEqual([]);
});
