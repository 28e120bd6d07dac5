// Elements of an array beside a guarded member: an index that may leave it may write the member.
import { expect, test } from "vitest";
import { judged } from "../test/judged-unit.js";

const HEAD = `struct lock { int before; int all[4]; int on; unsigned char bytes[256]; int grid[2][3]; struct { int x; unsigned b : 3; int y[2]; } parts[4]; };
struct outer { struct lock lock; int more[3]; }; struct far { struct outer outer; int last[2]; };
extern int other[4]; int number(void);
`;

/** Of a function of these parameters. */
function possible(text: string): string[] {
  const unit = `${HEAD}void f(struct lock *t, struct outer *o, struct far *far, int i, unsigned u, unsigned char c) { ${text} }`;
  const { sites } = judged(unit, "optimistic guard struct lock { on } protects p;");
  return sites.map(({ certainty, reason, guarded }) => `${certainty}, ${guarded}: ${reason}`);
}

test.each([
  ["t->all[i] = 1;", "all", "i"],
  ["t->all[u]++;", "all", "u"],
  ["t->all[c] += 2;", "all", "c"],
  ["o->more[number()] = 1;", "more", "number()"],
  ["far->last[i] = 1;", "last", "i"],
  ["t->grid[1][i] = 1;", "grid", "i"],
  ["t->parts[i].x = 1;", "parts", "i"],
  ["t->parts[u].b = 1;", "parts", "u"],
  ["t->parts[i & 3].x = 1; t->parts[i].y[1]++;", "parts", "i"],
  ["(t->all)[i] = 1;", "all", "i"],
  ["t->all[i & 7] = 1;", "all", "i & 7"],
  ["t->all[i | 1 & 3] = 1;", "all", "i | 1 & 3"],
  ["t->all[i % 4] = 1;", "all", "i % 4"],
  ["for (i = 0; i <= 4; i++) t->all[i] = 1;", "all", "i"],
  ["for (i = number(); i < 4; i++) t->all[i] = 1;", "all", "i"],
  ["for (i = 0; i < 4; i++) { if (u) i += 2; t->all[i] = 1; }", "all", "i"],
  ["for (i = 0; i < 4; i++) { int i = number(); t->all[i] = 1; }", "all", "i"],
  ["for (i = 0; i < 4; i++) other[i] = 0; t->all[i] = 1;", "all", "i"],
  ["for (i = 0; i < 4; i++) { number(); } t->all[i] = 1;", "all", "i"],
  ["if (i < 4) t->all[i] = 1;", "all", "i"],
  ["if (u < 5) t->all[u] = 1;", "all", "u"],
  ["if (u < 4 || i) t->all[u] = 1;", "all", "u"],
  ["if (u < 4) ; t->all[u] = 1;", "all", "u"],
  ["if (u < 4) other[0] = 1; else t->all[u] = 1;", "all", "u"],
  ["if (u < 4) { u = number(); t->all[u] = 1; }", "all", "u"],
  ["if (u >= 4) { if (i) return; } t->all[u] = 1;", "all", "u"],
  ["if (u >= 4 && i) return; t->all[u] = 1;", "all", "u"],
  ["if (i >= 4) return; t->all[i] = 1;", "all", "i"],
  ["if (u >= 4) return; u++; t->all[u] = 1;", "all", "u"],
  ["if (u >= 4) goto out; out: t->all[u] = 1;", "all", "u"],
  ["if (i) { if (u >= 4) return; } t->all[u] = 1;", "all", "u"],
  ["if (u < 4) { unsigned *p = &u; *p = 9; t->all[u] = 1; }", "all", "u"],
  ["if (u < sizeof(o->more) / sizeof(o->more[0])) t->all[u + 1] = 1;", "all", "u + 1"],
  ["if (u < sizeof(t->bytes) / sizeof(t->bytes[0])) t->all[u] = 1;", "all", "u"],
])("an index that may leave the array is possible, and guarded: %s", (text, name, index) => {
  expect(possible(text)).toEqual([
    `possible, woven: ${name} stands beside it, and its element ${index} may lie outside of ${name}`,
  ]);
});

test.each([
  "t->all[3] = 1; t->grid[1][2] = 1; t->grid[i & 1][u % 3] = 1;",
  "t->bytes[c] = 1; t->all[i & 3] = 1; t->all[(i + 1) & 0x3] = 1; t->all[u % 4u] = 1;",
  "for (i = 0; i < 4; i++) t->all[i] = 1;",
  "for (int n = 0; n <= 3; ++n) { number(); if (u) t->all[n] = n; }",
  "for (i = 0; i < (int)4 - 1; i++) ; for (i = 0; i < (sizeof(t->all) / sizeof((t->all)[0])); i++) t->all[i] = 1;",
  "for (u = 3; u < 4; u--) t->all[u] = 1;",
  "if (u < 4) t->all[u] = 1;",
  "if (i >= 0 && i < 4) { number(); t->all[i]++; }",
  "if (u >= 4) return; t->all[u] = 1;",
  "if (__builtin_expect(!!(i < 0 || i > 3), 0)) { number(); return; } t->all[i] = 1;",
  "while (u < 4) { t->all[number() & 3] = 1; u++; }",
])("one that stays inside says nothing: %s", (text) => {
  expect(possible(text)).toEqual([]);
});
