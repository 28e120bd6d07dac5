import type { RuleCases } from "./case.js";

/** Slices. */
export const INTRODUCTIONS: RuleCases = {
  "members and functions from a slice": {
    source: `struct C { int a; }; int main() { C c; c.b = 4; c.a = 1; printf("%d %d\\n", c.sum(), (int)(sizeof(C) / sizeof(int))); return 0; }`,
    aspects: `slice struct S { int b; int sum() { return a + b; } };
aspect A { advice "C" : slice S; };`,
    output: "5 2",
  },
  "an anonymous slice in the advice": {
    source: `struct C { }; int main() { C c; c.n = 3; printf("%d\\n", c.twice()); return 0; }`,
    aspects: `aspect A { advice "C" : slice struct { int n; int twice() const { return 2 * n; } }; };`,
    output: "6",
  },
  "a base class": {
    source: `struct B { int id() { return 7; } }; struct C { }; int main() { C c; printf("%d\\n", c.id()); return 0; }`,
    aspects: `aspect A { advice "C" : slice class : public B; };`,
    output: "7",
  },
  "a further base class": {
    source: `struct B { int b; B() : b(2) {} }; struct I { virtual int i() { return 3; } virtual ~I() {} }; struct C : B { };
int main() { C c; I *p = &c; printf("%d %d\\n", c.b, p->i()); return 0; }`,
    aspects: `aspect A { advice "C" : slice class : public I { public: int i() { return b * 10; } }; };`,
    output: "2 20",
    beyond: "loses the base that the class has",
  },
  "access: private in slice class, public in slice struct": {
    source: `class C { public: int run(); }; int C::run() { p = 1; q = 2; return p + q; } int main() { C c; c.q = 0; printf("%d\\n", c.run()); return 0; }`,
    aspects: `aspect A { advice "C" : slice class { int p; }; advice "C" : slice struct { int q; }; };`,
    output: "3",
  },
  "static members, nested types, enums, typedefs, constructors": {
    source: `struct C { }; int main() { C c(5); C::In in; in.x = C::Two; C::number n = c.v; C::count = 3; printf("%d %d %d\\n", n, in.x, C::count); return 0; }`,
    aspects: `slice struct S { struct In { int x; }; enum { One = 1, Two }; typedef int number; static int count; int v; C(int a) : v(a) {} };
slice int S::count = 0;
aspect A { advice "C" : slice S; };`,
    output: "5 2 3",
  },
  "non-inline members": {
    source: `struct C { int a; }; int main() { C c; c.a = 4; printf("%d\\n", c.later(2)); return 0; }`,
    aspects: `slice struct S { int later(int b); };
slice int S::later(int b) { return a * b; }
aspect A { advice "C" : slice S; };`,
    output: "8",
  },
  "several targets": {
    source: `struct X1 { }; struct X2 { }; struct Y { }; int main() { X1 a; X2 b; a.n = 1; b.n = 2; printf("%d %d\\n", a.n + b.n, (int)sizeof(Y)); return 0; }`,
    aspects: `aspect A { advice "X%" : slice struct { int n; }; };`,
    output: "3 1",
  },
  "several slices are ordered": {
    source: `struct C { }; int main() { C c; printf("%d\\n", (int)((char *)&c.first < (char *)&c.second)); return 0; }`,
    aspects: `aspect A { advice "C" : slice struct { int second; }; };
aspect B { advice "C" : slice struct { int first; }; advice "C" : order("B", "A"); };`,
    output: "1",
  },
  "introduced functions are advised": {
    source: `struct C { }; int main() { C c; c.hello(); return 0; }`,
    aspects: `aspect A { advice "C" : slice struct { void hello() { printf("hello\\n"); } };
  advice execution("% C::hello()") : before() { printf("before %s\\n", tjp->signature()); }
  advice call("% C::hello()") : before() { printf("call\\n"); } };`,
    output: "call\nbefore void C::hello()\nhello",
  },
  "introduction into introduced classes": {
    source: `struct C { }; int main() { C::In in; in.x = 1; in.y = 2; printf("%d\\n", in.x + in.y); return 0; }`,
    aspects: `aspect A { advice "C" : slice struct { struct In { int x; }; }; advice "C::In" : slice struct { int y; }; };`,
    output: "3",
  },
  "interface and implementation in one aspect": {
    source: `struct Button { const char *n; Button(const char *n) : n(n) {} void click() { printf("click %s\\n", n); } };
int main() { Button b("ok"); b.click(); return 0; }`,
    aspects: `struct Listener { virtual void clicked(const char *n) = 0; };
struct Printer : Listener { void clicked(const char *n) { printf("heard %s\\n", n); } };
aspect Observe { pointcut subjects() = "Button";
  advice subjects() : slice struct { Listener *listener; void notify() { if (listener) listener->clicked(n); } };
  advice construction(subjects()) : after() { static Printer p; tjp->that()->listener = &p; }
  advice execution("void Button::click()") : after() { tjp->that()->notify(); } };`,
    output: "click ok\nheard ok",
  },
  "JoinPoint in a slice tells about the class": {
    source: `struct B { }; struct C : B { int a; double b; }; int main() { C c; c.about(); return 0; }`,
    aspects: `aspect A { advice "C" : slice struct { void about() { printf("%s %d bases %d members, %s\\n", JoinPoint::signature(), (int)JoinPoint::BASECLASSES, (int)JoinPoint::MEMBERS, JoinPoint::Member<1>::name()); } }; };`,
    output: "C 1 bases 2 members, b",
  },
  "JoinPoint in functions of a slice that are defined outside of it": {
    source: `struct C { int a; }; struct D { int b, c; }; int main() { C c; D d; c.about(); d.about(); D::known(); return 0; }`,
    aspects: `slice class S { public: void about(); static void known(); }; slice void S::about() { printf("%s %d\\n", JoinPoint::signature(), (int)JoinPoint::MEMBERS); } slice void S::known() { printf("%s\\n", JoinPoint::signature()); } aspect A { advice "C" || "D" : slice S; };`,
    output: "C 1\nD 2\nD",
    beyond: "names JoinPoint there by what it has not declared",
  },
  "a member that points to an aspect": {
    source: `struct C { int v; C(int a) : v(a) {} void m() {} }; int main() { C a(1), b(2); a.m(); b.m(); a.m(); return 0; }`,
    aspects: `aspect A { int n; public: A() : n(0) {} advice "C" : slice class { public: A *mine; }; advice construction("C") : before() { tjp->that()->mine = new A; } static A *aspectof() { static A shared; return &shared; } advice execution("void C::m()") : before() { printf("%d\\n", ++tjp->that()->mine->n); } };`,
    output: "1\n1\n2",
  },
  "a slice that is declared before it is defined": {
    source: `struct C {}; int main() { C c; c.go(); return 0; }`,
    aspects: `slice class S; aspect A { advice "C" : slice S; }; slice class S { public: void go(); }; slice void S::go() { printf("go\\n"); }`,
    output: "go",
  },
  "a base class alone": {
    source: `struct B { void hi() { printf("hi\\n"); } }; struct C {}; int main() { C c; c.hi(); return 0; }`,
    aspects: `aspect A { advice "C" : slice class : public B; };`,
    output: "hi",
  },
  "calls and executions of introduced functions": {
    source: `struct C { }; int main() { C c; c.go(); return 0; }`,
    aspects: `aspect A { advice "C" : slice struct { void go() { printf("go\\n"); } }; advice execution("% C::go()") || call("% C::go()") : before() { printf("%s\\n", tjp->signature()); } };`,
    output: "void C::go()\nvoid C::go()\ngo",
  },
  "private in slices of classes, public in slices of structures": {
    source: `struct C { int x; }; int main() { C c; return c.get() - 3; }`,
    aspects: `aspect A { advice "C" : slice class { int hidden; public: int get() { return 3; } }; advice "C" : slice struct { int open; }; advice execution("% main()") : after() { C c; c.open = 1; c.hidden = 2; printf("%d %d\\n", c.open, c.hidden); } };`,
    output: "1 2",
    beyond: "its advice sees an incomplete class",
  },
};
