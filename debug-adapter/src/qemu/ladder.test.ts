import { expect, test } from "vitest";
import { createLadder } from "./ladder.js";

const M = 1_000_000;

test("the last checkpoint before a place is taken, a rung or a near one", () => {
  const ladder = createLadder<string>();
  expect(ladder.before(5 * M)).toBeUndefined();
  ladder.add(4 * M, "rung", 0);
  ladder.add(5 * M - 7, "near", 0);
  expect(ladder.before(4 * M - 1)).toBeUndefined();
  expect(ladder.before(4 * M)).toEqual({ position: 4 * M, checkpoint: "rung" });
  expect(ladder.before(5 * M)?.checkpoint).toBe("near");
});

test("rungs are asked for where they are missing", () => {
  const ladder = createLadder<string>();
  expect(ladder.nextRung(0)).toBe(2 * M);
  ladder.add(2 * M, "a", 0);
  ladder.add(4 * M, "b", 0);
  expect(ladder.nextRung(1)).toBe(6 * M);
});

test("a long run has wider rungs, not more, and near ones are few", () => {
  const ladder = createLadder<number>();
  const given: number[] = [];
  let at = 0;
  for (let rung = 0; rung < 1000; rung++) {
    at = ladder.nextRung(at);
    given.push(...ladder.add(at, at, 0));
  }
  expect(1000 - given.length).toBeLessThanOrEqual(24);
  expect(new Set(given).size).toBe(given.length);
  expect(at - (ladder.before(at - 1)?.position ?? 0)).toBeLessThanOrEqual(at / 12);
  for (let near = 1; near <= 5; near++) given.push(...ladder.add(near, -near, 0));
  expect(given.at(-1)).toBe(-1);
  expect(ladder.before(6)?.checkpoint).toBe(-5);
});

test("a near one is left only on a long way", () => {
  const ladder = createLadder<string>();
  expect(ladder.nearTo(100_000)).toBeUndefined();
  const place = ladder.nearTo(10 * M) ?? 0;
  expect(place).toBeLessThan(10 * M - 2000);
  ladder.add(place, "near", 0);
  expect(ladder.nearTo(10 * M - 1)).toBeUndefined();
});

test("what is kept takes four gigabytes at most, however large each is", () => {
  for (const megabytes of [100, 1000, 3000, 8000]) {
    const ladder = createLadder<number>();
    const kept = new Set<number>();
    let at = 0;
    const add = (position: number) => {
      kept.add(position);
      for (const given of ladder.add(position, position, megabytes * 2 ** 20)) kept.delete(given);
      expect(kept.size * megabytes).toBeLessThanOrEqual(4096);
    };
    for (let rung = 0; at < 2000 * M; rung++) {
      add((at = ladder.nextRung(at)));
      if (rung % 7 === 0) add(at + 1);
    }
    expect(kept.has(ladder.before(Number.MAX_SAFE_INTEGER)?.position ?? 0)).toBe(megabytes <= 4096);
  }
});

test("a second one of the same place is given back, and no first one is lost", () => {
  const ladder = createLadder<string>();
  for (const at of [2 * M, 3 * M]) {
    expect(ladder.add(at, "first", 1)).toEqual([]);
    expect(ladder.add(at, "second", 1)).toEqual(["second"]);
  }
});
