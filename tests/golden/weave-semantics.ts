/** The table of `weave-semantics.test.ts`. */
export interface SemanticCase {
  /** C with `main`; `printf` is declared. */
  readonly source: string;
  readonly aspects: string;
  readonly output: string;
  readonly dialect?: string;
  /** Flags for what the source itself provokes, such as `-Wno-unused-parameter`. */
  readonly lax?: readonly string[];
}

export const SEMANTICS: Readonly<Record<string, SemanticCase>> = {
  "before runs first, after last, in reverse order": {
    source: `static int f(int a) { printf("f %d\\n", a); return a + 1; }
int main(void) { printf("= %d\\n", f(1)); return 0; }`,
    aspects: `aspect A {
  advice execution("% f(...)") : before() { printf("A1 %d\\n", tjp->arg0); }
  advice execution("% f(...)") : before() { printf("A2\\n"); }
  advice execution("% f(...)") : after() { printf("A3 %d\\n", tjp->result); }
  advice execution("% f(...)") : after() { printf("A4\\n"); }
};`,
    output: "A1 1\nA2\nf 1\nA4\nA3 2\n= 2",
  },
  "the end of main is a return of 0 under around advice": {
    source: `int main(void) { printf("main\\n"); }`,
    aspects: `aspect A { advice execution("% main(...)") : around() { tjp->result = 5; tjp->proceed(); printf("%d\\n", tjp->result); } };`,
    output: "main\n0",
  },
  "around encloses what is written after it": {
    source: `static int f(int a) { printf("f %d\\n", a); return a * 10; }
int main(void) { printf("= %d\\n", f(1)); return 0; }`,
    aspects: `aspect A {
  advice execution("% f(...)") : before() { printf("b0\\n"); }
  advice execution("% f(...)") : around() { printf("in1\\n"); tjp->proceed(); tjp->result++; printf("out1 %d\\n", tjp->result); }
  advice execution("% f(...)") : before() { printf("b1\\n"); tjp->arg0 = 7; }
  advice execution("% f(...)") : around() { printf("in2 %d\\n", tjp->arg0); tjp->proceed(); printf("out2\\n"); }
  advice execution("% f(...)") : after() { printf("a %d %d\\n", tjp->arg0, tjp->result); }
};
`,
    output: "b0\nin1\nb1\nin2 7\nf 7\na 7 70\nout2\nout1 71\n= 71",
  },
  "proceed none, once, twice": {
    source: `static int n; static int f(int a) { n++; return a + n; }
int main(void) { printf("%d\\n", f(0)); printf("%d\\n", f(1)); int v = f(2); printf("%d n %d\\n", v, n); return 0; }`,
    aspects: `aspect A {
  advice execution("% f(...)") : around() {
    tjp->result = -1;
    for (int i = 0; i < tjp->arg0; i++) tjp->proceed();
  }
};`,
    output: "-1\n2\n5 n 3",
  },
  "proceed twice in the text": {
    source: `static int n; static int f(int a) { static int calls; calls++; n = calls; return a + calls; }
int main(void) { printf("%d", f(10)); printf(" %d\\n", n); return 0; }`,
    aspects: `aspect A { advice execution("% f(...)") : around() { tjp->proceed(); tjp->proceed(); } };`,
    output: "12 2",
  },
  "arguments changed by inner advice are seen by outer after advice": {
    source: `static int f(int a, int b) { return a * 100 + b; }
int main(void) { printf("%d\\n", f(1, 2)); return 0; }`,
    aspects: `aspect A {
  advice execution("% f(...)") : after() { printf("outer sees %d\\n", tjp->arg0); }
  advice execution("% f(...)") : around() { tjp->proceed(); printf("around sees %d\\n", tjp->arg0); }
  advice execution("% f(...)") : before() { tjp->arg0 += 4; }
};`,
    output: "around sees 5\nouter sees 5\n502",
  },
  "a call is advised at the call, not in the callee": {
    source: `static int f(int a) { return a; } static int g(int a) { return f(a) + 1; }
int main(void) { int (*p)(int) = f; printf("%d %d %d\\n", f(1), g(2), p(3)); return 0; }`,
    aspects: `aspect A {
  advice call("% f(...)") && within("% g(...)") : around() { tjp->arg0 *= 10; tjp->proceed(); tjp->result += tjp->args; }
};`,
    output: "1 22 3",
  },
  "arguments are evaluated once, in the caller": {
    source: `static int f(int a, int b) { return a * 10 + b; }
int main(void) { int i = 1; int x = f((i++, i), 3); printf("%d %d\\n", x, i); return 0; }`,
    aspects: `aspect A { advice call("% f(...)") : before() { printf("%d,%d\\n", tjp->arg0, tjp->arg1); } };`,
    output: "2,3\n23 2",
  },
  "calls inside arguments of calls": {
    source: `static int h(int a) { return a + 1; } static int f(int a) { return a * 2; }
int main(void) { printf("%d\\n", f(h(f(h(1))))); return 0; }`,
    aspects: `aspect A {
  advice call("% f(...)") : before() { printf("f(%d) ", tjp->arg0); }
  advice call("% h(...)") : after() { printf("h=%d ", tjp->result); }
};`,
    output: "h=2 f(2) h=5 f(5) 10",
  },
  "variadic calls pass promoted arguments": {
    source: `int main(void) { char c = 'x'; float f = 1.5f; short s = -3; _Bool b = 1; char text[] = "t";
  printf("%c %.1f %d %d %s\\n", c, (double)f, s, b, text); return 0; }`,
    aspects: `aspect A { advice call("% printf(...)") : after() { if (tjp->result != 13) __builtin_abort(); } };`,
    output: "x 1.5 -3 1 t",
  },
  "reads and writes of fields": {
    source: `struct s { int f; struct s *next; int a[3]; };
int main(void) { struct s x = {1, 0, {4, 5, 6}}, y = {2, &x, {0}}; struct s *p = &y;
  p->next->f = p->f + x.a[p->f]; printf("%d\\n", x.f); x.a[1] = p->next->a[2]; printf("%d\\n", x.a[1]); return 0; }`,
    aspects: `aspect A {
  advice get("% s::f") : after() { printf("get %d\\n", tjp->result); }
  advice set("% s::f") : before() { printf("set %d of %d\\n", tjp->arg0, tjp->target->f); }
  advice get("% s::a") : after() { printf("a[%d]=%d\\n", tjp->idx0, tjp->result); }
  advice set("% s::a") : around() { tjp->arg0++; tjp->proceed(); }
};`,
    output: "get 2\nget 2\na[2]=6\nset 8 of 1\nget 8\n8\na[2]=6\na[1]=7\n7",
  },
  "the value of an assignment": {
    source: `struct s { unsigned b : 3; int i; signed char c; };
int main(void) { struct s x = {0}; int v = (x.i = 5); int w = (x.b = 9); int z = (x.c = 300);
  printf("%d %d %d\\n", v, w, z); printf("%d\\n", (x.b = 7) - 8 < 0); return 0; }`,
    aspects: `aspect A { advice set("% s::%") : before() { } };`,
    output: "5 1 44\n1",
    lax: ["-Wno-overflow", "-Wno-constant-conversion", "-Wno-bitfield-constant-conversion"],
  },
  "after advice changes a result that is a literal": {
    source: `static unsigned char f(int a) { if (a) return 250; return (7); } static int g(int a) { if (a > 1) return a; if (a) return -1; return 0; }
int main(void) { printf("%d %d %d %d %d\\n", f(1), f(0), g(2), g(1), g(0)); return 0; }`,
    aspects: `aspect A { advice execution("% f(...)") : after() { tjp->result += 10; } advice execution("% g(...)") : after() { if (tjp->result < 1) tjp->result -= 5; } };`,
    output: "4 17 2 -6 -5",
  },
  "reading a bit-field promotes it": {
    source: `struct s { unsigned b : 3; }; int main(void) { struct s x = {2}; printf("%d\\n", x.b - 5 < 0); return 0; }`,
    aspects: `aspect A { advice get("% s::b") : after() { tjp->result++; } };`,
    output: "1",
  },
  "increments and compound assignments are a read and a write": {
    source: `static int g = 5; struct s { int f; int *p; unsigned b : 2; };
int main(void) { int a[2] = {10, 20}; struct s x = {1, a, 3}; struct s *q = &x;
  int post = g++; int pre = ++g; int minus = g--; g += 10; g <<= 1; printf("%d %d %d %d\\n", post, pre, minus, g);
  q->p += 1; printf("%d\\n", *x.p); x.b += 2; printf("%d\\n", x.b); x.b /= 1; return 0; }`,
    aspects: `aspect A {
  advice get("% g") : after() { printf("r%d ", tjp->result); }
  advice set("% g") : before() { printf("w%d ", tjp->arg0); }
  advice set("% s::%") : before() { }
};`,
    output: "r5 w6 r6 w7 r7 w6 r6 w16 r16 w32 r32 5 7 7 32\n20\n1",
  },
  "only the read, or only the write, of an increment": {
    source: `static int g; static int h; int main(void) { g++; ++h; g += 3; h -= 2; printf("%d %d\\n", g, h); return 0; }`,
    aspects: `aspect A {
  advice get("% g") && within("% main(...)") : around() { tjp->proceed(); tjp->result += 100; }
  advice set("% h") : around() { tjp->arg0 *= 2; tjp->proceed(); }
};`,
    output: "304 0",
  },
  "around a write decides whether it happens": {
    source: `static int g = 1; int main(void) { int v = (g = 5); printf("%d %d\\n", g, v); return 0; }`,
    aspects: `aspect A { advice set("% g") : around() { if (tjp->arg0 < 3) tjp->proceed(); } };`,
    output: "1 5",
  },
  "everything in one expression": {
    source: `struct s { int f; int g; }; static int h(int x) { return x + 1; }
int main(void) { struct s a = {1, 2}, b = {3, 4}; struct s *p = &a, *q = &b; int x = 10;
  p->f = q->g + h(x); printf("%d\\n", a.f); return 0; }`,
    aspects: `aspect A {
  advice set("% s::f") : around() { printf("[set "); tjp->proceed(); printf("] "); }
  advice get("% s::g") : around() { printf("[get "); tjp->proceed(); printf("] "); }
  advice call("% h(...)") : around() { printf("[call "); tjp->proceed(); printf("] "); }
};`,
    output: "[get ] [call ] [set ] 15",
  },
  "a read inside the index of another": {
    source: `static int g[4] = {1, 2, 3, 0}; int main(void) { int i = 0; printf("%d\\n", g[g[g[i]]]); g[g[2]] = 9; printf("%d\\n", g[3]); return 0; }`,
    aspects: `aspect A { advice get("% g") : after() { printf("g[%d] ", tjp->idx0); } };`,
    output: "g[0] g[1] g[2] 3\ng[2] g[3] 9",
  },
  "advice names things at file scope": {
    source: `static int count = 1; static int f(int count) { int printf = count; return printf; }
int main(void) { int v = f(41); printf("%d\\n", v); return 0; }`,
    aspects: `aspect A { advice execution("% f(...)") : before() { tjp->arg0 += count; printf("count %d\\n", count); } };`,
    output: "count 1\n42",
    lax: ["-Wno-shadow"],
  },
  "aspect members": {
    source: `static int f(void) { return 3; } int main(void) { f(); f(); return f() - 3; }`,
    aspects: `struct entry { int value; };
aspect A {
  int total = 0, calls;
  static struct entry last;
  void note(int value) { add(value); last.value = value; }
  static void add(int value) { total += value; calls++; }
  int unused(void) { return missing; }
  int missing;
  advice execution("% f(...)") : after() { note(tjp->result); printf("%d %d %d\\n", calls, total, last.value); }
};`,
    output: "1 3 3\n2 6 3\n3 9 3",
  },
  "macros in advice bodies expand in the unit": {
    source: `#define LIMIT 17
static void f(void) { } int main(void) { f(); return 0; }`,
    aspects: `#define SHOW(x) printf("%s=%d line %d\\n", #x, x, tjp->line)
aspect A { advice execution("% f(...)") : before() { SHOW(LIMIT); } };`,
    output: "LIMIT=17 line 3",
  },
  "a return in advice leaves the advice": {
    source: `static int f(int a) { printf("f\\n"); return a; } int main(void) { return f(0); }`,
    aspects: `aspect A { advice execution("% f(...)") : before() { if (tjp->arg0 == 0) return; printf("no\\n"); } };`,
    output: "f",
  },
  "structures by value": {
    source: `struct p { int x, y; }; static struct p add(struct p a, struct p b) { struct p r = {a.x + b.x, a.y + b.y}; return r; }
int main(void) { struct p a = {1, 2}; struct p r = add(a, (struct p){10, 20}); printf("%d %d\\n", r.x, r.y); return 0; }`,
    aspects: `aspect A {
  advice execution("% add(...)") : before() { tjp->arg0.x = 5; }
  advice execution("% add(...)") : after() { tjp->result.y++; }
  advice call("% add(...)") : around() { tjp->arg1.x += 100; tjp->proceed(); }
};`,
    output: "115 23",
  },
  "arrays, functions and function pointers as parameters and results": {
    source: `static int twice(int x) { return 2 * x; }
static int (*pick(int which))(int) { return which ? twice : (int (*)(int))0; }
static int apply(int f(int), int a[3], int (*m)[2]) { return f(a[0]) + m[0][1]; }
int main(void) { int a[3] = {4}; int m[1][2] = {{0, 7}}; printf("%d\\n", apply(pick(1), a, m)); return 0; }`,
    aspects: `aspect A {
  advice execution("% apply(...)") : around() { tjp->proceed(); tjp->result += tjp->arg1[0] + (*tjp->arg2)[1]; }
  advice execution("% pick(...)") : around() { tjp->proceed(); if (!tjp->result) __builtin_abort(); }
  advice call("% apply(...)") : before() { if (tjp->arg0(1) != 2) __builtin_abort(); }
  advice call("% pick(...)") : after() { if (tjp->result(1) != 2) __builtin_abort(); }
};`,
    output: "26",
  },
  "old-style definitions and register parameters": {
    source: `static int f(a, b) register int a; char b; { return a + b; }
static int g(register int a) { return a; }
int main(void) { printf("%d %d\\n", f(1, 2), g(3)); return 0; }`,
    aspects: `aspect A {
  advice execution("% f(...)") : around() { tjp->arg0 = 10; tjp->proceed(); tjp->result += tjp->arg1; }
  advice execution("% g(...)") : before() { tjp->arg0++; }
};`,
    output: "14 4",
    dialect: "-std=gnu89",
    lax: ["-Wno-old-style-definition", "-Wno-deprecated-non-prototype", "-Wno-unknown-warning-option"],
  },
  recursion: {
    source: `static int fact(int n) { if (n < 2) return 1; return n * fact(n - 1); } int main(void) { printf("%d\\n", fact(5)); return 0; }`,
    aspects: `aspect A {
  int depth;
  advice execution("% fact(...)") : around() { depth++; tjp->proceed(); depth--; if (depth == 0) printf("top\\n"); }
  advice call("% fact(...)") : before() { printf("%d ", tjp->arg0); }
};`,
    output: "5 4 3 2 1 top\n120",
  },
  "returns in nested blocks, loops, switches and statement expressions": {
    source: `static int f(int n) { for (int i = 0;; i++) { switch (n) { case 1: return 10; case 2: if (i) return 20; else break;
  default: { int v = ({ if (n == 3) return 30; n; }); if (v > 5) return v; } return -1; } } }
static void g(int n) { if (n) return; printf("fell\\n"); }
int main(void) { printf("%d %d %d %d %d\\n", f(1), f(2), f(3), f(4), f(9)); g(1); g(0); return 0; }`,
    aspects: `aspect A {
  advice execution("% f(...)") : after() { tjp->result++; }
  advice execution("% g(...)") : after() { printf("g%d\\n", tjp->arg0); }
};`,
    output: "11 21 31 0 10\ng1\nfell\ng0",
  },
  "the function's name stays in an outlined body": {
    source: `static const char *who(void) { return __func__; } static int size(void) { return sizeof __FUNCTION__; }
int main(void) { printf("%s %d\\n", who(), size()); return 0; }`,
    aspects: `aspect A { advice execution("% who(...)") || execution("% size(...)") : around() { tjp->proceed(); } };`,
    output: "who 5",
  },
  "labels, variable-length arrays and computed goto": {
    source: `static int f(int n) { int a[n]; for (int i = 0; i < n; i++) a[i] = i; if (n > 2) goto out; return a[0]; out: return a[n - 1]; }
static int j(int n) { void *t[] = {&&zero, &&one}; goto *t[n]; zero: return 100; one: return 101; }
int main(void) { printf("%d %d %d\\n", f(4), j(0), j(1)); return 0; }`,
    aspects: `aspect A {
  advice execution("% f(...)") : around() { tjp->proceed(); tjp->result++; }
  advice execution("% j(...)") : after() { tjp->result += 1000; }
  advice execution("% j(...)") : around() { tjp->proceed(); }
};`,
    output: "4 1100 1101",
    lax: ["-Wno-vla"],
  },
  "a function that never returns": {
    source: `extern void exit(int) __attribute__((noreturn)); extern int fflush(void *);
static void die(int c) __attribute__((noreturn)); static void die(int c) { printf("die %d\\n", c); fflush(0); exit(0); }
static int f(int a) { if (a) die(a); else return 1; }
int main(void) { f(0); return f(3); }`,
    aspects: `aspect A {
  advice execution("% die(...)") : before() { printf("in\\n"); }
  advice call("% die(...)") : before() { printf("call\\n"); }
  advice execution("% die(...)") : around() { tjp->arg0++; tjp->proceed(); }
};`,
    output: "call\nin\ndie 4",
  },
  "variadic functions take before and after": {
    source: `static int sum(int n, ...) { __builtin_va_list v; __builtin_va_start(v, n); int s = 0; while (n--) s += __builtin_va_arg(v, int); __builtin_va_end(v); return s; }
int main(void) { printf("%d\\n", sum(3, 1, 2, 3)); return 0; }`,
    aspects: `aspect A {
  advice execution("% sum(...)") : before() { tjp->arg0--; }
  advice execution("% sum(...)") : after() { tjp->result *= 10; }
  advice call("% sum(...)") : before() { printf("%d of %d\\n", tjp->arg3, tjp->args); }
};`,
    output: "3 of 4\n30",
  },
  "static variables of functions, const and volatile": {
    source: `static volatile int v = 1; static const int c = 2; static volatile const int *const p = &c;
static int next(void) { static int n = 10; n += 1; return n; }
int main(void) { v = c + *p; next(); printf("%d %d\\n", v, next()); return 0; }`,
    aspects: `aspect A {
  advice get("% v") || get("% c") || get("% n") : around() { tjp->proceed(); tjp->result += 0; }
  advice set("% v") || set("% n") : before() { tjp->arg0 += 100; }
};`,
    output: "104 212",
  },
  "types without a name": {
    source: `static struct { int f; } g; static struct { int f; } a[2]; struct outer { struct { int f; } in; };
int main(void) { struct outer o = {{3}}; struct outer *p = &o; g.f = 1; a[1].f = 2; p->in.f++; printf("%d %d %d\\n", g.f, a[1].f, o.in.f); return 0; }`,
    aspects: `aspect A { advice set("int ...::f") : before() { tjp->arg0 += 10; } };`,
    output: "11 12 14",
  },
  "context variables": {
    source: `struct s { int f; }; static int f(int a, struct s *s) { s->f = a; return a + s->f; }
int main(void) { struct s x; printf("%d\\n", f(4, &x)); return 0; }`,
    aspects: `aspect A {
  advice execution("% f(...)") && args(x, s) : before(int x, struct s *s) { printf("%d %d\\n", x, s != 0); x = 0; }
  advice execution("% f(...)") && result(r) : after(int r) { printf("r %d\\n", r); }
  advice set("% s::f") && target(t) : after(struct s *t) { printf("f %d\\n", t->f); }
};`,
    output: "4 1\nf 4\nr 8\n8",
  },
  "code that comes out of macros": {
    source: `struct s { int f; };
#define BUMP(p) ((p)->f += add((p)->f, 1))
#define DEFINE(name) static int name(int a, int b) { return a + b; }
DEFINE(add)
int main(void) { struct s x = {1}; BUMP(&x); printf("%d\\n", x.f); return 0; }`,
    aspects: `aspect A {
  advice execution("% add(...)") : after() { printf("add "); }
  advice call("% add(...)") : before() { printf("call "); }
  advice get("% s::f") : after() { printf("get%d ", tjp->result); }
  advice set("% s::f") : before() { printf("set%d ", tjp->arg0); }
};`,
    output: "get1 call add get1 set3 get3 3",
  },
  "several aspects at one join point, outermost first": {
    source: `static int f(void) { printf("f "); return 0; } int main(void) { return f(); }`,
    aspects: `aspect Outer { advice execution("% f(...)") : around() { printf("< "); tjp->proceed(); printf("> "); } };
aspect Inner { advice execution("% f(...)") : around() { printf("( "); tjp->proceed(); printf(") "); } };
aspect Order { advice execution("% f(...)") : order("Outer", "Inner"); };`,
    output: "< ( f ) >",
  },
  "parentheses around accesses": {
    source: `struct s { int f; int a[3]; }; static struct s x; int main(void) { struct s *p = &x; int i = 1;
  (p->a[i]) = 4; ((p)->a)[(i + 1)] = 5; (((*p).f)) += (p->a[i, 2]); int *q = &((p->a[i])); (p->a[i])++; --((x.a)[2]);
  printf("%d %d %d %d\\n", x.a[1], x.a[2], x.f, *q); return 0; }`,
    aspects: `aspect A {
  advice get("% s::%") || set("% s::%") || ref("% s::%") : before() { }
};`,
    output: "5 4 5 5",
    lax: ["-Wno-unused-value"],
  },
  references: {
    source: `struct s { int a[2]; int f; }; static void put(int *p) { *p = 4; }
int main(void) { struct s x = {{0}, 0}; put(x.a); put(&x.f); put(&x.a[1]); printf("%d %d %d\\n", x.a[0], x.f, x.a[1]); return 0; }`,
    aspects: `aspect A { advice ref("% s::%") : before() { printf("ref "); } };`,
    output: "ref ref ref 4 4 4",
  },

  "unnamed parameters": {
    source: `static int f(int, char *, int (*)(int), int c[2]) { return c[1]; }
int main(void) { int c[2] = {0, 5}; printf("%d\\n", f(3, "text", 0, c)); return 0; }`,
    aspects: `aspect A {
  advice execution("% f(...)") : around() { tjp->proceed(); tjp->result += tjp->arg0 + (tjp->arg2 == 0); }
  advice execution("% f(...)") : before() { printf("%s\\n", tjp->arg1); }
};`,
    output: "text\n9",
    dialect: "-std=gnu2x",
  },
  "attributes before, inside and after the header": {
    source: `__attribute__((noinline)) static int __attribute__((regparm(2))) f(int a) { return a; }
static __attribute__((section(".text.cold"))) int g(int a __attribute__((unused)), int b) { return b; }
int main(void) { printf("%d %d\\n", f(1), g(2, 3)); return 0; }`,
    aspects: `aspect A {
  advice execution("% f(...)") : before() { tjp->arg0++; }
  advice execution("% g(...)") : around() { tjp->proceed(); if (tjp->result == 3) tjp->proceed(); tjp->result *= 2; }
};`,
    output: "2 6",
  },
  "inline functions": {
    source: `inline int f(int a) { return a + 1; } extern int f(int a);
static inline int __attribute__((always_inline)) g(int a) { return f(a); }
int main(void) { printf("%d\\n", g(1)); return 0; }`,
    aspects: `aspect A {
  advice execution("% f(...)") || execution("% g(...)") : before() { tjp->arg0 *= 3; }
  advice execution("% f(...)") || execution("% g(...)") : after() { tjp->result++; }
  advice call("% f(...)") : around() { tjp->proceed(); }
};`,
    output: "12",
  },
  "functions declared inside a block": {
    source: `int main(void) { extern int puts(const char *); extern int hidden; hidden++; puts("x"); printf("%d\\n", hidden); return 0; }
int hidden = 1;`,
    aspects: `aspect A {
  advice call("% puts(...)") : before() { tjp->arg0 = "y"; }
  advice set("% hidden") : before() { tjp->arg0 *= 10; }
};`,
    output: "y\n20",
  },
  "around advice on functions declared inside a block": {
    source: `int main(void) { extern char *join(char); extern void stop(int) __attribute__((noreturn)); printf("%s\\n", join('x') + 1); stop(0); }
extern void exit(int) __attribute__((noreturn));
static char text[3] = "?!"; char *join(char c) { text[0] = c; return text; }
void stop(int code) { printf("stop\\n"); exit(code); }`,
    aspects: `aspect A { advice call("% join(...)") || call("% stop(...)") : around() { printf("%s: ", tjp->signature); tjp->proceed(); } };`,
    output: "char *join(char): !\nvoid stop(int): stop",
  },
  "pointers to functions with a calling convention, or that never return": {
    source: `static int __attribute__((regparm(3), noinline)) sum(int a, int b) { return 10 * a + b; }
static int __attribute__((stdcall, noinline)) twice(int a) { return 2 * a; }
struct ops { int (*go)(int, int) __attribute__((regparm(3))); int (*std)(int) __attribute__((stdcall)); };
static int isNone(void (*p)(int) __attribute__((noreturn))) { return !p; }
int main(void) { struct ops o; o.go = sum; o.std = twice;
  int went = o.go(1, 2), doubled = o.std(4), same = o.go == sum; printf("%d %d %d %d\\n", went, doubled, same, isNone(0)); return 0; }`,
    aspects: `aspect A { int n;
  advice set("% ops::%") || get("% ops::%") : around() { printf("%s\\n", tjp->signature); tjp->proceed(); }
  advice builtin("% operator !(...)") || builtin("% operator ==(...)") : before() { printf("operator\\n"); }
};`,
    output: `int (*ops::go)(int,int)
int (*ops::std)(int)
int (*ops::go)(int,int)
int (*ops::std)(int)
int (*ops::go)(int,int)
operator
operator
12 8 1 1`,
  },
  "constants of a join point": {
    source: `struct s { int f; }; static int f(int a, char *b) { return a + !b; }
int main(void) { struct s x; x.f = f(1, 0); return x.f - 2; }`,
    aspects: `aspect A {
  advice call("% f(...)") : before() { printf("%s %d " "%s" "\\n", tjp->signature, tjp->args, tjp->filename); }
  advice execution("% f(...)") : before() { int (*own)(int, char *) = tjp->entity; printf("%d %d\\n", tjp->that == 0 && tjp->target == 0, own != 0); }
  advice set("% s::f") : after() { printf("%s %d\\n", tjp->signature, tjp->entity == &tjp->target->f); }
};`,
    output: "int f(int,char *) 2 in.c\n1 1\nint s::f 1",
  },
  "fields of a returned structure": {
    source: `struct s { int f; int a[2]; }; static struct s make(int v) { struct s x = {v, {v, v + 1}}; return x; }
int main(void) { int v = make(3).f, w = make(4).a[1]; printf("%d %d\\n", v, w); return 0; }`,
    aspects: `aspect A { advice get("% s::%") && within("% main(...)") : after() { tjp->result *= 2; printf("%d ", tjp->target->f); } };`,
    output: "3 4 6 10",
  },
  "an advised member holds the next": {
    source: `struct in { int f; }; struct out { struct in in; struct in *to; }; static struct out o = {{1}, &o.in};
int main(void) { struct out *p = &o; p->to->f += p->in.f; p->in = (struct in){7}; struct in copy = p->in; printf("%d %d\\n", o.in.f, copy.f); return 0; }`,
    aspects: `aspect A {
  advice get("% ...::%") && within("% main(...)") : after() { printf("g "); }
  advice set("% ...::%") : after() { printf("s "); }
  advice get("% o") : before() { printf("o "); }
};`,
    output: "g g g s s g g g 7 7",
  },
  "expressions that are lvalues stay lvalues": {
    source: `struct s { int f; int a[2]; }; int main(void) { struct s x = {1, {2, 3}}; int v;
  __asm__("movl %1, %0" : "=r"(v) : "m"(x.f)); __asm__("incl %0" : "+m"(x.a[1])); printf("%d %d %d\\n", v, x.a[1], (int)sizeof x.a); return 0; }`,
    aspects: `aspect A { advice ref("% s::%") || get("% s::%") : after() { } };`,
    output: "1 4 8",
  },
  "conditional, comma and logical operators around join points": {
    source: `static int g = 1, h = 0; static int f(int a) { return a; }
int main(void) { int v = g ? f(h ? 1 : 2) : f(9); v += (g, h) || (h && f(8)); for (int i = g; i < f(3) && !h; i += g) v += i; printf("%d\\n", v); return 0; }`,
    aspects: `aspect A {
  advice get("% g") || get("% h") : after() { printf("."); }
  advice call("% f(...)") : before() { printf("f%d", tjp->arg0); }
};`,
    output: "..f2....f3..f3..f35",
  },
};
