// Functions that write in ways put together at random, run: what changed a term had its guard, or was told.
import { expect, test } from "vitest";
import { CLANG } from "../../tests/support/compilers.js";
import { generator } from "../../tests/support/random-numbers.js";
import { requireTool } from "../../tests/support/require-tool.js";
import { CERTAIN_OF_FORTY, type GUARDED, runWriteOracle, waysOf } from "../../tests/support/write-oracle.js";

const random = () => {
  const next = generator(40);
  return () => next(1 << 20) / (1 << 20);
};

test.each<[keyof typeof GUARDED, number, number]>([
  ["lock", 360, 300],
  ["object", 95, 33],
  ["held", 95, 20],
  ["device", 110, 40],
  ["parts", 250, 130],
  ["locker", 300, 460],
])(
  "each write that ran had a guard that fired, or is told: %s",
  { timeout: 180_000 },
  (name, least, told) => {
    const ways = waysOf(name).length;
    const seen = runWriteOracle(name, ways, random());
    expect(seen.missed).toEqual([]);
    expect(seen.written).toBeGreaterThan(ways - 30);
    expect(seen.fired).toBeGreaterThan(least);
    expect(seen.told).toBeGreaterThan(told);
  },
);

test.for([
  { compiler: "gcc", level: "-O1" },
  { compiler: "gcc", level: "-O2" },
  { compiler: CLANG, level: "-O2" },
] as const)(
  "of the ways that the goal counts 30 are certain and guarded, 11 possible or told: $compiler $level",
  { timeout: 60_000 },
  (compiled, context) => {
    requireTool(context, compiled.compiler);
    const ways = waysOf("forty").length;
    const seen = runWriteOracle("forty", ways, random(), compiled);
    expect(seen.missed).toEqual([]);
    expect(seen.written).toBe(ways);
    expect(seen.certain).toBe(CERTAIN_OF_FORTY);
    expect(seen.fired + seen.told).toBe(ways);
  },
);
