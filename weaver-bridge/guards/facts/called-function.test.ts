// What a called function does with a pointer is read from the body that runs, whoever defined it and however.
import { expect, test } from "vitest";
import { judged } from "../test/judged-unit.js";
import { readLinkerNames } from "./called-function.js";

const HEAD = `typedef unsigned size_t;
struct lock { int before; int on; int after; };
struct link { struct link *next; }; struct linked { struct link link; struct lock lock; };
void *memset(void *, int, size_t); void *__kmalloc(size_t, int); void *malloc(size_t); void free(void *);
extern struct lock *m; extern int *saved;
`;

/** How the unit writes terms, and by which other names it might. */
function told(text: string): string[] {
  const { sites, aliases } = judged(HEAD + text, "optimistic guard struct lock { on } protects fast;");
  return [...sites.map(({ how }) => how), ...aliases.map(({ chain }) => chain.join(" > "))];
}

const CALLS = "void f(struct lock *l) { look(&l->on); }";

test.each([
  ["static int look(int *p) { return *p; }", []],
  ["static int look(int *p) { return *p = 3; }", ["written by look"]],
  ['# 1 "h.h" 1 3\nstatic inline int look(int *p) { return *p = 3; }\n# 9 "a.c" 2', ["written by look"]],
  ["static int look(int *q); static int look(int *p) { return *p = 3; }", ["written by look"]],
  ["static int look(p) int *p; { return *p; }", []],
  ["static int look(p) int *p; { return *p = 3; }", ["written by look"]],
  [
    "int look(); int look(p, q) int *q; int *p; { saved = p; }",
    ["&on is argument 1 of look (p) > look hands it on"],
  ],
  ['static int own(int *p) { return *p; } int look(int *) __attribute__((alias("own")));', []],
  [
    'static int own(int *q) { return *q = 3; } int look(int *) __attribute__((alias("own")));',
    ["written by look"],
  ],
  [
    'static int own(int *q) { return *q = 3; } __attribute__((alias("own"))) int look(const int *);',
    ["written by look"],
  ],
  [
    'static int own(int *q) { saved = q; return 0; } int look(const int *) __attribute__((__alias__("own")));',
    ["&on is argument 1 of look > look hands it on"],
  ],
  [
    "static int own(int *q) { return *q = 3; } int look(const int *);\n#pragma weak look = own\n",
    ["written by look"],
  ],
  ['int look(const int *) __asm__("own"); int own(int *q) { return *q = 3; }', ["written by look"]],
  [
    "__attribute__((weak)) int look(int *p) { return *p; }",
    ["&on is argument 1 of look (p) > another look may be linked"],
  ],
  [
    "int look(int *p);\n#pragma weak look\nint look(int *p) { return *p = 3; }",
    ["&on is argument 1 of look (p) > look writes *p"],
  ],
  [
    "int look(int *p); extern __typeof__(look) look __attribute__((__weak__)); int look(int *p) { return *p; }",
    ["&on is argument 1 of look (p) > another look may be linked"],
  ],
  [
    "extern inline __attribute__((gnu_inline)) int look(int *p) { return *p; }",
    ["&on is argument 1 of look (p) > another look may be linked"],
  ],
  ["static inline __attribute__((gnu_inline)) int look(int *p) { return *p; }", []],
  ["__attribute__((weak)) int other(int *p); static int look(int *p) { return *p; }", []],
])("%s", (definition, expected) => {
  expect(told(`${definition}\n${CALLS}`)).toEqual(expected);
});

const ALLOCATES = "void f(void) { struct lock *x = kmalloc(sizeof *x); if (!x) return; x->on = 4; }";

test.each([
  "void *kmalloc(size_t);",
  "static inline void *kmalloc(size_t n) { if (n > 9) return ((void *)16); return __kmalloc(n, 0); }",
  "static inline void *kmalloc(size_t n) { void *p = __kmalloc(n, 1); if (p == 0) return p; memset(p, 0, n); return (char *)p; }",
  "static void *kmalloc(n) size_t n; { void *p; p = malloc(n); return p; }",
])("a new object is nobody else's: %s", (definition) => {
  expect(told(`${definition}\n${ALLOCATES}`)).toEqual([]);
});

