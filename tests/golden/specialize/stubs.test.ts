// Stubs of an interface, specialized from the template that is made of it: the same messages, values and exceptions.
import { expect, test } from "vitest";
import { differencesOfStubs } from "../../bench/specialize/stubs.js";

test("specialized stubs send and take what the generic ones do", () => {
  expect(differencesOfStubs(2000)).toBe("");
});
