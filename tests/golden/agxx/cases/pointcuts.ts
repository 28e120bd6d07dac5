import type { RuleCases } from "./case.js";

const world = `namespace n { int f(int a) { return a; } struct K { int m() const { return 1; } int m(int a) { return a; } struct L { void x() {} }; virtual ~K() {} }; namespace in { void deep(unsigned a) {} } }
int f(int a) { return a; } static void hidden() {}
struct B { virtual int v(int a) { return a; } virtual ~B() {} }; struct D : B { int v(int a) { return a + 1; } }; struct E : D { int v(int a) { return a + 2; } };
int main() { n::f(1); n::K k; k.m(); k.m(1); n::K::L l; l.x(); n::in::deep(1); f(2); hidden(); B b; D d; E e; b.v(1); d.v(1); e.v(1); return 0; }`;

const at = (pointcut: string) =>
  `aspect A { advice execution(${pointcut}) && !execution("% main()") : before() { printf("%s\\n", tjp->signature()); } };`;

/** Objects from two units, told by their tables of virtual functions. */
function noRtti(name: string, options: readonly string[]): RuleCases {
  const classes = `struct B { virtual ~B() {} void m() { printf("m\\n"); } }; struct D : B { virtual void k(); }; struct M { virtual void z() {} int w; }; struct V { int q; };`;
  return {
    [`that and target without run-time type information, ${name}`]: {
      source: `${classes} void D::k() {} void other(); struct E : M, D, virtual V { void z() {} }; int main() { B b; D d; E e; B *p = &b; p->m(); p = &d; p->m(); p = &e; p->m(); other(); return 0; }`,
      more: [
        `${classes} namespace n { struct F : D { }; } namespace { struct G : n::F { int a; }; } struct H : B {}; void other() { n::F f; G g; H h; f.m(); g.m(); h.m(); }`,
      ],
      aspects: `aspect A { advice execution("void B::m()") && that("D") : before() { printf("a D\\n"); } advice call("void B::m()") && target("E") && within("int main()") : after() { printf("was an E\\n"); } };`,
      output: "m\na D\nm\na D\nm\nwas an E\na D\nm\na D\nm\nm",
      compiler: ["-fno-rtti", ...options],
      ...(options.includes("-m32") ? { beyond: "takes its own target for granted" } : {}),
    },
  };
}

