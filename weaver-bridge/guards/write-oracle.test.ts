// Functions that write in ways put together at random, run: what changed a term had its guard, or was told.
import { expect, test } from "vitest";
import { runWriteOracle } from "../../tests/support/write-oracle.js";

test("each write that ran had a guard that fired, or is told", { timeout: 120_000 }, () => {
  let seed = 40;
  const random = () => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return seed / 2147483648;
  };
  const { written, fired, told, missed } = runWriteOracle(160, random);
  expect(missed).toEqual([]);
  expect(written).toBeGreaterThan(140);
  expect(fired).toBeGreaterThan(80);
  expect(told).toBeGreaterThan(20);
});
