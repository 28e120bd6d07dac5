import fc from "fast-check";
import { expect, test } from "vitest";
import { damageOf, instructionsOf, withoutShutdowns } from "./replay-log.js";

const HEADER = [0, 0xe0, 0x20, 0x0c, ...new Array(8).fill(0)];
const log = (...bytes: number[]) => Buffer.from([...HEADER, ...bytes]);

test("instructions are added up over events of every size", () => {
  const clock = [28, 1, 2, 3, 4, 5, 6, 7, 8];
  const typed = [7, 0, 0, 0, 0, 2, 65, 66];
  expect(instructionsOf(log(0, 0, 0, 1, 0, ...clock, 1, ...typed, 0, 0, 0, 0, 5, 39))).toBe(261);
});

test("a log that breaks off, or is another QEMU's, has no known length", () => {
  expect(instructionsOf(log(0, 0, 0, 1))).toBeUndefined();
  expect(instructionsOf(log(0, 0, 0, 0, 1))).toBeUndefined();
  expect(instructionsOf(Buffer.from([0, 0xe0, 0x20, 0x0d, ...new Array(9).fill(0), 39]))).toBeUndefined();
});

test("a log of QEMU 11 is read as far as it is like the others", () => {
  const newer = (...bytes: number[]) => Buffer.from([...HEADER.with(3, 0x0e), ...bytes]);
  expect(instructionsOf(newer(0, 0, 0, 1, 0, 16, 39))).toBe(256);
  expect([...withoutShutdowns(newer(16, 39))]).toEqual([...newer(39)]);
  expect(instructionsOf(newer(0, 0, 0, 1, 0, 40, 39))).toBeUndefined();
  expect([damageOf(newer(40, 39)), damageOf(log(40, 39))]).toEqual([
    undefined,
    "byte 12 begins no event that is known",
  ]);
});

test("requests to switch off are left out, and nothing else", () => {
  const written = [22, 0, 0, 0, 1, 0, 0, 0, 16];
  const typed = [7, 0, 0, 0, 0, 2, 16, 14];
  const before = [0, 0, 0, 0, 16, ...written];
  const after = [0, 0, 0, 0, 21, ...typed, 35];
  const whole = log(...before, 16, ...after, 14, 39);
  expect([...withoutShutdowns(whole)]).toEqual([...log(...before, ...after, 39)]);
  expect(instructionsOf(withoutShutdowns(whole))).toBe(instructionsOf(whole));
  const broken = log(...before, 16, ...after);
  expect(withoutShutdowns(broken)).toBe(broken);
});

test("no bytes make it throw", () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      instructionsOf(log(...bytes));
      withoutShutdowns(log(...bytes));
    }),
  );
});