/** Match expressions and pointcut functions: which functions of one small world they select. */
export const POINTCUTS: RuleCases = {
  "no scope means the global scope": { source: world, aspects: at('"% f(...)"'), output: "int f(int)" },
  "% in a scope pattern holds no global functions": {
    source: world,
    aspects: at('"%"'),
    output:
      "int n::f(int)\nint n::K::m() const\nint n::K::m(int)\nvoid n::K::L::x()\nvoid n::in::deep(unsigned int)\nint B::v(int)\nint D::v(int)\nint E::v(int)",
  },
  "... is any number of scopes": {
    source: world,
    aspects: at('"% n::...::%(...)"'),
    output:
      "int n::f(int)\nint n::K::m() const\nint n::K::m(int)\nvoid n::K::L::x()\nvoid n::in::deep(unsigned int)",
  },
  "a class does not hold its nested classes": {
    source: world,
    aspects: at('"n::K"'),
    output: "int n::K::m() const\nint n::K::m(int)",
  },
  "a namespace holds everything in it": {
    source: world,
    aspects: at('"n"'),
    output:
      "int n::f(int)\nint n::K::m() const\nint n::K::m(int)\nvoid n::K::L::x()\nvoid n::in::deep(unsigned int)",
  },
  "const asks for const, nothing asks for nothing": {
    source: world,
    aspects: at('"% ...::m(...) const"'),
    output: "int n::K::m() const",
  },
  "virtual holds the overriders, static internal linkage": {
    source: world,
    aspects: at('"virtual % ...::%(...)" || "static % %(...)"'),
    output: "void hidden()\nint B::v(int)\nint D::v(int)\nint E::v(int)",
  },
  "argument types": {
    source: world,
    aspects: at('"% ...::%(unsigned)"'),
    output: "void n::in::deep(unsigned int)",
  },
  "derived, classes and functions": {
    source: world,
    aspects: at('derived("D")'),
    output: "int D::v(int)\nint E::v(int)",
  },
  "base functions": {
    source: world,
    aspects: at('base("% E::v(int)")'),
    output: "int B::v(int)\nint D::v(int)",
  },
  "member at any depth": {
    source: world,
    aspects: at('member("n::K")'),
    output: "int n::K::m() const\nint n::K::m(int)\nvoid n::K::L::x()",
  },
  "result and args": {
    source: world,
    aspects: `aspect A { advice execution("% ...::%(...)") && result("int") && args("int") && !within("B" || "D" || "E") : before() { printf("%s\\n", tjp->signature()); } };`,
    output: "int n::f(int)\nint n::K::m(int)\nint f(int)",
  },
  "that with derived classes": {
    source: world,
    aspects: `aspect A { advice execution("% ...::v(int)") && that("D") : before() { printf("%s\\n", tjp->signature()); } };`,
    output: "int D::v(int)\nint E::v(int)",
  },
  "that is tested at run time where it must be": {
    source: `struct B { virtual ~B() {} void m() { printf("m\\n"); } }; struct D : B {}; int main() { B b; D d; b.m(); d.m(); return 0; }`,
    aspects: `aspect A { advice execution("void B::m()") && that("D") : before() { printf("a D\\n"); } };`,
    output: "m\na D\nm",
  },
  "target is tested at run time where it must be": {
    source: `struct B { virtual ~B() {} void m() { printf("m\\n"); } }; struct D : B {}; int main() { B b; D d; B *p = &b; p->m(); p = &d; p->m(); return 0; }`,
    aspects: `aspect A { advice call("void B::m()") && target("D") : before() { printf("a D\\n"); } };`,
    output: "m\na D\nm",
  },
  "a base of the object's class that its static class does not know": {
    source: `struct B { virtual ~B() {} void m() { printf("m\\n"); } }; struct Mixin { int a; }; struct D : B, Mixin {}; int main() { B b; D d; b.m(); d.m(); return 0; }`,
    aspects: `aspect A { advice execution("void B::m()") && that("Mixin") : before() { printf("mixed\\n"); } };`,
    output: "m\nmixed\nm",
    beyond: "asks only for classes derived from the static one",
  },
  ...noRtti("64 bit", ["-O2"]),
  ...noRtti("32 bit, gnu++98, freestanding", ["-m32", "-std=gnu++98", "-fno-exceptions", "-ffreestanding"]),
  ...noRtti("linked as one, gnu++17", ["-O2", "-flto", "-std=gnu++17"]),
  "classes that can't be told without run-time type information": {
    source: `struct B { virtual ~B() {} void m() {} }; struct D : B {}; template <class T> struct V : D { T t; }; int main() { V<int> v; v.m(); return 0; }`,
    aspects: `aspect A { advice execution("void B::m()") && that("D") : before() { printf("a D\\n"); } };`,
    output:
      "main.cc:2:86: error[weft/weave/class-test]: objects of 'V' can't be told by advice that asks for 'D': there is no run-time type information (-fno-rtti), and it is a template. Give it an ordinary base with virtual functions, define it outside functions and without template parameters, or compile with -frtti.",
    compiler: ["-fno-rtti"],
    beyond: "adds a virtual function",
  },
  "types are not converted": {
    source: `void a(unsigned) {} void b(unsigned long) {} void c(const int *) {} void d(int[3]) {} void e(int (int)) {} void f(const int) {}
int main() { a(1); b(1); c(0); d(0); e(0); f(0); return 0; }`,
    aspects: `aspect A { advice execution("void %(unsigned)" || "void %(int *)" || "void %(int (*)(int))" || "void %(int)") : before() { printf("%s\\n", tjp->signature()); } };`,
    output: "void a(unsigned int)\nvoid c(const int *)\nvoid d(int *)\nvoid e(int (*)(int))\nvoid f(int)",
  },
  "operators: %, %% and %%=": {
    source: `struct N { int v; N operator%(int a) { return *this; } N &operator%=(int a) { return *this; } N operator+(int a) { return *this; } };
int main() { N n; n % 1; n %= 1; n + 1; return 0; }`,
    aspects: `aspect A { advice execution("% N::operator %%(...)") : before() { printf("modulo\\n"); }
  advice execution("% N::operator %%=(...)") : before() { printf("modulo=\\n"); } advice execution("% N::operator %(...)") : after() { printf("any\\n"); } };`,
    output: "modulo\nany\nmodulo=\nany\nany",
  },
  "template arguments": {
    source: `template <class T> struct Box { T v; void put(T a) { v = a; } }; void use(Box<int> &a) {} void use(Box<char> &a) {}
int main() { Box<int> a; Box<char> b; use(a); use(b); return 0; }`,
    aspects: `aspect A { advice execution("void use(Box<int> &)") : before() { printf("int\\n"); } advice execution("void use(Box<...> &)") : before() { printf("some\\n"); } };`,
    output: "int\nsome\nsome",
  },
  "attributes select": {
    source: `namespace mine { } struct [[mine::hot]] H { void a() {} }; struct C { [[mine::hot]] void b() {} void c() {} };
int main() { H h; h.a(); C c; c.b(); c.c(); return 0; }`,
    aspects: `namespace mine { attribute hot(); }
aspect A { advice execution(mine::hot()) : before() { printf("%s\\n", tjp->signature()); } };`,
    output: "void H::a()\nvoid C::b()",
    weaver: ["--attributes"],
    compiler: ["-std=gnu++17", "-Wno-attributes"],
  },
  "attributes of namespaces and aspects": {
    source: `namespace mine { } namespace [[mine::hot]] n { void f() {} namespace m { struct S { struct T { void t() {} }; }; } } namespace n { void g() {} }
int main() { n::f(); n::g(); n::m::S::T().t(); return 0; }`,
    aspects: `namespace mine { attribute hot(); attribute outer(); attribute inner(); }
aspect [[mine::inner]] A { advice execution(mine::hot()) : before() { printf("%s\\n", tjp->signature()); } };
aspect [[mine::outer]] B { advice execution(mine::hot()) : before() { printf("outer "); } advice execution(mine::hot()) : order(mine::outer(), mine::inner()); };`,
    output: "outer void n::f()\nouter void n::g()\nouter void n::m::S::T::t()",
    weaver: ["--attributes"],
    compiler: ["-std=gnu++17", "-Wno-attributes"],
    beyond: "leaves one of the two aspects out at the first function",
  },
  "within a function": {
    source: `void g() {} void f() { g(); } int main() { g(); f(); return 0; }`,
    aspects: `aspect A { advice call("void g()") && within("void f()") : before() { printf("once\\n"); } };`,
    output: "once",
  },
  files: {
    source: `void f() {} int main() { f(); return 0; }`,
    aspects: `aspect A { advice execution(file("main.cc") && "% f()") : before() { printf("f\\n"); } advice execution(file("other.cc") && "% f()") : before() { printf("other\\n"); } };`,
    output: "f",
    beyond: "file() is Weft's own",
  },
  "cflow of an execution": {
    source: `void g() { printf("g\\n"); } void f() { g(); } int main() { g(); f(); g(); return 0; }`,
    aspects: `aspect A { advice execution("void g()") && cflow(execution("void f()")) : before() { printf("in f\\n"); } };`,
    output: "g\nin f\ng\ng",
  },
  "two cflows, recursion": {
    source: `void g() { printf("g\\n"); } void f() { g(); } void r(int n) { if (n) r(n - 1); else g(); } int main() { g(); f(); r(2); g(); return 0; }`,
    aspects: `aspect A { advice execution("void g()") && cflow(execution("void f()")) : before() { printf("in f\\n"); }
  advice execution("void g()") && cflow(execution("void r(int)")) : before() { printf("in r\\n"); } };`,
    output: "g\nin f\ng\nin r\ng\ng",
    beyond: "mixes up two cflows of one aspect",
  },
  "cflow counts for each thread": {
    source: `#include <pthread.h>
void g() { printf("g\\n"); } void *other(void *) { g(); return 0; } void f() { pthread_t t; pthread_create(&t, 0, other, 0); pthread_join(t, 0); g(); } int main() { f(); return 0; }`,
    aspects: `aspect A { advice execution("void g()") && cflow(execution("void f()")) : before() { printf("in f\\n"); } };`,
    output: "g\nin f\ng",
    compiler: ["-pthread"],
    beyond: "has one counter for all threads",
  },
  "cflow holds its own join points": {
    source: `void r(int n) { if (n) r(n - 1); } int main() { r(2); return 0; }`,
    aspects: `aspect A { advice cflow(call("void r(int)")) && call("void r(int)") : before() { printf("r\\n"); } };`,
    output: "r\nr\nr",
    beyond: "writes code that does not compile for a function's call of itself",
  },
  "calls and executions of one instance of a function template": {
    source: `template <class T> T twice(T a) { return a + a; } template <class T, int N> struct Row { T v[N]; }; template <class T, int N> int size(Row<T, N> &) { return N; } namespace n { struct K { template <class T> int as(T) { return 1; } }; }
int main() { Row<int, 3> r; Row<int, 4> q; n::K k; printf("%d %d %.1f %d %d\\n", twice(2), twice<int>(3), twice(1.5), size(r), size(q)); k.as(2L); k.as('c'); return 0; }`,
    aspects: `aspect A { advice call("% twice<double>(...)") : before() { printf("call double\\n"); }
  advice execution("% twice<int>(...)") : before() { printf("int\\n"); } advice execution("% size<int, 3>(...)") : before() { printf("three\\n"); } advice execution("% size<%, 4>(...)" || "% n::K::as<char>(...)") : before() { printf("four or char\\n"); } };`,
    output: "four or char\nthree\ncall double\nint\nint\n4 6 3.0 3 4\nfour or char",
    compiler: ["-std=gnu++98"],
    beyond: "does not weave into templates",
  },
  "executions of instances by patterns of their arguments": {
    source: `namespace n { template <class T> struct Box { T v; void put(T a) { v = a; } }; } struct My {}; struct Your {}; template <class T, int N = 2, class U = char> struct Three { void go() {} };
int main() { int i = 0; n::Box<int> a; n::Box<int *> b; n::Box<const char *> c; n::Box<unsigned long> u; n::Box<My> m; n::Box<Your> y; a.put(1); b.put(&i); c.put("x"); u.put(1); m.put(My()); y.put(Your()); Three<int> t; t.go(); Three<char, 3> t3; t3.go(); return 0; }`,
    aspects: `aspect A { advice execution("% n::Box<% *>::put(...)") : before() { printf("pointer\\n"); } advice execution("% n::Box<const % *>::put(...)") : before() { printf("to const\\n"); }
  advice execution("% n::%<unsigned %>::%(...)") : before() { printf("unsigned\\n"); } advice execution("% n::Box<M%>::put(...)") : before() { printf("M...\\n"); }
  advice execution("% Three<int, ...>::go()") : before() { printf("int first\\n"); } advice execution("% Three<%, 3, %>::go()") : before() { printf("three second\\n"); } };`,
    output: "pointer\npointer\nto const\nunsigned\nM...\nint first\nthree second",
    compiler: ["-std=gnu++98"],
    beyond: "does not weave into templates",
  },
  "executions of one instance of a template": {
    source: `namespace n { template <class T> struct Box { T v; void put(T a) { v = a; } T get() const { return v; } template <class U> void as(U u) { v = (T)u; } };
template <class T> struct Box<T *> { T *v; void put(T *a) { v = a; } }; template <> struct Box<char> { char v; void put(char a) { v = a; } }; }
template <class T> void through(n::Box<T> &b) { b.put(1); }
int main() { n::Box<int> a; n::Box<double> b; n::Box<unsigned long> l; int i = 0; n::Box<int *> c; n::Box<char> d; a.put(1); b.put(2); through(l); c.put(&i); d.put('x'); a.as(2.0); b.as(3); a.get(); return 0; }`,
    aspects: `aspect A { advice execution("% n::Box<int>::put(...)") : before() { printf("int\\n"); }
  advice execution("% n::Box<int *>::put(...)" || "% n::Box<unsigned long>::put(...)") : after() { printf("pointer or long %d\\n", (int)JoinPoint::ARGS); }
  advice execution("% n::Box<char>::put(...)") : before() { printf("char\\n"); }
  advice execution("% n::Box<double>::%(...)" && !"% n::Box<double>::put(...)") : before() { printf("double, not put\\n"); }
  advice execution("int n::Box<int>::get()" || "% n::Box<int>::get() const") : around() { tjp->proceed(); *tjp->result() = 7; printf("get\\n"); }
  advice execution("% n::Box<...>::put(...)") : before() { printf("put\\n"); } };`,
    output: "int\nput\nput\nput\npointer or long 1\nput\npointer or long 1\nchar\nput\ndouble, not put\nget",
    beyond: "does not weave into templates",
  },
  "an instance of a class template as a scope": {
    source: `template <class T> struct Base { T b; int low() { return 1; } };
template <class T> struct Box : Base<T> { T v; int n; static int made; Box() : v(0), n(0) { made++; } ~Box() {} T get() { n++; return v; } static int all() { return made + two(); } static int two() { return 2; } struct In { int z; int look() { return z; } }; In in; };
template <class T> int Box<T>::made = 0; template <class T> struct Box<T *> { T *p; T *at() { return p; } };
struct Der : Box<int> { int d() { return get() + n; } };
int main() { { Box<int> i; i.get(); i.low(); i.all(); i.in.look(); Box<char> c; c.get(); c.low(); c.all(); c.in.look(); Der d; d.d(); int k = 0; Box<int *> p; p.p = &k; p.at(); } return 0; }`,
    aspects: `aspect A { advice execution("Box<int>") : before() { printf("execution %s\\n", tjp->signature()); } advice execution(member("Box<char>")) : before() { printf("member %s\\n", tjp->signature()); }
  advice execution("Box<char>::In" || "Box<int *>") : before() { printf("one %s\\n", tjp->signature()); } advice construction("Box<int>") : after() { printf("made\\n"); } advice destruction("Box<char>") : before() { printf("gone\\n"); }
  advice call("% ...::two()") && within("Box<char>") : before() { printf("call\\n"); } };`,
    output:
      "made\nexecution T Box::get()\nexecution int Box::all()\nexecution int Box::two()\nmember T Box::get()\nmember int Box::all()\ncall\nmember int Box::two()\nmember int Box::In::look()\none int Box::In::look()\nmade\nexecution T Box::get()\none T *Box::at()\ngone",
    compiler: ["-std=gnu++98"],
    says: ["has no copy constructor that advice could run in, and a base that depends on a template"],
    beyond: "does not weave into templates",
  },
  "members of one instance, and objects of its class": {
    source: `template <class T> struct Base { int low() { return 1; } }; template <class T> struct Box : Base<T> { T v; int n; static int made; T get() { n++; made++; return v; } };
template <class T> int Box<T>::made = 0; template <class T> struct Far : Box<T> { int far() { return 3; } }; struct Der : Box<int> { int d() { return get(); } };
template <class T> struct V { virtual ~V() {} int up() { return 1; } }; template <class T> struct W : V<T> { int own() { return 2; } }; struct X : V<int> {};
int main() { Box<int> i; i.v = i.n = 0; i.get(); i.low(); Box<char> c; c.v = 0; c.n = 0; c.get(); c.low(); Far<int> f; f.v = 0; f.n = 0; f.far(); f.get(); Far<char> g; g.far(); Der d; d.v = 0; d.n = 0; d.d(); W<int> w; w.own(); w.up(); W<char> wc; wc.up(); X x; x.up(); return 0; }`,
    aspects: `aspect A { advice set("% Box<int>::n" || "% Box<char>::made") && within("% ...::get()") : before() { printf("set %s\\n", tjp->signature()); } advice get("% Box<...>::v") : before() { printf("get\\n"); }
  advice execution("% ...::%(...)") && that("Base<char>") : before() { printf("Base<char> %s\\n", tjp->signature()); } advice execution("% ...::far()") && that(b) : before(Box<int> &b) { printf("far %d\\n", b.n); }
  advice call("% ...::far()") && target("Box<char>") : before() { printf("far of char\\n"); } advice execution("% V<...>::up()") && that("X") : before() { printf("X\\n"); } advice execution("% V<...>::up()") && that("W<int>") : before() { printf("W<int>\\n"); } };`,
    output:
      "set int Box::n\nget\nBase<char> T Box::get()\nset int Box::made\nget\nBase<char> int Base::low()\nfar 0\nset int Box::n\nget\nfar of char\nBase<char> int Far::far()\nset int Box::n\nget\nW<int>\nX",
    weaver: ["--data_joinpoints"],
    compiler: ["-std=gnu++11"],
    beyond: "does not weave into templates",
  },
  ":: is everything": {
    source: `namespace n { void f() {} struct K { void m() {} }; } void g() {} int main() { n::f(); n::K().m(); g(); return 0; }`,
    aspects: `aspect A { advice execution("::") && !execution("% main()") : before() { printf("%s\\n", tjp->signature()); } };`,
    output: "void n::f()\nvoid n::K::m()\nvoid g()",
  },
  "unnamed namespaces": {
    source: `namespace { void f() {} struct K { void m() {} }; } namespace n { namespace { void g() {} } } int main() { f(); K().m(); n::g(); return 0; }`,
    aspects: `aspect A { advice execution("% <unnamed>::%(...)") : before() { printf("%s\\n", tjp->signature()); } advice execution("% n::...::%(...)") : before() { printf("n %s\\n", tjp->signature()); } };`,
    output: "void <unnamed>::f()\nn void n::<unnamed>::g()",
  },
  "function patterns hold no constructors and destructors": {
    source: `struct D { D(int) {} ~D() {} }; int main() { D d(1); return 0; }`,
    aspects: `aspect A { advice execution("% D::D(...)" || "% ...::%(...)") && !execution("% main()"): before() { printf("%s\\n", tjp->signature()); } };`,
    output: "",
  },
  "the listed parameters of varargs functions": {
    source: `#include <stdarg.h>
int nv(const char *, ...) { return 1; } int main() { nv("", 1, 2.0); return 0; }`,
    aspects: `aspect A { advice call("int nv(const char *)") : before() { printf("a\\n"); } advice call("int nv(const char *, ...)") : before() { printf("b %d\\n", (int)JoinPoint::ARGS); } advice call("int nv(...)") : before() { printf("c\\n"); } };`,
    output: "a\nb 3\nc",
  },
  "void is no parameter, ... any further ones": {
    source: `void f(void) {} void g() {} void h(int, int = 3) {} int main() { f(); g(); h(1); return 0; }`,
    aspects: `aspect A { advice execution("void %()") : before() { printf("a %s\\n", tjp->signature()); } advice execution("void %(void)") : before() { printf("b %s\\n", tjp->signature()); } advice execution("void %(int, ...)") : before() { printf("c %s\\n", tjp->signature()); } };`,
    output: "a void f()\nb void f()\na void g()\nb void g()\nc void h(int,int)",
  },
  "volatile asks for volatile": {
    source: `struct K { void a() volatile {} void b() const volatile {} void c() {} }; int main() { K k; k.a(); k.b(); k.c(); return 0; }`,
    aspects: `aspect A { advice execution("% K::%() volatile") : before() { printf("v %s\\n", tjp->signature()); } advice execution("% K::%() const") : before() { printf("c %s\\n", tjp->signature()); } advice execution("% K::%()") : before() { printf("any\\n"); } };`,
    output:
      "v void K::a() volatile\nany\nv void K::b() const volatile\nc void K::b() const volatile\nany\nany",
  },
  "pointers to members and conversions in patterns": {
    source: `struct K { int m(int) { return 0; } operator int() { return 1; } operator const char *() { return ""; } }; void f(int (K::*)(int)) {} int main() { f(&K::m); K k; int i = k; const char *p = k; return i - 1 + (p == 0); }`,
    aspects: `aspect A { advice execution("void f(int (K::*)(int))") : before() { printf("mp\\n"); } advice execution("% K::operator int()") : before() { printf("int\\n"); } advice execution("% K::operator %()") : before() { printf("any\\n"); } advice execution("% K::operator const char *()") : before() { printf("cc\\n"); } };`,
    output: "mp\nint\nany\nany\ncc",
  },
  "that() never holds in static and free functions": {
    source: `struct K { static void s() { printf("s\\n"); } void m() { printf("m\\n"); } }; void f() { printf("f\\n"); } int main() { K::s(); K().m(); f(); return 0; }`,
    aspects: `aspect A { advice execution("% ...::%()") && that("%") : before() { printf("that\\n"); } };`,
    output: "s\nthat\nm\nf",
  },
  "args() counts": {
    source: `void f() {} void g(int) {} void h(int, int) {} int main() { f(); g(1); h(1, 2); return 0; }`,
    aspects: `aspect A { advice execution("void %(...)") && args() : before() { printf("0\\n"); } advice execution("void %(...)") && args("%") : before() { printf("1\\n"); } advice execution("void %(...)") && args("int", "int") : before() { printf("2\\n"); } };`,
    output: "0\n1\n2",
  },
  "context variables take their exact type": {
    source: `void f(int) { printf("f\\n"); } void g(long) { printf("g\\n"); } int main() { f(1); g(2); return 0; }`,
    aspects: `aspect A { advice execution("void %(%)") && args(a) : before(int a) { printf("int %d\\n", a); } advice execution("void %(%)") && args(b) : before(long b) { printf("long %ld\\n", b); } };`,
    output: "int 1\nf\nlong 2\ng",
  },
  "objects as pointers, references, void pointers and of a derived class": {
    source: `struct B { int n; virtual void m() { printf("m\\n"); } virtual ~B() {} }; struct D : B {}; int main() { B b; b.n = 1; D d; d.n = 2; b.m(); d.m(); return 0; }`,
    aspects: `aspect A { advice execution("void B::m()") && that(o) : before(B *o) { printf("p%d\\n", o->n); } advice execution("void B::m()") && that(o) : before(B &o) { printf("r%d\\n", o.n); } advice call("void B::m()") && target(v) : before(void *v) { printf("v%d\\n", v != 0); } advice execution("void B::m()") && that(o) : before(D *o) { printf("D%d\\n", o->n); } };`,
    output: "v1\np1\nr1\nm\nv1\np2\nr2\nD2\nm",
  },
  "each arm of || binds on its own": {
    source: `void f(int a) {} void g(char, int b) {} int main() { f(1); g('x', 2); return 0; }`,
    aspects: `aspect A { advice (execution("void f(int)") && args(a)) || (execution("void g(char, int)") && args("char", a)) : before(int a) { printf("%d\\n", a); } };`,
    output: "1\n2",
    beyond: "binds only where all arms agree",
  },
  "a function's body stands in its class, not in the function": {
    source: `namespace n { struct C { void f() {} void m() { f(); } }; void g() { C().m(); } }
int main() { n::g(); return 0; }`,
    aspects: `aspect A {
  advice (execution("% n::...::%(...)") || call("% n::...::%(...)")) && within("% ...::%(...)") : before() { printf("function: %s\\n", tjp->signature()); }
  advice execution("% n::...::%(...)") && within("n::C") : before() { printf("class: %s\\n", tjp->signature()); }
  advice execution("% n::...::%(...)") && within("n") : before() { printf("namespace: %s\\n", tjp->signature()); } };`,
    output:
      "function: void n::g()\nnamespace: void n::g()\nfunction: void n::C::m()\nclass: void n::C::m()\nnamespace: void n::C::m()\nfunction: void n::C::f()\nclass: void n::C::f()\nnamespace: void n::C::f()",
  },
};
