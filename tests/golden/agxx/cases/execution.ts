import type { RuleCases } from "./case.js";

/** Advice on bodies of functions. */
export const EXECUTION: RuleCases = {
  "after advice changes a result that is a literal": {
    source: `unsigned char f(int a) { if (a) return 250; return (7); }
struct C { int n; int *g(int a) { if (a > 1) return &n; if (a) return 0; return 0; } };
int main() { C c; c.n = 3; printf("%d %d %d %d\\n", f(1), f(0), c.g(2) == &c.n, c.g(0) == &c.n); return 0; }`,
    aspects: `aspect A { advice execution("% f(...)") : after() { *tjp->result() += 10; }
  advice execution("% C::g(...)") : after() { if (!*tjp->result()) *tjp->result() = &tjp->that()->n; } };`,
    output: "4 17 1 1",
  },
  "before, after and around enclose a function body": {
    source: `int f(int a) { printf("f %d\\n", a); return a * 2; }
int main() { printf("%d\\n", f(3)); return 0; }`,
    aspects: `aspect A {
  advice execution("% f(...)") : before() { printf("before\\n"); }
  advice execution("% f(...)") : after() { printf("after %d\\n", *tjp->result()); }
  advice execution("% f(...)") : around() { printf("in\\n"); tjp->proceed(); *tjp->result() += 1; printf("out\\n"); }
};`,
    output: "before\nin\nf 3\nout\nafter 7\n7",
  },
  "an around advice that does not proceed sets the result": {
    source: `int f(int) { printf("never\\n"); return 1; }
int main() { printf("%d\\n", f(3)); return 0; }`,
    aspects: `aspect A { advice execution("% f(...)") : around() { *tjp->result() = 42; } };`,
    output: "42",
  },
  "arguments changed by advice reach the body and later advice": {
    source: `int f(int a, int b) { return a * 10 + b; }
int main() { printf("%d\\n", f(1, 2)); return 0; }`,
    aspects: `aspect A {
  advice execution("% f(...)") : before() { *tjp->arg<0>() = 5; }
  advice execution("% f(...)") && args(a, b) : before(int a, int b) { printf("%d %d\\n", a, b); }
  advice execution("% f(...)") && args(a, b) : after(int a, int b) { printf("after %d %d\\n", a, b); }
};`,
    output: "5 2\nafter 5 2\n52",
  },
  "members: static, const, virtual, private, defined outside": {
    source: `class C {
  int secret;
  int hidden(int a) { return a + secret; }
public:
  C() : secret(7) {}
  static int s(int a) { return a + 1; }
  int c(int a) const;
  virtual int v(int a) { return a + 3; }
  int run() { return hidden(1); }
};
int C::c(int a) const { return a + 2; }
struct D : C { int v(int a) { return C::v(a) + 100; } };
int main() { D d; C *c = &d; printf("%d %d %d %d\\n", C::s(1), c->c(1), c->v(1), c->run()); return 0; }`,
    aspects: `aspect A {
  advice execution("% C::%(...)" || "% D::%(...)") : before() { printf("> %s\\n", tjp->signature()); }
};`,
    output:
      "> int C::run()\n> int C::hidden(int)\n> int D::v(int)\n> int C::v(int)\n> int C::c(int) const\n> int C::s(int)\n2 3 104 8",
  },
  "that() is the object, null for static and free functions": {
    source: `struct C { int id; C(int i) : id(i) {} void m() {} static void s() {} };
void f() {}
int main() { C c(9); c.m(); C::s(); f(); return 0; }`,
    aspects: `aspect A {
  advice execution("void C::m()") && that(c) : before(C &c) { printf("m of %d\\n", c.id); }
  advice execution("void C::%()" || "void f()") : after() { printf("%s %s\\n", tjp->signature(), tjp->that() ? "that" : "null"); }
};`,
    output: "m of 9\nvoid C::m() that\nvoid C::s() null\nvoid f() null",
  },
  "aspects reach private members": {
    source: `class C { int secret; public: C() : secret(11) {} void m() {} };
int main() { C c; c.m(); return 0; }`,
    aspects: `aspect A { advice execution("void C::m()") : before() { printf("%d\\n", tjp->that()->secret++); }
  advice execution("void C::m()") && that(c) : after(C *c) { printf("%d\\n", c->secret); } };`,
    output: "11\n12",
  },
  "results: references, classes, pointers": {
    source: `struct P { int x, y; P(int a, int b) : x(a), y(b) {} };
static int g = 5;
int &ref() { return g; }
P make(int a) { return P(a, a + 1); }
const char *text() { return "text"; }
int main() { ref() = 8; P p = make(3); printf("%d %d %d %s\\n", g, p.x, p.y, text()); return 0; }`,
    aspects: `aspect A {
  advice execution("int &ref()") : after() { printf("ref %d\\n", **tjp->result()); }
  advice execution("P make(...)") : after() { printf("make %d\\n", tjp->result()->y); tjp->result()->y = 50; }
  advice execution("% text()") : around() { tjp->proceed(); printf("%s\\n", *tjp->result()); *tjp->result() = "other"; }
};`,
    output: "ref 5\nmake 4\ntext\n8 3 50 other",
  },
  "several returns, loops, nested blocks with destructors": {
    source: `struct S { const char *n; S(const char *n) : n(n) {} ~S() { printf("~%s\\n", n); } };
int f(int a) {
  S outer("outer");
  for (int i = 0; i < 3; i++) { S inner("inner"); if (i == a) return i; }
  { if (a > 10) return 10; }
  return -1;
}
int main() { printf("%d\\n", f(1)); printf("%d\\n", f(11)); return 0; }`,
    aspects: `aspect A { advice execution("% f(...)") : after() { printf("after %d\\n", *tjp->result()); } };`,
    output: "~inner\n~inner\n~outer\nafter 1\n1\n~inner\n~inner\n~inner\n~outer\nafter 10\n10",
  },
  "after runs on normal return only": {
    source: `int f(int a) { if (a) throw a; return 0; }
int main() { f(0); try { f(1); } catch (int i) { printf("caught %d\\n", i); } return 0; }`,
    aspects: `aspect A { advice execution("% f(...)") : after() { printf("after\\n"); } };`,
    output: "after\ncaught 1",
  },
  "default arguments, overloads, operators, conversions": {
    source: `struct N { int v; N(int v) : v(v) {} N operator+(const N &o) const { return N(v + o.v); } operator int() const { return v; }
  N &operator=(const N &o) { v = o.v; return *this; } };
int f(int a, int b = 7) { return a + b; }
double f(double a) { return a; }
int main() { N n(1), m(2); n = n + m; printf("%d %d %.1f\\n", (int)n, f(1), f(2.5)); return 0; }`,
    aspects: `aspect A {
  advice execution("% ...::operator %(...)") : before() { printf("%s\\n", tjp->signature()); }
  advice execution("int f(int, int)") : before() { printf("f %d\\n", *tjp->arg<1>()); }
  advice execution("double f(double)") : before() { printf("fd\\n"); }
};`,
    output:
      "N N::operator +(const N &) const\nN &N::operator =(const N &)\nfd\nf 7\nN::operator int() const\n3 8 2.5",
  },
  "namespaces, nested classes, anonymous namespaces": {
    source: `namespace n { namespace { int hid(int a) { return a; } } struct K { struct L { int m(int a) { return hid(a); } }; }; int f(int a) { K::L l; return l.m(a); } }
int main() { printf("%d\\n", n::f(4)); return 0; }`,
    aspects: `aspect A { advice execution("% n::...::%(...)") : before() { printf("%s\\n", tjp->signature()); } };`,
    output: "int n::f(int)\nint n::K::L::m(int)\nint n::<unnamed>::hid(int)\n4",
  },
  "proceed any number of times": {
    source: `static int n; int f(int a) { return a + ++n; }
int main() { printf("%d\\n", f(10)); return 0; }`,
    aspects: `aspect A { advice execution("% f(...)") : around() { for (int i = 0; i < 3; i++) tjp->proceed(); } };`,
    output: "13",
  },
  "action() can be kept and triggered": {
    source: `void f(int a) { printf("f %d\\n", a); }
int main() { f(1); return 0; }`,
    aspects: `aspect A {
  void later(AC::Action &action) { printf("later\\n"); action.trigger(); }
  advice execution("void f(...)") : around() { later(tjp->action()); printf("done\\n"); } };`,
    output: "later\nf 1\ndone",
  },
  "recursion is advised each time": {
    source: `int fact(int n) { return n < 2 ? 1 : n * fact(n - 1); }
int main() { printf("%d\\n", fact(4)); return 0; }`,
    aspects: `aspect A { int depth; public: A() : depth(0) {}
  advice execution("% fact(int)") : around() { printf("%d ", ++depth); tjp->proceed(); depth--; } };`,
    output: "1 2 3 4 24",
  },
  "varargs functions": {
    source: `#include <stdarg.h>
int sum(int n, ...) { va_list l; va_start(l, n); int s = 0; while (n--) s += va_arg(l, int); va_end(l); return s; }
int main() { printf("%d\\n", sum(3, 1, 2, 3)); return 0; }`,
    aspects: `aspect A { advice execution("% sum(int, ...)") : before() { printf("n %d\\n", *tjp->arg<0>()); }
  advice execution("% sum(...)") : after() { printf("s %d\\n", *tjp->result()); } };`,
    output: "n 3\ns 6\n6",
    beyond: "execution advice on varargs functions is refused there",
  },
  "around varargs functions": {
    source: `#include <stdarg.h>
struct C { int base; C(int b) : base(b) {} virtual int sum(int n, ...); virtual ~C() {} };
int C::sum(int n, ...) { va_list l; va_start(l, n); int s = base; while (n--) s += va_arg(l, int); va_end(l);
  va_start(l, n); s += va_arg(l, int); va_end(l); return s; }
void say(const char *format, ...) { va_list l; va_start(l, format); vprintf(format, l); va_end(l); }
void nothing(...) { printf("nothing\\n"); }
int main() { C c(100); say("%d %.1f %s\\n", c.sum(2, 1, 2), 1.5, "text"); nothing(1, 2); return 0; }`,
    aspects: `aspect A { advice execution("% ...::%(...)") && !execution("% main()") : around() {
    printf("> %s\\n", tjp->signature()); tjp->proceed(); printf("<\\n"); }
  advice execution("% C::sum(...)") : around() { tjp->proceed(); int first = *tjp->result(); tjp->proceed(); *tjp->result() += first; } };`,
    output:
      "> int C::sum(int,...)\n<\n> void say(const char *,...)\n208 1.5 text\n<\n> void nothing(...)\nnothing\n<",
    beyond: "execution advice on varargs functions is refused there",
  },
  "around varargs functions of templates": {
    source: `#include <stdarg.h>
template <int N> void put(char (&b)[N], const char *f, ...) { va_list l; va_start(l, f); __builtin_vsnprintf(b, N, f, l); va_end(l); }
template <class T> int none(...) { return sizeof(T); }
template <class T> struct B { T t; template <class U> double sum(U n, ...) { va_list l; va_start(l, n); double s = t; while (n-- > 0) s += va_arg(l, double); va_end(l); return s; } };
int main() { char b[30]; put(b, "%g %d %g", 1.5, 3, 2.5); B<int> x = { 1 }; printf("%s %g %d\\n", b, x.sum(2, .5, .25), none<short>(1, 2.)); return 0; }`,
    aspects: `int n; aspect A { advice execution("% ...::%(...)") && !execution("% main()") : around() { n++; tjp->proceed(); }
  advice execution("% main()") : after() { printf("%d\\n", n); } };`,
    output: "1.5 3 2.5 1.75 2\n3",
    beyond: "does not weave in templates",
  },
  "the end of main is a return of 0 under around advice": {
    source: `int main() { printf("main\\n"); }`,
    aspects: `aspect A { advice execution("% main()") : around() { tjp->proceed(); printf("%d\\n", *tjp->result()); } };`,
    output: "main\n0",
  },
  "main of a kernel has no result": {
    source: `extern "C" void exit(int); void main() { printf("main\\n"); exit(0); }`,
    aspects: `aspect A { advice execution("% main()") : around() { printf("before\\n"); tjp->proceed(); } };`,
    compiler: ["-ffreestanding"],
    output: "before\nmain",
    beyond: "takes no main without a result, freestanding or not",
  },
  "objects of const functions are taken as constant or not": {
    source: `struct C { int x; C(int x) : x(x) {} int m() const { return x; } };
int main() { C c(1); const C k(2); printf("%d %d\\n", c.m(), k.m()); return 0; }`,
    aspects: `aspect A { advice execution("% C::m(...)") && that(t) : before(C *t) { t->x += 10; }
  advice call("% C::m(...)") && target(t) : before(C &t) { t.x += 100; } };`,
    output: "111 112",
  },
  "templates are woven, each instance": {
    source: `template <class T> T twice(T a) { return a + a; }
template <class T> struct Box { T v; Box(T a) : v(a) {} T get() const { return v; } };
int main() { Box<int> b(4); printf("%d %.1f %d\\n", twice(2), twice(1.5), b.get()); return 0; }`,
    aspects: `aspect A { advice execution("% twice(...)") : before() { printf("twice %d\\n", (int)sizeof(typename JoinPoint::Result)); }
  advice execution("% Box<...>::get()") : after() { printf("get %d\\n", (int)*tjp->result()); } };`,
    output: "get 4\ntwice 8\ntwice 4\n4 3.0 4",
    beyond: "can't weave into templates",
  },
  "constexpr functions stay usable in constants": {
    source: `constexpr int sq(int a) { return a * a; }
int main(int argc, char **) { static_assert(sq(3) == 9, ""); int a[sq(2)]; printf("%d %d\\n", (int)(sizeof a / sizeof *a), sq(argc + 4)); return 0; }`,
    aspects: `aspect A { advice execution("% sq(int)") : before() { printf("sq %d\\n", *tjp->arg<0>()); } };`,
    output: "sq 5\n4 25",
    compiler: ["-std=gnu++17"],
    beyond: "can't weave into constexpr functions",
  },
  "main itself": {
    source: `int main(int argc, char **argv) { printf("main\\n"); return argc - 1; }`,
    aspects: `aspect A { advice execution("% main(...)") : before() { printf("start %d\\n", *tjp->arg<0>()); }
  advice execution("% main(...)") : after() { printf("end %d\\n", *tjp->result()); } };`,
    output: "start 1\nmain\nend 0",
  },
  "non-copyable results are passed on": {
    source: `#include <memory>
std::unique_ptr<int> make(int a) { return std::unique_ptr<int>(new int(a)); }
int main() { std::unique_ptr<int> p = make(6); printf("%d\\n", *p); return 0; }`,
    aspects: `aspect A { advice execution("% make(int)") : around() { printf("in\\n"); tjp->proceed(); printf("out %d\\n", **tjp->result()); } };`,
    output: "in\nout 6\n6",
    compiler: ["-std=gnu++17"],
    beyond: "move-only results of C++11 don't compile there",
  },
  "operators new and delete": {
    source: `#include <stdlib.h>
void *operator new(size_t n) { return malloc(n); } void operator delete(void *p) throw() { free(p); } void operator delete(void *p, size_t) throw() { free(p); }
struct K { static void *operator new(size_t n) { return malloc(n); } static void operator delete(void *p) { free(p); } int a; };
int main() { K *k = new K; delete k; return 0; }`,
    aspects: `aspect A { advice execution("% K::operator new(...)") : before() { printf("new\\n"); } advice execution("% K::operator delete(...)") : before() { printf("delete\\n"); } };`,
    output: "new\ndelete",
  },
  "operators new and delete of a class are static by themselves": {
    source: `#include <stdlib.h>
struct K { int a; void *operator new(size_t n) { printf("a "); return malloc(n); } void operator delete(void *p) { printf("b "); free(p); } };
int main() { K *k = new K; delete k; return 0; }`,
    aspects: `aspect A { advice execution("% K::operator %(...)") : around() { tjp->proceed(); printf("%s\\n", tjp->signature()); } };`,
    output: "a void *K::operator new(unsigned long int)\nb void K::operator delete(void *)",
  },
  "around and after of a function that throws": {
    source: `struct E {}; void f() { throw E(); } int main() { try { f(); } catch (E) { printf("caught\\n"); } return 0; }`,
    aspects: `aspect A { advice execution("void f()") : after() { printf("after\\n"); } advice execution("void f()") : around() { printf("around\\n"); tjp->proceed(); printf("not\\n"); } };`,
    output: "around\ncaught",
  },
  "friends that are defined in a class": {
    source: `struct C { friend int peek(C &c) { return c.v; } explicit C(int a) : v(a) {} private: int v; }; int peek(C &); int main() { C c(4); printf("%d\\n", peek(c)); return 0; }`,
    aspects: `aspect A { advice execution("% peek(...)") : around() { printf("peek\\n"); tjp->proceed(); } };`,
    output: "peek\n4",
    beyond: "writes code that does not compile",
  },
  "C linkage, arrays and functions as parameters": {
    source: `extern "C" int cf(int a[3], int (*g)(int), char const *const *v) { return a[0] + g(1); } static int one(int a) { return a; } int main() { int a[3] = { 5 }; printf("%d\\n", cf(a, one, 0)); return 0; }`,
    aspects: `aspect A { advice execution("% cf(...)") || call("% cf(...)") : around() { tjp->proceed(); *tjp->result() += (*tjp->arg<0>())[0]; printf("%s\\n", tjp->signature()); } };`,
    output:
      "int cf(int *,int (*)(int),const char *const *)\nint cf(int *,int (*)(int),const char *const *)\n16",
  },
  "functions of namespaces that are defined outside of them": {
    source: `namespace n { struct T { int a; }; int f(int); T g(T); namespace m { int h(); template <class U> U t(U); } }
int n::f(int a) { return a + 1; } n::T n::g(T t) { t.a++; return t; } namespace n { int m::h() { return 4; } } template <class U> U n::m::t(U u) { return u; }
int main() { n::T t = { 1 }; printf("%d %d %d %d\\n", n::f(1), n::g(t).a, n::m::h(), n::m::t(7)); return 0; }`,
    aspects: `aspect A { int c; public: A() : c(0) {} advice execution("% n::...::%(...)") : around() { c++; tjp->proceed(); } advice execution("% main()") : after() { printf("%d\\n", c); } };`,
    output: "2 2 4 7\n4",
    beyond: "can't weave into templates",
  },
  "names of functions in their bodies": {
    source: `struct C { C() { printf("%s ", __func__); } ~C() { printf("%s ", __FUNCTION__); } int operator+(int); static void s() { printf("%s ", __func__); } };
int C::operator+(int a) { printf("%s ", __func__); return a; } template <class T> void t(T) { printf("%s ", __func__); }
const char *f(const char *a) { struct L { const char *m() { return __func__; } } l; printf("%s %s %d ", a, l.m(), (int)sizeof __func__); return __func__; }
int main() { C c; c + 1; C::s(); t(1); printf("%s %s\\n", f(__func__), __func__); return 0; }`,
    aspects: `aspect A { advice execution("% ...::%(...)") || construction("C") || destruction("C") : around() { tjp->proceed(); } };`,
    output: "C operator+ s t main m 2 f main\n~C",
    beyond: "they are those of hidden functions",
  },
  "functions with functions in the arguments of their parameters' types": {
    source: `void foo(char) {} template <void (&)(char)> struct CB { int a; }; int g(CB<foo> i) { return i.a; } int main() { CB<foo> c; c.a = 3; printf("%d\\n", g(c)); return 0; }`,
    aspects: `aspect A { advice execution("% g(...)") : around() { printf("g\\n"); tjp->proceed(); } };`,
    output: "g\n3",
  },
  "parameters of templates that are pointers to functions and members": {
    source: `struct B { int n(int a) { return a; } }; int two() { return 2; } template <int (B::*M)(int)> int t() { B b; return (b.*M)(5); } template <int (*F)()> int u() { return F(); } int main() { printf("%d %d\\n", t<&B::n>(), u<two>()); return 0; }`,
    aspects: `aspect A { advice execution("% t(...)") || execution("% u(...)") : around() { printf("in "); tjp->proceed(); } };`,
    output: "in in 5 2",
    beyond: "can't weave into templates",
  },
  "templates whose instances give constants": {
    source: `template <class T> T f(T *a) { return *a; } int main() { const int a = 3; int b = 4; printf("%d %d\\n", f(&a), f(&b)); return 0; }`,
    aspects: `aspect A { advice execution("% f(...)") : around() { tjp->proceed(); } advice call("% f(...)") : around() { tjp->proceed(); } };`,
    output: "3 4",
    compiler: ["-Wno-ignored-qualifiers"],
    beyond: "can't weave into templates",
  },
  "instances of function templates as friends": {
    source: `template <class T> class K; template <class T> bool operator==(T a, const K<T> &b); template <class T> int peek(const K<T> &);
template <class T> class K { T v; public: K(T a) : v(a) {} friend bool operator==<T>(T a, const K &b); friend int peek <>(const K &); };
template <class T> bool operator==(T a, const K<T> &b) { return a == b.v; } template <class T> int peek(const K<T> &k) { return k.v; }
int main() { K<int> k(1); printf("%d %d\\n", 1 == k, peek(k)); return 0; }`,
    aspects: `aspect A { advice execution("% operator %(...)") || execution("% peek(...)") : around() { printf("in "); tjp->proceed(); } };`,
    output: "in in 1 1",
    beyond: "can't weave into templates",
  },
  "explicit specialisations of members of class templates keep their bodies": {
    source: `template <class T = int> struct B { virtual ~B() {} int f(); template <class U> int g(U); }; template <> int B<>::f() { return 1; } template <> template <class U> int B<>::g(U) { return 2; }
int main() { B<> b; printf("%d %d\\n", b.f(), b.g(1)); return 0; }`,
    aspects: `aspect A { advice execution("% ...::%(...)") : around() { tjp->proceed(); } };`,
    output: "1 2",
    says: ["an explicit specialisation of a member of a class template"],
    beyond: "can't weave into templates",
  },
  "atomic updates stay as they are": {
    source: `int s; void f() {
#pragma omp atomic
  s++;
  s += 2;
} int main() { f(); printf("%d\\n", s); return 0; }`,
    aspects: `aspect A { advice set("% ...::%") : before() { printf("set\\n"); } };`,
    output: "set\n3",
    says: ["advice in the statement behind '#pragma omp atomic'"],
    weaver: ["--data_joinpoints"],
    compiler: ["-fopenmp"],
    beyond: "writes code that does not compile",
  },
  "an aspect's own functions are join points": {
    source: `int work(int x) { return x + 1; } int main() { printf("%d\\n", work(1)); return 0; }`,
    aspects: `aspect Log { int n; public: Log() : n(0) {} void write(int k) { n += k; printf("%d ", n); flush(); } void flush() { printf("flush "); }
  static int twice(int a) { return 2 * a; } advice execution("% work(...)") : before() { write(twice(3)); } advice execution("% work(...)") : after() { write(1); } };
aspect Watch { advice execution("void Log::write(int)") && args(k) : around(int k) { printf("[%s ", JoinPoint::signature()); tjp->proceed(); printf("] "); }
  advice call("% Log::flush()") : before() { printf("call "); } advice execution("% ...::twice(...)") : after() { *tjp->result() += 4; } };`,
    output: "[void Log::write(int) 10 call flush ] [void Log::write(int) 11 call flush ] 2",
  },
  "patterns hold an aspect's functions, but not what makes its object": {
    source: `int work() { return 3; } int main() { printf("%d\\n", work()); return 0; }`,
    aspects: `aspect Log { int n; public: Log() { n = 1; } ~Log() {} void write() { printf("%d ", n++); } advice execution("% work()") : before() { write(); } };
aspect Watch { advice execution("% ...::%(...)") : before() { printf("%s, ", JoinPoint::signature()); } advice execution("% work()") : order("Watch", "Log"); };`,
    output: "int main(), int work(), void Log::write(), 1 3",
  },
  "functions of an aspect that another derives from are join points": {
    source: `int work() { return 3; } int main() { printf("%d\\n", work()); return 0; }`,
    aspects: `aspect Base { protected: void note(const char *s) { printf("%s ", s); } virtual void say() = 0; public: pointcut virtual where() = 0; advice where() : before() { say(); } };
aspect Own : public Base { pointcut where() = execution("% work()"); void say() { note("own"); } };
aspect Watch { advice execution("% Base::note(...)") || execution("% Own::say()") : before() { printf("%s, ", JoinPoint::signature()); } };`,
    output: "void Own::say(), void Base::note(const char *), own 3",
  },
};
