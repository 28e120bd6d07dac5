import { expect, test } from "vitest";
import type { RecordedHit } from "../../protocol/index.js";
import { partAsText, wherePart } from "./compare-runs.js";

const hit = (position: number, value: string): RecordedHit => ({
  position,
  joinPoint: "set: int a",
  values: [{ kind: "new", value }],
});
const run = (hits: RecordedHit[], isCut = false) => ({ hits, places: 1, isCut });

test("runs part at the first hit with another value, not where something came later or lies elsewhere", () => {
  const first = run([hit(10, '0x10 "a"'), hit(20, "1")]);
  const second = run([hit(11, '0x20 "a"'), hit(21, "2")]);
  const part = wherePart(first, second);
  expect(part).toEqual({ same: 1, first: first.hits[1], second: second.hits[1] });
  expect(partAsText(part, 2)).toBe(
    "After 1 hits that are the same the runs part:\nfirst : 20  set: int a  new = 1\nsecond: 21  set: int a  new = 2\n",
  );
});

test("a run that has no more hits parts, unless it was not searched further", () => {
  const long = run([hit(10, "1"), hit(20, "2")]);
  expect(wherePart(long, run([hit(10, "1")]))).toEqual({ same: 1, first: long.hits[1] });
  expect(wherePart(long, run([hit(10, "1")], true))).toBeUndefined();
  expect(wherePart(long, long)).toBeUndefined();
});
