import type { CxxCases } from "./case.js";

export const ADVICE: CxxCases = {
  "before and after of members, static members and free functions": {
    source: `class C { int m; public: C() : m(1) {} int get(int a) const { if (a < 0) return -1; return m + a; } static int twice(int a) { return a * 2; } };
static int f(C &c) { return c.get(2) + c.get(-1) + C::twice(4); }
int main() { C c; printf("%d\\n", f(c)); }`,
    aspects: `aspect T {
  advice execution("% C::%(...)" || "% f(...)") : before() { printf("> %s\\n", tjp->signature()); }
  advice execution("% C::%(...)") : after() { printf("< %d\\n", *tjp->result()); }
};`,
    output:
      "> int f(C &)\n> int C::get(int) const\n< 3\n> int C::get(int) const\n< -1\n> int C::twice(int)\n< 8\n10",
    flags: ["-fno-rtti", "-fno-exceptions"],
  },
  "around a member of a class that hides it, defined outside": {
    source: `class C { int k; protected: virtual int v(int a); public: C() : k(2) {} virtual ~C() {} int run() { return v(1); } };
int C::v(int a) { return a + k; }
struct D : C { int v(int a) { return 10 + C::v(a); } };
int main() { C c; D d; printf("%d\\n", c.run()); printf("%d\\n", d.run()); }`,
    aspects: `aspect A { advice execution("% ...::v(int)") : around() { printf("("); tjp->proceed(); *tjp->result() += 100; printf(")"); } };`,
    output: "()103\n(())213",
  },
  "proceed none, once, twice": {
    source: `static int n; static int f(int a) { n++; return a + n; }
int main() { printf("%d\\n", f(0)); printf("%d\\n", f(1)); int v = f(2); printf("%d n %d\\n", v, n); }`,
    aspects: `aspect A { advice execution("% f(...)") : around() { *tjp->result() = -1; for (int i = 0; i < *tjp->arg<0>(); i++) tjp->proceed(); } };`,
    output: "-1\n2\n5 n 3",
  },
  "results: references, structures, classes that count their copies": {
    source: `struct P { int x, y; }; static int live;
struct S { char c; S(char k) : c(k) { live++; } S(const S &o) : c(o.c) { live++; } ~S() { live--; } };
static int &r(int &a) { return a; } static P p(int a) { P q = { a, a + 1 }; return q; } static S s(char c) { return S(c); }
int main() { int z = 1; r(z) = 5; printf("%d %d %c", z, p(3).y, s('q').c); printf(" %d\\n", live); }`,
    aspects: `aspect A { advice execution("% r(...)" || "% p(...)" || "% s(...)") || call("% r(...)" || "% p(...)" || "% s(...)") : around() { tjp->proceed(); } 
 advice call("P p(...)") : after() { tjp->result()->y *= 10; } };`,
    output: "5 40 q 0",
  },
  "a result that nothing made is made when it is asked for": {
    source: `struct S { int v; S() : v(7) {} S(const S &o) : v(o.v) {} ~S() {} }; static S f() { S s; s.v = 1; return s; }
int main() { printf("%d\\n", f().v); }`,
    aspects: `aspect A { advice execution("% f(...)") : around() { } };`,
    output: "7",
  },
  "advice of several aspects nests; around encloses what follows": {
    source: `static int f(int a) { printf("f %d\\n", a); return a * 10; } int main() { printf("= %d\\n", f(1)); }`,
    aspects: `aspect A {
  advice execution("% f(...)") : before() { printf("b0\\n"); }
  advice execution("% f(...)") : around() { printf("in1\\n"); tjp->proceed(); ++*tjp->result(); printf("out1 %d\\n", *tjp->result()); }
  advice execution("% f(...)") : before() { printf("b1\\n"); *tjp->arg<0>() = 7; }
  advice execution("% f(...)") : around() { printf("in2 %d\\n", *tjp->arg<0>()); tjp->proceed(); printf("out2\\n"); }
  advice execution("% f(...)") : after() { printf("a %d %d\\n", *tjp->arg<0>(), *tjp->result()); }
};`,
    output: "b0\nin1\nb1\nin2 7\nf 7\na 7 70\nout2\nout1 71\n= 71",
  },
  "context variables are values, references, objects": {
    source: `struct C { int m; int f(int a, const char *s) { return a + m + (s != 0); } };
int main() { C c = { 5 }; printf("%d\\n", c.f(1, "x")); }`,
    aspects: `aspect A {
  advice execution("% C::f(...)") && args(a, s) && that(c) : before(int a, const char *s, C &c) { printf("%d %s %d\\n", a, s, c.m); c.m++; }
  advice call("% C::f(...)") && target(c) && result(r) : after(C *c, int r) { printf("%d %d\\n", c->m, r); }
};`,
    output: "1 x 5\n6 8\n8",
  },
  "after advice does not run when an exception leaves": {
    source: `static int f(int a) { if (a) throw a; return 1; }
int main() { try { f(0); f(3); } catch (int e) { printf("caught %d\\n", e); } }`,
    aspects: `aspect A { advice execution("% f(...)") : after() { printf("after\\n"); } advice call("% f(...)") : after() { printf("called\\n"); } };`,
    output: "after\ncalled\ncaught 3",
  },
  "aspects are classes with state, bases and virtual functions": {
    source: `static void f() {} static void g() {} int main() { f(); g(); f(); }`,
    aspects: `aspect Base { 
  virtual pointcut where() = 0;
  int n;
protected:
  virtual void say() = 0;
  void count() { printf("%d ", ++n); say(); }
public:
  virtual ~Base() {}
  advice execution(where()) : before() { count(); }
};
aspect F : public Base { pointcut where() = "% f(...)"; void say() { printf("F\\n"); } };
aspect G : public Base { pointcut where() = "% g(...)"; void say() { printf("G\\n"); } };`,
    output: "1 F\n1 G\n2 F",
  },
  "aspects in namespaces reach private members": {
    source: `class C { int secret; static int f(int a) { return a; } public: C() : secret(42) {} int call() { return f(1); } };
int main() { C c; printf("%d\\n", c.call()); }`,
    aspects: `namespace n { static int offset = 1; aspect A { advice call("% C::f(...)") : before() { *tjp->arg<0>() += tjp->that()->secret + offset; } }; }`,
    output: "44",
  },
};
