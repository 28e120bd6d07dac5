import type { RuleCases } from "./case.js";

const source = `void f() { printf("f\\n"); }
int main() { f(); return 0; }`;

/** Precedence at one join point, aspect instances, inheritance of aspects. */
export const ORDER: RuleCases = {
  "order advice nests aspects": {
    source,
    aspects: `aspect A1 { advice execution("void f()") : around() { printf("1(\\n"); tjp->proceed(); printf(")1\\n"); } };
aspect A2 { advice execution("void f()") : around() { printf("2(\\n"); tjp->proceed(); printf(")2\\n"); }
  advice execution("void f()") : order("A2", "A1"); };`,
    output: "2(\n1(\nf\n)1\n)2",
  },
  "within one aspect the text's order counts": {
    source,
    aspects: `aspect A {
  advice execution("void f()") : before() { printf("b1\\n"); }
  advice execution("void f()") : after() { printf("a1\\n"); }
  advice execution("void f()") : around() { printf("(\\n"); tjp->proceed(); printf(")\\n"); }
  advice execution("void f()") : before() { printf("b2\\n"); }
  advice execution("void f()") : after() { printf("a2\\n"); } };`,
    output: "b1\n(\nb2\nf\na2\n)\na1",
  },
  "order of three by wildcard and derived": {
    source,
    aspects: `aspect Base { pointcut virtual p() = 0; advice p() : before() { printf("derived of Base\\n"); } };
aspect D : public Base { pointcut p() = execution("void f()"); };
aspect X { advice execution("void f()") : before() { printf("X\\n"); } };
aspect Y { advice execution("void f()") : before() { printf("Y\\n"); }
  advice execution("void f()") : order("Y", "D", "X"); };`,
    output: "Y\nderived of Base\nX\nf",
  },
  "abstract aspects apply through their derived ones": {
    source: `void f() {} void g() {}
int main() { f(); g(); return 0; }`,
    aspects: `aspect Trace { pointcut virtual where() = 0; protected: const char *name; Trace() : name("trace") {} public:
  advice where() : before() { printf("%s %s\\n", name, tjp->signature()); } };
aspect TraceF : public Trace { pointcut where() = execution("void f()"); public: TraceF() { name = "F"; } };
aspect TraceG : public Trace { pointcut where() = execution("void g()"); };`,
    output: "F void f()\ntrace void g()",
  },
  "aspects that others derive from run through them, their own advice first": {
    source: `void f() {} void g() {} void h() {} int main() { f(); g(); h(); return 0; }`,
    aspects: `aspect Base { public: const char *name; Base() : name("Base") {} pointcut virtual where() = execution("void f()");
  advice where() : before() { printf("%s.where %s\\n", name, tjp->signature()); } advice execution("void h()") : before() { printf("%s.h\\n", name); } };
aspect Left : public Base { pointcut where() = execution("void g()"); public: Left() { name = "Left"; } };
aspect Right : public Base { public: Right() { name = "Right"; } advice execution("void h()") : before() { printf("own\\n"); } };
aspect Leaf : public Right { public: Leaf() { name = "Leaf"; } advice execution("void h()") : before() { printf("leaf\\n"); } };
aspect Order { advice execution("%") : order("Leaf", "Left"); };`,
    output: "Leaf.where void f()\nLeft.where void g()\nleaf\nown\nLeaf.h\nLeft.h",
  },
  "the name of a base orders the aspects that derive from it": {
    source,
    aspects: `aspect Base { advice execution("void f()") : before() { printf("base\\n"); } };
aspect B : public Base { advice execution("void f()") : before() { printf("B\\n"); } };
aspect Z { advice execution("void f()") : before() { printf("Z\\n"); } advice execution("void f()") : order("Z", "Base"); };`,
    output: "Z\nB\nbase\nf",
  },
  "aspects have state, functions and an instance": {
    source: `void f() {} int main() { f(); f(); return 0; }`,
    aspects: `aspect Counter { int n; void add(int by) { n += by; } public: Counter() : n(10) {} int value() const { return n; }
  advice execution("void f()") : before() { add(2); }
  advice execution("% main(...)") : after() { printf("%d %d\\n", n, Counter::aspectof()->value()); } };`,
    output: "14 14",
  },
  "an aspect instance per object": {
    source: `struct C { void m() {} }; int main() { C a, b; a.m(); a.m(); b.m(); return 0; }`,
    aspects: `aspect PerObject { int n; public: PerObject() : n(0) {}
  static PerObject *make(C *c) { static PerObject pool[4]; static C *keys[4]; static int used; for (int i = 0; i < used; i++) if (keys[i] == c) return &pool[i]; keys[used] = c; return &pool[used++]; }
  static PerObject *aspectof() { return make((C *)tjp->that()); }
  advice execution("void C::m()") : before() { printf("%d\\n", ++n); } };`,
    output: "1\n2\n1",
  },
  "aspects in namespaces and classes": {
    source: `namespace n { void f() {} } int main() { n::f(); return 0; }`,
    aspects: `namespace n { aspect In { pointcut fs() = execution("void n::f()"); advice fs() : before() { printf("in\\n"); } }; }
aspect Out { advice n::In::fs() : before() { printf("out\\n"); } advice execution("void n::f()") : order("n::In", "Out"); };`,
    output: "in\nout",
    beyond: "writes a guard macro with :: in its name",
  },
  "named pointcuts with context": {
    source: `int f(int a, char b) { return a + b; } int main() { return f(1, 2) - 3; }`,
    aspects: `pointcut fs(int x) = execution("int f(int, char)") && args(x, "char");
aspect A { pointcut mine(int y) = fs(y); advice mine(z) : before(int z) { printf("%d\\n", z); } };`,
    output: "1",
  },
  "order advice at names holds at the code that they name": {
    source: `struct K { void m() { printf("m\\n"); } }; int main() { K k; k.m(); return 0; }`,
    aspects: `aspect A0 { advice execution("% K::m()") : before() { printf("0 "); } };
aspect A1 { advice execution("% K::m()") : before() { printf("1 "); } advice "K" : order("A1", "A0"); };`,
    output: "1 0 m",
    beyond: "orders introductions only there, the rest by name",
  },
};
