import type { RuleCases } from "./case.js";

/** Construction and destruction. */
export const LIFECYCLE: RuleCases = {
  "construction and destruction around the bodies": {
    source: `struct C { int a; C(int a) : a(a) { printf("C %d\\n", a); } ~C() { printf("~C\\n"); } };
int main() { C c(4); return 0; }`,
    aspects: `aspect A {
  advice construction("C") : before() { printf("before\\n"); }
  advice construction("C") : after() { printf("made %d, %s\\n", tjp->that()->a, tjp->signature()); }
  advice destruction("C") : before() { printf("dying %d\\n", tjp->that()->a); }
  advice destruction("C") : after() { printf("dead\\n"); } };`,
    output: "before\nC 4\nmade 4, C::C(int)\ndying 4\n~C\ndead",
  },
  "implicit ones are made explicit": {
    source: `struct M { M() { printf("M\\n"); } ~M() { printf("~M\\n"); } }; struct C { M m; };
int main() { C c; return 0; }`,
    aspects: `aspect A { advice construction("C") : before() { printf("construct\\n"); } advice destruction("C") : after() { printf("destruct\\n"); } };`,
    output: "M\nconstruct\ndestruct\n~M",
  },
  "copies are constructions": {
    source: `struct C { int v; C(int v) : v(v) {} C(const C &o) : v(o.v + 1) {} }; int main() { C a(1); C b(a); printf("%d\\n", b.v); return 0; }`,
    aspects: `aspect A { advice construction("C") : after() { printf("%d %s\\n", tjp->that()->v, JoinPoint::signature()); } };`,
    output: "1 C::C(int)\n2 C::C(const C &)\n2",
  },
  "around a construction": {
    source: `struct C { int v; C() : v(1) { v = 2; } }; int main() { C c; printf("%d\\n", c.v); return 0; }`,
    aspects: `aspect A { advice construction("C") : around() { printf("init %d\\n", tjp->that()->v); tjp->proceed(); tjp->that()->v++; } };`,
    output: "init 1\n3",
  },
  "derived classes construct their bases": {
    source: `struct B { B() {} virtual ~B() {} }; struct D : B { D() {} ~D() {} };
int main() { B *b = new D; delete b; return 0; }`,
    aspects: `aspect A { advice construction("B" || "D") : before() { printf("+%s\\n", tjp->signature()); } advice destruction(derived("B")) : before() { printf("-%s\\n", tjp->signature()); } };`,
    output: "+B::B()\n+D::D()\n-D::~D()\n-B::~B()",
  },
  "arguments of constructors": {
    source: `struct C { int v; C(int a, const char *t) : v(a) { printf("%s\\n", t); } }; int main() { C c(3, "text"); printf("%d\\n", c.v); return 0; }`,
    aspects: `aspect A { advice construction("C") && args(a, t) : before(int a, const char *t) { printf("%d %s\\n", a, t); } };`,
    output: "3 text\ntext\n3",
  },
  "objects counted over all ways to make them": {
    source: `struct C { int x; }; int main() { { C a; C b = a; C *c = new C(b); C d[2]; delete c; } return 0; }`,
    aspects: `aspect Count { int live, made; public: Count() : live(0), made(0) {}
  advice construction("C") : after() { live++; made++; }
  advice destruction("C") : after() { live--; }
  advice execution("% main()") : after() { printf("made %d, live %d\\n", made, live); } };`,
    output: "made 5, live 0",
  },
  "return in a constructor": {
    source: `struct C { C(int a) { if (a) return; printf("zero\\n"); } }; int main() { C c(1), d(0); return 0; }`,
    aspects: `aspect A { advice construction("C") : after() { printf("after\\n"); } };`,
    output: "after\nzero\nafter",
  },
  "within() a class holds its constructors": {
    source: `void f() {} struct C { C() { f(); } void m() { f(); } }; int main() { C c; c.m(); f(); return 0; }`,
    aspects: `aspect A { advice call("void f()") && within("C") : before() { printf("in C\\n"); } };`,
    output: "in C\nin C",
  },
  "copy constructors keep their signature": {
    source: `struct C { C() {} C(C &o) {} ~C() {} int a[2]; }; struct Agg { int x, y; }; int main() { C a; C b(a); Agg g; g.x = 1; return g.x - 1; }`,
    aspects: `aspect A { advice construction("C") : before() { printf("%s\\n", tjp->signature()); } advice destruction("C") : after() { printf("~\\n"); } };`,
    output: "C::C()\nC::C(C &)\n~\n~",
  },
  "C() fills what has no value with zeros, also where the constructor is made explicit": {
    source: `#include <new>
struct B {}; struct P { int a; }; struct D : B { int i; P p; int v[2][2]; union { int u; }; virtual ~D() {} };
int main() { alignas(D) char place[sizeof(D)]; for (char &c : place) c = 1; D *d = new (place) D(); printf("%d %d %d\\n", d->i, d->p.a, d->v[1][1]); return 0; }`,
    aspects: `aspect A { advice construction("D") : after() { printf("made\\n"); } };`,
    output: "made\n0 0 0",
    compiler: ["-std=gnu++17"],
    beyond: "what has no value keeps what was there",
  },
  "default constructors that can't throw say so, made explicit": {
    source: `struct M { M() noexcept {} }; struct T { T() {} }; struct C { int n = 3; M m; virtual void f() {} }; struct E { T t; virtual void f() {} }; struct F : C { M m[2]; };
static_assert(noexcept(C()) && !noexcept(E()) && noexcept(M()), ""); struct S { char c[6] = "hello"; }; static_assert(S{}.c[0] == 'h', "");
int main() { C c; E e; F f; S s; printf("%d\\n", c.n); return 0; }`,
    aspects: `aspect A { advice construction("%") : after() { printf("%s ", tjp->signature()); } };`,
    output: "M::M() C::C() T::T() E::E() M::M() C::C() M::M() M::M() F::F() 3",
    compiler: ["-std=gnu++17"],
    beyond: "they may throw there",
  },
  "copies of arrays of arrays of objects": {
    source: `struct M { int a; M() : a(1) {} M &operator=(const M &o) { a = o.a + 1; return *this; } }; struct C { M m[2][3]; }; int main() { C a; C b(a); printf("%d\\n", b.m[1][2].a); return 0; }`,
    aspects: `aspect A { advice construction("C") : after() { printf("made\\n"); } };`,
    output: "made\nmade\n2",
    beyond: "writes code that does not compile",
  },
  "parts that are declared with the key of their class": {
    source: `struct Links { Links *next; }; struct Item { struct Links links; class Item *up; enum { on } state; virtual ~Item() {} };
static_assert(noexcept(Item()), ""); int main() { Item i; i.links.next = &i.links; printf("%d\\n", i.links.next == &i.links); return 0; }`,
    aspects: `aspect A { advice construction("Item") : after() { printf("made\\n"); } };`,
    output: "made\n1",
    compiler: ["-std=gnu++11"],
    beyond: "makes constructors that may throw",
  },
};
