/** Pointers, tables, inlined functions, partly known structs: residual and generic code do the same on random arguments. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { bundle, folderWith, weft } from "../test/weft-process.js";

beforeAll(() => void bundle());

const HEAD = `typedef unsigned char u8; typedef unsigned short u16; typedef unsigned int u32;
struct in { int p, q; }; union word_ { int i; u8 c[4]; };
struct box { int a, c; u16 bits : 5; struct box *next; struct in in; int list[6]; int (*op)(struct box *, int);
  union { int i; float f; u8 bytes[4]; } u; const char *text; volatile int v; };
static int calls; static int note(int x) { calls += x; return x + calls; }
static int up(struct box *b, int x) { b->a += x; return b->a; }
static int down(struct box *b, int x) { b->c -= x; return b->c + calls; }
struct insn { u16 code; u8 jt, jf; u32 k; };
enum { LD, LDX, ADD, JEQ, JGT, RET, AND };
static const struct insn program[] = { {LD, 0, 0, 1}, {JEQ, 0, 3, 7}, {LD, .k = 2}, {AND, 0, 0, 15}, {JGT, 1, 0, 9}, {RET, .k = 0}, {RET, .k = 77} };
typedef int (*fn)(int); static int twice(int x) { return (int)((u32)x * 2u); } static int minus(int x) { return (int)(0u - (u32)x); }
static const fn table[4] = { twice, minus, [3] = note };
static const struct { const char *name; int value; } options[] = { { "one", 1 }, { "two", 22 }, { "", 5 } };
static int total; static int *where = &total; int mode = 3;
static int run(const struct insn *pc, const u8 *d, int len) { u32 a = 0;
  for (;; pc++) switch (pc->code) {
    case LD: if ((int)pc->k >= len) return -1; a = d[pc->k]; continue;
    case ADD: a += pc->k; continue; case AND: a &= pc->k; continue;
    case JEQ: pc += a == pc->k ? pc->jt : pc->jf; continue;
    case JGT: pc += a > pc->k ? pc->jt : pc->jf; continue;
    case RET: return (int)pc->k; default: return -2; } }
struct handle { int mode; u32 *at; int left; const struct ops *ops; };
struct ops { int (*put)(struct handle *, u32); int (*get)(struct handle *, u32 *); };
static int put(struct handle *h, u32 x) { if ((h->left -= 4) < 0) return 0; *h->at++ = x; return 1; }
static int get(struct handle *h, u32 *x) { if ((h->left -= 4) < 0) return 0; *x = *h->at++; return 1; }
static const struct ops memory = { put, get };
static int word(struct handle *h, u32 *x) { if (h->mode == 0) return h->ops->put(h, *x); if (h->mode == 1) return h->ops->get(h, x); return h->mode == 2; }
static int pair(struct handle *h, struct in *p) { return word(h, (u32 *)&p->p) && word(h, (u32 *)&p->q); }
static int length(const char *s) { const char *e = s; while (*e) e++; return e - s; }
static int same(const char *s, const char *t) { while (*s && *s == *t) { s++; t++; } return *s == *t; }
static void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }
static int fact(int n) { return n <= 1 ? 1 : n * fact(n - 1); }
static int gcd(int a, int b) { return b == 0 ? a : gcd(b, a % b); }
static int chosen(int k, int x) { if (k == 1) return x + 1; if (k == 2) { calls++; return x - 1; } return 0; }
static void fill(struct in *p, int x) { p->p = 4; p->q = x; }
static int format(char *out, const char *f, int x) { char *o = out; int w;
  for (; *f; f++) { if (*f != '%') { *o++ = *f; continue; }
    f++; w = 0; while (*f >= '0' && *f <= '9') w = w * 10 + (*f++ - '0');
    switch (*f) { case 'd': { char t[12]; int i = 0; u32 v = x < 0 ? 0u - (u32)x : (u32)x; do t[i++] = '0' + v % 10; while (v /= 10);
        if (x < 0) t[i++] = '-'; while (w-- > i) *o++ = ' '; while (i) *o++ = t[--i]; break; }
      case 'x': { int s; for (s = 28; s >= 0; s -= 4) *o++ = "0123456789abcdef"[((u32)x >> s) & 15]; break; }
      case '%': *o++ = '%'; break; default: *o++ = '?'; } }
  *o = 0; return o - out; }
static u32 crc(u32 c, const u8 *d, int n) { static const u32 t[4] = { 0, 0x1db71064, 0x3b6e20c8, 0x26d930ac };
  while (n--) { int i; c ^= *d++; for (i = 0; i < 4; i++) c = (c >> 2) ^ t[c & 3]; } return c; }
struct tree { char does; int number; const struct tree *left, *right; };
static const struct tree leaf = { 'x', 0, 0, 0 }, three = { 'n', 3, 0, 0 }, twofold = { '*', 0, &leaf, &three }, whole = { '+', 0, &twofold, &leaf };
static int value_of(const struct tree *t, int x) { if (t->does == 'n') return t->number; if (t->does == 'x') return x;
  return t->does == '+' ? value_of(t->left, x) + value_of(t->right, x) : (int)((u32)value_of(t->left, x) * (u32)value_of(t->right, x)); }
static const u8 rows[3][3] = { { 1, 2, 3 }, { 4, 5, 6 }, { 7, 8, 9 } };
#define IDENTITY(x) (x)
#define MEMBER(b) ((b)->in.p)
`;

/** Of (int x, int n, struct box *b, u8 *d). */
const CASES: readonly (readonly [name: string, facts: string, body: string])[] = [
  [
    "neutral_operands",
    "n == 0",
    "u32 u = (u32)x; long long w = x; u8 c = (u8)x; return (int)(((u & (u32)n) == 0) + (u >> n) + ((n | u) ^ (u32)n) + (u32)((x * n) + (c << n)) + ((x + (u32)n) / 3 > 5u) + (u32)((w + n) >> 33) + (u32)-(c + n));",
  ],
  ["filter", "n == 0", "return run(program + n, d, 8);"],
  ["filter_short", "n == 2", "return run(program, d, n);"],
  ["filter_dynamic", "n == 1", "return run(x > 3 ? program : &program[2], d, 8) + n;"],
  ["function_table", "n == 1", "return table[n](x) + table[n - 1](x) + (table[2] == 0);"],
  ["function_table_dynamic", "n == 1", "return table[x & 1](x) + n;"],
  ["function_member", "b->op == up", "return b->op(b, x);"],
  [
    "function_called_after_write",
    "b->op == up",
    "int r = b->op(b, x); b->op = down; return r * 3 + b->op(b, n);",
  ],
  [
    "walk_options",
    "n == 1",
    "int i, r = 0; for (i = 0; options[i].name[0]; i++) r += options[i].value * x; return r + options[n].name[2];",
  ],
  [
    "option_name",
    "n == 2",
    'int i; for (i = 0; i < 3; i++) if (same(options[i].name, "two")) return options[i].value + x; return n;',
  ],
  ["string_length", "n == 3", 'return length("hello") * x + length("" ) + n;'],
  ["string_dynamic", "n == 3", 'const char *s = "weft"; return s[n] + s[x & 3] + *(s + 1);'],
  ["string_lifted", "n == 1", 'b->text = "abc" + n; return b->text[0] + same(b->text, "bc");'],
  [
    "marshal",
    "n == 0",
    "struct handle h = { n, (u32 *)b->list, 8, &memory }; struct in p = { x, 5 }; int r = pair(&h, &p); return r * 10 + h.left;",
  ],
  [
    "unmarshal",
    "n == 1",
    "struct handle h = { n, (u32 *)b->list, 8, &memory }; struct in p; int r = pair(&h, &p); return r * 10 + p.p + p.q;",
  ],
  [
    "marshal_short",
    "n == 4",
    "struct handle h = { 0, (u32 *)b->list, n, &memory }; struct in p = { x, 5 }; int r = pair(&h, &p); return r * 10 + h.left;",
  ],
  [
    "local_struct",
    "n == 4",
    "struct in s = { n, x }, t; s.p += 3; t = s; t.q -= s.p; return t.p * t.q + s.p;",
  ],
  [
    "struct_escapes",
    "n == 4",
    "struct in s = { n, x }; int *p = &s.p; fill(&s, n); *p += x; return s.p * 10 + s.q;",
  ],
  [
    "struct_to_unknown",
    "n == 4",
    "struct box s; s.a = n; s.c = 2; s.a += up(x > 0 ? &s : b, 1); return s.a + s.c;",
  ],
  [
    "local_array",
    "n == 3",
    "int a[4] = { 1, n, x }; a[n] = 7; a[0] += a[1]; return a[0] * 1000 + a[1] * 100 + a[2] * 10 + a[3];",
  ],
  [
    "array_dynamic_index",
    "n == 3",
    "int a[4] = { 1, n, 2 }; a[x & 3] += 5; return a[0] * 1000 + a[1] * 100 + a[2] * 10 + a[3] + a[n];",
  ],
  [
    "array_dynamic_read",
    "n == 3",
    "int a[4] = { 1, n, 2, 9 }; int r = a[x & 3]; a[1] = 4; return r + a[(x >> 2) & 3] + a[1];",
  ],
  [
    "array_pointer",
    "n == 2",
    "int a[5], *p = a, *e = a + 5; while (p < e) { *p = n * (int)(p - a); p++; } return a[4] * x + a[0] + (e - p);",
  ],
  [
    "two_dimensions",
    "n == 1",
    "int m[2][3] = { { 1, 2, 3 }, { n, x } }; int i, j, r = 0; for (i = 0; i < 2; i++) for (j = 0; j < 3; j++) r = r * 3 + m[i][j]; return r + m[n][1];",
  ],
  ["swapped", "n == 7", "int a = n, c = x; swap(&a, &c); return a * 2 + c;"],
  ["swapped_static", "n == 7", "int a = n, c = 2; swap(&a, &c); return a * 100 + c * x;"],
  ["recursive_static", "n == 5", "return fact(n) + x;"],
  ["recursive_gcd", "n == 12", "return gcd(n, 18) * x + gcd(6, (x & 7) + 1);"],
  [
    "inlined_result",
    "n == 1",
    "int r = chosen(n, x); if (chosen(2, r) > 3) r += 2; return chosen(n + 1, r) + chosen(0, x);",
  ],
  [
    "inlined_void",
    "n == 1",
    "struct in s; fill(&s, x); fill(&b->in, n); return s.p + s.q + b->in.p + b->in.q;",
  ],
  ["inlined_twice", "n == 2", 'return length(n == 2 ? "ab" : "c") + (chosen(n, x) == 4 ? chosen(1, 1) : n);'],
  ["argument_with_effect", "n == 2", "int k = n; return chosen(k++, note(x & 7)) * 10 + k;"],
  ["parameter_changes", "n == 3", "return twice(n) + run(program + 5, d, x++) + x;"],
  ["union_aliases", "n == 3", "b->u.i = n; b->u.bytes[1] = x; return b->u.i;"],
  ["union_local", "n == 3", "union word_ u; u.i = n; u.c[0] += x; return u.i;"],
  ["char_alias", "n == 3", "int k = n; ((u8 *)&k)[0] = x; return k;"],
  ["type_pun", "b->a == 3", "u16 *p = (u16 *)&b->a; p[0] = x; return b->a;"],
  [
    "alias_of_parameters",
    "b->a == 3",
    "struct box *c = (struct box *)(x > 0 ? b : b->next); c->a = 9; return b->a;",
  ],
  ["alias_by_int", "b->a == 3", "int *p = x > 0 ? &b->a : &b->c; *p = 9; return b->a * 10;"],
  [
    "nested_member",
    "b->in.p == 6",
    "int r = MEMBER(b) + b->in.p; b->in.q = r; b->in.p += x; return r + b->in.p;",
  ],
  ["element_known", "b->list[2] == 6", "int r = b->list[2]; b->list[x & 3] = 1; return r * 10 + b->list[2];"],
  [
    "pointer_member",
    "b->next->a == 6",
    "int r = b->next->a; b->next->c = r; b = b->next; return r + b->a + b->c;",
  ],
  ["bit_field", "n == 9", "b->bits = n; int r = b->bits; b->bits += x; return r * 10 + b->bits;"],
  ["volatile_member", "b->a == 2", "b->v = b->a; b->v += x; return b->v + b->v;"],
  ["global_written", "n == 2", "total = n; note(x); total += n; return total * 10 + *where;"],
  ["global_known", "mode == 3", "int r = mode == 3 ? x : n; note(1); return r + mode;"],
  [
    "table_of_local",
    "n == 2",
    "static const u8 weights[] = { 3, 1, 4, 1, 5 }; return weights[n] * x + weights[x & 3];",
  ],
  ["checksum", "n == 3", "return (int)crc((u32)x, d, n);"],
  ["checksum_static", "n == 3", 'return (int)crc(~0u, (const u8 *)"abc", n) ^ x;'],
  [
    "format_decimal",
    "n == 0",
    'char t[40]; int l = format(t, "a%5d%%%x!", x); int i, r = l; for (i = 0; i < l; i++) r = r * 31 + t[i]; return r + n;',
  ],
  ["format_plain", "n == 0", 'char t[40]; int l = format(t, "none", x); return l * 1000 + t[1] + n;'],
  ["null_checks", "b nonnull", "struct box *c = b ? b->next : 0; return (c != 0) + !b + (x && b);"],
  ["null_known", "n == 0", "struct box *c = 0; if (!c) c = b; return c->a + (c == b) + n;"],
  [
    "pointer_compare",
    "n == 2",
    "int a[3] = { 1, 2, 3 }, *p = a + n; return (p == &a[2]) + (p != a) * 2 + (p > a) * 4 + (int)(p - a) * x;",
  ],
  [
    "sizes",
    "n == 1",
    "int i, r = 0; for (i = 0; i < (int)(sizeof(program) / sizeof(program[0])); i++) r += program[i].code; return r * x + (int)sizeof(struct in) + n;",
  ],
  ["assembly", "n == 5", 'int k = n; __asm__("addl %1, %0" : "+r"(k) : "r"(x)); return k + n;'],
  [
    "assembly_barrier",
    "b->a == 5",
    '__asm__ volatile("movl %1, %0" : "=m"(b->a) : "r"(x) : "memory"); return b->a;',
  ],
  ["macro_kept", "n == 5", "return IDENTITY(x) + IDENTITY(n) + IDENTITY(IDENTITY(x) * 2);"],
  ["comma_loop", "n == 4", "int i, j, r = 0; for (i = 0, j = n; i < j; i++, j--) r += i * x + j; return r;"],
  [
    "conditional_write",
    "n == 4",
    "int k = n; if (x > 5 && (k = 2)) note(1); (x > 9 || k++); return k + (x < 0 ? k++ : 1) + 0 * k;",
  ],
  [
    "switch_in_loop",
    "n == 0",
    "int s = n, r = 0, i; for (i = 0; i < 6; i++) switch (s) { case 0: s = d[i] & 1 ? 1 : 2; break; case 1: r += x; s = 0; break; default: r ^= 5; s = d[i] > 9 ? 0 : 2; } return r * 4 + s;",
  ],
  ["while_step", "n == 3", "int r = 1; while (n-- > 0) r = (int)((u32)r * (u32)x); return r + n;"],
  ["do_step", "n == 3", "int r = 0; do r += d[n]; while (--n); return r;"],
  ["assignment_value", "n == 3", "int a, c; a = c = n; if ((a = x & 3) == 2) c += a; return a * 10 + c;"],
  [
    "wide",
    "n == 3",
    "long long k = n; u32 m = 0xfffffff0u + (u32)n; k = k * 4000000000ll + m; k >>= 3; return (int)(k % 1000) + x + (m > 5u);",
  ],
  [
    "early_return",
    "n == 2",
    "int i; for (i = 0; i < n; i++) { if (d[i] > x) return i; if (chosen(i, x) == 7) return 40 + i; } return -1;",
  ],
  ["struct_by_value", "n == 2", "struct in s = b->in; s.p = n; b->in = s; return b->in.p * 3 + b->in.q;"],
  [
    "update_known",
    "b->a == 3",
    "int r = (b->a += 4) * 2; if (b->a++ == 7) r += b->a; note(x); return r + b->a;",
  ],
  [
    "update_perhaps",
    "b->a == 3",
    "if (x > 5 && (b->a -= 1) > 1) note(b->a); return (x > 9 ? b->a++ : 2) + b->a;",
  ],
  [
    "unaliased",
    "b->a == 3; b noalias",
    "b->list[x & 3] = b->a; b->c = b->a++ * x; note(b->a); b->a += 2; return b->a + b->c + b->list[2];",
  ],
  [
    "unaliased_loop",
    "b->a == 3; b noalias",
    "int i; for (i = 0; i < (x & 7); i++) { b->a += 2; b->c = i; if (d[i] > 200) return b->a; } b->in.p = b->a; return i;",
  ],
  [
    "unaliased_passed",
    "b->a == 3; b noalias",
    "b->a = 5; b->c = 1; up(x > 3 ? b : b->next, 2); return b->a * 10 + down(b, x) + b->c;",
  ],
  [
    "unaliased_assembly",
    "b->a == 3; b noalias",
    'b->a = 5; __asm__ volatile("" : : : "memory"); b->a++; return b->a;',
  ],
  [
    "quiet_calls",
    "b->a == 3",
    'int r = length(b->text) + b->a; r += gcd(x & 15, 6) + b->a; return r * 10 + same(b->text, "text") + b->a;',
  ],
  [
    "calls_in_order",
    "n == 1",
    "return note(n) + down(b, n) * 3 - (up(b, n) ^ table[n](x)) + (x > 3 ? note(n) : 0);",
  ],
  ["calls_of_tree", "n == 1", "return value_of(&whole, x) + n;"],
  [
    "rows_of",
    "n == 1",
    "const u8 (*at)[3] = rows; int s = 0, k; for (k = 0; k < 3; k++) s = at[n][(x >> k) & 1] + at[k][n]; return s + (*(at + 1))[2];",
  ],
  [
    "tested_again",
    "n == 1",
    "int r = 0; if (x > 3) { r = note(x); if (x > 3) r += 2; if (x > 2) r += n; if (x == 0) r += 100; if (x != 3) r++; } if (b->a > 5) { if (b->a > 4) r++; b->a = x; if (b->a > 4) r += 3; if (b->a) { note(1); if (b->a) r += 5; } } return r;",
  ],
  [
    "tested_returned",
    "n == 1",
    "if (x <= 3 || !b) return n; if (x > 3) calls++; x -= 5; if (x > 3) calls += 2; if (b) calls += 4; return x;",
  ],
  [
    "tested_loop",
    "n == 1",
    "int odd = x & 1, i; for (i = 0; i < (d[0] & 7); i++) { if (odd) { calls++; if (odd) b->c++; odd = d[i] > 100; } else if (!odd) b->a--; if (odd) calls += n; } while (b->a > 3) b->a -= 2; if (b->a > 3) return 1; return odd;",
  ],
  [
    "tested_types",
    "n == 1",
    "u8 c = (u8)x; u32 u = (u32)x; if (c > 200) { if (c == 3) calls = 99; if (u > 5) { if (u >= 6) calls++; if (x > 5) calls += 2; } } if (u == 7) if (x == 7) calls += 5; if (x < 0) { if (u < 5) calls++; if (c < 0) calls++; if (-1 >= x) calls += 7; } if (x > (int)u) return 1; return x > (int)u ? 3 : n;",
  ],
  [
    "tested_memory",
    "n == 1",
    "int k = x, *p = &k; if (k > 2) { *p = d[0] & 3; if (k > 2) calls++; } if (mode > 2) { mode = x & 3; if (mode > 2) calls += 2; mode = 3; } if (d[1] > 4) { b->list[0] = 3; if (d[1] > 4) calls += 8; d[x & 3] = n; if (d[1] > 4) calls += 16; if (b->v) if (b->v) calls++; } return k;",
  ],
  [
    "tested_switch",
    "n == 1",
    "int k = 0; switch (x & 3) { case 0: k = 1; case 1: if (x > 50) { k += 2; break; } return x > 50; default: if (__builtin_expect(!!(x > 7), 0)) k = 5; else if (x > 9) k = 7; } if (x > 50) k += 10; return k;",
  ],
  [
    "bit_field_told",
    "b->bits == 11",
    "int r = b->bits * 2 + (b->bits == 11); b->list[0] = b->bits; if (b->bits > x) b->bits += 30; note(1); return r + b->bits;",
  ],
  ["shadowed_inline", "n == 2", "int t = x, r = n; { int t = 5; swap(&t, &r); r += t; } return t + r;"],
];

