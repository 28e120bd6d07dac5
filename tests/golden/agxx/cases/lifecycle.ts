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
    output: "made\nmade\n1",
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
  "copies and moves can't throw where the compiler's own can't: abstract bases, bases with protected constructors, arrays":
    {
      source: `#include <string>
#include <vector>
struct T { int v; T(int v) : v(v) {} T(const T &o) : v(o.v) { printf("copy "); } T(T &&o) noexcept : v(o.v) { printf("move "); } };
struct May { May() {} May(const May &) {} May(May &&) {} };
struct Poly { std::string s; virtual ~Poly() = default; Poly() = default; Poly(const Poly &) = default; Poly(Poly &&) = default; virtual int f() = 0; };
struct P : Poly { T t{1}; int f() { return 1; } };
class Prot { protected: Prot() {} Prot(Prot &&) noexcept {} Prot(const Prot &) {} ~Prot() {} };
struct Q : Prot { std::string s; };
class ProtMay { protected: ProtMay() {} ProtMay(ProtMay &&) {} ProtMay(const ProtMay &) {} ~ProtMay() {} };
struct R : ProtMay { std::string s; };
struct Arr { T a[2] = { 1, 2 }; T b[2][2] = { { 3, 4 }, { 5, 6 } }; std::string s[2]; };
struct ArrMay { May m[2]; };
struct PolyMay { May m; virtual int f() { return 2; } };
struct S : PolyMay { };
struct Deep : P { std::string z; };
template <int N> struct Tmp { std::string s[N]; };
template <class C> void grow() { std::vector<C> v; v.reserve(1); v.emplace_back(); v.emplace_back(); printf("| "); }
#define N(C) noexcept(C(static_cast<C &&>(*(C *)0))), noexcept(C(*(const C *)0))
int main() { grow<P>(); grow<Q>(); grow<R>(); grow<Arr>(); grow<ArrMay>(); grow<S>(); grow<Deep>();
  printf("%d%d %d%d %d%d %d%d %d%d %d%d %d%d %d%d\\n", N(P), N(Q), N(R), N(Arr), N(ArrMay), N(S), N(Deep), N(Tmp<3>)); Arr x; x.b[1][0].v = 9; Arr y = x; printf("%d %d %d\\n", y.a[1].v, y.b[1][0].v, y.b[1][1].v);
  Tmp<3> q; q.s[2] = "two"; Tmp<3> r = q; Tmp<3> z = static_cast<Tmp<3> &&>(r); printf("%s\\n", z.s[2].c_str()); return 0; }`,
      aspects: `aspect A { int n; advice construction("P" || "Q" || "R" || "Arr" || "ArrMay" || "S" || "Deep" || "Tmp<...>") : after() { n++; } };`,
      output:
        "move | | | move move move move move move | | | move | 10 10 00 10 00 00 10 10\ncopy copy copy copy copy copy 2 9 6\ntwo",
      compiler: ["-std=gnu++14"],
      beyond: "writes copy constructors that do not compile",
    },
  "arrays of objects are copied, of any number and in templates": {
    source: `struct E { int v; E() : v(0) {} E(const E &o) : v(o.v) { } };
template <int N> struct Tmp { E s[N]; E d[2][N]; };
struct Big { E e[100]; E m[3][3]; };
int main() { Tmp<3> q; q.s[2].v = 2; q.d[1][1].v = 7; Tmp<3> r = q; printf("%d %d\\n", r.s[2].v, r.d[1][1].v); Big b; b.e[99].v = 5; b.m[2][1].v = 4; Big c = b; printf("%d %d\\n", c.e[99].v, c.m[2][1].v); return 0; }`,
    aspects: `aspect A { int n; advice construction("Tmp" || "Big") : after() { printf("%s\\n", tjp->signature()); } };`,
    output: "Tmp::Tmp()\nTmp::Tmp(const Tmp &)\n2 7\nBig::Big()\nBig::Big(const Big &)\n5 4",
    compiler: ["-std=gnu++98"],
    beyond: "weaves no templates",
  },
};
