/** Programs for rules of the aspect language in C that no other table shows: a table of `weave-semantics.test.ts`. */
import type { SemanticCase } from "./weave-semantics.js";

export const RULES: Readonly<Record<string, SemanticCase>> = {
  "advice is generic: typeof and _Generic see the types of each join point": {
    source: `static int half(int a) { return a / 2; } static double third(double a) { return a / 3; } static const char *same(const char *a) { return a; }
int main(void) { int i = half(9); double d = third(1.5); printf("%d %.2f %s\\n", i, d, same("s")); return 0; }`,
    aspects: `aspect A {
  advice execution("% half(...)") || execution("% third(...)") || execution("% same(...)") : around() {
    __typeof__(tjp->arg0) before = tjp->arg0; tjp->proceed();
    printf("%s %d\\n", _Generic(tjp->result, int: "int", double: "double", const char *: "text"), before == tjp->arg0);
  }
};`,
    output: "int 1\ndouble 1\ntext 1\n4 0.50 s",
  },
  "code without blanks is woven": {
    source: `struct s { int f; int *p; } o, *q=&o; int n=1; int *pp=&n; static int f(void){return 2;}
static int h(int c){if(c)return-n;else return(f)();} static int *k(int c){if(c)return&n;else return&q->f;}
int main(void){o.p=&n;int c=n?f():q->f;if(c<0)return*pp;else*q->p=3;switch(c){case 2:q->f=f();}printf("%d %d %d %d\\n",h(0),h(1),*k(0),*k(1));return 0;}`,
    aspects: `aspect A { int count;
  advice call("% f()") || get("% ...::%") || set("% ...::%") || ref("% ...::%") || builtin("% operator %(...)") : around() { count++; tjp->proceed(); }
  advice execution("% main(...)") : after() { printf("%d\\n", count); }
};`,
    output: "2 -3 2 3\n26",
  },
  "access is get, set and ref, of bit-fields too": {
    source: `struct s { int f; unsigned b : 3; }; static int g;
int main(void) { struct s x = {1, 0}, *p = &x; p->b = 5; int v = p->b + p->f; int *q = &g; *q = v; v = g; printf("%d\\n", v); return 0; }`,
    aspects: `aspect A {
  advice access("% s::%") || access("% g") : before() { printf("%s; ", tjp->signature); }
};`,
    output: "unsigned int s::b; unsigned int s::b; int s::f; int g; int g; 6",
  },
  "within a function, a file, and neither": {
    source: `static int f(void) { return 1; } static int g(void) { return f(); } static int h(void) { return f(); }
int main(void) { int a = g(), b = h(), c = f(); printf("%d\\n", a + b + c); return 0; }`,
    aspects: `aspect A {
  advice call("% f()") && within("% g()") : before() { printf("g "); }
  advice call("% f()") && within(file("%.c")) && !within("% g()") : before() { printf("not g "); }
  advice execution(file("other/%.c")) || execution(file(".../none.c")) : before() { printf("never "); }
  advice execution(file("in.c") && "% h()") : before() { printf("h "); }
};`,
    output: "g h not g not g 3",
  },
  "static matches internal linkage, no scope means globals, a struct's name its members": {
    source: `static int hidden; int shown; struct s { int hidden; }; static void f(void) {} void g(void) {}
int main(void) { struct s x; hidden = 1; shown = 2; x.hidden = 3; f(); g(); printf("%d\\n", hidden + shown + x.hidden); return 0; }`,
    aspects: `aspect A {
  advice set("static % %") : before() { printf("static %d; ", tjp->arg0); }
  advice set("int hidden") : before() { printf("global; "); }
  advice set("s") : before() { printf("member %d; ", tjp->target != 0); }
  advice execution("static % %(...)") : before() { printf("%s; ", tjp->signature); }
};`,
    output: "static 1; global; member 1; void f(); 6",
  },
  "what is not evaluated, or must be constant, is never woven": {
    source: `static int g = 3; static int f(void) { printf("f "); return 4; } enum { N = sizeof(g) };
static int table[N] = { [1] = 5 }; static int *at = &g;
int main(void) { int a[sizeof(g)]; __typeof__(g) t = 0; int n = (int)sizeof(f()) + (int)_Alignof(int) + (int)sizeof(a) + _Generic(g, int: 1, default: f()) + t;
  switch (n) { case N: break; } printf("%d %d\\n", n, table[1] + *at); return 0; }`,
    aspects: `aspect A {
  advice get("% g") || ref("% g") : before() { printf("g "); }
  advice call("% f()") || execution("% f()") : before() { printf("call "); }
};`,
    output: "25 8",
  },
  "notrace code is woven only where the pointcut names it": {
    source: `#define notrace __attribute__((no_instrument_function))
static int g; notrace static void quiet(void) { g = 1; } notrace static void named(void) { g = 2; } static void plain(void) { g = 3; }
int main(void) { quiet(); named(); plain(); printf("%d\\n", g); return 0; }`,
    aspects: `aspect A {
  advice execution("% %(...)") && !execution("% main(...)") : before() { printf("all %s; ", tjp->signature); }
  advice execution("void named(void)") : before() { printf("named; "); }
  advice set("% g") && within("void quiet()") : before() { printf("set in quiet; "); }
};`,
    output: "set in quiet; named; all void plain(); 3",
  },
  "inline functions that other units may see": {
    source: `extern inline __attribute__((gnu_inline, always_inline)) int half(int n) { if (n < 0) return -n / 2; return n / 2; }
int main(void) { int n = half(-8); printf("%d %d\\n", n, half(6)); return 0; }`,
    aspects: `static int note(int n) { return printf("%d; ", n); }
aspect A { int n; advice builtin("% operator /(...)") : before() { note(tjp->arg0); } advice execution("% half(...)") : before() { n++; } advice execution("% half(...)") : after() { note(n); } };`,
    output: "8; 1; 6; 2; 4 3",
  },
  "a function may be advised at its call of itself": {
    source: `static int fact(int n) { return n < 2 ? 1 : n * fact(n - 1); } int main(void) { printf("= %d\\n", fact(4)); return 0; }`,
    aspects: `aspect A {
  advice call("% fact(...)") && within("% fact(...)") : around() { printf("%d ", tjp->arg0); tjp->proceed(); tjp->result += 1; }
};`,
    output: "3 2 1 = 64",
  },
  "advice code is no join point, functions of aspects and of the kernel that it calls are": {
    source: `static int g; int note(int n) { return printf("note %d; ", n); } static void f(void) { g = 1; }
int main(void) { f(); printf("%d\\n", g); return 0; }`,
    aspects: `aspect A { advice execution("% f()") : before() { g = 5; note(g); } };
aspect B {
  advice set("% g") : before() { printf("set %d; ", tjp->arg0); }
  advice execution("% note(...)") : before() { printf("in "); }
};`,
    output: "in note 5; set 1; 1",
  },
  "state of an aspect is one object, its functions are called by name": {
    source: `static void f(void) {} static void g(void) {} int main(void) { f(); g(); f(); return 0; }`,
    aspects: `aspect A {
  struct { int calls; const char *last; } seen;
  int limit;
  void count(const char *name) { seen.calls++; seen.last = name; if (seen.calls > limit) printf("%d %s\\n", seen.calls, seen.last); }
  advice execution("% f()") || execution("% g()") : before() { limit = 1; count(tjp->signature); }
};`,
    output: "2 void g()\n3 void f()",
  },
  "the entity of a join point": {
    source: `static int g = 7; static int f(int a) { return a; } int main(void) { int v = f(g); g = v; printf("%d\\n", g); return 0; }`,
    aspects: `aspect A {
  advice call("% f(...)") : before() { printf("%d %d ", tjp->entity(9), tjp->that == 0 && tjp->target == 0); }
  advice get("% g") || set("% g") : before() { printf("%d ", *tjp->entity); }
};`,
    output: "7 9 1 7 7 7",
  },
};
