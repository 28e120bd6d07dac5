import { expect, test } from "vitest";
import { maybeDefines } from "./maybe-defines.js";

test.each([
  ["char *kalloc(void)\n{", true],
  ["static int kalloc(int (*get)(int), int n) __attribute__((cold)) {", true],
  ["int kalloc(void);", false],
  ["if ((p->stack = kalloc()) == 0) {", false],
  ["while (kalloc(one(n))) {", false],
  ["p = kalloc(); if (p) {", false],
  ["// call\n//   kalloc(bp)\nvoid\nlog_write(struct buf *b)\n{", false],
  ["/* kalloc() */ int other(void) {", false],
  ['say("kalloc()") ; } int other(void) {', false],
  ["void *kalloc(int n /* bytes; (at least) */)\n{ // of a page", true],
  ['void *kalloc(char *name /* ; */)\n{ open("//server"); }', true],
])("%s", (source, isDefinition) => {
  expect(maybeDefines(source, "kalloc")).toBe(isDefinition);
});
