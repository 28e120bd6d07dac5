/** Code that is made at run time does what the generic function does, or is not made: real gcc, pages that are sealed. */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { CLANG } from "../../../tests/support/compilers.js";
import { bundle, folderWith, weft } from "../test/weft-process.js";

beforeAll(() => void bundle());

const UNIT = `typedef unsigned char u8; typedef unsigned short u16; typedef unsigned int u32;
int total; static int noted; static int note(int x) { noted += x; return noted ^ x; }
struct insn { u16 code; u8 jt, jf; u32 k; };
struct ops { int (*add)(int, int); int bias; };
static int plus(int a, int b) { return a + b; }
static int minus(int a, int b) { return a - b; }
const struct ops adding = { plus, 3 }, taking = { minus, -5 };
int run(const struct insn *pc, const u8 *p, int length) { u32 a = 0, x = 0, k;
  for (;; pc++) switch (pc->code) {
  case 0: k = pc->k; if (k >= (u32)length) return -1; a = p[k]; continue;
  case 1: k = x + pc->k; if (k >= (u32)length) return -2; a = a << 8 | p[k]; continue;
  case 2: pc += a == pc->k ? pc->jt : pc->jf; continue;
  case 3: pc += (a & pc->k) != 0 ? pc->jt : pc->jf; continue;
  case 4: x = (a & 7u) * pc->k; continue;
  case 5: a += pc->k; continue;
  default: return (int)(a ^ pc->k); } }
int power(int x, int n) { int r = 1; while (n > 0) { if (n & 1) r *= x; x *= x; n >>= 1; } return r; }
int match(const char *p, const char *s) { const char *from = s;
  for (; *p; p++) { if (*p == '?') { if (!*s) return 0; s++; } else if (*p == '*') { while (*s && *s != p[1]) s++; } else if (*s++ != *p) return 0; }
  return *s == 0 ? (int)(s - from) + 1 : 0; }
int many(int n, int a, int b, int c, int d, int e) { long long sum = 0; for (int i = 0; i < n; i++) { a += b * i; b ^= c; c += d; d -= e + i; e = e * 3 + a; sum += (long long)a * c; if (d > 100000) { sum -= d; d = 1; } } return (int)(sum ^ (sum >> 32)) + a + b + c + d + e; }
int chosen(int n, int x) { int r = n; switch (x & 3) { case 0: r += n * 2; break; case 1: r = note(n); case 2: r -= 7; break; default: total += n; } return r * 3 + (x > n ? n : -n); }
int through(const struct ops *o, int x, int y) { total += o->bias; return o->add(x, y) + (o->bias > 0 ? note(y) : 1); }
int narrow(signed char k, u16 m, int x) { u8 wrapped = k; wrapped += m; return wrapped * x - k + (m == 0); }
int divided(int n, int x) { return x > 5 ? x / n : n == 0 ? 1 : x % 3; }
static int repeated(int x, int n) { int r = 0, step = n & 1; while (n-- > 0) { r += x + step; if (r > 5000) return note(n); } return r; }
static int sum(int total_, int k) { if (k == 3) return total_; return repeated(total_, k) - total; }
static void tell(int k, int x) { if (k > 4) note(x); else total ^= x + k; }
int calling(int n, int x) { int r = repeated(x, n + 1) + n; tell(n, r); for (int i = 0; i < n; i++) r ^= sum(x + i, i) + note(x); return r - repeated(r & 15, x & 3); }
static int again(int n, int x) { return n <= 0 ? x : again(n - 1, x + n); }
int itself(int n, int x) { int total = again(n, x); tell(n, x); return total; }
int grows(int n, int x) { int i = n; while (x-- > 0) i++; return i; }
`;
const SPEC = `specialize run as run_made at run time { static pc, pc[]; length == 20; }
specialize power as power_made at run time { static n; }
specialize match as match_made at run time { static p, p[]; }
specialize many as many_made at run time { static n; }
specialize chosen as chosen_made at run time { static n; }
specialize through as through_made at run time { static o, o[]; }
specialize narrow as narrow_made at run time { static k, m; }
specialize divided as divided_made at run time { static n; }
specialize calling as calling_made at run time { static n; }
specialize itself as itself_made at run time { static n; }
specialize grows as grows_made at run time { static n; limits variants 20; }
specialize grows as grows_left at run time { static n; dynamic i; }
`;
const MAIN = `#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include "unit.c"
#include "made.c"
static int open_pages, refuse = -1;
void *weft_code_pages(unsigned long n) { if (refuse-- == 0) return 0; open_pages++; return mmap(0, n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); }
int weft_code_seal(void *p, unsigned long n) { if (refuse-- == 0) return -1; return mprotect(p, n, PROT_READ | PROT_EXEC); }
void weft_code_release(void *p, unsigned long n) { open_pages--; munmap(p, n); }
static u32 seed = 7; static u32 next(void) { return (seed = seed * 1664525u + 1013904223u) >> 8; }
static int small(void) { return next() % 4 ? (int)(next() % 20) - 5 : (int)next(); }
static int bad; static void same(const char *what, int a, int b) { if (a != b && bad++ < 20) printf("%s: %d %d\\n", what, a, b); }
#define TRY(name, make, generic, made) { __typeof__(name) *f = make; if (!f) { printf(#name " is not made\\n"); bad++; continue; } \\
  for (int t = 0; t < 40; t++) { int x = small(), y = small(), z = small(); (void)y, (void)z; \\
    int n0 = noted, t0 = total, r = generic, n1 = noted, t1 = total; noted = n0, total = t0; \\
    same(#name, r, made); same(#name " notes", n1, noted); same(#name " total", t1, total); } ++tried; \\
  { void (*volatile release)(__typeof__(name) *) = name##_made_free; release(f); } }
int main(void) { int tried = 0;
  const char *patterns[] = { "", "a?c", "*", "a*b", "??", "abc", "*x*" }, *texts[] = { "", "abc", "aab", "xx", "axbx", "ab" };
  for (int i = 0; i < 200; i++) {
    struct insn program[24]; u8 p[20]; for (int k = 0; k < 20; k++) p[k] = next() % 3 ? next() % 8 : next();
    for (int k = 0; k < 24; k++) { int left = 22 - k; program[k] = (struct insn){ k > 20 ? 9 : next() % 7, left > 0 ? next() % (left > 4 ? 4 : left) : 0, left > 0 ? next() % (left > 4 ? 4 : left) : 0, next() % 5 ? next() % 24 : next() }; }
    TRY(run, run_made_make(program), run(program, p, 20), f(program, p, 20))
    int n = (int)(next() % 12); TRY(power, power_made_make(n), power(x, n), f(x, n))
    const char *q = patterns[next() % 7]; TRY(match, match_made_make(q), match(q, texts[(u32)x % 6]), f(q, texts[(u32)x % 6]))
    TRY(many, many_made_make(n), many(n, x, y, z, x + 1, y - z), f(n, x, y, z, x + 1, y - z))
    TRY(calling, calling_made_make(n), calling(n, x), f(n, x))
    TRY(itself, itself_made_make(n), itself(n, x), f(n, x))
    int m = small(); TRY(chosen, chosen_made_make(m), chosen(m, x), f(m, x))
    const struct ops *o = next() % 2 ? &adding : &taking; TRY(through, through_made_make(o), through(o, x, y), f(o, x, y))
    signed char k = (signed char)next(); u16 h = (u16)next(); TRY(narrow, narrow_made_make(k, h), narrow(k, h, x), f(k, h, x))
    int d = (int)(next() % 4); TRY(divided, divided_made_make(d), divided(d, d ? x : x % 6), f(d, d ? x : x % 6))
  }
  if (grows_made_make(3)) printf("grows without end\\n");
  __typeof__(grows) *left = grows_left_make(3); same("left", left ? left(3, 9) : -1, grows(3, 9)); grows_left_free(left);
  for (int at = 0; at < 3; at++) { refuse = at; if (power_made_make(5)) printf("made without pages\\n"); }
  refuse = -1; __typeof__(power) *f = power_made_make(5); same("again", f(3, 5), 243); power_made_free(f); power_made_free(0);
  printf("%d tried, %d bad, %d open\\n", tried, bad, open_pages); return 0; }
`;
const FLAGS = [
  "-m32",
  "-std=gnu11",
  "-fwrapv",
  "-fno-pie",
  "-Wall",
  "-Wno-unused",
  "-Wno-shift-negative-value",
];

