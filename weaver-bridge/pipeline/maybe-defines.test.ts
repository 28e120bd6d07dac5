import { expect, test } from "vitest";
import { maybeDefines } from "./maybe-defines.js";

test.each([
  ["char *kalloc(void)\n{", true],
  ["static int kalloc(int (*get)(int), int n) __attribute__((cold)) {", true],
  ["int kalloc(void);", false],
  ["if ((p->stack = kalloc()) == 0) {", false],
  ["while (kalloc(one(n))) {", false],
  ["p = kalloc(); if (p) {", false],
])("%s", (source, isDefinition) => {
  expect(maybeDefines(source, "kalloc")).toBe(isDefinition);
});
