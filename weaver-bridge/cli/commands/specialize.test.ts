/** Residual functions do what the generic ones do: both run on the same random arguments, at -O0 and -O2, with 32-bit gcc. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { bundle, folderWith, weft } from "../test/weft-process.js";

beforeAll(() => void bundle());

const HEAD = `typedef unsigned char u8; typedef unsigned short u16; typedef unsigned int u32;
struct box { int a; u8 small; signed char sign; unsigned bits : 3; struct box *next; };
enum mode { OFF, ON = 7 };
static int calls; static int note(int x) { calls += x; return x + calls; }
static void touch(struct box *b) { b->a++; }
#define TWICE(x) ((x) * 2)
`;

/** Functions of (int x, int n, struct box *b), and what holds of their arguments. */
const CASES: readonly (readonly [name: string, facts: string, body: string])[] = [
  ["power", "n == 5", "int r = 1; for (int i = 0; i < n; i++) r = (int)((u32)r * (u32)x); return r;"],
  [
    "fallthrough",
    "n == 2",
    "int r = x; switch (n) { case 1: r++; case 2: r += 2; case 3: r ^= 9; break; default: r = 0; } return r;",
  ],
  [
    "inner_break",
    "n == 3",
    "int r = 0; for (;;) { if (n-- == 0) break; r += x > n ? 1 : 2; continue; } return r + n;",
  ],
  ["members", "b->a == 3", "int r = b->a; b->a = x; r += b->a; return r;"],
  ["member_behind_call", "b->a == 3", "int r = b->a; touch(b); return r * 100 + b->a;"],
  ["member_through_alias", "b->a == 3", "struct box *c = b; c->a = x; return b->a + 1;"],
  ["member_of_other", "b->a == 3", "b = b->next; return b->a + x;"],
  ["small_wraps", "n == 300", "u8 k = n; k += 250; signed char s = k; return k * 1000 + s + x;"],
  ["unsigned_wraps", "n == -1", "u32 k = n; k += 2; return k > 0u ? x + (int)k : -x;"],
  ["signs", "n == -8", "return (n >> 1) + (n / 3) + (n % 3) + (int)((u32)n >> 28) + x;"],
  [
    "not_folded",
    "n == 40",
    "return x > 5 ? x : x == 5 ? (int)((long long)1 << n) : (n - 40) ? 7 / (n - 40) : 1;",
  ],
  [
    "division_behind_condition",
    "n == 0",
    "int r = 1; if (n != 0 && x / n > 2) r = 2; if (x == 12345 && n) r = x % n; return r;",
  ],
  ["address_taken", "n == 4", "int k = n; int *p = &k; *p += x; return k + n;"],
  ["volatile_local", "n == 4", "volatile int k = n; k = k + 1; return k + x;"],
  ["shadows", "n == 2", "int r = n; { int r = x; { int r = 5; x += r; } x += r; } return x + r;"],
  [
    "hints",
    "n == 3",
    "int r = 0; if (__builtin_expect(n == 4, 0)) r = note(x); if (__builtin_expect(!!(x > 3), 1)) r += 2; return r + b->a + __builtin_popcount((u32)x);",
  ],
  ["jumps", "n == 3", "int r = 0; again: r += x; if (--n > 0) goto again; return r;"],
  [
    "jump_into_loop",
    "n == 1",
    "int r = 0; if (n) goto inside; for (; x > 0 && r < 50; x -= 3) { r += 1; inside: r += 2; } return r;",
  ],
  [
    "duff",
    "n == 7",
    "int r = 0, k = (n + 3) / 4; switch (n % 4) { case 0: do { r += x; case 3: r ^= 1; case 2: r += 2; case 1: r ^= x; } while (--k > 0); } return r;",
  ],
  [
    "nested_writes",
    "n == 2",
    "int a = n, c = n; int r = (a = x) + 1; r += c++ * 2; r += (c += 3, c); return r + a + c;",
  ],
  [
    "write_in_condition",
    "n == 5",
    "int r = 0; while (n-- > 1) r += x + n; if ((n = x) > 3) r++; return r + n;",
  ],
  [
    "lazy",
    "n == 0",
    "int r = (n && note(x)) + (!n || note(x)); r += (x > 3 && n == 0) + (n == 1 ? note(1) : 2); return r;",
  ],
  [
    "effects_stay",
    "n == 1",
    "note(n); int r = note(n) + n; (void)note(2); if (note(x & 3) && n) r++; return r;",
  ],
  [
    "enumerators",
    "n == ON",
    "enum mode m = n; switch (m) { case OFF: return 1; case ON: return x + ON; } return 3;",
  ],
  ["grows", "n == 0", "while (x > 0 && n < 100000) { n++; x -= 7; } return n;"],
  [
    "table_walk",
    "n == 3",
    'const char *t = "abc"; int r = 0; for (int i = 0; i < n; i++) r = r * 3 + t[i] + x; return r;',
  ],
  ["macro", "n == 4", "int r = TWICE(n) + TWICE(x); if (TWICE(n) == 8) r += TWICE(1); return r;"],
  ["bit_fields", "n == 9", "b->bits = n; int r = b->bits; b->bits += x; return r * 10 + b->bits;"],
  ["long_long", "n == 3", "long long k = n; k = k * 4000000000ll; k >>= 3; return (int)(k % 1000) + x;"],
  [
    "do_continue",
    "n == 4",
    "int r = 0; do { n--; if (n == 2) continue; r += x ^ n; } while (n > 0); return r;",
  ],
  ["recursion", "n == 2", "return n <= 0 ? x : recursion(x + n, n - 1, b) + 1;"],
  [
    "chosen",
    "n == 1",
    "int k = x > 10 ? n : n + 4; int r = 0; for (int i = 0; i < k; i++) r += x; return r + (k == 5);",
  ],
  ["statement_expression", "n == 6", "int r = ({ int t = n; t += x; t * 2; }); return r + n;"],
  [
    "pointer_steps",
    "n == 2",
    "u8 d[4]; u8 *p = d; d[0] = 1; d[1] = x; d[2] = n; p += n; return p[0] * 3 + *--p;",
  ],
  [
    "interpreter",
    "n == 0",
    "int pc = n, a = x; for (;;) { int op = pc == 0 ? 1 : pc == 1 ? 2 : pc == 2 ? 1 : 3; switch (op) { case 1: a += 5; pc++; break; case 2: pc = a > 20 ? 3 : 2; break; case 3: return a; } }",
  ],
];

