import { expect, test } from "vitest";
import { createLadder } from "./ladder.js";

const M = 1_000_000;

test("the last checkpoint before a place is taken, a rung or a near one", () => {
  const ladder = createLadder<string>();
  expect(ladder.before(5 * M)).toBeUndefined();
  ladder.add(4 * M, "rung");
  ladder.add(5 * M - 7, "near");
  expect(ladder.before(4 * M - 1)).toBeUndefined();
  expect(ladder.before(4 * M)).toEqual({ position: 4 * M, checkpoint: "rung" });
  expect(ladder.before(5 * M)?.checkpoint).toBe("near");
});

test("rungs are asked for where they are missing", () => {
  const ladder = createLadder<string>();
  expect(ladder.nextRung(0)).toBe(2 * M);
  ladder.add(2 * M, "a");
  ladder.add(4 * M, "b");
  expect(ladder.nextRung(1)).toBe(6 * M);
});

test("a long run has wider rungs, not more, and near ones are few", () => {
  const ladder = createLadder<number>();
  const given: number[] = [];
  let at = 0;
  for (let rung = 0; rung < 1000; rung++) {
    at = ladder.nextRung(at);
    given.push(...ladder.add(at, at));
  }
  expect(1000 - given.length).toBeLessThanOrEqual(24);
  expect(new Set(given).size).toBe(given.length);
  expect(at - (ladder.before(at - 1)?.position ?? 0)).toBeLessThanOrEqual(at / 12);
  for (let near = 1; near <= 5; near++) given.push(...ladder.add(near, -near));
  expect(given.at(-1)).toBe(-1);
  expect(ladder.before(6)?.checkpoint).toBe(-5);
});

test("a near one is left only on a long way", () => {
  const ladder = createLadder<string>();
  expect(ladder.nearTo(100_000)).toBeUndefined();
  const place = ladder.nearTo(10 * M) ?? 0;
  expect(place).toBeLessThan(10 * M - 2000);
  ladder.add(place, "near");
  expect(ladder.nearTo(10 * M - 1)).toBeUndefined();
});
