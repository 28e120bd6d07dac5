// Ways that C has to write a member: each is certain, possible, or an alias that is told with its chain; none is left out.
import { expect, test } from "vitest";
import { parseInProcess } from "../clang-ast/src/index.js";
import { aliasWarnings, GUARD_FACTS, guardSites, readGuards } from "./index.js";
import { judged } from "./test/judged-unit.js";

const HEAD = `typedef unsigned size_t; typedef unsigned long uintptr_t;
struct in { int a, b; };
struct lock { int before; int on; int after; int arr[4]; struct in in; };
union both { struct lock lock; int words[8]; };
void *memset(void *, int, size_t); void *memcpy(void *, const void *, size_t);
extern struct lock *m; extern void *kept; extern int *saved; extern void (*call)(int *);
int slow(void);
`;
const FUNCTION = "void f(struct lock *c, union both *u, int i) {";

function told(text: string, isWhole = false): string[] {
  const unit =
    HEAD +
    (isWhole || (text.includes("(") && /^(?:static )?(?:void|int) \w+\(/.test(text))
      ? text
      : `${FUNCTION} ${text} }`);
  const { sites, aliases } = judged(unit, "optimistic guard struct lock { on, arr, in } protects fast;");
  return [
    ...sites.map(
      ({ certainty, terms, guarded }) =>
        `${certainty} ${terms.join()}${guarded === "woven" ? "" : ` ${guarded}`}`,
    ),
    ...aliases.map(({ chain }) => chain.join(" > ")),
  ];
}

test.each([
  ["do { *(volatile __typeof__(c->on) *)&(c->on) = (1); } while (0);", "on"],
  ["*(volatile int *)&c->on = 1;", "on"],
  ["*&c->on = 1;", "on"],
  ["*(&c->on) += 2;", "on"],
  ["(*&c->on)++;", "on"],
  ["--*(int *)&c->on;", "on"],
  ["(&c->on)[0] = 1;", "on"],
  ["((struct in *)&c->on)->a = 1;", "on"],
  ["__atomic_store_n(&c->on, 1, 5);", "on"],
  ["__atomic_fetch_or(&(c->on), 1, 5);", "on"],
  ["__atomic_exchange(&i, &i, &c->on, 5);", "on"],
  ["i = __atomic_compare_exchange_n(&c->on, &i, 1, 0, 5, 5);", "on"],
  ["__sync_fetch_and_add(&c->on, 1);", "on"],
  ["__sync_lock_test_and_set(&c->on, 1);", "on"],
  ["i = __builtin_add_overflow(1, 2, &c->on);", "on"],
  ["*(c->arr + i) = 4;", "arr"],
  ["*(i + c->arr) = 4;", "arr"],
  ["*c->arr = 4;", "arr"],
  ["*m->arr |= 4;", "arr"],
  ["memset(c->arr, 0, sizeof c->arr);", "arr"],
  ["memset(&c->in, 0, 8);", "in"],
  ["memcpy(&m->on, &i, 4);", "on"],
  ["__builtin_memset(c->arr, 0, 16);", "arr"],
  ["__builtin_memcpy(m, c, sizeof *c);", "on,arr,in"],
  ["__builtin_memcpy(((struct lock *)c), m, sizeof *c);", "on,arr,in"],
  ["c->in.a = 1;", "in"],
  ['__asm__ volatile("incl %0" : "+m"(c->on));', "on"],
  ['__asm__ volatile("incl %0" : "+" "m" ((c->on)));', "on"],
  ['__asm__ volatile("incl %[it]" : [it] "+m" ( ( ( c->arr[1] ) ) ) : "r"(i));', "arr"],
  ['__asm__ volatile("xchgl %0, %1" : "+r"(i), "+m"(*(&c->on)) : : "memory");', "on"],
  ['__asm__ volatile("incl %0" : "+m"(*(volatile long *)(&c->on)));', "on"],
  ['__asm__ volatile("incl %0" : "=m"(*c->arr));', "arr"],
  ['__asm__ volatile("movl $1, %P0" : "=m"(c->on));', "on"],
  [
    "__extension__ ({ __auto_type __atomic_store_ptr = (&c->on); __typeof__ ((void)0, *__atomic_store_ptr) __atomic_store_tmp = (slow()); __atomic_store (__atomic_store_ptr, &__atomic_store_tmp, (5)); });",
    "on",
  ],
  [
    "i = __extension__ ({ __auto_type __atomic_compare_exchange_ptr = ((_Atomic(int) *)&c->on); __typeof__ ((void)0, *__atomic_compare_exchange_ptr) __atomic_compare_exchange_tmp = (1); __atomic_compare_exchange (__atomic_compare_exchange_ptr, (&i), &__atomic_compare_exchange_tmp, 0, (5), (5)); });",
    "on",
  ],
  ["i = __atomic_fetch_add (((_Atomic int *)&c->on), (1), 5);", "on"],
])("is certain and guarded: %s", (text, terms) => {
  expect(told(text)).toEqual([`certain ${terms}`]);
});

test.each([
  [
    'void f(struct lock *l) { int *p = &l->on; __asm__ volatile("incl %0" : "+m"(*p)); }',
    "p = &on > f gives what it leads to to asm",
  ],
  [
    'void f(struct lock *l) { int *p = &l->on; __asm__ volatile("incl (%0)" : : "r"(p) : "memory"); }',
    "p = &on > f gives it to asm",
  ],
  [
    "static void k(int *p, void (*f)(int *)) { f(p); } void g(struct lock *l, void (*f)(int *)) { k(&l->on, f); }",
    "&on is argument 1 of k (p) > k hands it on to f",
  ],
  [
    "void f(struct lock *l) { saved = &l->on; } void g(void) { *saved = 1; }",
    "saved = &on > saved keeps it, for whoever reads that",
  ],
  [
    "void f(struct lock *l) { static int *own; if (own) *own = 1; own = &l->on; }",
    "own = &on > own keeps it, for whoever reads that",
  ],
  ["call(&c->on);", "&on is used in an expression"],
  ["kept = c;", "c becomes a pointer to void"],
  ["int *p = &c->on, *q = p; *q = 1;", "p = &on > f hands it on"],
  ["const int *p = &c->on; *(int *)p = 1;", "p = &on > f reckons with it"],
  ["for (int *p = 0; i--; p = &c->on) if (p) *p = 1;", "p = &on > *p is written in f"],
  ['__asm__ volatile("lock; incl %0" : : "m"(c->on) : "memory");', "possible on"],
  ['__asm__ volatile("incl (%0)" : : "r"(&c->on) : "memory");', "&on is an operand of asm"],
  ["memset(&c->before, 0, 8);", "before stands beside it > memset writes 8 bytes from there on"],
  [
    "__builtin_memset(&c->before, 0, sizeof *c);",
    "before stands beside it > __builtin_memset writes sizeof *c bytes from there on",
  ],
  [
    "int *p = &c->before; p[1] = 9;",
    "before stands beside it > p keeps its address > its address is reckoned with",
  ],
  [
    "int *p = &c->before; *++p = 9;",
    "before stands beside it > p keeps its address > its address is reckoned with",
  ],
  ["(&c->after)[-1] = 9;", "after stands beside it > its address is reckoned with"],
  ["*(&c->before + 1) = 9;", "before stands beside it > its address is reckoned with"],
  [
    "*(long long *)&c->before = 9;",
    "before stands beside it > its address becomes a pointer to something else",
  ],
  ["*(int *)((unsigned long)&c->before + 4) = 9;", "before stands beside it > its address becomes a number"],
  ["u->words[1] = 9;", "possible on"],
  ['__asm__("movl $1,4(%0)" : : "r"(c) : "memory");', "c is an operand of asm"],
  ['__asm__("movl $1,4(%0)" : : "r"(m) : "memory");', "m is an operand of asm"],
  ["*(int *)((unsigned long)c + 4) = 9;", "c becomes a number"],
  [
    "int *p = &c->before, *q = p; q[1] = 9;",
    "before stands beside it > p keeps its address > q keeps its address > its address is reckoned with",
  ],
  [
    "int *p = &c->before; memset(p, 0, 8);",
    "before stands beside it > p keeps its address > memset writes 8 bytes from there on",
  ],
  ['__asm__("xorl %0, %0; incl %1" : "=r"(i) : "m"(c->on));', "possible on"],
  [
    "typedef int num; _Generic(c->on, num: c->on, default: i) = 9;",
    "c->on is used in a way that is not understood",
  ],
  ["_Generic(&c->on, int *: *&c->on, default: i) = 9;", "&on is used in an expression"],
  ['__asm__("leal %0, %%ecx; movl $1, 4(%%ecx)" : "=o"(*c) : : "ecx");', "*c is an operand of asm"],
  ['__asm__("incl %H0" : "+m"(c->before));', "before stands beside it > asm reckons with its address"],
  [
    "union { struct lock *p; int *w; } other = { c }; other.w[1] = 9;",
    "w shares its bytes with p, a pointer to an object, in a union",
  ],
  [
    "union { struct { struct lock *p[2]; } a; struct { int *w; } b; } other = { { { c } } }; other.b.w[1] = 9;",
    "w shares its bytes with p, a pointer to an object, in a union",
  ],
  ["uintptr_t at = (uintptr_t)m; *(int *)(at + 4) = 9;", "m becomes a number"],
  ["((char *)c)[4] = 9;", "c becomes a pointer to char"],
])("is told with its chain: %s", (text, chain) => {
  expect(told(text)).toContain(chain);
});

test.each([
  "i = c->on + c->arr[1] + *c->arr;",
  "const int *p = &c->on; i = *p;",
  "int *p = &c->on; if (p && *p == 1) i = p[0];",
  "i = __atomic_load_n(&c->on, 5);",
  "memset(&c->before, 0, sizeof c->before);",
  "int *p = &c->before; *p = 1;",
  "int *p = &c->before, *q = p; unsigned *r = (unsigned *)q; *r = i; memset(p, 0, sizeof *p); kept = p;",
  '__asm__("movl %1, %0; cmpl $1, %1" : "=r"(i) : "m"(c->on));',
  '__asm__ volatile("movl %1, %0" : "=r"(i) : "r"(c->on));',
  '__asm__ volatile("movl %1, %0" : "=r"(i) : "m"(c->on));',
  '__asm__ volatile("movl %1, %0" : "=r"(i) : "m"(*(volatile int *)&c->on));',
  "i = __extension__ ({ __auto_type __atomic_load_ptr = ((_Atomic int *)&c->on); __typeof__ ((void)0, *__atomic_load_ptr) __atomic_load_tmp; __atomic_load (__atomic_load_ptr, &__atomic_load_tmp, (5)); __atomic_load_tmp; });",
  "__atomic_store((_Atomic int *)&c->before, &i, 5);",
  "c->before = c->after = 1;",
  '__asm__ volatile("incl %0" : "+m"((c->before)) : "r"(i), "m"(c->on));',
  "union { struct { struct lock *p; int *n; } a; } other = { { c, &i } }; *other.a.n = 1;",
])("writes nothing: %s", (text) => {
  expect(told(text)).toEqual([]);
});

test.each([
  ["int *const at = &m0.on;", "&m0.on is a first value"],
  ["void *const at = &m0;", "&m0 becomes a pointer to void"],
  ["char *at = (char *)&m0 + 4;", "&m0 becomes a pointer to char"],
  ["unsigned long at = (unsigned long)&m0;", "&m0 becomes a number"],
  ["struct { int *p; } table[] = { { .p = &m0.in.b } };", "&m0.in.b is in a table, as p"],
  ["int *rows[] = { m0.arr };", "&m0.arr is a first value"],
  ['__asm__(".text\\nwrite: movl $1, m0+4\\n ret");', "asm names m0"],
  ["int *f(struct lock *l) { return &l->in.a; }", "&on is what f returns"],
])("is told beside functions: %s", (text, chain) => {
  const unit = text.startsWith("int *f") ? text.replace("in.a", "on") : `struct lock m0; static ${text}`;
  expect(told(unit.replace("static __asm__", "__asm__"), true)).toContain(chain);
});

test("calls of what file-scope asm defines are told", () => {
  const text =
    'void write(struct lock *, int); __asm__(".text\\nwrite: movl $1, 4(%eax)\\n ret"); void f(struct lock *l) { write(l, 1); }';
  expect(told(text, true)).toEqual(["an object is an argument of write, which is asm"]);
});

const XCHG =
  'static inline int xchg(volatile int *a, int v) { int r; __asm__ volatile("xchgl %0, %1" : "+m"(*a), "=a"(r) : "1"(v)); return r; }';

test.each([
  [`${XCHG} void f(struct lock *l) { while (xchg(&l->on, 1) != 0) ; }`, ["certain on"]],
  [
    "static void set(int *p) { *p = 1; } void f(struct lock *l) { set(l->arr); set(&l->in.a); }",
    ["certain arr", "certain in"],
  ],
  [
    "static void set(int *p) { *p = slow(); } void f(struct lock *l) { set(&l->on); }",
    ["&on is argument 1 of set (p) > set writes *p"],
  ],
  [
    "static int *same(int *p) { *p = 1; return p; } void f(struct lock *l) { *same(&l->on) = 2; }",
    ["&on is argument 1 of same (p) > same writes *p"],
  ],
])("a function that writes there and calls nobody is a certain write: %s", (text, expected) => {
  expect(told(text, true)).toEqual(expected);
});

test.each([
  [
    "struct t { struct lock lock; int all[9]; } t; void f(void) { for (int *p = t.all; p < t.all + 9; p++) *p = 0; }",
    [],
  ],
  [
    "struct t { struct lock lock; char all[9]; } t; void f(int n) { memset(t.all, 0, 9); memset(t.all, 0, n); }",
    ["possible on,arr,in"],
  ],
  [
    "struct t { char all[9]; struct lock lock; } t; void f(void) { memset(t.all, 0, 19); }",
    ["all stands beside it > memset writes 19 bytes from there on"],
  ],
  ["void wake(void *); void f(struct lock *l) { wake(&l->before); }", []],
  [
    "struct t { int all[3]; struct lock lock; } t; void f(int *q) { memset(t.all, 0, 12); t.all[2] = 1; q = &t.all[3]; }",
    [],
  ],
  [
    "struct t { int all[3]; struct lock lock; } t; void f(void) { memset(t.all, 0, 20); }",
    ["all stands beside it > memset writes 20 bytes from there on"],
  ],
  [
    "struct t { int all[2][3]; struct lock lock; } t; void f(void) { t.all[1][2] = t.all[2][0] = 1; }",
    ["all stands beside it > its element 2 lies outside of it"],
  ],
  [
    "struct t { struct lock lock; int all[3]; } t; void f(void) { t.all[-10]++; }",
    ["all stands beside it > its element -10 lies outside of it"],
  ],
  [
    "struct t { int all[3]; struct lock lock; } t; void f(void) { int *q = t.all; q[2] = 1; q[5] = 1; }",
    ["all stands beside it > q keeps its address > its address is reckoned with"],
  ],
  [
    "static struct lock m0; static int *beside = &m0.before; void f(void) { beside[1] = 9; } static int *other = &m0.before; int g(void) { return *other; }",
    ["before stands beside it > beside keeps its address > its address is reckoned with"],
  ],
  [
    "static void k(int *p) { int *q = p; *++q = 1; } void f(struct lock *l) { k(&l->before); } static void r(int *p) { *p = 1; } void g(struct lock *l) { r(&l->before); }",
    [
      "before stands beside it > it is argument 1 of k (p) > q keeps its address > its address is reckoned with",
    ],
  ],
  [
    "struct keep { int *at; int *other; } keep; void f(struct lock *l) { keep.at = &l->before; } void g(void) { keep.at[1] = 9; } void h(struct lock *l) { keep.other = &l->before; *keep.other = 1; }",
    ["before stands beside it > at keeps its address > its address is reckoned with"],
  ],
  [
    "static int *r(struct lock *l) { return &l->before; } void f(struct lock *l) { *(r(l) + 1) = 9; }",
    ["before stands beside it > r returns it > its address is reckoned with"],
  ],
  [
    "static void callers(void *v, unsigned *all) { unsigned *at = (unsigned *)v - 2; for (int n = 0; n < 9; n++) { all[n] = at[1]; at = (unsigned *)at[0]; } } static void take(int *p) { unsigned all[9]; callers(&p, all); } void f(struct lock *l) { take(&l->before); }",
    [],
  ],
  [
    "static void k(void *v) { unsigned *at = (unsigned *)v; ((int *)at[0])[1] = 9; } static void take(int *p) { k(&p); } void f(struct lock *l) { take(&l->before); }",
    [
      "before stands beside it > it is argument 1 of take (p) > it is argument 1 of k (v) > at keeps what leads to it > its address is reckoned with",
    ],
  ],
  [
    "void clear(void *, int); void f(struct lock *l) { clear(&l->before, 8); }",
    ["before stands beside it > clear takes its address as one of bytes"],
  ],
  [
    "struct held { union { struct lock lock; char bytes[48]; }; }; void f(struct held *h) { memset(h->bytes, 0, 8); }",
    ["bytes shares its bytes with on in a union > its address is used"],
  ],
  [
    "union s { struct lock *p; unsigned n; }; unsigned f(union s *s, struct lock *l) { s->p = l; return s->n; }",
    ["n shares its bytes with p, a pointer to an object, in a union"],
  ],
])("what stands beside a term: %s", (text, expected) => {
  expect(told(text, true)).toEqual(expected);
});

test("a function that gets an object may be declared harmless, for all of its calls", () => {
  const text = `${HEAD} void wake(void *); void f(struct lock *l) { wake(l); } void g(struct lock *l) { wake(l); }`;
  const { guards } = readGuards(
    'optimistic guard struct lock { on } protects fast harmless given to wake because "it compares addresses";',
  );
  const facts = parseInProcess(text, { language: "c", arguments: [], fileName: "a.c", wanted: GUARD_FACTS });
  expect(aliasWarnings(facts, text, guards).map(({ harmless }) => harmless)).toEqual([
    "declared harmless: it compares addresses",
    "declared harmless: it compares addresses",
  ]);
});

test("so may one that gets the address of a pointer to an object", () => {
  const text = `${HEAD} void callers(void *, int *); void f(struct lock *l) { int pcs[9]; callers(&l, pcs); l->on = 1; }`;
  const { guards } = readGuards(
    'optimistic guard struct lock { on } protects fast harmless given to callers because "it reads the stack";',
  );
  const facts = parseInProcess(text, { language: "c", arguments: [], fileName: "a.c", wanted: GUARD_FACTS });
  expect(aliasWarnings(facts, text, guards).map(({ harmless }) => harmless)).toEqual([
    "declared harmless: it reads the stack",
  ]);
  expect(guardSites(facts, text, guards).map(({ certainty }) => certainty)).toEqual(["certain"]);
});

test.each([
  "void f(struct lock x[]) { x[0].on = 4; }",
  "typedef struct lock one[1]; void f(one x) { x[0].on = 4; }",
  "typedef struct lock *lp; void f(lp x) { x[0].on = 4; }",
  "void f(struct lock *c) { struct lock *const x = c; x[0].on = 4; }",
  "void f(struct lock *c) { struct lock z, * const x = c; x[0].on = 4; }",
  "void f(struct lock *c) { __auto_type x = c; x[0].on = 4; }",
  "struct held { struct lock lock; struct lock *to; }; void f(struct held *h) { struct held x; x.to = m; x.to[0].on = 9; }",
  "struct held { struct lock *to[2]; }; void f(struct lock *c) { struct held x; x.to[0] = c; x.to[0][0].on = 9; }",
  "struct held { struct lock *to; }; void *malloc(size_t); void f(struct lock *c) { struct held *x = malloc(4); x->to = c; x->to->on = 4; }",
  "struct lock *spare; struct lock *lock_alloc(void) { return spare; } void f(void) { struct lock *x = lock_alloc(); x->on = 4; }",
  "void f(void) { extern struct lock mine; mine.on = 4; }",
  "struct lock mine; void f(void) { { struct lock mine; mine.before = 1; } mine.on = 4; }",
])("what another name leads to is no object of the function's own: %s", (text) => {
  expect(told(text, true).filter((one) => one.startsWith("certain"))).toEqual(["certain on"]);
});

test("an object in a loop, whose address somebody got the time before, is no new one", () => {
  const loop = "struct lock x; for (; i--; saved = &x.before) x.on = i;";
  expect(told(loop)).toContain("certain on");
  expect(told("struct lock x, y[2]; for (; i--; ) { x.on = i; y[1].on = i; }")).toEqual([]);
});

const CONST = "static void k(const int *p) { *(int *)p = 3; }";
test.each([
  "static void g(const int *p) { union { const int *c; int *v; } u = { p }; *u.v = 3; } void f(struct lock *c) { g(&c->on); }",
  "static void g(const int *p) { *(int *)(unsigned long)p = 3; } void f(struct lock *c) { g(&c->on); }",
  "static const int *kept_; static void g(const int *p) { kept_ = p; } void f(struct lock *c) { g(&c->on); }",
  'static void g(const int *p) { __asm__ volatile("incl (%0)" : : "r"(p) : "memory"); } void f(struct lock *c) { g(&c->on); }',
  'static void g(const int *p) { __asm__ volatile("incl %0" : : "m"(*p) : "memory"); } void f(struct lock *c) { g(&c->on); }',
  "static const int *g(struct lock *l) { const int *p = &l->on; return p; }",
  "void f(struct lock *c) { const int *w, *v; v = w = &c->on; *(int *)v = 3; }",
  "void f(struct lock *c) { const int *w = &c->on, *v = w; *(int *)v = 3; }",
  "void f(struct lock *c) { const int *w = &c->on; unsigned long n = (unsigned long)w; *(int *)n = 3; }",
  "static struct { const void *r; } hold; void f(struct lock *c) { hold.r = c; }",
  "static void g(const struct in *p) { int *q = (int *)&p->a; *q = 3; } void f(struct lock *c) { g(&c->in); }",
  "static void g(const int *p) { *(__typeof__(0) *)p = 3; } void f(struct lock *c) { g(&c->on); }",
  "typedef int row[4]; static void g(const row *p) { const int *q = *p; *(int *)q = 3; } void f(struct lock *c) { g(&c->arr); }",
  "void f(struct lock *c) { int (*p)[4] = &c->arr; int *q = *p; *q = 3; }",
  `${CONST} static void g(const int *p) { const int *q; for (q = p; q < p + 2; q++) k(q); } void f(struct lock *c) { g(c->arr); }`,
  `${CONST} static void g(const int *p) { void (*h)(const int *) = k; h(p); } void f(struct lock *c) { g(c->arr); }`,
])("a pointer to const is followed: %s", (text) => {
  expect(told(text, true)).not.toEqual([]);
});

test.each([
  "int look(const int *); static int g(const int *p) { const int *q = p; while (q && *q++) ; return look(q) + p[1] + *(p + 1); } int f(struct lock *c) { return g(c->arr); }",
  "static int g(const struct lock *p) { return p->on + *p->arr + p->in.a; } int f(struct lock *c) { return g(c); }",
  "int memcmp(const void *, const void *, size_t); int f(struct lock *c) { const struct lock *p = c; return memcmp(p, (const void *)m, sizeof *p); }",
])("where each use of it is understood, nothing is written: %s", (text) => {
  expect(told(text, true)).toEqual([]);
});

test.each([
  'extern int other[9] __attribute__((alias("m0")));',
  'static int other[9] __attribute__((__weakref__ ( "m0" )));',
  "\n#pragma weak other = m0\n",
])("another name that the linker knows is told: %s", (text) => {
  expect(told(`struct lock m0; ${text}`, true)).toEqual(["other is another name of m0, and of another type"]);
});