const SOURCE = `${HEAD}${CASES.map(([name, , body]) => `int ${name}(int x, int n, struct box *b) { (void)b; ${body} }\n`).join("")}`;
const SPEC = CASES.map(
  ([name, facts]) => `specialize ${name} as ${name}_known { ${facts}; limits unroll 60; }\n`,
).join("");

function harness(): string {
  const checks = CASES.map(([name, facts]) => {
    const [subject, value] = facts.split("==").map((one) => one.trim());
    const n = subject === "n" ? value : "n0";
    const member = subject === "b->a" ? `one.a = two.a = ${value};` : "";
    return `one = two = start; one.next = &other1; two.next = &other2; other1 = other2 = more; ${member}
      calls = before; r1 = ${name}(x, ${n}, &one); c1 = calls; calls = before; r2 = ${name}_known(x, ${n}, &two);
      if (r1 != r2 || c1 != calls || one.a != two.a || one.bits != two.bits) { printf("${name}: x=%d: %d %d\\n", x, r1, r2); bad++; }`;
  });
  return `#include "unit.c"\n#include "known.c"\n#include <stdio.h>
static u32 seed = 1; static int rnd(void) { seed = seed * 1664525u + 1013904223u; return (int)(seed >> 8); }
int main(void) { int bad = 0; for (int i = 0; i < 3000; i++) {
  int x = i < 40 ? i - 20 : i % 3 ? rnd() % 100 : rnd() * 256, n0 = rnd() % 9, before = rnd() % 5, r1, r2, c1;
  struct box start = { rnd() % 50, 1, 1, 2, 0 }, more = start, one, two, other1, other2; more.a = rnd() % 7; (void)n0;
  ${checks.join("\n")} }
  return bad > 0; }\n`;
}

