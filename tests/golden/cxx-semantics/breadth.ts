import type { CxxCases } from "./case.js";

export const BREADTH: CxxCases = {
  "function templates and members of class templates": {
    source: `template <class T> T larger(T a, T b) { if (a > b) return a; return b; }
template <class T> class Box { T t; public: Box(T x) : t(x) {} T get() const { return t; } void put(T x); };
template <class T> void Box<T>::put(T x) { t = x; }
int main() { Box<int> b(3); b.put(7); printf("%d %d %.1f\\n", b.get(), larger(3, 4), larger(2.5, 1.5)); }`,
    aspects: `aspect A { int n; public: A() : n(0) {} advice execution("% ...::%(...)") && !execution("% main(...)") : around() { tjp->proceed(); printf("%d ", ++n); } };`,
    output: "1 2 3 4 7 4 2.5",
    dialects: ["gnu++17"],
  },
  "reads and writes in what initialises variables of static storage": {
    source: `int g = 1; int A = g + 1; namespace n { static int B{g}; } struct S { static int s; }; int t = (g = 2); int S::s(g);
auto lambda = [](int x) { return g + x; }; int *p = &g; const int k = 3; static int sized[k];
int f() { static int z = g; static auto inner = [](int x) { g = x; return g; }; static int *q = &g; return z + inner(5) + *q; }
int main() { printf("main %d ", A + n::B + S::s + t + lambda(1) + (int)(sizeof sized / sizeof *sized) + *p); printf("%d %d\\n", f(), f()); }`,
    aspects: `aspect X { advice get("% g") : before() { printf("r"); } advice set("% g") : after() { printf("w"); } };`,
    output: "rrwrrmain 15 rwrwr12 12",
    dialects: ["gnu++17"],
  },
  "functions that only an auto parameter makes templates": {
    source: `template <class T> concept Any = true; static int g(int x) { return x; }
int f(auto x) { return g(x); } auto h(const auto &x, int y) { return x + y; } template <class U> U k(U u, auto) { return u; } int pre(auto x); int pre(auto x) { return x; } int un(auto) { return 3; } void none(auto *x) { *x = g(7); }
struct S { int z; int m(auto x) { return x + z; } static int st(auto x) { return x; } int out(auto x) const; int up() { return pr(1); } int operator()(auto x) { return x; } private: [[nodiscard]] int pr(auto x) const { return z + x; } }; int S::out(auto x) const { return x; }
template <class T> struct B { T t; int m(auto x); template <class U> U two(U u, auto x); }; template <class T> int B<T>::m(auto x) { return x + t; } template <class T> template <class U> U B<T>::two(U u, auto x) { return u + x; }
namespace n { int in(Any auto x) { return x; } static inline auto tr(auto &&x) -> int { return x; } int pk(auto... x) { return (0 + ... + x); } constexpr int ce(auto x) { return x; } int rq(auto x) requires (sizeof(x) > 1) { return x; } decltype(auto) da(auto &x) { return (x); } } static_assert(n::ce(3) == 3);
int main() { int i = 4; S s = { 1 }; B<int> b = { 1 }; int all = f(1) + f(2.0) + h(1, 2) + k(1, 2) + pre(1) + un(1); none(&i); all += i; printf("%d ", all); all = s.m(1) + S::st(2) + s.out(3) + s.up() + s(1); printf("%d ", all); all = b.m(1) + b.two(1, 2); printf("%d ", all); all = n::in(1) + n::tr(i) + n::pk(1, 2, 3) + n::ce(4) + n::rq(2); n::da(i) = 5; printf("%d %d\\n", all, i); }`,
    aspects: `aspect A { public: static int before, after, around, called, own; advice execution("% ...::%(...)") && !execution("% main()" || "% g(...)") : before() { before++; } advice execution("% ...::%(...)") && !execution("% main()" || "% g(...)") : after() { after++; }
  advice execution("% ...::%(...)") && !execution("% main()" || "% g(...)") : around() { tjp->proceed(); around++; } advice call("% g(...)") : before() { called++; } advice execution("S") || within("B<...>") && execution("% ...::%(...)") : before() { own++; }
  advice execution("% main()") : after() { printf("%d %d %d %d %d\\n", before, after, around, called, own); } }; int A::before; int A::after; int A::around; int A::called; int A::own;`,
    output: "18 10 5 20 5\n21 21 21 3 8",
    dialects: ["gnu++20"],
  },
  "bases that are instances of templates": {
    source: `template <class T> struct Root { int r() { return 0; } virtual int vf() { return 1; } static int st() { return 0; } virtual ~Root() {} }; template <class T> struct Base : Root<T> { T v; Base() : v(0) {} int m() { return 1; } int vf() { return 2; } };
namespace n { struct Der : Base<int> { int d() { return 2; } int vf() { return 3; } }; } template <class T> struct Far : Base<T> { int f() { return 0; } }; template <int N> struct R : R<N - 1> { int s() { return N; } }; template <> struct R<0> { int s() { return 0; } };
int main() { Base<char> c; c.m(); c.r(); c.vf(); c.st(); printf("-"); Base<int> i; i.m(); i.r(); i.vf(); i.st(); printf("-"); n::Der d; d.m(); d.d(); d.r(); d.vf(); printf("-"); Far<char> f; f.f(); f.m(); Base<long> l; l.m(); printf("-"); R<3> r; r.s(); r.R<2>::s(); r.R<1>::s(); r.R<0>::s(); R<4> q; q.s(); printf("\\n"); }`,
    aspects: `aspect A { advice execution(base("n::Der")) : before() { printf("e"); } advice execution("% ...::%(...)") && within(base("Far<char>")) : before() { printf("w"); } advice execution(member(base("n::Der"))) : after() { printf("m"); }
  advice call(base("n::Der")) : before() { printf("c"); } advice execution(base("% n::Der::vf()")) : before() { printf("v"); } advice execution(base("R<3>")) : before() { printf("r"); } advice execution(!base("n::Der") && "% Base<...>::m()") : before() { printf("n"); } };`,
    output: "wnwww-cemcemcevmcem-cemcem-wnn-rrr",
  },
  "objects of instances that the unit names nowhere": {
    source: `struct V { virtual ~V() {} int up() { return 1; } }; template <class T> struct B { T b; B() : b() {} virtual ~B() {} int low() { return 0; } }; template <class T> struct W : V, B<T> { T v; W(T a) : v(a) {} int m() { return 1; } }; template <class T> struct X : W<T> { X(T t) : W<T>(t) {} };
template <class T> void thru(T t) { W<T> w(t); V *p = &w; p->up(); B<T> *b = &w; b->low(); X<T> x(t); x.m(); p = &x; p->up(); }
int main() { V v; v.up(); thru(1); printf("-"); thru(2.0); printf("\\n"); }`,
    aspects: `aspect A { advice execution("% ...::up()") && that("W<int>") : before() { printf("t"); } advice execution(base("W<int>")) : before() { printf("b"); } advice execution("% V::up()") && that(w) : before(W<int> &w) { printf("%d", w.v); } advice execution("% B<...>::low()") && that("W<int>") : before() { printf("l"); }
  advice execution("% ...::m()") && within("W<int>") : before() { printf("w"); } advice execution("W<int>") : before() { printf("e"); } advice execution("% V::up()") && that("W<Nowhere>") : before() { printf("no"); } };`,
    output: "btb1blwetb1-bb",
  },
  "objects of instances that are deduced or stand behind a typedef": {
    source: `struct V { virtual ~V() {} int up() { return 1; } }; template <class T> struct W : V { T v; W(T a) : v(a) {} int m() { return 1; } }; template <class T> struct Y : V { T v; Y(T a) : v(a) {} };
typedef Y<int> YI; int main() { W w(1); w.up(); w.m(); W u(2.0); u.up(); u.m(); printf("-"); V *y = new YI(3); y->up(); delete y; printf("\\n"); }`,
    aspects: `aspect A { advice execution("% ...::up()") && (that("W<int>") || that("Y<int>")) : before() { printf("t"); } advice execution("% V::up()") && that(w) : before(W<int> &w) { printf("%d", w.v); } advice call("% ...::up()") && target("W<int>") : before() { printf("c"); }
  advice execution("% ...::m()") && that("W<int>") : before() { printf("m"); } advice execution("% ...::m()") && within("W<double>") : before() { printf("d"); } };`,
    output: "ct1md-t",
    dialects: ["gnu++17"],
  },
  "operators, conversions and overloads": {
    source: `struct N { int v; N(int x) : v(x) {} N operator+(const N &o) const { return N(v + o.v); } operator int() const { return v; } int operator[](int i) const { return v * i; } int operator()(int a) { return v - a; } N &operator++() { ++v; return *this; } };
static N operator-(const N &a, const N &b) { return N(a.v - b.v); } static int f(int) { return 1; } static int f(double) { return 2; } static int f(const char *) { return 3; }
int main() { N a(5), b(2); int s = a + b, d = a - b; ++a; printf("%d %d %d %d %d %d%d%d\\n", s, d, a[3], a(1), (int)a, f(1), f(1.0), f("")); }`,
    aspects: `aspect A { public: static int n; advice call("% ...::operator %(...)" || "% f(...)") : around() { tjp->proceed(); ++n; } advice execution("% main()") : after() { printf("%d\\n", n); } }; int A::n;`,
    output: "7 3 18 5 6 123\n11",
  },
  "default arguments, by value and by reference": {
    source: `static int f(int a, int b = 2, const int &c = 3) { return a + b * 10 + c * 100; }
int main() { printf("%d %d\\n", f(1), f(1, 5)); }`,
    aspects: `aspect A { advice call("% f(...)") : before() { *tjp->arg<1>() += 1; } };`,
    output: "331 361",
  },
  "temporaries live as long as before": {
    source: `struct T { int v; T(int x) : v(x) { printf("+%d ", v); } ~T() { printf("-%d ", v); } };
static const T &same(const T &t) { return t; } static int val(const T &t) { return t.v; }
int main() { printf("%d\\n", val(same(T(4)))); }`,
    aspects: `aspect A { advice call("% same(...)" || "% val(...)") : around() { tjp->proceed(); printf("(%s) ", tjp->signature()); } };`,
    output: "+4 (const T &same(const T &)) (int val(const T &)) 4\n-4",
  },
  "arguments that can only be moved": {
    source: `struct U { int *p; U(int *q) : p(q) {} U(U &&o) : p(o.p) { o.p = 0; } U(const U &) = delete; };
static int take(U u) { return *u.p; } static U make(int *p) { return U(p); }
int main() { int x = 9; printf("%d\\n", take(make(&x))); }`,
    aspects: `aspect A { advice call("% take(...)" || "% make(...)") || execution("% take(...)") : before() { printf("b "); } advice call("% take(...)") : around() { tjp->proceed(); } };`,
    output: "b b b 9",
    dialects: ["gnu++11", "gnu++17"],
  },
  "lambdas, and calls from them": {
    source: `static int f(int a) { return a + 1; } int main() { int k = 3; auto l = [&](int x) { return f(x) + k; }; printf("%d\\n", l(1)); }`,
    aspects: `aspect A { advice call("% f(...)") : before() { printf("call %d\\n", *tjp->arg<0>()); } };`,
    output: "call 1\n5",
    dialects: ["gnu++17"],
  },
  "constexpr functions stay constants": {
    source: `constexpr int sq(int x) { return x * x; } constexpr int both(int x) { return sq(x) + 1; } char room[both(2)]; static_assert(sizeof room == 5, "");
int main(int n, char **) { printf("%d %d\\n", (int)sizeof room, both(n + 2)); }`,
    aspects: `aspect A { advice execution("% sq(...)") : around() { printf("sq "); tjp->proceed(); } advice call("% sq(...)") : before() { printf("call "); } advice execution("% both(...)") : after() { printf("both "); } };`,
    output: "call sq both 5 10",
    dialects: ["gnu++11", "gnu++14", "gnu++17"],
  },
  "function-try-blocks, extern C, varargs, volatile": {
    source: `#include <stdarg.h>
extern "C" int c_sum(int n, ...) { va_list l; va_start(l, n); int s = 0; while (n--) s += va_arg(l, int); va_end(l); return s; }
static int guarded(int a) try { if (a) throw 1; return 2; } catch (int) { return 3; }
static int vol(volatile int *p) { return *p; }
int main() { volatile int v = 4; printf("%d %d %d %d\\n", c_sum(2, 3, 4), guarded(0), guarded(1), vol(&v)); }`,
    aspects: `aspect A { public: static int n; advice execution("% c_sum(...)" || "% guarded(...)" || "% vol(...)") : before() { n++; } advice execution("% c_sum(...)" || "% guarded(...)") : after() { n += 10; } advice execution("% guarded(...)" || "% vol(...)") : around() { tjp->proceed(); n += 100; } advice call("% c_sum(...)") : around() { tjp->proceed(); ++*tjp->result(); } advice execution("% main()") : after() { printf("%d\\n", n); } }; int A::n;`,
    output: "8 2 3 4\n334",
  },
  "anonymous namespaces, nested and local classes, unnamed parameters": {
    source: `namespace { struct H { int v; int get() { return v; } }; int hidden(H h, int) { return h.get(); } }
struct O { class I { int k; public: I() : k(6) {} int in(int) { return k; } }; };
int main() { struct L { int f(int a) { return a + 1; } } l; H h = { 3 }; O::I i; int a = hidden(h, 1); int b = i.in(0); printf("%d %d %d\\n", a, b, l.f(4)); }`,
    aspects: `aspect A { advice execution("% ...::get()" || "% ...::hidden(...)" || "% O::I::in(...)") : around() { tjp->proceed(); printf("x"); } advice call("% ...::hidden(...)" || "% O::I::in(...)") : after() { printf("y"); } };`,
    output: "xxyxy3 6 5",
    dialects: ["gnu++17"],
  },
  "friends defined in a class, macros, statement expressions": {
    source: `#define TWICE(x) ((x) + (x))
class M { int v; public: M(int x) : v(x) {} friend int look(const M &m) { return m.v; } }; static int f(int a) { return a; }
int main() { M m(4); int a = TWICE(f(2)); int b = ({ int t = f(3); t * 2; }); printf("%d %d %d\\n", a, b, look(m)); }`,
    aspects: `aspect A { public: static int n; advice call("% f(...)") || execution("% ...::look(...)") : before() { n++; } advice execution("% main()") : after() { printf("%d\\n", n); } }; int A::n;`,
    output: "4 6 4\n4",
  },
  "reads, writes and references of members, globals and bit-fields": {
    source: `class Q { int priv; public: Q() : priv(6) {} int rd() { return priv; } void wr(int v) { priv = v; priv += 2; priv++; } };
struct S { int f; unsigned bits : 3; int arr[4]; static int sm; }; int S::sm = 4; static int g = 10;
static int take(int &r) { return r; }
int main() { S s; S *p = &s; p->f = g; (p->f = 3) += 4; s.bits = 5; s.arr[2] = 9; S::sm++; Q q; q.wr(3); printf("%d %d %d %d %d %d\\n", p->f, s.bits, s.arr[2], S::sm, q.rd(), take(g)); }`,
    aspects: `aspect A { public: static int gets, sets, refs; advice get("% ...::%") : after() { gets++; } advice set("% ...::%") : before() { sets++; } advice ref("% ...::%") : before() { refs++; }
  advice set("% S::arr") : before() { *tjp->arg<0>() += tjp->idx<0>(); } advice get("% Q::priv") : around() { tjp->proceed(); *tjp->result() += 0; }
  advice execution("% main()") : after() { printf("%d %d %d\\n", gets, sets, refs); } }; int A::gets; int A::sets; int A::refs;`,
    output: "7 5 11 5 6 10\n9 8 1",
  },
  "generic advice hands the join point to templates": {
    source: `static int f(int a, char b) { return a + b; } static void g() {} int main() { f(3, 'A'); g(); }`,
    aspects: `template <class JP, int N> struct Args { static void print(JP *tjp) { Args<JP, N - 1>::print(tjp); printf("%d ", (int)*tjp->template arg<N - 1>()); } };
template <class JP> struct Args<JP, 0> { static void print(JP *) {} };
aspect A { advice execution("% f(...)" || "% g(...)") : before() { Args<JoinPoint, JoinPoint::ARGS>::print(tjp); printf("%s\\n", tjp->signature()); } };`,
    output: "3 65 int f(int,char)\nvoid g()",
  },
};
