import { expect, test } from "vitest";
import { lookUp } from "./look-up.js";

test("a table has no entries but its own", () => {
  const table = { one: 1 };
  const names = ["one", "two", "constructor", "toString", "__proto__", "hasOwnProperty"];
  expect(names.map((name) => lookUp(table, name))).toEqual([1, ...names.slice(1).map(() => undefined)]);
  expect(lookUp(JSON.parse('{"__proto__": 2}'), "__proto__")).toBe(2);
});
