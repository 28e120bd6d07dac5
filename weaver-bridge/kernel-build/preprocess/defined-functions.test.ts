import { expect, test } from "vitest";
import { functionReader } from "./defined-functions.js";

test.each([
  ["int f(void) { return 1; }", true],
  ["static inline __attribute__((always_inline)) int f(int a)\n{ if (a) { } return 0; }", true],
  ["int f(a, b) int a; char b; { return a; }", true],
  ["struct s *f(struct s (*g)(int)) __attribute__((cold)) ;\nvoid h(void) { char c = '{'; }", true],
  ["int f(void);", false],
  ["struct s { int (*f)(void); };", false],
  ["struct __attribute__((packed)) s { int a; } x;", false],
  ["int a[] = { 1, 2 }, *b = (int[]) { 1 };", false],
  ["enum e { A = (1), B };", false],
  ["union u { struct { int a; } b; } c = { .b = { (1) } };", false],
  ['char *t = "f() { }";', false],
  ["typeof(int) a; _Alignas(8) struct { int b; } c;", false],
])("%s: %s", (text, defines) => {
  const read = functionReader();
  expect(text.split("\n").map(read).some(Boolean)).toBe(defines);
});
