// Parts of a term that lie deep in it: what writes them is certain, what only reads them keeps no build from going on.
import { expect, test } from "vitest";
import { judged } from "./test/judged-unit.js";

const HEAD = `typedef unsigned size_t;
struct bits { unsigned low : 4, high : 12; };
struct leaf { int y[3]; struct { int k, v; } pair; };
struct table { int id; struct leaf parts[3]; int matrix[2][3]; union { int u; char name[4]; } un; struct leaf *away; };
void *memset(void *, int, size_t); void *memcpy(void *, const void *, size_t); int printf(const char *, ...);
void look(const int *); void keep(int *);
`;
const judgedIn = (body: string) =>
  judged(
    `${HEAD}void f(struct table *t, int i, int j) { int v = 0; ${body} }`,
    "optimistic guard struct table { parts, matrix, un, away } protects fast;",
  );

test.each([
  "t->parts[i].y[j] = 1;",
  "t->parts->y[j] = 1;",
  "(t->parts + i)->pair.v++;",
  "(*(t->parts + i)).y[1] |= 2;",
  "__atomic_store_n(&t->parts[i].y[j], 1, 5);",
  "__sync_fetch_and_add(&t->parts[i].pair.k, 1);",
  "__atomic_fetch_or(t->matrix[i] + j, 1, 5);",
  "memset(t->parts[i].y, 0, sizeof t->parts[i].y);",
  "__builtin_memcpy(&t->parts[i].pair.k, &v, sizeof v);",
  '__asm__ volatile("incl %0" : "+m"(t->parts[i].y[j]));',
  '__asm__ volatile("movl $1, %0" : "=m"(*&t->matrix[i][j]));',
  "((struct bits *)&t->un)->low = 1;",
])("certain and guarded: %s", (body) => {
  const { sites, aliases } = judgedIn(body);
  expect(sites).toMatchObject([{ certainty: "certain", guarded: "woven" }]);
  expect(aliases).toEqual([]);
});

test.each([
  "v = t->parts->y[j] + (t->parts + i)->pair.v + (*t->parts).y[1];",
  "memcpy(&v, &t->parts[i].y[j], sizeof v);",
  "look(t->parts[i].y);",
  "const int *q = t->parts[i].y; v = q[j];",
  "int *q = &t->parts[i].pair.k; v = *q;",
  'int w; __asm__("movl %1, %0" : "=r"(w) : "m"(t->parts[i].y[j]));',
  "v = __atomic_load_n(&t->parts[i].y[j], 5);",
  "t->away->y[j] = 1; (*t->away).pair.k = 2; t->away[i].y[j]++;",
])("nothing is said of what only reads: %s", (body) => {
  expect(judgedIn(body)).toEqual({ sites: [], aliases: [] });
});

test("pointers to objects may be cleared, and are told where they are copied from", () => {
  const tables = (body: string) =>
    judged(
      `${HEAD}struct table *tables[4]; void *others[4]; void f(void) { ${body} }`,
      "optimistic guard struct table { parts } protects fast;",
    );
  expect(tables("memset(tables, 0, sizeof tables);")).toEqual({ sites: [], aliases: [] });
  expect(tables("memcpy(others, tables, sizeof tables);").aliases).toMatchObject([
    { chain: ["tables becomes a pointer to const void"] },
  ]);
});

const OFFSET = (member: string) => `(u32)(&((struct task *)0)->${member})`;
const AROUND = `((struct task *)((u32)first() - ${OFFSET("node")}))`;
const QUEUED = `typedef unsigned u32; struct node { struct node *next; };
struct task { int uid; struct node node; int mode; };
extern struct node *first(void);
`;

test("how far a member is from its object's beginning is no address of it", () => {
  const body = `int f(void) { return ${AROUND}->uid + ${OFFSET("mode")}; }`;
  expect(judged(QUEUED + body, "optimistic guard struct task { uid, mode } protects fast;")).toEqual({
    sites: [],
    aliases: [],
  });
  const write = `void f(void) { ${AROUND}->uid = 1; }`;
  expect(
    judged(QUEUED + write, "optimistic guard struct task { uid, mode } protects fast;").sites,
  ).toMatchObject([{ certainty: "certain", guarded: "woven" }]);
});

test("of a type that the unit does not define all terms are named", () => {
  const unit =
    "struct task; struct any { struct task *task; }; char *f(struct any *a) { return (char *)a->task; }";
  expect(judged(unit, "optimistic guard struct task { uid, mode } protects fast;").aliases).toMatchObject([
    { terms: ["uid", "mode"] },
  ]);
});

test.each([
  ["int *q = &t->parts[i].y[j]; *q = 1;", "q = &t->parts[i].y[j] > *q is written in f"],
  ["keep(t->parts[i].y);", "&t->parts[i].y is argument 1 of keep"],
  [
    "struct { int *q; } one = { .q = t->parts[i].y }; *one.q = 1;",
    "q = &t->parts[i].y > q keeps it, for whoever reads that",
  ],
  ["int *q = t->parts[i].y; *++q = 1;", "q = &t->parts[i].y > f reckons with it"],
])("told with its chain: %s", (body, chain) => {
  expect(judgedIn(body).aliases.map((one) => one.chain.join(" > "))).toEqual([chain]);
});
