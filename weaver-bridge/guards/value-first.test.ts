// What a write's value does is over before its guard looks: kernels of a few lines, woven, compiled and run as programs.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseInProcess } from "../clang-ast/src/index.js";
import { planPlug, REPLUG_WAYS, type ReplugWay } from "../replug/index.js";
import { GUARD_FACTS, guardSites, readGuards, weaveGuards } from "./index.js";

const KERNEL = `typedef unsigned size_t;
struct mode { int on; volatile int live; unsigned bits : 3; _Bool yes : 1; int list[4]; struct part { int a, b; } part; };
int printf(const char *, ...);
void *memset(void *, int, size_t);
static struct mode M, big[300], *m = &M;
int work(int x) { if (m->on == 0) return 0; return 1; }
int work_off(int x) { return 0; }
int work_off_plugged(int x);
static int slow(void) { for (int i = 0; i < 5000; i++) work_off_plugged(i); return 1; }
static struct mode whole(void) { return (struct mode){ slow() }; }
static struct mode *same(void) { slow(); return m; }
static int zero(void) { return slow() - 1; }
static void put(int *to, int value) { *to = value; }
static int swap(volatile int *to, int value) { __asm__ volatile("xchgl %0, %1" : "+m"(*to), "+r"(value)); return value; }
struct holder { struct mode mode; int rest[200]; };
static struct holder H, *h = &H;
`;

function run(statement: string, replug: ReplugWay, isCounted: boolean, optimize: string): string {
  const text = `${KERNEL}int main(void) { for (int i = 0; i < 20; i++) work_off_plugged(i); ${statement} int on = m->on; printf("%d %d", on != 0, work_off_plugged(1)); return 0; }\n`;
  const { guards } = readGuards(
    "optimistic guard struct mode { on, live, bits, yes, list, part } protects work_off;",
  );
  const facts = parseInProcess(text, {
    language: "c",
    arguments: ["-m32"],
    fileName: "a.c",
    wanted: GUARD_FACTS,
  });
  expect(facts.diagnostics.filter(({ severity }) => severity !== "warning")).toEqual([]);
  const counted = guards.map((guard) => ({ ...guard, isCounted }));
  const woven = weaveGuards(text, guardSites(facts, text, counted));
  const plan = planPlug({
    generic: "work",
    residual: "work_off",
    head: "int work_off(int x)",
    parameters: ["x"],
    isVoid: false,
    facts: [{ test: "m->on == 0", kept: { object: "m", subject: "mode" } }],
    subjects: ["mode"],
    replug,
  });
  if ("refused" in plan) throw new Error(plan.refused);
  const patch = `#include <sys/mman.h>
#define WEFT_WRITE_TEXT
static void __attribute__((unused)) weft_write_text(int *at, int value)
{ mprotect((void *)((unsigned long)at & ~4095ul), 8192, 7); *(volatile int *)at = value; }
`;
  const folder = mkdtempSync(join(tmpdir(), "weft-value-first-"));
  try {
    writeFileSync(join(folder, "a.c"), `${patch}${woven}\n${plan.text}`);
    const words = [
      "-m32",
      optimize,
      "-fno-pie",
      "-no-pie",
      "-Wall",
      "-Werror",
      "-Wno-unused-function",
      "-Wno-unused-variable",
    ];
    execFileSync("gcc", [...words, "a.c", "-o", "a"], { cwd: folder, timeout: 30_000 });
    return execFileSync(join(folder, "a"), { encoding: "utf8", timeout: 10_000 });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const WRITES = [
  "m->on = slow();",
  "(m->on) = slow();",
  "m->on += slow();",
  "m->on |= m->on + slow();",
  "*m = (struct mode){ slow() };",
  "*m = whole();",
  "m[zero()].on = 1;",
  "same()->on = 1;",
  "same()->on++;",
  "++same()->on;",
  "m->list[zero()] = 1; m->on = 1;",
  "m->list[slow() - 1]++; m->on = 1;",
  "m->live = slow(); m->on = 1;",
  "m->bits = slow(); m->on = m->bits;",
  "m->bits += slow(); m->on = m->bits;",
  "m->yes = 2 * slow(); m->on = m->yes;",
  "m->on = ({ slow(); });",
  "m->on = (slow(), 1);",
  "if (m->on = slow()) ;",
  "m->on = m->list[0] = slow();",
  "int a = (m->on = slow()) + 1; (void)a;",
  "*(volatile int *)&m->on = slow();",
  "*&m->on = slow();",
  "*(m->list + zero()) = slow(); m->on = 1;",
  "__atomic_store_n(&m->on, slow(), 5);",
  "__sync_fetch_and_add(&m->on, slow());",
  "memset(m, slow(), sizeof *m);",
  "memset(m->list, slow(), sizeof m->list); m->on = 1;",
  "__builtin_memset(m, slow(), sizeof *m);",
  "m->on = (int){ slow() };",
  "put(&m->on, slow());",
  "(void)swap(&same()->on, slow());",
  "m->part.a = slow(); m->on = m->part.a;",
  "m->part = (struct part){ slow() }; m->on = m->part.a;",
  "*(volatile int *)&m->part.b = slow(); m->on = m->part.b;",
  "put(&m->part.b, slow()); m->on = m->part.b;",
  "static struct holder one; one.mode.on = slow(); m = &h->mode; h[zero()] = one; m = &M; m->on = 1;",
];

test.each(WRITES)("%s", (statement) => {
  expect(run(statement.replace("if (m->on = slow())", "if ((m->on = slow()))"), "boolean", true, "-O2")).toBe(
    "1 1",
  );
});

test.each(REPLUG_WAYS)("each way to swap: %s", (replug) => {
  for (const [isCounted, optimize] of [
    [true, "-O0"],
    [false, "-O2"],
  ] as const)
    expect(run("m->on = slow();", replug, isCounted, optimize)).toBe("1 1");
});
