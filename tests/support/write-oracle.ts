/**
 * Units of many functions, each writing a guarded member (or a neighbour) in a way that is put together at random, woven,
 * compiled and run: where a function changed a term, a guard must have fired in it, or it must have been told.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseInProcess } from "../../weaver-bridge/clang-ast/src/index.js";
import { aliasWarnings, guardSites, readGuards, weaveGuards } from "../../weaver-bridge/guards/index.js";

const HEAD = `typedef unsigned size_t;
struct in { int a, b; };
struct lock { int before; int on; int after; int list[4]; unsigned low : 5, high : 7; struct in in; int last; };
union both { struct lock lock; int words[12]; char bytes[48]; };
struct outer { int id; struct lock lock; struct lock *to; };
void *memset(void *, int, size_t); void *memcpy(void *, const void *, size_t); int printf(const char *, ...);
static struct lock M, *m = &M; static void *kept; static int *saved; static volatile int one = 1, zero;
static int get(int x) { return x; } static struct lock *find(struct lock *l) { return l; }
static void set(int *p) { *p = 3; } static void (*volatile call)(int *) = set;
static void by(int *p, void (*f)(int *)) { f(p); } static void late(void) { if (saved) *saved = 3; saved = 0; }
static void bytes(void *p) { ((char *)p)[4] ^= 1; } static struct lock value(void) { return (struct lock){ .on = 9 }; }
`;

/** `P` is a pointer to the object, `L` a member that is a term, `V` a value. */
const WAYS = [
  ..."P->L = V;|(P)->L = V;|(*P).L = V;|P->L += V;|P->L ^= V;|P->L++;|--P->L;|P[zero].L = V;|P->L = P->after = V;".split(
    "|",
  ),
  ..."*&P->L = V;|*(volatile int *)&P->L = V;|*(volatile __typeof__(P->L) *)&(P->L) = (V);|(&P->L)[zero] = V;".split(
    "|",
  ),
  ..."__atomic_store_n(&P->L, V, 5);|__atomic_fetch_add(&P->L, V, 5);|__sync_fetch_and_xor(&P->L, V);|__sync_lock_test_and_set(&P->L, V);".split(
    "|",
  ),
  ..."(void)__builtin_add_overflow(V, 1, &P->L);|__atomic_exchange_n(&P->L, V, 5);".split("|"),
  ..."P->list[get(2)] = V;|*(P->list + one) = V;|*P->list = V;|*(one + P->list) = V;|P->list[one]++;|memset(P->list, V, sizeof P->list);".split(
    "|",
  ),
  ..."P->low = V;|P->high += V;|P->low++;|P->in.a = V;|(&P->in)->b = V;|memset(&P->in, V, 8);|__builtin_memset(P->list, V, 8);".split(
    "|",
  ),
  ..."*P = value();|*P = (struct lock){ .on = V };|memset(P, V, sizeof *P);|{ struct lock x = *P; x.on = V; *P = x; }|__builtin_memcpy(P, &(struct lock){ .on = V }, sizeof *P);".split(
    "|",
  ),
  ..."{ int *q = &P->L; *q = V; }|set(&P->L);|by(&P->L, set);|call(&P->L);|{ saved = &P->L; late(); }|{ int *q = &P->L, **r = &q; **r = V; }".split(
    "|",
  ),
  ..."{ kept = P; ((int *)kept)[1] = V; }|((int *)P)[1] = V;|bytes(P);|*(int *)((unsigned long)P + 4) = V;|{ int *q = &P->before; q[one] = V; }".split(
    "|",
  ),
  ..."(&P->after)[-one] = V;|memset(&P->before, V, 8);|{ union both *u = (union both *)P; u->words[1] = V; }|{ char *q = (char *)P + 4; *q ^= 1; }".split(
    "|",
  ),
  '__asm__ volatile("incl %0" : "+m"(P->L));',
  '__asm__ volatile("incl (%0)" : : "r"(&P->L) : "memory");',
  '{ int *q = &P->L; __asm__ volatile("incl %0" : "+m"(*q)); }',
  '__asm__ volatile("incl 4(%0)" : : "r"(P) : "memory");',
  '__asm__ volatile("lock; incl %0" : : "m"(P->L) : "memory");',
  "P->before = V; P->after = P->L;",
];
const POINTERS = ["c", "m", "find(c)", "(&M)", "o->to", "(&c[zero])"];
const VALUES = ["V0", "get(V0)", "(V0 + zero)", "one * V0"];

