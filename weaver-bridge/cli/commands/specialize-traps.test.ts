/** Where partial evaluators go wrong: each is done right, or refused with words. The same arguments, 32-bit gcc and clang. */
import { execFileSync, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { CLANG } from "../../../tests/support/compilers.js";
import { bundle, folderWith, weft } from "../test/weft-process.js";

beforeAll(() => void bundle());

const HEAD = `typedef unsigned char u8; typedef unsigned short u16; typedef unsigned int u32;
#include <setjmp.h>
#include <stdarg.h>
struct in { int p, q; }; struct box { int a, c; struct in in; int list[4]; struct box *next; u8 bytes[8]; };
enum sign { BELOW = -1, EVEN, ABOVE }; enum __attribute__((packed)) tiny { LEAST = 1, LARGEST = 200 }; struct kinds { enum tiny tiny; enum { NO = -2, YES } is; };
union both { int i; short s[2]; u8 c[4]; float f; };
static int seen; static int note(int x) { seen = seen * 7 + x; return seen; }
static struct box spare; int global = 3; static int *where = &global; static jmp_buf env;
static int added(int k, int y) { __asm__("addl %1, %0" : "+r"(k) : "r"(y)); return k; }
static int stepped(struct box *b, int x) { __asm__(""); b->a += x; return note(b->a); }
static void set(int *p, int x) { *p = x; }
#define MOST(a, b) ({ __typeof__(a) one_ = (a); __typeof__(b) two_ = (b); one_ > two_ ? one_ : two_; })
#define BOX_OF(m) ({ const __typeof__(((struct box *)0)->in) *in_ = (m); (struct box *)((char *)in_ - __builtin_offsetof(struct box, in)); })
`;

/** Facts, the function's parameters and body, and what is called, with `x` and `n` at random; \`F\` is the function. */
const TRAPS: readonly (readonly [name: string, facts: string, head: string, body: string, run: string])[] = [
  [
    "int_of_member",
    "p[0] == 3",
    "struct box *b, int *p, int x",
    "b->a = x; return *p + 1;",
    "struct box b = {3}; r = F(&b, &b.a, x) + b.a;",
  ],
  [
    "int_of_element",
    "p[0] == 3",
    "struct box *b, int *p, int x",
    "b->list[2] = x; return p[0] + 1;",
    "struct box b = {0}; b.list[2] = 3; r = F(&b, &b.list[2], x);",
  ],
  [
    "addresses_kept_or_not",
    "k == 1",
    "struct box *b, int k, int x",
    "int *p = &b->a; where = &b->c; if (k) return x; return *p;",
    "struct box b = {0}; where = &global; r = F(&b, 1, x) * 2 + (where == &b.c);",
  ],
  [
    "element_by_index",
    "b->list[1] == 3",
    "struct box *b, int x",
    "b->list[x & 3] = 9; return b->list[1];",
    "struct box b = {0}; b.list[1] = 3; r = F(&b, x);",
  ],
  [
    "member_of_part",
    "b->in.p == 3",
    "struct box *b, struct in *i, int x",
    "i->p = x; return b->in.p + 1;",
    "struct box b = {0}; b.in.p = 3; r = F(&b, &b.in, x);",
  ],
  [
    "part_as_whole",
    "i->p == 3",
    "struct box *b, struct in *i, int x",
    "b->in.p = x; return i->p + 1;",
    "struct box b = {0}; b.in.p = 3; r = F(&b, &b.in, x);",
  ],
  [
    "whole_assigned",
    "b->in.p == 3",
    "struct box *b, struct in *i, int x",
    "struct in t = { x, 1 }; *i = t; return b->in.p + 1;",
    "struct box b = {0}; b.in.p = 3; r = F(&b, &b.in, x);",
  ],
  [
    "box_assigned",
    "b->a == 3",
    "struct box *b, struct box *c, int x",
    "*c = spare; c->a += x; return b->a + 1;",
    "struct box b = {3}; spare.a = n; r = F(&b, &b, x);",
  ],
  [
    "bytes_of_int",
    "b->a == 3",
    "struct box *b, int x",
    "((u8 *)b)[1] = x; return b->a;",
    "struct box b = {3}; r = F(&b, x);",
  ],
  [
    "char_pointer",
    "b->a == 3",
    "struct box *b, char *p, int x",
    "p[0] = x; return b->a;",
    "struct box b = {3}; r = F(&b, (char *)&b.a, x);",
  ],
  [
    "char_of_array",
    "c[0] == 3",
    "struct box *b, u8 *c, int x",
    "b->bytes[2] = x; return c[0];",
    "struct box b = {0}; b.bytes[2] = 3; r = F(&b, &b.bytes[2], x);",
  ],
  [
    "cast_of_pointer",
    "b->a == 3",
    "struct box *b, int x",
    "*(int *)b = x; return b->a;",
    "struct box b = {3}; r = F(&b, x);",
  ],
  [
    "cast_to_part",
    "b->a == 3",
    "struct box *b, int x",
    "((struct in *)b)->p = x; return b->a;",
    "struct box b = {3}; r = F(&b, x);",
  ],
  [
    "cast_read",
    "b->a == 3; b->c == 4",
    "struct box *b, int x",
    "return ((struct in *)b)->q + x + *((u8 *)b);",
    "struct box b = {3, 4}; r = F(&b, x);",
  ],
  [
    "global_alias",
    "global == 3",
    "int *p, int x",
    "*p = x; return global;",
    "global = 3; r = F(where, x); global = 3;",
  ],
  [
    "global_by_call",
    "global == 3",
    "int x",
    "set(where, x); return global;",
    "global = 3; r = F(x); global = 3;",
  ],
  [
    "global_own",
    "global == 3",
    "int x",
    "global = x; int k = global; global = 5; return k + global;",
    "global = 3; r = F(x); global = 3;",
  ],
  [
    "two_parameters",
    "p[0] == 1; q[0] == 2",
    "int *p, int *q, int x",
    "*p = x; *q += 1; return *p * 10 + *q;",
    "int k = 1, l = 2; r = F(&k, &l, x) + k;",
  ],
  [
    "pointer_moved",
    "b->a == 3",
    "struct box *b, int x",
    "if (x & 1) b = b->next; b->a++; return b->a;",
    "struct box c = {8}, b = {3, .next = &c}; r = F(&b, x) + b.a;",
  ],
  [
    "pointer_to_pointer",
    "b->a == 3",
    "struct box *b, int x",
    "struct box **p = &b; *p = &spare; spare.a = x; return b->a;",
    "struct box b = {3}; r = F(&b, x);",
  ],
  [
    "local_escapes",
    "n == 4",
    "int n, int x",
    "int k = n; where = &k; note(x); *where += x; int r = k; where = &global; return r;",
    "r = F(4, x);",
  ],
  [
    "local_by_call",
    "n == 4",
    "int n, int x",
    "int k = n, l = n; set(x & 1 ? &k : &l, x); return k * 10 + l;",
    "r = F(4, x);",
  ],
  [
    "array_escapes",
    "n == 2",
    "int n, int x",
    "int t[4] = { 1, n, 3 }; set(&t[x & 3], 9); return t[0] + t[1] * 10 + t[2] * 100 + t[3] * 1000;",
    "r = F(2, x);",
  ],
  [
    "array_loop",
    "n == 4",
    "int n, int x",
    "int t[4]; for (int i = 0; i < n; i++) t[i] = i * x; int s = 0; for (int i = 0; i < (x & 3); i++) s += t[i]; return s;",
    "r = F(4, x & 1023);",
  ],
  [
    "array_initial",
    "n == 3",
    "int n, int x",
    'int t[] = { [2] = n, x, 7 }; u8 s[8] = "abc"; s[n] = x; return t[0] + t[2] + t[3] * t[4] + s[1] + s[n] + (int)sizeof t;',
    "r = F(3, x & 1023);",
  ],
  [
    "union_parts",
    "n == 7",
    "int n, int x",
    "union both u; u.i = n; u.s[0] = x; return u.i + u.c[1];",
    "r = F(7, x);",
  ],
  ["union_float", "n == 7", "int n, int x", "union both u; u.f = n; return u.i ^ x;", "r = F(7, x);"],
  [
    "sign_of_char",
    "n == 200",
    "int n, int x",
    "char c = n; u8 u = n; return c < 0 ? u + x : u - x;",
    "r = F(200, x & 1023);",
  ],
  ["shift_too_far", "n == 33", "int n, int x", "return x < 0 && x > 0 ? 1 << n : x;", "r = F(33, x);"],
  [
    "divided_by_zero",
    "n == 0",
    "int n, int x",
    "if (x == 1 << 30) return x / n; return x;",
    "r = F(0, x & 1023);",
  ],
  [
    "least_divided",
    "n == -1",
    "int n, int x",
    "if (x == 77) return (-2147483647 - 1) / (n + 2) ; return x % 5 / n;",
    "r = F(-1, x);",
  ],
  [
    "unsigned_compare",
    "n == -1",
    "int n, int x",
    "u16 h = n; return ((u32)n > 5u) + (n > 5) * 2 + (h > n) * 4 + (n < (u8)x) * 8;",
    "r = F(-1, x);",
  ],
  [
    "mixed_width",
    "n == -2",
    "int n, int x",
    "long long w = n; unsigned long long v = (u32)n; return (int)(w >> 33) + (int)(v >> 31) + (w < (long long)v) + x;",
    "r = F(-2, x & 1023);",
  ],
  [
    "jumped_back",
    "n == 5",
    "int n, int x",
    "int k = n; if (setjmp(env)) return x; k++; if (x & 1) longjmp(env, 1); return k;",
    "r = F(5, x);",
  ],
  [
    "variadic_inside",
    "n == 3",
    "int n, ...",
    "va_list l; va_start(l, n); int s = 0; for (int i = 0; i < n; i++) s += va_arg(l, int); va_end(l); return s;",
    "r = F(3, x & 7, 2, 5);",
  ],
  [
    "computed_goto",
    "n == 1",
    "int n, int x",
    "static void *const t[] = { &&zero, &&one }; goto *t[n]; zero: return x; one: return x + 1;",
    "r = F(1, x & 1023);",
  ],
  ["static_local", "n == 2", "int n, int x", "static int k = 5; k += n; return k + x;", "r = 0; (void)x;"],
  [
    "static_read",
    "n == 2",
    "int n, int x",
    'static char digits[] = "0123456789"; static int t[4] = { 1, 5, 7 }; return digits[n] + t[x & 3] * t[n] + x;',
    "r = F(2, x & 1023);",
  ],
  [
    "static_passed",
    "n == 2",
    "int n, int x",
    "static int t[4] = { 1, 5, 7 }; set(&t[n], x); return t[2];",
    "r = 0; (void)x;",
  ],
  ["assembly_followed", "n == 2", "int n, int x", "return added(n, x) + added(n, 1);", "r = F(2, x & 1023);"],
  [
    "volatile_member",
    "n == 3",
    "volatile struct box *b, int n, int x",
    "b->a = n; int k = b->a; k += b->a; return k + x;",
    "struct box b = {3}; r = F(&b, 3, x & 1023);",
  ],
  [
    "assembly",
    "n == 4",
    "int n, int x",
    'int k = n; __asm__("addl $1, %0" : "+r"(k)); return k + x;',
    "r = F(4, x & 1023);",
  ],
  [
    "assembly_memory",
    "b->a == 3",
    "struct box *b, int x",
    '__asm__ volatile("movl $9, (%0)" : : "r"(b) : "memory"); return b->a + x;',
    "struct box b = {3}; r = F(&b, x & 1023);",
  ],
  [
    "own_facts_broken",
    "b->a == 3",
    "struct box *b, int x",
    "for (int i = 0; i < 3; i++) { if (b->a == 3) b->a = x; else b->a++; } return b->a;",
    "struct box b = {3}; r = F(&b, x & 1023);",
  ],
  [
    "endless",
    "n == 0",
    "int n, int x",
    "while (n == 0) { if (note(x) & 1) break; x++; } return x;",
    "seen = 1; r = F(0, x & 1023);",
  ],
  [
    "recursion_grows",
    "n == 1",
    "int n, int x",
    "return x <= 0 ? n : recursion_grows(n + 1, x - 1);",
    "r = F(1, x & 15);",
  ],
  [
    "comma_order",
    "n == 1",
    "int n, int x",
    "int k = n; int r = (k = x, k + 1); r += (note(k), k + n); return r * 2 + k;",
    "seen = 0; r = F(1, x & 1023) + seen;",
  ],
  [
    "condition_writes",
    "n == 1",
    "int n, int x",
    "int k = n; if ((k = x & 7) && k > 3) return k; return (k = x) ? k + 1 : (note(k), k - 1);",
    "r = F(1, x & 63) ^ seen;",
  ],
  [
    "condition_steps",
    "n == 1",
    "int n, int x",
    "int k = n, *p = &x; if ((k += *p) > 3 && k++ < 9 || --k == 4) return k * 2; return k;",
    "r = F(1, x & 15);",
  ],
  [
    "call_order",
    "n == 1",
    "int n, int x",
    "int k = n; set(&k, note(x)); return k * 3 + note(k) + n;",
    "seen = 0; r = F(1, x & 63) ^ seen;",
  ],
  ["both_sides", "b->a == 3", "struct box *b, int x", "b->a = b->a++ + x; return b->a;", "r = 0; (void)x;"],
  [
    "struct_returned",
    "n == 2",
    "int n, int x",
    "struct in s = { n, x }; struct in t = s; t.p += s.q; s = t; return s.p * 5 + s.q;",
    "r = F(2, x & 1023);",
  ],
  [
    "struct_passed",
    "i.p == 3",
    "struct in i, int x",
    "i.q += i.p; return i.q * 5 + x;",
    "struct in s = { 3, n }; r = F(s, x & 1023) + s.q;",
  ],
  [
    "const_cast",
    "b->a == 3",
    "const struct box *b, int x",
    "((struct box *)b)->a = x; return b->a;",
    "struct box b = {3}; r = F(&b, x);",
  ],
  [
    "restricted",
    "b->a == 3",
    "struct box *restrict b, int x",
    "set(&b->a, x); return b->a;",
    "struct box b = {3}; r = F(&b, x);",
  ],
  [
    "array_parameter",
    "t[1] == 3",
    "int t[4], int x",
    "t[x & 3]++; return t[1];",
    "int t[4] = { 0, 3 }; r = F(t, x);",
  ],
  [
    "behind_the_end",
    "t[1] == 3",
    "int *t, int x",
    "int *e = t + 4; while (e != t) { e--; *e += x; } return t[1];",
    "int t[4] = { 0, 3 }; r = F(t, x & 1023);",
  ],
  [
    "string_compared",
    "n == 1",
    "int n, int x",
    'const char *s = n ? "abc" : "b"; return s[n] + (s[3] == 0) + x;',
    "r = F(1, x & 1023);",
  ],
  [
    "statements_folded",
    "k == 3",
    "int k, int x",
    "return MOST(k, 7) + MOST(x, k) * MOST(k, MOST(x, 2));",
    "r = F(3, x);",
  ],
  [
    "place_and_call",
    "b->a == 3",
    "struct box *b, int x",
    "b->list[b->a & 3] = (set(&b->a, x & 1), note(x)); b->a = 2; b->list[b->a & 3] = stepped(b, x & 1); return b->list[1] + b->list[2] * 3 + b->list[3] * 5;",
    "struct box b = {3}; r = F(&b, x) + b.list[0];",
  ],
  [
    "statements_with_effects",
    "k == 3",
    "int k, int x",
    "int a = note(x) + ({ int t = note(k); seen += t; t * 2; }); ({ if (k > 2) note(a); }); return a + ({ int t = 0; for (int i = 0; i < k; i++) t += note(i); t; });",
    "r = F(3, x) + seen;",
  ],
  [
    "statements_perhaps",
    "k == 3",
    "int k, int x",
    "int a = x > 4 ? ({ int t = note(x); t + k; }) : k; return (x && ({ int t = note(2); t > k; })) + MOST(a, x > 1 && MOST(x, k) > 5);",
    "r = F(3, x) + seen;",
  ],
  [
    "statements_before_members",
    "k == 3",
    "struct in *i, int k, int x",
    "BOX_OF(i)->a += k; note(MOST(x, k)); return BOX_OF(i)->a + BOX_OF(i)->list[MOST(k, 1)] + MOST(BOX_OF(i)->c, x);",
    "struct box b = {1, 2, {3, 4}, {5, 6, 7, x}}; r = F(&b.in, 3, x) + b.a;",
  ],
  [
    "statements_that_leave",
    "k == 3",
    "int k, int x",
    "int t = 0; for (int i = 0; i < 4; i++) t += ({ int v = i * k; if (v > 6) break; v; }); return t + ({ if (x > 9) return k; x; });",
    "r = F(3, x);",
  ],
  [
    "tested_member_of_whole",
    "k == 3",
    "int k, struct in w, struct in v",
    "struct in z = w; int r = k; if (z.p == 3) { z = v; r += z.p == 3 ? 10 : 20; } if (v.p != 3) return r; v = w; return r + (v.p == 3 ? 100 : 200);",
    "struct in w = { n & 3, 1 }, v = { x & 3, 2 }; r = F(3, w, v);",
  ],
  [
    "assumed_member_of_whole",
    "assume w.p == 3; assume w.q == k",
    "int k, struct in w, struct in v",
    "int r = (w.p == 3) + (w.q == k) * 2; w = v; return r + (w.p == 3 ? 10 : 20) + (w.q == k ? 100 : 200);",
    "struct in w = { 3, x & 3 }, v = { n & 3, n }; r = F(x & 3, w, v);",
  ],
  [
    "assumed_before_conversion",
    "assume k < 5, y >= 0, y < 9",
    "int k, int y",
    "return (k < 5u ? 1 : 2) + (k < 5ull ? 10 : 20) + (y < 9u ? 100 : 200) + (k < sizeof(int) + 1 ? 1000 : 2000);",
    "r = F(x < 5 ? x : -x, n);",
  ],
  [
    "enumeration_below_zero",
    "k == 3; assume s < 1",
    "int k, enum sign s, int x",
    "enum sign own = k - 5; long long wide = own; return (wide < 0) + (own / 2 == 1) * 2 + (s < 0) * 4 + (s < 1u) * 8 + (own < x) * 16;",
    "r = F(3, x & 1 ? BELOW : EVEN, x);",
  ],
  [
    "enumeration_packed",
    "h->tiny == LARGEST; h->is == NO",
    "struct kinds *h, int x",
    "long long wide = h->is; h->tiny += 70; return h->tiny + (wide < 0) * 100 + (int)sizeof(enum tiny) * 1000 + (h->is < x);",
    "struct kinds h = { LARGEST, NO }; r = F(&h, x);",
  ],
  [
    "own_name",
    "k == 3",
    "int k, int x",
    "return __func__[k] + (int)sizeof(__func__) + (x ? __func__[x & 3] : k);",
    "r = F(3, x);",
  ],
];

const REFUSED = /(\w+) is not specialized: /g;

test("traps are done right or refused with words", () => {
  const declared = TRAPS.map(
    ([name, facts]) => `specialize ${name} as ${name}_known { ${facts}; limits unroll 30; }\n`,
  );
  const source = HEAD + TRAPS.map(([name, , head, body]) => `int ${name}(${head}) { ${body} }\n`).join("");
  const folder = folderWith({ "unit.c": source });
  const words = ["specialize", "known.spec", "--out", ".", "--", "gcc", "-m32", "-c", "unit.c"];
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write("known.spec", declared.join(""));
  const refused = new Set([...weft(folder, words).err.matchAll(REFUSED)].map(([, name]) => name));
  expect([...refused]).toMatchInlineSnapshot(`
    [
      "jumped_back",
      "static_local",
      "static_passed",
    ]
  `);
  const done = TRAPS.filter(([name]) => !refused.has(name));
  write("known.spec", declared.filter((_, at) => !refused.has(TRAPS[at]?.[0])).join(""));
  const made = weft(folder, words);
  expect([made.code, made.err]).toEqual([0, ""]);
  const runs = done.map(([name, , , , run]) => {
    const one = (called: string, into: string) =>
      `{ int r; seen = 0; ${run.replace(/\bF\(/g, `${called}(`)} ${into} = r; }`;
    return `${one(name, "r1")} ${one(`${name}_known`, "r2")} if (r1 != r2) { printf("${name}: x=%d n=%d: %d %d\\n", x, n, r1, r2); bad++; }`;
  });
  const main = `#include <stdio.h>\n#include "unit.c"\n#include "known.c"
static u32 state = 1; static int rnd(void) { state = state * 1664525u + 1013904223u; return (int)(state >> 8); }
int main(void) { int bad = 0; for (int i = 0; i < 2000 && bad < 20; i++) { volatile int vx = i < 40 ? i - 20 : rnd() % 2000 - 900; int x = vx, n = rnd() % 9, r1, r2;
${runs.join("\n")}\n} return bad > 0; }\n`;
  write("main.c", main);
  const flags = ["-m32", "-std=gnu11", "-fwrapv", "-w", "-fno-strict-aliasing", "main.c", "-o", "program"];
  for (const [compiler, level] of [
    ["gcc", "-O0"],
    ["gcc", "-O2"],
    [CLANG, "-O2"],
  ] as const) {
    execFileSync(compiler, [level, ...flags], { cwd: folder });
    const run = spawnSync(join(folder, "program"), { encoding: "utf8" });
    expect([run.stdout, run.status]).toEqual(["", 0]);
  }
}, 180_000);