test("residual code does what the generic code does", () => {
  const folder = folderWith({ "unit.c": SOURCE, "known.spec": SPEC, "main.c": harness() });
  const made = weft(folder, [
    "specialize",
    "known.spec",
    "--out",
    ".",
    "--",
    "gcc",
    "-m32",
    "-O2",
    "-c",
    "unit.c",
  ]);
  expect([made.code, made.err]).toEqual([0, ""]);
  for (const level of ["-O0", "-O2"]) {
    const flags = ["-m32", level, "-std=gnu11", "-fwrapv", "-w", "-fno-strict-aliasing"];
    execFileSync("gcc", [...flags, "main.c", "-o", "program"], { cwd: folder });
    expect(execFileSync(join(folder, "program"), { encoding: "utf8" })).toBe("");
  }
  const text = readFileSync(join(folder, "known.c"), "latin1");
  const bodyOf = (name: string) => text.split(`${name}_known(`)[1]?.split("\n}\n")[0] ?? "";
  expect(bodyOf("power").match(/\bx\b/g)).toHaveLength(6);
  expect(bodyOf("interpreter")).not.toContain("switch");
  expect(bodyOf("fallthrough")).not.toContain("case");
  expect(bodyOf("grows")).toContain("n++");
}, 120_000);

describe("what is said", () => {
  const files = {
    "unit.c":
      'int twice(int x, int n) { if (n > 1) return x * n; return x; }\nint odd(int n) { static int k; return k += n; }\nint asm_in(int n) { __asm__("nop"); return n; }\nint narrow(unsigned char k, char *p, int m) { int v[m]; v[0] = k; return v[0] + !p; }\nint once(int n) { int k = ({ static int all; all += n; all; }); return k; }\nint label(int n) { __asm__("here%=: nop" : "+r"(n)); __asm__ volatile("nop\\nthere: nop"); return n; }\nconst struct name { int n; char text[4]; } name = { 3, "abc" };\nint same(const char *p, const char *s) { return p && *p == *s; }\n',
    "good.spec": "specialize twice as twice2 { n == 2; }\n",
  };
  const compiler = ["--", "gcc", "-m32", "-c", "unit.c"];
  const run = (spec: string, ...words: string[]) => {
    const folder = folderWith({ ...files, "a.spec": spec });
    return weft(folder, ["specialize", "a.spec", ...words, ...compiler]);
  };

  test("what became of each statement", () => {
    const { code, out } = run(files["good.spec"], "--explain");
    expect(code).toBe(0);
    expect(out).toMatch(/unit\.c:1: folded: true n > 1/);
    expect(out).toMatch(/unit\.c:1: kept {7}x \* n {2}not known: x$/m);
  });

  test("an array in a structure is where it begins, and NULL needs no header", () => {
    const { code, out } = run(
      "specialize same as t { p == name.text; }\nspecialize same as u { p == NULL; }\n",
    );
    expect(code).toBe(0);
    expect(out.match(/return [^;]+/g)).toEqual(["return 97 == *s", "return 0"]);
  });

  test("what could be declared, with what it would gain", () => {
    const folder = folderWith({
      "unit.c":
        "struct x { int op, handy, *to; }; void note(void);\nstatic int put(struct x *x, int v) { if ((x->handy -= 4) < 0) return 0; if (x->op == 0) { *x->to++ = v; return 1; } return x->op == 1; }\nint enc(struct x *x, int v) { return put(x, v) && put(x, v + 1); }\nint seen(struct x *x) { if (x->op) return 1; note(); return x->op ? x->handy : 2; }\n",
      "a.spec": "specialize enc as enc0 { x->op == 0; }\nspecialize seen as seen0 { x->op == 0; }\n",
    });
    const { code, out } = weft(folder, ["specialize", "a.spec", "--explain", ...compiler]);
    expect(code).toBe(0);
    const gains = [...out.matchAll(/^ {2}declare `(.*)`: (\d+) to (\d+) instructions$/gm)];
    expect(gains.map(([, clause]) => clause)).toEqual(["x noalias", "extern note() pure"]);
    for (const [, , before, after] of gains) expect(Number(after)).toBeLessThan(Number(before));
  });

  test.each([
    ["specialize twice as t { m == 2; }", /a\.spec:1:\d+: error.*there is no parameter m; there are: x, n/],
    ["specialize nothing as t { n == 2; }", /unit\.c defines no function nothing/],
    ["specialize twice as t { n == UNKNOWN; }", /UNKNOWN is no constant here/],
    ["specialize twice as t { n ~ 2; }", /a\.spec:1:\d+: error.*this is not understood yet: n ~ 2/],
    ["specialize twice as t { n == 2;", /no closing brace/],
    ["specialise twice", /expected: specialize FUNCTION as NAME/],
    ["specialize odd as t { n == 2; }", /unit\.c:2:\d+: error.*static variable, k/],
    ["specialize once as t { n == 2; }", /unit\.c:5:\d+: error.*static variable, all/],
    ["specialize label as t { n == 2; }", /unit\.c:6:\d+: error.*assembly defines there, which/],
    ["specialize narrow as t { k == 300; }", /a\.spec:1:\d+: error.*k \(unsigned char\) is never 300/],
    ["specialize narrow as t { p == 7; }", /p is no integer \(char \*\)/],
    ["specialize narrow as t { p->a == 7; }", /p has no member a; char has no members here/],
    ["specialize narrow as t { m->a == 7; }", /m is no pointer \(int\)/],
    ["specialize narrow as t { m == 7; m == 8; }", /m == 8 contradicts what is said before: 7/],
    [
      "specialize narrow as t { k == 3; }",
      /unit\.c:4:\d+: error.*array whose length is only known at run time/,
    ],
    ["", /declares nothing/],
  ])("%j is told with its reason, and nothing is written", (spec, said) => {
    const folder = folderWith({ ...files, "a.spec": spec });
    const { code, err } = weft(folder, ["specialize", "a.spec", "--out", ".", ...compiler]);
    expect(code).toBe(1);
    expect(err).toMatch(said);
    expect(existsSync(join(folder, "a.c"))).toBe(false);
  });

  test("a unit that clang can't read gives no residual code, and the compiler's line may begin with weft cc", () => {
    const folder = folderWith({
      "a.c": "#include <there/is/none.h>\nint twice(int n, int x) { size_t k = n; return k * x; }\n",
      "b.c": "int twice(int n, int x) { return n * x; }\n",
      "a.spec": "specialize twice as made { n == 2; }\n",
    });
    const broken = weft(folder, ["specialize", "a.spec", "--", "gcc", "-m32", "-c", "a.c"]);
    expect(broken.code).toBe(1);
    expect(broken.out).toBe("");
    expect(broken.err).toMatch(
      /clang can't read a\.c as it is, so nothing in it is specialized \(clang: .*none\.h/,
    );
    const recorded = weft(folder, [
      "specialize",
      "a.spec",
      "--",
      "weft",
      "cc",
      "--",
      "gcc",
      "-m32",
      "-c",
      "b.c",
    ]);
    expect(recorded.err).toBe("");
    expect(recorded.out).toContain("return 2 * x;");
  });

  test("of a large unit, which is read in parts, structures and types have their members and sizes", () => {
    const many = Array.from(
      { length: 9000 },
      (_, at) => `int filler_function_number_${at}(int, long);\n`,
    ).join("");
    const folder = folderWith({
      "a.c": `${many}typedef unsigned int size_of_things; struct format { int base, width; enum sign { BELOW = -1, EVEN } sign; };\nint say(struct format f, size_of_things n, int x) { return f.base * x + (f.width > (int)n || (long long)f.sign > 0 ? 1 : 0); }\n`,
      "a.spec": "specialize say as made { f.base == 10; f.width == 0; f.sign == BELOW; n == 4; }\n",
    });
    const { err, out } = weft(folder, ["specialize", "a.spec", "--", "gcc", "-m32", "-c", "a.c"]);
    expect(err).toBe("");
    expect(out).toContain("return 10 * x;");
  });

  test("one wrong guard or declaration leaves the others", () => {
    const wrong = ["optimistic guard struct a { b } forever;", "specialize twice as bad { n ~ 2; }"];
    const { code, out, err } = run(`${wrong[0]}\n${files["good.spec"]}${wrong[1]}\n`);
    expect(code).toBe(1);
    expect(err).toMatch(/a\.spec:1:.*not understood: forever/);
    expect(err).toMatch(/a\.spec:3:.*not understood yet: n ~ 2/);
    expect(out).toMatch(/int twice2\(int x, int n\)/);
    expect(out).not.toMatch(/\bbad\b/);
  });

  test("a unit of the declarations' name beside them is not written over, a residual is", () => {
    const unit = `${files["unit.c"]}/* Made by weft specialize from hand. */\n`;
    const folder = folderWith({ "unit.c": unit, "unit.spec": files["good.spec"] });
    const into = (out: string) => weft(folder, ["specialize", "unit.spec", "--out", out, ...compiler]);
    const { code, err } = into(".");
    expect(code).toBe(1);
    expect(err).toMatch(/unit\.c exists, and weft specialize has not made it: it is left as it is/);
    expect(readFileSync(join(folder, "unit.c"), "utf8")).toBe(unit);
    expect([into("out").code, into("out").code]).toEqual([0, 0]);
  });

  test("of a project nothing is written over that is somebody's own, also beside the code", () => {
    const project = { name: "p", specializations: ["*.spec"] };
    const commands = [{ directory: ".", file: "unit.c", command: "gcc -m32 -c unit.c" }];
    const folder = folderWith({
      ...{ "unit.c": files["unit.c"], "good.spec": files["good.spec"] },
      "weft.json": JSON.stringify({ ...project, commands: { database: "compile_commands.json" } }),
      "compile_commands.json": JSON.stringify(commands),
      "out/twice2.json": "{}",
    });
    const { code, err } = weft(folder, ["specialize", ".", "--out", "out"]);
    expect(err).toMatch(/out\/twice2\.json exists, and weft specialize has not made it/);
    expect([code, readdirSync(join(folder, "out"))]).toEqual([1, ["twice2.json"]]);
    expect([0, 1].map(() => weft(folder, ["specialize", ".", "--out", "made"]).code)).toEqual([0, 0]);
  });

  test("JSON says the same, and a stale residual is found", () => {
    const json = {
      specialize: [{ function: "twice", residual: "twice2", params: { n: { eq: 2 } } }],
      program: { files: ["unit.c"] },
    };
    const folder = folderWith({ ...files, "a.json": JSON.stringify(json), "a.spec": files["good.spec"] });
    expect(weft(folder, ["specialize", "a.json", "--out", "out"]).code).toBe(0);
    const text = readFileSync(join(folder, "out/a.c"), "utf8");
    expect(text.replace("a.json", "a.spec")).toBe(weft(folder, ["specialize", "a.spec", ...compiler]).out);
    expect(weft(folder, ["specialize", "a.json", "--out", "out", "--check"]).code).toBe(0);
    writeFileSync(join(folder, "out/a.c"), text.replace("2", "3"));
    expect(weft(folder, ["specialize", "a.json", "--out", "out", "--check"]).code).toBe(1);
  });
});
