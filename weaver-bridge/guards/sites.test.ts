import { expect, test } from "vitest";
import { parseInProcess } from "../clang-ast/src/index.js";
import {
  aliasWarnings,
  GUARD_FACTS,
  guardSites,
  readGuards,
  unguardable,
  weaveGuards,
  writingNames,
} from "./index.js";

const HEAD = `typedef unsigned uid_t; typedef unsigned size_t;
struct cred { uid_t uid; unsigned flag : 3; uid_t groups[4]; union { int a; char b[4]; } u; };
struct proc { int pid; struct cred cred; struct cred *other; };
struct list { struct list *next; };
void *memcpy(void *, const void *, size_t);
void *kmalloc(size_t);
void kfree(void *);
void kmem_cache_free(void *, void *);
void take(uid_t *);
void look(const uid_t *);
void keep(void *);
void set_to(uid_t *to) { *to = 1; }
extern int debug;
extern struct proc *first;
`;

async function found(body: string, guard = "struct cred { uid }") {
  const text = `${HEAD}${body}`;
  const wanted = GUARD_FACTS;
  const unit = { language: "c", arguments: ["-m32"], fileName: "a.c", wanted } as const;
  const parse = (names = {}) => parseInProcess(text, { ...unit, ...names });
  const facts = parse();
  expect(facts.diagnostics.filter(({ severity }) => severity !== "warning")).toEqual([]);
  const { guards, mistakes } = readGuards(`optimistic guard ${guard};`);
  expect(mistakes).toEqual([]);
  const sites = guardSites(facts, text, guards);
  const aliases = aliasWarnings(facts, text, guards);
  expect(guardSites(parse(writingNames(text, guards)), text, guards)).toEqual(sites);
  return {
    text,
    sites,
    unguardable: unguardable(facts, text, guards, sites).map(({ code, message }) => `${code}: ${message}`),
    said: sites.map(({ certainty, terms, how, reason }) =>
      certainty === "filtered" ? `filtered: ${reason}` : `${certainty}: ${terms.join()} ${how}`,
    ),
    aliases: aliases.map(
      ({ chain, harmless }) => `${chain.join(" > ")}${harmless === undefined ? "" : ` (${harmless})`}`,
    ),
  };
}

const inFunction = (text: string) =>
  `void f(struct proc *p, struct proc *q, struct cred *c, int i) { ${text} }`;

test.each([
  ["p->cred.uid = 1;", "certain: uid assigned"],
  ["p->other->uid += 2;", "certain: uid changed by +="],
  ["++c->uid;", "certain: uid changed by ++"],
  ["(&p->cred)->uid--;", "certain: uid changed by --"],
  ["p->cred = q->cred;", "certain: uid copied with cred"],
  ["*c = q->cred;", "certain: uid copied with struct cred"],
  ["p[i] = *q;", "certain: uid copied with struct proc"],
  ["*p = (struct proc){ .pid = 1 };", "certain: uid copied with struct proc"],
  ["memcpy(c, &q->cred, sizeof *c);", "certain: uid filled by memcpy"],
  ["memcpy(&c->uid, &i, 4);", "certain: uid filled by memcpy"],
  ["__builtin_memset(p, 0, sizeof *p);", "certain: uid filled by __builtin_memset"],
  ["kfree(p);", "certain: uid given back by kfree"],
  ["kmem_cache_free(first, p);", "certain: uid given back by kmem_cache_free"],
  ['__asm__("movl $0, %0" : "=m"(c->uid));', "certain: uid written by asm"],
])("%s", async (text, said) => {
  expect((await found(inFunction(text))).said).toEqual([said]);
});

test("bit-fields, array elements and variables are terms like others; a union's other members may be", async () => {
  const { said } = await found(
    inFunction("c->flag = 1; c->groups[i] = 2; c->u.a = 3; c->u.b[0] = 4; debug = 5; c->uid = 6;"),
    "struct cred { flag, groups, a }, debug",
  );
  expect(said).toEqual([
    "certain: flag assigned",
    "certain: groups assigned",
    "certain: a assigned",
    "possible: a assigned",
    "certain: debug assigned",
  ]);
});

test("a write is filtered where nobody can rely on the object yet, and only there", async () => {
  const fresh = await found(
    inFunction("struct proc *n = kmalloc(sizeof *n); if (!n) return; n->cred.uid = 1;"),
  );
  expect(fresh.said).toEqual(["filtered: n comes from kmalloc() just before, and nobody else knows it yet"]);
  const local = await found(inFunction("struct cred one; one.uid = 1; *c = one;"));
  expect(local.said).toEqual([
    "filtered: one is a local object, and nobody has its address yet",
    "certain: uid copied with struct cred",
  ]);
  const born = await found("struct proc one = { .cred = { .uid = 1 } };");
  expect(born.said).toEqual(["filtered: one gets its first value before the kernel runs"]);
  for (const shown of [
    "struct proc *n = kmalloc(4); keep(n); n->cred.uid = 1;",
    "struct proc *n = kmalloc(4); p->other = &n->cred; n->cred.uid = 1;",
    "struct proc *n = q; if (i) n = kmalloc(4); n->cred.uid = 1;",
    "struct proc *n = kmalloc(4); n = q; n->cred.uid = 1;",
    "struct proc *n = kmalloc(4); for (;;) { n->cred.uid = 1; q = n; }",
    "struct cred one; p->other = &one; one.uid = 1;",
  ])
    expect((await found(inFunction(shown))).said.at(-1), shown).toMatch(/^certain/);
});

