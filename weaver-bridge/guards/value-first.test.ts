// What a write's value does is over before its guard looks: kernels of a few lines, woven, compiled and run as programs.
import { execFileSync, spawnSync } from "node:child_process";
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
static struct { struct mode *mode; int spare; } box = { &M };
`;

function wovenOf(text: string, isCounted: boolean): string {
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
  return weaveGuards(text, guardSites(facts, text, counted));
}

function run(statement: string, replug: ReplugWay, isCounted: boolean, optimize: string): string {
  const text = `${KERNEL}int main(void) { for (int i = 0; i < 20; i++) work_off_plugged(i); ${statement} int on = m->on; printf("%d %d", on != 0, work_off_plugged(1)); return 0; }\n`;
  const woven = wovenOf(text, isCounted);
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
  '__asm__ volatile("movl %1, %0" : "=m"(m->on) : "r"(slow()));',
  'if (zero() == 0) __asm__ volatile("movl %1, %0" : "=m"(same()->on) : "ir"(1)); else m->list[0] = 1;',
  '__asm__ volatile("movl $1, %0\\n\\tmovl %[by], %1" : "=m"(m->on), "=r"(m->list[slow()]) : [by] "g"(slow() + 2), "i"(__builtin_offsetof(struct mode, on)));',
  '__asm__ volatile("movl %2, %0; movl %2, %1" : "=m"(m->list[m->on = slow()]), "=m"(box.mode->part.a) : "r"(1));',
  '__asm__ volatile("incl %0; movl $1, %1" : "+m"(m->live), "=m"(*(volatile int *)&same()->on) : : "memory");',
  '__asm__ volatile("incl %0" : "+m"(m->on) : "m"(same()->list[zero()]));',
  '__asm__ volatile("xchgl %1, %0" : "+m"(*(volatile int *)&same()->on) : "r"(slow()));',
  "({ __auto_type __atomic_store_ptr = (&same()->on); __typeof__((void)0, *__atomic_store_ptr) __atomic_store_tmp = (slow()); __atomic_store(__atomic_store_ptr, &__atomic_store_tmp, (5)); });",
  "({ __auto_type __atomic_exchange_ptr = (&m->on); __typeof__((void)0, *__atomic_exchange_ptr) __atomic_exchange_val = (slow()); __typeof__((void)0, *__atomic_exchange_ptr) __atomic_exchange_tmp; __atomic_exchange(__atomic_exchange_ptr, &__atomic_exchange_val, &__atomic_exchange_tmp, (5)); __atomic_exchange_tmp; });",
  "static struct holder one; one.mode.on = slow(); m = &h->mode; h[zero()] = one; m = &M; m->on = 1;",
];

const ON = (statement: string) => statement.replace("if (m->on = slow())", "if ((m->on = slow()))");

test.each(WRITES)("writes are counted: %s", (statement) => {
  expect(run(ON(statement), "boolean", true, "-O2")).toBe("1 1");
});

// Whoever asks waits for nothing here: only what stands between a guard and its store could go wrong.
test.each(WRITES)("nobody waits: %s", (statement) => {
  expect(run(ON(statement), "boolean", false, "-O2")).toBe("1 1");
});

/** Where the compiler says that what follows a unit stands. */
function placeBehind(text: string): string | undefined {
  const { stderr } = spawnSync("gcc", ["-m32", "-w", "-fpreprocessed", "-fsyntax-only", "-xc", "-"], {
    ...{ input: `${text}int behind = ;\n`, encoding: "utf8", timeout: 30_000 },
  });
  return /^\S+:\d+(?=:\d+: error: expected expression)/m.exec(stderr)?.[0];
}

test.each(WRITES)("lines stay, also where the preprocessor says which: %s", (statement) => {
  const spread = ON(statement).replace(/"[^"]*"| /g, (found) => (found === " " ? "\n" : found));
  for (const between of ["\n", '\n# 90 "a.c" 3 4\n\n']) {
    const at = spread.lastIndexOf("\n");
    const body = at < 0 ? spread : spread.slice(0, at) + between + spread.slice(at + 1);
    const text = `# 1 "a.c"\n${KERNEL}int main(void) {\n${body}\nreturn 0; }\n`;
    const woven = wovenOf(text, true);
    expect(woven).toContain("weft_hit_work_off");
    expect(placeBehind(text)).toMatch(/^a\.c:\d+$/);
    expect(placeBehind(woven)).toBe(placeBehind(text));
  }
});

test.each(REPLUG_WAYS)("each way to swap: %s", (replug) => {
  for (const [isCounted, optimize] of [
    [true, "-O0"],
    [false, "-O2"],
  ] as const)
    expect(run("m->on = slow();", replug, isCounted, optimize)).toBe("1 1");
});