test.each([
  "static struct lock *last; void *kmalloc(size_t n) { return last; }",
  "extern void *(*kmalloc)(size_t);",
  "typedef void *allocate(size_t); extern allocate *kmalloc;",
  "static char all[999]; static int at; void *kmalloc(size_t n) { return all + (at += n); }",
  'static char all[9]; static void *own(size_t n) { return all; } void *kmalloc(size_t) __attribute__((alias("own")));',
  'void *kmalloc(size_t) __asm__("own");',
  "__attribute__((weak)) void *kmalloc(size_t n) { return malloc(n); }",
  "static void *last; void *kmalloc(size_t n) { void *p = malloc(n); last = p; return p; }",
  "static void *last; void *kmalloc(size_t n) { char *a, *p = last; if (n) p = malloc(n); return p; }",
  "void *kmalloc(size_t n) { static void *p; if (!p) p = malloc(n); return p; }",
  "static void *last; void *kmalloc(size_t n) { return n ? malloc(n) : last; }",
  "static void *last; void *kmalloc(size_t n) { return (malloc(n), last); }",
  "static void *pool(size_t); void *kmalloc(size_t n) { void *p = pool(n); return p; }",
  "void *kmalloc(size_t n) { void *a = malloc(n), *b; b = a; a = b; return b; }",
])("what gives an object again gives none that is new: %s", (definition) => {
  expect(told(`${definition}\n${ALLOCATES}`)).toContain("assigned");
});

test("the name of a pool is not believed, what the declaration says is", () => {
  const pool = "struct lock *lock_alloc(void); void f(void) { struct lock *x = lock_alloc(); x->on = 4; }";
  expect(told(pool)).toEqual(["assigned"]);
});

test.each([
  [
    "void kvfree_call_rcu(struct link *, void *); void f(struct linked *l) { kvfree_call_rcu(&l->link, (void *)4ul); }",
    "given back by kvfree_call_rcu",
  ],
  [
    "void *krealloc(void *, size_t, int); void f(struct lock *l) { l = krealloc(l, 80, 0); }",
    "given back by krealloc",
  ],
  ["void *realloc(void *, size_t); void f(struct lock *l) { l = realloc(l, 80); }", "given back by realloc"],
])("what ends an object is a write of it: %s", (text, expected) => {
  expect(told(text)).toEqual([expected]);
});

const KFREE = "void kfree(const void *);";

test.each([
  [`${KFREE} void f(struct lock *l) { kfree((char *)l); }`, ["given back by kfree"]],
  [`${KFREE} void f(const struct lock *l) { kfree(l); }`, ["given back by kfree"]],
  [`${KFREE} void f(struct lock *l) { kfree((const void *)(char *)(l)); }`, ["given back by kfree"]],
  [`${KFREE} void f(struct lock *l) { kfree((char *)l + 4); }`, ["l becomes a pointer to char"]],
  ["void f(struct lock *l) { memset((char *)l, 0, sizeof *l); }", ["filled by memset"]],
  ["void f(struct lock *l) { memset((const char *)l, 0, sizeof *l); }", ["filled by memset"]],
  ["void f(struct lock *l) { memset((char *)l + 4, 0, 4); }", ["l becomes a pointer to char"]],
  [
    "void *memcpy(void *, const void *, size_t); void f(struct lock *l) { memcpy(l, (void *)m, 4); }",
    ["filled by memcpy"],
  ],
])("what writes or ends an object gets it by a cast: %s", (text, expected) => {
  expect(told(text)).toEqual(expected);
});

test("names for the linker are read in time by the unit's length, whatever stands before them", () => {
  const numbers = Array.from({ length: 40_000 }, (_, at) => `N${at},`).join("\n");
  const weak = Array.from({ length: 2_000 }, (_, at) => `int f${at}(void) __attribute__((weak));`).join("\n");
  const { replaceable } = readLinkerNames(`enum all { ${numbers} };\n${weak}\n`);
  expect([replaceable.has("f0"), replaceable.has("f1999")]).toEqual([true, true]);
}, 20_000);