export interface OracleResult {
  readonly written: number;
  readonly fired: number;
  readonly told: number;
  /** What was neither, as C. */
  readonly missed: readonly string[];
}

/** `random` gives numbers from 0 up to 1. */
export function runWriteOracle(functions: number, random: () => number): OracleResult {
  const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)] as T;
  const bodies = Array.from({ length: functions }, (_, index) => {
    const value = pick(VALUES).replace("V0", String(1 + Math.floor(random() * 15)));
    const way = index < WAYS.length ? (WAYS[index] as string) : pick(WAYS);
    const text = way.replace(/\bP\b/g, pick(POINTERS)).replace(/\bV\b/g, value).replace(/\bL\b/g, "on");
    return pick([
      "S",
      "if (one) { S }",
      "for (int i = 0; i < 1; i++) { S }",
      "do { S } while (zero);",
    ]).replace("S", () => text);
  });
  const text = `${HEAD}${bodies.map((body, index) => `static void f${index}(struct lock *c, struct outer *o) { (void)c; (void)o; ${body} }\n`).join("")}`;
  const facts = parseInProcess(text, {
    ...{ language: "c", arguments: ["-m32"], fileName: "a.c" },
    wanted: { builtins: true, classes: true },
  });
  const error = facts.diagnostics.find(({ severity }) => severity !== "warning");
  if (error !== undefined)
    throw new Error(`${error.message}: ${text.slice(error.offset - 60, error.offset + 60)}`);
  const { guards } = readGuards("optimistic guard struct lock { on, list, low, high, in } protects fast;");
  const counted = guards.map((guard) => ({ ...guard, isCounted: true }));
  const sites = guardSites(facts, text, counted);
  const aliases = aliasWarnings(facts, text, counted).filter(({ harmless }) => harmless === undefined);
  const told = new Set(
    [
      ...sites.filter(({ certainty, guarded }) => certainty === "possible" || guarded === "missing"),
      ...aliases,
    ].map(({ within }) => within),
  );
  const seen = run(weaveGuards(text, sites), functions);
  const changed = seen.map(([isChanged]) => isChanged);
  const fired = seen.map(([isChanged, hits]) => isChanged && hits > 0);
  return {
    written: changed.filter(Boolean).length,
    fired: fired.filter(Boolean).length,
    told: changed.filter((is, index) => is && !fired[index] && told.has(`f${index}`)).length,
    missed: bodies.filter(
      (_, index) => changed[index] === true && fired[index] !== true && !told.has(`f${index}`),
    ),
  };
}

/** Of each function: whether it changed a term, and how many guards fired. */
function run(woven: string, functions: number): (readonly [boolean, number])[] {
  const calls = Array.from({ length: functions }, (_, index) => `f${index}`).join(", ");
  const main = `
void *weft_object_fast_lock = &M; int weft_writing_lock, hits;
__asm__(".pushsection .text\\n.globl weft_hit_fast\\nweft_hit_fast: incl hits\\nret\\n.popsection");
static void (*const all[])(struct lock *, struct outer *) = { ${calls} };
int main(void) {
	struct outer o = { .to = &M };
	for (unsigned i = 0; i < sizeof all / sizeof *all; i++) {
		struct lock before;
		M = (struct lock){ .before = 1, .on = 70, .after = 2, .list = { 71, 72, 73, 74 }, .low = 16, .high = 33, .in = { 75, 76 } };
		memcpy(&before, &M, sizeof M); before.before = 0; before.after = 0; before.last = 0; hits = 0;
		all[i](&M, &o);
		struct lock after; memcpy(&after, &M, sizeof M); after.before = 0; after.after = 0; after.last = 0;
		printf("%d %d\\n", __builtin_memcmp(&before, &after, sizeof M) != 0, hits);
		if (weft_writing_lock != 0) return 1;
	}
	return 0;
}
`;
  const folder = mkdtempSync(join(tmpdir(), "weft-write-oracle-"));
  try {
    writeFileSync(join(folder, "a.c"), woven + main);
    execFileSync(
      "gcc",
      ["-m32", "-O1", "-fno-strict-aliasing", "-w", "-fno-pie", "-no-pie", "a.c", "-o", "a"],
      { cwd: folder, timeout: 120_000 },
    );
    const said = execFileSync(join(folder, "a"), { encoding: "utf8", timeout: 30_000 });
    return said
      .trim()
      .split("\n")
      .map((line) => {
        const [changed, hits = 0] = line.split(" ").map(Number);
        return [changed === 1, hits] as const;
      });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