const SOURCE = `${HEAD}${CASES.map(([name, , body]) => `int ${name}(int x, int n, struct box *b, u8 *d) { (void)b; (void)d; (void)n; ${body} }\n`).join("")}`;
const SPEC = CASES.map(
  ([name, facts]) => `specialize ${name} as ${name}_known { ${facts}; limits unroll 60; }\n`,
).join("");

function harness(cases: typeof CASES): string {
  const checks = cases.map(([name, facts]) => {
    const [subject = "", value = ""] = (facts.split(";")[0] as string).split("==").map((one) => one.trim());
    const n = subject === "n" ? value : "n0";
    const place = /^b->/.test(subject) ? subject.replace("b->", ".").replace("next->", "next->") : undefined;
    const member = place === undefined ? "" : `one${place} = ${value}; two${place} = ${value};`;
    return `one = two = start; one.next = &other1; two.next = &other2; other1 = other2 = more; ${member} mode = 3; memcpy(d1, d0, 16); memcpy(d2, d0, 16);
      calls = before; total = 0; r1 = ${name}(x, ${n}, &one, d1); c1 = calls; t1 = total; calls = before; total = 0; r2 = ${name}_known(x, ${n}, &two, d2);
      one.next = two.next = 0; if (one.op != two.op) one.op = two.op = 0, bad++;
      if (one.text != two.text && strcmp(one.text, two.text) == 0) one.text = two.text;
      if (r1 != r2 || c1 != calls || t1 != total || memcmp(&one, &two, sizeof one) || memcmp(&other1, &other2, sizeof one) || memcmp(d1, d2, 16)) { printf("${name}: x=%d: %d %d\\n", x, r1, r2); bad++; }`;
  });
  return `#include <string.h>\n#include <stdio.h>\n#include "unit.c"\n#include "known.c"
static u32 seed = 1; static int rnd(void) { seed = seed * 1664525u + 1013904223u; return (int)(seed >> 8); }
int main(void) { int bad = 0; for (int i = 0; i < 4000; i++) {
  int x = i < 40 ? i - 20 : i % 3 ? rnd() % 100 : rnd() * 256, n0 = rnd() % 9, before = rnd() % 5, r1, r2, c1, t1, k; u8 d0[16], d1[16], d2[16];
  struct box start, more, one, two, other1, other2; (void)n0; memset(&start, 0, sizeof start);
  for (k = 0; k < 16; k++) d0[k] = i % 2 ? rnd() % 12 : rnd();
  start.a = rnd() % 50; start.c = rnd(); start.bits = rnd(); start.in.p = rnd(); start.in.q = rnd() % 9; start.op = rnd() & 1 ? up : down;
  for (k = 0; k < 6; k++) start.list[k] = rnd() % 100; start.u.i = rnd(); start.text = "text"; start.v = 3; more = start; more.a = rnd() % 7; more.next = 0;
  ${checks.join("\n")} if (bad > 20) return 1; }
  return bad > 0; }\n`;
}