describe("code made at run time", () => {
  const folder = folderWith({ "unit.c": UNIT, "made.spec": SPEC, "main.c": MAIN });

  test.each([
    ["gcc", "-O0"],
    ["gcc", "-Os", "-fomit-frame-pointer"],
    [CLANG, "-O2"],
  ])(
    "%s %s",
    (compiler, ...options) => {
      const words = [compiler, ...FLAGS, ...options];
      const made = weft(folder, ["specialize", "made.spec", "--out", ".", "--", ...words, "-c", "unit.c"]);
      expect(made.err).toBe("");
      expect(made.code).toBe(0);
      execFileSync(compiler, [...words.slice(1), "-no-pie", "main.c", "-o", "main"], { cwd: folder });
      const said = execFileSync(join(folder, "main"), { cwd: folder, encoding: "utf8" });
      expect(said).toBe("2000 tried, 0 bad, 0 open\n");
    },
    120_000,
  );

  test("a declaration in JSON makes the same", () => {
    writeFileSync(
      join(folder, "b.spec"),
      "specialize run as run_made at run time { static pc, pc[]; dynamic x; length == 20; }\n",
    );
    const json = {
      specialize: [
        {
          function: "run",
          residual: "run_made",
          params: { length: { eq: 20 } },
          atRunTime: { static: ["pc", "pc[]"], dynamic: ["x"] },
        },
      ],
    };
    writeFileSync(join(folder, "b.json"), JSON.stringify(json));
    const compiler = ["--", "gcc", ...FLAGS, "-c", "unit.c"];
    const [text, image] = ["b.spec", "b.json"].map((name) => weft(folder, ["specialize", name, ...compiler]));
    expect(image?.err).toBe("");
    expect(image?.out).toContain("run_made_make(");
    expect(image?.out.replaceAll("b.json", "b.spec")).toBe(text?.out);
    writeFileSync(
      join(folder, "b.json"),
      JSON.stringify({ specialize: [{ function: "run", atRunTime: true }] }),
    );
    const wrong = weft(folder, ["specialize", "b.json", ...compiler]);
    expect(wrong.code).toBe(1);
    expect(wrong.err).toContain("specialize[0].atRunTime: an object is expected here");
  });

  test("a call is followed where an argument is known, or it is told why not", () => {
    writeFileSync(join(folder, "a.spec"), "specialize outer as p at run time { static n; }\n");
    const more =
      "static int inner(int x, int n) { int r = 0; while (n-- > 0) r += x; return r; }\nstatic int down(int n) { return n ? down(n - 1) : 0; }\nint outer(int x, int n) { return inner(x, n + 1) + down(n); }\n";
    writeFileSync(join(folder, "unit.c"), UNIT + more);
    const words = ["specialize", "a.spec", "--explain", "--", "gcc", ...FLAGS, "-c", "unit.c"];
    const { code, out } = weft(folder, words);
    expect(code).toBe(0);
    expect(out).toMatch(/limit: down\(\) is called as it is although arguments of it are known/);
    expect(out).not.toMatch(/inner\(\) is called/);
  });

  test.each([
    ["specialize power as p at run time { n == 3; }", /a\.spec:1:1: error.*something has to be known/],
    ["specialize power as p at run time { static m; }", /there is no parameter m; there are: x, n/],
    ["specialize power as p at run time { static n[]; }", /n is no pointer \(int\)/],
    ["specialize power as p at run time { static n; dispatch; }", /nothing to dispatch to/],
    ["specialize power as p { static n; }", /not understood yet: static n/],
    ["specialize taken as p at run time { static n; }", /unit\.c:\d+:\d+: error.*address of n is taken/],
    [
      "specialize list as p at run time { static n; }",
      /v \(int\[4\]\) is no number and no pointer; .* let the caller hold this one/,
    ],
  ])("%s", (spec, said) => {
    writeFileSync(join(folder, "a.spec"), `${spec}\n`);
    const more =
      "int taken(int n) { int *p = &n; return *p; }\nint list(int n) { int v[4]; v[n & 3] = n; return v[1]; }\n";
    writeFileSync(join(folder, "unit.c"), UNIT + more);
    const { code, err } = weft(folder, ["specialize", "a.spec", "--", "gcc", ...FLAGS, "-c", "unit.c"]);
    expect(code).toBe(1);
    expect(err).toMatch(said);
  });
});
