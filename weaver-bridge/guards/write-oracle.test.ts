// Functions that write in ways put together at random, run: what changed a term had its guard, or was told.
import { expect, test } from "vitest";
import { generator } from "../../tests/support/random-numbers.js";
import { type GUARDED, runWriteOracle, waysOf } from "../../tests/support/write-oracle.js";

test.each<[keyof typeof GUARDED, number, number]>([
  ["lock", 160, 200],
  ["object", 95, 35],
])(
  "each write that ran had a guard that fired, or is told: %s",
  { timeout: 180_000 },
  (name, least, told) => {
    const next = generator(40);
    const ways = waysOf(name).length;
    const seen = runWriteOracle(name, ways, () => next(1 << 20) / (1 << 20));
    expect(seen.missed).toEqual([]);
    expect(seen.written).toBeGreaterThan(ways - 12);
    expect(seen.fired).toBeGreaterThan(least);
    expect(seen.told).toBeGreaterThan(told);
  },
);