test("what a function is declared to do harmlessly is filtered with the reason that was given", async () => {
  const { said } = await found(
    inFunction("c->uid = 1;"),
    'struct cred { uid } harmless f because "tests only"',
  );
  expect(said).toEqual(["filtered: declared harmless: tests only"]);
});

test("aliases are told with the chain that leads on, and what can't write is harmless", async () => {
  const { aliases } = await found(
    inFunction(
      "take(&c->uid); look(&c->uid); set_to(&c->uid); uid_t *u = &c->uid; *u = 1; const uid_t *r = &c->uid; keep(p); char *b = (char *)p; char *a = (char *)first;",
    ),
  );
  expect(aliases).toEqual([
    "&uid is argument 1 of take",
    "&uid is argument 1 of look (look takes a pointer to const)",
    "u = &uid > *u is written in f",
    "r = &uid (r is a pointer to const)",
    "a pointer to struct proc is argument 1 of keep, a pointer to void",
    "p becomes a pointer to char",
    "first becomes a pointer to char",
  ]);
});

test("a guard takes the object once, and the write goes on as it was", async () => {
  const { text, sites } = await found(
    inFunction("p->cred.uid = q->cred.uid = 1; kfree(p);"),
    "struct cred { uid } protects fast",
  );
  const woven = weaveGuards(text, sites);
  const test = (said: string) =>
    `if (__builtin_expect(${said}, 0)) __asm__ volatile("call weft_hit_fast" : : : "cc", "memory");`;
  const exact = test("weft_object_fast_cred == (void *)__weft_o");
  const holder = test("(unsigned long)weft_object_fast_cred - (unsigned long)__weft_o < sizeof *__weft_o");
  expect(woven.slice(woven.indexOf("void f("))).toBe(
    "void f(struct proc *p, struct proc *q, struct cred *c, int i) { " +
      "({ __typeof__(&(p->cred)) __weft_o; __auto_type __weft_p = &((*(__weft_o = &(p->cred))).uid ); " +
      "__typeof__(*__weft_p) __weft_v =  " +
      `(*({ __auto_type __weft_o = &(q->cred); ${exact} __weft_o; })).uid = 1; ${exact} *__weft_p = __weft_v; }); ` +
      `kfree(({ __auto_type __weft_o = (p); ${holder} __weft_o; })); }`,
  );
  expect(woven.split("\n").length).toBe(text.split("\n").length + 2);
});

test("a site by hand is guarded by a call before it in its function", async () => {
  const guard = "struct cred { uid } by hand look";
  const { sites } = await found(inFunction("look(&c->uid); c->uid = 1;"), guard);
  expect(sites.map(({ guarded }) => guarded)).toEqual(["by hand"]);
  const late = await found(inFunction("c->uid = 1; look(&c->uid);"), guard);
  expect(late.sites.map(({ guarded }) => guarded)).toEqual(["missing"]);
});

test("an address in a table is an alias", async () => {
  const { aliases } = await found(
    "struct ctl { void *data; int n; } table[] = { { .data = &debug, .n = 1 } };",
    "debug",
  );
  expect(aliases).toEqual(["&debug is in a table, as data"]);
});

test.each([
  [
    "volatile int busy; void f(void) { busy = 1; }",
    "busy",
    "guards/volatile: busy is volatile: what writes it need not be code of the kernel",
  ],
  [
    "struct device { volatile unsigned status; };",
    "struct device { status }",
    "guards/volatile: device.status is volatile: what writes it need not be code of the kernel",
  ],
  [
    '__attribute__((section(".data..percpu"))) int running; int f(void) { return running; }',
    "running",
    "guards/per-processor: running is another variable on each processor",
  ],
  [
    "void tell(void) { debug = 1; }",
    "debug protects g by hand tell",
    "guards/guards-itself: tell guards what it does itself: tell writes debug",
  ],
  [
    "int g_plugged(void); void inner(void) { g_plugged(); } void tell(void) { inner(); }",
    "debug protects g by hand tell",
    "guards/guards-itself: tell guards what it does itself: inner calls g_plugged",
  ],
])("what no guard can keep: %s", async (body, guard, said) => {
  expect((await found(body, guard)).unguardable).toEqual([said]);
});

test("what a guard can keep", async () => {
  const body = "int debug2; void tell(void) {} void f(void) { tell(); debug = 1; }";
  expect((await found(body, "debug protects g by hand tell")).unguardable).toEqual([]);
});

test("a variable is written by its members, also where its structure has no name", async () => {
  const body =
    "static struct { int lock; struct { int n; } inner; int *to; } kmem; void f(void) { kmem.lock = 1; kmem.inner.n++; *kmem.to = 2; }";
  const { said, sites, text } = await found(body, "kmem protects g");
  expect(said).toEqual(["certain: kmem assigned", "certain: kmem changed by ++"]);
  expect(weaveGuards(text, sites)).toContain("(*({ __auto_type __weft_o = &(kmem); if ");
});

test("a term that is a structure is written by its parts, and not by what a pointer in it leads to", async () => {
  const { said, sites, text } = await found(
    inFunction("p->cred.uid = 1; q[i].cred.groups[2] = 2; p->other->uid = 3; first->cred.uid++;"),
    "struct proc { cred, other } protects g",
  );
  expect(said).toEqual(["certain: cred assigned", "certain: cred assigned", "certain: cred changed by ++"]);
  const woven = weaveGuards(text, sites);
  expect(woven).toContain("({ __auto_type __weft_o = (p); if ");
  expect(woven).toContain("(*({ __auto_type __weft_o = &(q[i]); if ");
});
