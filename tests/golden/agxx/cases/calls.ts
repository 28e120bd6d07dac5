import type { RuleCases } from "./case.js";

/** Advice on calls. */
export const CALLS: RuleCases = {
  "a call is advised where it stands": {
    source: `int f(int a) { return a + 1; }
int g(int a) { return f(a) * 2; }
int main() { printf("%d %d\\n", g(1), f(5)); return 0; }`,
    aspects: `aspect A { advice call("% f(...)") && within("% g(...)") : around() { *tjp->arg<0>() += 10; tjp->proceed(); } };`,
    output: "24 6",
  },
  "a function with the name of a class": {
    source: `struct timer { int at; timer(int at) : at(at) {} }; int timer(int x, struct timer *t) { return x + t->at; }
namespace n { struct clock { int at; }; int clock(struct clock *c) { return c->at; } } enum mode { off, on }; int mode(enum mode m) { return m; }
typedef enum { low, high } level; typedef struct { level at; } lift; level top(lift *l) { return l->at; }
int main() { lift l = { high }; top(&l); struct timer t(5); struct timer *p = &t; struct n::clock c = { 7 }; printf("%d %d %d\\n", timer(1, p), n::clock(&c), mode(on)); return 0; }`,
    aspects: `aspect A { advice call("% ...::%(...)") && !call("% printf(...)") : around() { printf("%s\\n", tjp->signature()); tjp->proceed(); }
  advice execution("% timer(...)") : after() { printf("after %d\\n", *tjp->result()); } };`,
    output:
      "level top(lift *)\nint mode(mode)\nint n::clock(n::clock *)\nint timer(int,timer *)\nafter 6\n6 7 1",
  },
  "the statically resolved callee counts": {
    source: `struct B { virtual int v(int a) { return a; } };
struct D : B { int v(int a) { return a + 1; } };
int main() { D d; B *b = &d; printf("%d\\n", b->v(1)); printf("%d\\n", d.v(1)); return 0; }`,
    aspects: `aspect A {
  advice call("% D::v(int)") : before() { printf("D\\n"); }
  advice call("% B::v(int)") : before() { printf("B\\n"); } };`,
    output: "B\n2\nD\n2",
  },
  "target() and that() of a call": {
    source: `struct S { int n; S(int n) : n(n) {} void hit() {} };
struct C { int id; C() : id(3) {} void run(S *s) { s->hit(); S t(8); t.hit(); } };
int main() { S s(5); C c; c.run(&s); s.hit(); return 0; }`,
    aspects: `aspect A {
  advice call("void S::hit()") : before() { printf("target %d%s\\n", tjp->target()->n, tjp->that() ? " that" : ""); }
  advice call("void S::hit()") && that(c) && target(s) : after(C &c, S *s) { printf("%d hits %d\\n", c.id, s->n); } };`,
    output: "target 5 that\n3 hits 5\ntarget 8 that\n3 hits 8\ntarget 5",
  },
  "arguments are evaluated once, in the caller": {
    source: `int f(int a, int b) { return a * 10 + b; }
int main() { int i = 1; int r = f(i++, 7); printf("%d %d\\n", r, i); return 0; }`,
    aspects: `aspect A { advice call("% f(...)") : before() { printf("%d %d\\n", *tjp->arg<0>(), *tjp->arg<1>()); } };`,
    output: "1 7\n17 2",
  },
  "operators and conversions are calls": {
    source: `struct N { int v; N(int v) : v(v) {} N operator+(const N &o) const { return N(v + o.v); } operator int() const { return v; } int operator[](int i) const { return v + i; } int operator()(int i) const { return v * i; } };
N operator-(const N &a, const N &b) { return N(a.v - b.v); }
int main() { N n(5), m(2); N s = n + m; N d = n - m; int i = s; printf("%d %d\\n", i, d.v); printf("%d %d\\n", n[1], n(3)); return 0; }`,
    aspects: `aspect A { advice call("% ...::operator %(...)") : after() { printf("%s\\n", tjp->signature()); } };`,
    output:
      "N N::operator +(const N &) const\nN operator -(const N &,const N &)\nN::operator int() const\n7 3\nint N::operator ()(int) const\nint N::operator [](int) const\n6 15",
  },
  "default arguments stay default": {
    source: `int f(int a, int b = 5, int c = 6) { return a * 100 + b * 10 + c; }
int main() { printf("%d\\n", f(1)); printf("%d\\n", f(1, 2)); return 0; }`,
    aspects: `aspect A { advice call("% f(...)") : before() { printf("%d args, %d\\n", JoinPoint::ARGS, *tjp->arg<2>()); } };`,
    output: "1 args, 6\n156\n2 args, 6\n126",
    beyond: "can't read what is not written",
  },
  "arguments that are not written are not counted": {
    source: `struct C { int m(int a, int b = 4) { return a + b; } };
int f(int a, int b = 5) { return a * 10 + b; }
int main() { C c; printf("%d %d %d\\n", c.m(1), f(1), f(1, 2)); return 0; }`,
    aspects: `aspect A { advice call("% ...::%(int, int)") : before() { printf("%s %d\\n", tjp->signature(), JoinPoint::ARGS); }
  advice call("% ...::%(...)") && args("int") : before() { printf("one\\n"); }
  advice call("% ...::%(...)") && args(a, b) : before(int a, int b) { printf("%d and %d\\n", a, b); } };`,
    output: "int f(int,int) 2\n1 and 2\nint f(int,int) 1\none\nint C::m(int,int) 1\none\n5 15 12",
  },
  "reference arguments refer to the caller's object": {
    source: `void inc(int &a) { a++; }
int main() { int i = 1; inc(i); printf("%d\\n", i); return 0; }`,
    aspects: `aspect A { advice call("% inc(...)") : around() { tjp->proceed(); printf("now %d\\n", *tjp->arg<0>()); *tjp->arg<0>() += 10; } };`,
    output: "now 2\n12",
  },
  "converted arguments have the parameter's type": {
    source: `struct S { const char *t; S(const char *t) : t(t) {} };
int f(const S &s, long l, double d) { return s.t[0] + l + d; }
int main() { printf("%d\\n", f("abc", 'x', 3)); return 0; }`,
    aspects: `aspect A { advice call("% f(...)") : before() { printf("%s %ld %.1f\\n", tjp->arg<0>()->t, *tjp->arg<1>(), *tjp->arg<2>()); } };`,
    output: "abc 120 3.0\n220",
  },
  "calls in macros": {
    source: `#define TWICE(x) (f(x) + f((x) + 1))
int f(int a) { return a; }
int main() { printf("%d\\n", TWICE(1)); return 0; }`,
    aspects: `aspect A { int n; advice call("% f(...)") : before() { n++; } advice execution("% main(...)") : after() { printf("%d calls\\n", n); } };`,
    output: "3\n2 calls",
  },
  "calls without a blank before them": {
    source: `int n = 1; int f() { return n; } int g() { return 2; }
int k(int c) { if(c)return(f)();else return-n; }
int main(int c, char **) { int r = c>1?f():g(); switch(r){case 2:f();break;default:g();} r += c?n:r; printf("%d %d %d\\n", r, k(0), k(1)); return 0; }`,
    aspects: `aspect A { int n; advice call("% f()") || call("% g()") || get("int n") : around() { n++; tjp->proceed(); } advice builtin("% operator -(int)") : before() { printf("-"); } advice execution("% main(...)") : after() { printf("%d\\n", n); } };`,
    output: "-3 -1 1\n7",
    weaver: ["--data_joinpoints", "--builtin_operators"],
    beyond: "reads in the operands of ?: are no join points",
  },
  "callees in parentheses": {
    source: `struct S { int v; S(int a) : v(a) {} int m() { return v; } template <class T> T t(T a) { return a; } virtual int w(int a) { return a; } int self() { return (m)() + (this->m)(); } };
struct D : S { D() : S(5) {} int w(int a) { return a * 10; } int up() { return (S::w)(3); } };
namespace n { int g(int a) { return a + 1; } }
int f() { return 1; } template <class T> T id(T a) { return a; }
int main() { S s(1), *p = &s; D d; S *q = &d; int r = (f)() + (*f)() + (&f)() + ((n::g))(1) + (id<int>)(2) + (s.m)() + ((p)->m)() + (s.t<int>)(3) + (q->w)(1) + d.up() + s.self(); printf("%d\\n", r); return 0; }`,
    aspects: `aspect A { int n; advice call("% f()" || "% n::g(int)" || "% id(...)" || "% S::%(...)") : around() { n++; tjp->proceed(); } advice execution("% main(...)") : after() { printf("%d\\n", n); } };`,
    output: "27\n13",
    beyond: "writes calls that the compiler rejects",
  },
  "calls in lambdas": {
    source: `int f(int a) { return a + 1; }
int main() { auto l = [](int x) { return f(x) * 2; }; printf("%d\\n", l(1)); return 0; }`,
    aspects: `aspect A { advice call("% f(int)") : before() { printf("call\\n"); } };`,
    output: "call\n4",
    compiler: ["-std=gnu++17"],
  },
  "a function's call of itself": {
    source: `int fact(int n) { return n < 2 ? 1 : n * fact(n - 1); }
int main() { printf("%d\\n", fact(3)); return 0; }`,
    aspects: `aspect A { advice call("% fact(int)") : before() { printf("%d\\n", *tjp->arg<0>()); } };`,
    output: "3\n2\n1\n6",
    beyond: "writes code that does not compile ('::fact' has not been declared)",
  },
  "varargs calls": {
    source: `int main() { char c = 'x'; printf("%c %d\\n", c, 3); return 0; }`,
    aspects: `aspect A { int n; advice call("% printf(...)") && within("% main(...)") : around() { tjp->proceed(); if (*tjp->result() != 4) __builtin_abort(); } };`,
    output: "x 3",
  },
  "explicit template arguments and member templates": {
    source: `template <class T> T conv(int a) { return (T)a; }
struct M { template <class T> int size(T) { return sizeof(T); } };
int main() { M m; printf("%.1f %d\\n", conv<double>(3), m.size('c')); return 0; }`,
    aspects: `aspect A { advice call("% conv(...)") : before() { printf("conv\\n"); } advice call("% M::size(...)") : before() { printf("size\\n"); } };`,
    output: "size\nconv\n3.0 1",
  },
  "calls through pointers are not known": {
    source: `int f(int a) { return a; }
int main() { int (*p)(int) = f; printf("%d\\n", p(1)); return 0; }`,
    aspects: `aspect A { advice call("% f(int)") : before() { printf("call\\n"); } };`,
    output: "1",
  },
  "objects with operator ->": {
    source: `struct R { int v; void go(int a) { v += a; } int get() const { return v; } };
struct P { R *r; R *operator->() const { return r; } }; struct PP { P p; P &operator->() { return p; } };
int main() { R r = { 1 }; P p = { &r }; PP pp = { p }; p->go(1); pp->go(2); p->v = 5; pp->v += 1; printf("%d %d\\n", p->get(), r.v); return 0; }`,
    aspects: `aspect A { advice call("% R::%(...)") : before() { printf("%s %d\\n", tjp->signature(), tjp->target()->v); }
  advice get("int R::v") && within("% main()") : before() { printf("get\\n"); } advice set("int R::v") && within("% main()") : after() { printf("set %d\\n", tjp->target()->v); } };`,
    output: "void R::go(int) 1\nvoid R::go(int) 2\nset 5\nget\nset 6\nget\nint R::get() const 6\n6 6",
    beyond: "writes p->) for the object, which does not compile",
  },
  "operator -> itself": {
    source: `struct R { int v; void go(int a) { v += a; } }; struct P { R *r; int n; R *operator->() { n++; return r; } }; struct PP { P p; P &operator->() { return p; } };
int main() { R r = { 1 }; P p = { &r, 0 }; PP pp = { p }; p->go(1); pp->go(2); p->v = 5; printf("%d %d\\n", pp->v, p.n); return 0; }`,
    aspects: `aspect A { advice call("% P::operator ->()") : around() { tjp->proceed(); printf("-> %d\\n", (*tjp->result())->v); }
  advice call("% PP::operator ->()") : before() { printf("PP %d\\n", tjp->target()->p.n); } advice call("% R::go(int)") && args("int") : before() { printf("go\\n"); } };`,
    output: "-> 1\ngo\nPP 0\n-> 2\ngo\n-> 4\nPP 1\n-> 5\n5 2",
    beyond: "writes p->) for the object, which does not compile",
  },
  "the object comes before the arguments": {
    source: `struct S { S &f(int a) { return *this; } S &operator<<(int) { return *this; } int operator[](int) { return 0; } int operator()(int) { return 0; } };
struct F { int v; }; F &operator>>(F &f, int) { return f; } F &ff() { static F f; printf("F "); return f; }
S s; S &o(int n) { printf("o%d ", n); return s; } int a(int n) { printf("a%d ", n); return n; } struct V { int v; V(int v) : v(v) { printf("V "); } }; void keep(S &) {}
int main() { o(1).f(a(2)).f(a(3)); o(1) << a(2) << a(3); o(1)[a(2)]; o(3)(a(4)); ff() >> a(5) >> a(6); (&o(7))->f(a(8)); keep(o(9).f(V(1).v)); printf("\\n"); return 0; }`,
    aspects: `int n; aspect A { advice call("% S::%(...)" || "% operator >>(F &, int)") : around() { n++; tjp->proceed(); } advice execution("% main()") : after() { printf("%d\\n", n); } };`,
    output: "o1 a2 a3 o1 a2 a3 o1 a2 o3 a4 F a5 a6 o7 a8 o9 V \n10",
    beyond: "computes the arguments first",
  },
  "virtual calls count for the function that is named, not for its overriders": {
    source: `struct B { virtual int v(int a) { return a; } virtual ~B() {} }; struct D : B { int v(int a) { return a + 1; } }; int main() { D d; B *b = &d; b->v(1); d.v(1); d.B::v(1); return 0; }`,
    aspects: `aspect A { advice call("% D::v(int)") : before() { printf("D\\n"); } advice call("% B::v(int)") : before() { printf("B\\n"); } advice call(derived("% B::v(int)")) : before() { printf("any\\n"); } };`,
    output: "B\nany\nD\nany\nB\nany",
  },
  "constructions and operators new are no calls of functions": {
    source: `struct D { D(int) {} }; int main() { D d(1); D *p = new D(2); delete p; return 0; }`,
    aspects: `aspect A { advice call("% ...::%(...)") && !within("::A") : before() { printf("%s\\n", tjp->signature()); } };`,
    output: "",
    beyond: "can't read the pattern beside a class",
  },
  "results that can only be moved": {
    source: `struct N { N(const N &) = delete; N(N &&) = default; N(int a) : v(a) {} int v; }; N make(int a) { return N(a); } const N &same(const N &n) { return n; } int main() { N n = make(3); printf("%d %d\\n", n.v, same(n).v); return 0; }`,
    aspects: `aspect A { advice call("% make(...)") || execution("% make(...)") || call("% same(...)") : around() { printf("r\\n"); tjp->proceed(); } };`,
    output: "r\nr\nr\n3 3",
    beyond: "copies them",
  },
  "default arguments of static, const and overloaded functions as values": {
    source: `struct K { static int s(int a = 4) { return a; } int c(int a, int b = 2) const { return a + b; } int c(int a) { return a; } }; int f(int a, int b = 3); int f(int a, int b) { return a * b; } int main() { const K k = K(); printf("%d %d %d\\n", K::s(), k.c(1), f(2)); return 0; }`,
    aspects: `aspect A { advice call("% f(...)" || "% K::c(int, int)") : before() { printf("%s %d\\n", tjp->signature(), *tjp->arg<1>()); }
  advice call("% K::s(...)") : before() { printf("%s %d\\n", tjp->signature(), *(int *)tjp->arg(0)); } };`,
    output: "int f(int,int) 3\nint K::c(int,int) const 2\nint K::s(int) 4\n4 3 6",
    beyond: "can't read what is not written",
  },
  "temporaries of default arguments live as long as the caller's": {
    source: `#include <string>
namespace n { struct Name { const char *text; Name(const char *text) : text(text) {} ~Name() { text = "gone"; } };
const Name &pick(int a, const Name &b = Name("default")) { return b; }
struct Holder { static Name make(int i) { return Name(i == 3 ? "made" : "other"); } static const Name &of(const Name &x = make(3)) { return x; } const Name *at(const Name &x = Name("at")) const { return &x; } }; }
struct View { const char *s; View(const std::string &t) : s(t.c_str()) {} }; View view(const std::string &t = std::string("too long to be held in the object itself")) { return View(t); }
int main() { n::Holder h; printf("%s ", n::pick(1).text); printf("%s ", n::Holder::of().text); printf("%s ", h.at()->text); printf("%s\\n", view().s); return 0; }`,
    aspects: `aspect A { advice call("% ...::%(...)") && !call("% printf(...)") && within("% main()") : around() { printf("c "); tjp->proceed(); } };`,
    output: "c default c made c at c too long to be held in the object itself",
    beyond: "ends them with its wrapper: what they print is gone",
  },
  "a default that can't be named at the call, of a call that may give a reference to it": {
    source: `struct Name { const char *text; }; class Names { static Name hidden() { Name n = { "hidden" }; return n; } public: static const Name &get(const Name &x = hidden()) { return x; } };
int main() { printf("%s\\n", Names::get().text); return 0; }`,
    aspects: `aspect A { advice call("% Names::get(...)") : around() { printf("c "); tjp->proceed(); } };`,
    output:
      "main.cc:3:29: error[weft/weave/default-argument]: the call of 'get' leaves an argument to its default, in which 'hidden' can't be named at the call, and gives a reference that may be to it. Write the argument at the call, or advise the execution of the function.",
    beyond: "ends the temporary with its wrapper",
  },
  "names in default arguments mean what they mean at the declaration": {
    source: `int n = 5; enum Color { RED = 3, BLUE }; struct Opt { int v; Opt(int v = 9) : v(v) {} };
int f(int a, int b = n) { return a + b; }
namespace a { int n = 7; int one() { return 1; } int f(int x, int y = n + one()) { return x + y; } namespace b { int n = 100; int one() { return 50; } int call() { return f(1); } } 
  const Opt &pick(const Opt &o = Opt(n)) { static int k; k++; return o; } }
struct C { static int n; static int h() { return 30; } int f(int x, int y = n + h()) { return x + y; } int in() { int n = 1, h = 2; return f(n + h); } 
  private: static int p; enum { Q = 8 }; public: int g(int x = p + Q) { return x; } int gin(int p) { enum { Q = 99 }; return g() + p; } };
int C::n = 20; int C::p = 11;
struct D : C { int n; int call() { n = 1000; return f(n); } };
template <class T> struct Box { static T lim; T v; T get(T d = lim) { return d; } T in(int lim) { return get() + lim; } };
template <class T> T Box<T>::lim = 6;
int col(Color c = RED, Opt o = Opt()) { return c * 10 + o.v; }
template <class n> int tm(n x) { return f(x); }
int sz(unsigned long s = sizeof(Opt) + sizeof(n)) { return (int)s; }
int main() {
  int n = 1; enum { RED = 77 };  struct Opt { int w[9]; };
  printf("%d ", f(2)); printf("%d ", a::f(2)); printf("%d ", a::b::call());
  C c; printf("%d ", c.in()); printf("%d ", c.gin(5)); D d; printf("%d ", d.call());
  Box<int> b; printf("%d ", b.in(4)); printf("%d ", b.get()); printf("%d ", col()); printf("%d ", tm(1)); printf("%d ", sz());
  printf("%d %d ", a::pick().v, n);
  for (int n = 0; n < 1; n++) { printf("%d ", f(3)); } { using namespace a; printf("%d ", a::f(4)); }
  printf("\\n"); return 0;
}`,
    aspects: `aspect A { advice call("% ...::f(...)" || "% ...::get(...)" || "% col(...)" || "% C::g(...)" || "% sz(...)" || "% ...::pick(...)") : around() { tjp->arg(0); tjp->proceed(); } };`,
    output: "7 10 9 53 24 1050 10 6 39 6 8 7 1 8 12",
  },
  "a default that advice takes and that can't be named at the call": {
    source: `class C { static int hidden; public: static int get(int x = hidden) { return x; } }; int C::hidden = 2; int hidden = 1; int main() { printf("%d\\n", C::get()); return 0; }`,
    aspects: `aspect A { advice call("% C::get(...)") : before() { printf("%d ", *tjp->arg<0>()); } };`,
    output:
      "main.cc:2:149: error[weft/weave/default-argument]: the call of 'get' leaves an argument to its default, in which 'hidden' can't be named at the call, which the advice takes. Write the argument at the call, or advise the execution of the function.",
    beyond: "can't read what is not written",
  },
  "lambdas, and names of the compiler in default arguments": {
    source: `#include <stddef.h>
namespace n { int k = 3; struct K { int v; };
int where(int line = __builtin_LINE(), const char *text = NULL, int (*f)(int) = [](int x) { return x + k; }, size_t size = sizeof(struct K)) { return line + f(1) + (text == 0) + (int)size; } }
int main() { int k = 9, x = 7; printf("%d ", n::where()); printf("%d\\n", n::where(1, "", [](int x) { return x; })); return k + x - 16; }`,
    aspects: `aspect A { advice call("% n::where(...)") : around() { tjp->arg(0); tjp->proceed(); } };`,
    output: "14 6",
    compiler: ["-std=gnu++17"],
    beyond: "can't read what is not written",
  },
};
