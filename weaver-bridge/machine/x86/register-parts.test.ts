import { expect, test } from "vitest";
import { I686 } from "../code.js";
import { machineOfBits } from "../machines.js";

test.each([
  ["eax", { number: 0, offset: 0, size: 4 }],
  ["al", { number: 0, offset: 0, size: 1 }],
  ["dh", { number: 2, offset: 1, size: 1 }],
  ["si", { number: 6, offset: 0, size: 2 }],
])("i686: %s", (name, part) => {
  expect(I686.parts.named(name)).toEqual(part);
  expect(I686.parts.nameOf(part)).toBe(name);
});

test.each([
  ["rax", { number: 0, offset: 0, size: 8 }],
  ["edx", { number: 1, offset: 0, size: 4 }],
  ["sil", { number: 4, offset: 0, size: 1 }],
  ["r9d", { number: 9, offset: 0, size: 4 }],
  ["ah", { number: 0, offset: 1, size: 1 }],
])("x86-64: %s", (name, part) => {
  const { parts } = machineOfBits(64);
  expect(parts.named(name)).toEqual(part);
  expect(parts.nameOf(part)).toBe(name);
});

test("what has no name has none", () => {
  expect(I686.parts.nameOf({ number: 6, offset: 0, size: 1 })).toBeUndefined();
  expect(I686.parts.named("rax")).toBeUndefined();
  expect(I686.parts.named("eip")).toBeUndefined();
});
