import fc from "fast-check";
import { expect, test } from "vitest";
import { createNumberPool, packNumbers, packSet, unpackNumbers, unpackSet } from "./packed-numbers.js";

const integer = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });

test("lists come back as they were, each by its place, also from a pool", () => {
  const pool = createNumberPool();
  fc.assert(
    fc.property(fc.array(integer), fc.array(integer), (first, second) => {
      const packed = pool.keep(packNumbers(first, second));
      expect([...unpackNumbers(packed)]).toEqual(first);
      expect([...unpackNumbers(packed, 1)]).toEqual(second);
    }),
  );
});

test("a set comes back ascending, each number once, in a byte each where they are near", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(2 ** 31 - 1)), (numbers) => {
      const ascending = [...new Set(numbers)].sort((a, b) => a - b);
      expect([...unpackSet(packSet(numbers))]).toEqual(ascending);
    }),
  );
  expect(packSet([1000, 1010, 1001]).length).toBe(1 + 2 + 1 + 1);
});
