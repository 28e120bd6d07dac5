import { expect, test } from "vitest";
import { withoutSharedBodies } from "./without-bodies.js";

test("what other units can call is declared, all else stays", () => {
  const stays = [
    '# 1 "a.h"\nstruct s { int (*f)(void); };',
    "static int own(int n) { return n ? own(n - 1) : '}'; }",
    "static inline __attribute__((unused)) int inlined(void) { return 0; }",
    "int table[] = { 1, 2 };",
    "enum e { A, B };",
    "struct __attribute__((packed, aligned(4))) { int a; } packed;",
    'int aliased(void) { return 1; }\nint other(void) __attribute__((alias("aliased")));',
    "extern inline __attribute__((gnu_inline)) int g(void) { return 2; }",
  ];
  for (const text of stays) expect(withoutSharedBodies(text)).toBe(text);
  expect(withoutSharedBodies('int f(void)\n{\n  if (1) { g("}{", \'"\'); }\n}\nint n;')).toBe(
    "int f(void)\n;\nint n;",
  );
  expect(
    withoutSharedBodies(
      "__attribute__((noinline)) long *f(int (*g)(void)) {}\nint h(void) { return ({ 1; }); }",
    ),
  ).toBe("__attribute__((noinline)) long *f(int (*g)(void)) ;\nint h(void) ;");
});

test("half a unit stays as it is", () => {
  for (const text of ["int f(void) { if (1) {", "}}} int f(void) { }", "int f(a) int a; { return a; }"])
    expect(withoutSharedBodies(text)).toContain("int f(");
});