test("residual code does what the generic code does", () => {
  const folder = folderWith({ "unit.c": SOURCE, "known.spec": SPEC, "main.c": harness(CASES) });
  const made = weft(folder, ["specialize", "known.spec", "--out", ".", "--", "gcc", "-m32", "-c", "unit.c"]);
  expect([made.code, made.err]).toEqual([0, ""]);
  const flags = ["-m32", "-std=gnu11", "-fwrapv", "-w", "-fno-strict-aliasing"];
  for (const level of ["-O0", "-O2"]) {
    execFileSync("gcc", [...flags, level, "main.c", "-o", "program"], { cwd: folder });
    expect(execFileSync(join(folder, "program"), { encoding: "utf8" })).toBe("");
  }
  const text = readFileSync(join(folder, "known.c"), "latin1");
  const bodyOf = (name: string) => text.split(`${name}_known(`)[1]?.split("\n}\n")[0] ?? "";
  // The filter's program is gone, and the marshaling is two stores.
  expect(bodyOf("filter")).not.toMatch(/switch|program|for|run/);
  expect(bodyOf("marshal")).not.toMatch(/memory|pair|word|mode|left >=/);
  expect(bodyOf("format_decimal")).not.toMatch(/switch|format\(/);
  expect(bodyOf("function_member")).toMatch(/b->a \+= x/);
  expect(bodyOf("recursive_static")).toMatch(/return 120 \+ x;/);
  expect(bodyOf("calls_of_tree")).not.toMatch(/value_of/);
  expect(bodyOf("calls_in_order")).not.toMatch(/note\(|down\(|up\(/);
  const tests = (name: string, text: RegExp) => bodyOf(name).match(text)?.length;
  expect(tests("tested_again", /if \(x/g)).toBe(1);
  expect(tests("tested_returned", /if \(/g)).toBe(3);
  expect(tests("tested_loop", /if \(!?odd\)/g)).toBe(2);
  expect(tests("tested_memory", /if \(!b->v\)/g)).toBe(2);
  expect(bodyOf("macro_kept")).toContain("IDENTITY(x)");
}, 180_000);
