import { readdirSync, readFileSync } from "node:fs";
import { setPriority } from "node:os";
import { expect, test } from "vitest";
import { unlessBroken, unlessRefused } from "../model/index.js";

const fault = (): never => {
  throw new TypeError("x is not a function");
};

test.each([
  ["a file that is not there", () => readFileSync("/nowhere/at/all")],
  ["a folder in the place of a file", () => readFileSync("/")],
  ["a file in the place of a folder", () => readdirSync(import.meta.filename)],
  ["a name that no file can have", () => readFileSync("a\0b")],
  ["a process that is gone", () => process.kill(2 ** 22 + 1, 0)],
  ["the priority of a process that is gone", () => setPriority(2 ** 22 + 1, 5)],
])("%s is refused", (_, look) => {
  expect(unlessRefused<unknown>(look)).toBeUndefined();
});

test("what is there is given", () => expect(unlessRefused(() => 5)).toBe(5));

test("a fault of ours is thrown", () => {
  expect(() => unlessRefused(fault)).toThrow("x is not a function");
  expect(() => unlessBroken(fault)).toThrow("x is not a function");
});

test("broken JSON is nothing, where it may be", () => {
  expect(unlessBroken(() => JSON.parse("{"))).toBeUndefined();
  expect(() => unlessRefused(() => JSON.parse("{"))).toThrow(SyntaxError);
});
