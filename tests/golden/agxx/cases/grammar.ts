import type { RuleCases } from "./case.js";

const REFUSES = "refuses it too, in other words";

/** What an aspect file may say, and what is said of it when it may not. */
export const GRAMMAR: RuleCases = {
  "names of advice kinds and aspect keywords are ordinary in sources": {
    source: `int before(int after) { return after; } struct around { int order; int slice; int advice; }; int aspect = 1, pointcut = 2, attribute = 3;
int main() { around a; a.order = before(2); a.slice = a.advice = 1; printf("%d\\n", a.order + aspect + pointcut + attribute); return 0; }`,
    aspects: `aspect A { advice execution("int before(int)") : after() { printf("adv\\n"); } };`,
    output: "adv\n8",
  },
  "adjacent strings are one": {
    source: `void f() {} void g(int) {} int main() { f(); g(1); return 0; }`,
    aspects: `aspect A { advice execution("void " "f()" || "void g" "(int)") : before() { printf("x\\n"); } };`,
    output: "x\nx",
  },
  "! binds stronger than &&, && stronger than ||": {
    source: `void f() {} void g(int) {} int main() { f(); g(1); return 0; }`,
    aspects: `aspect A { advice execution("% f()") || execution("% g(int)") && within("% f()") : before() { printf("%s\\n", tjp->signature()); } advice !execution("% f()") && execution("% %(int)" ) : before() { printf("not %s\\n", tjp->signature()); } };`,
    output: "void f()\nnot void g(int)",
  },
  "named pointcuts are found like functions": {
    source: `namespace n { void f() {} } void g() {} void h() {} int main() { n::f(); g(); h(); return 0; }`,
    aspects: `namespace p { pointcut fs() = "% n::f()"; } pointcut gs() = "% g()"; class Base { public: pointcut hs() = execution("% h()"); }; using namespace p;
aspect A : public Base { pointcut own() = execution(fs() || ::gs()); advice own() || hs() : before() { printf("%s\\n", tjp->signature()); } };`,
    output: "void n::f()\nvoid g()\nvoid h()",
  },
  "names and code do not mix": {
    source: `void f() {} int main() { f(); return 0; }`,
    aspects: `aspect A { advice execution("void f()") && "void f()" : before() { printf("x\\n"); } };`,
    output:
      "a.ah:4:44: error[weft/pointcut/mixed-kinds]: `&&` mixes code join points with names; this side is names. Wrap the names in a function such as `within(...)` or `call(...)`.",
    beyond: REFUSES,
  },
  "advice stands in an aspect": {
    source: `int main() { return 0; }`,
    aspects: `advice execution("% main()") : before() { printf("x\\n"); }`,
    output:
      "a.ah:4:1: error[weft/aspect/advice-outside]: advice stands outside an aspect. Move it into `aspect NAME { ... };`.",
    beyond: REFUSES,
  },
  "a slice outside advice has a name": {
    source: `int main() { return 0; }`,
    aspects: `slice class { int a; };`,
    output:
      "a.ah:4:1: error[weft/aspect/missing-name]: a slice outside advice needs a name. Write `slice class NAME { ... };`.",
    beyond: REFUSES,
  },
  "the old form of introductions": {
    source: `struct C {}; int main() { return 0; }`,
    aspects: `aspect A { advice "C" : int x; };`,
    output:
      "a.ah:4:25: error[weft/aspect/advice-kind]: `int` is not a kind of advice. Write `before()`, `after()` or `around()` and a body; what is introduced stands in a slice: `slice class { ... };`.",
    beyond: REFUSES,
  },
  "... comes last": {
    source: `void f(int, int) {} int main() { f(1, 2); return 0; }`,
    aspects: `aspect A { advice execution("void f(int, ..., int)") : before() { printf("x\\n"); } };`,
    output:
      "a.ah:4:42: error[weft/pointcut/bad-ellipsis]: nothing can follow `...`. `...` must come last in a list.",
    beyond: REFUSES,
  },
  "a constructor is no function pattern": {
    source: `struct D { D(int) {} ~D() {} }; int main() { D d(1); return 0; }`,
    aspects: `aspect A { advice execution("D::D(...)") : before() { printf("x\\n"); } };`,
    output:
      'a.ah:4:30: error[weft/pointcut/missing-type]: the function has a result type but no name. Without a result type `D` is read as one. Write "% D::D(...)" for any result.',
    beyond: REFUSES,
  },
  "an order that contradicts itself": {
    source: `void f() {} int main() { f(); return 0; }`,
    aspects: `aspect A { advice execution("void f()") : before() { printf("A\\n"); } advice execution("void f()") : order("A", "B"); }; aspect B { advice execution("void f()") : before() { printf("B\\n"); } advice execution("void f()") : order("B", "A"); };`,
    output:
      "a.ah:4:71: error[weft/pointcut/order-cycle]: the order of `A`, `B` contradicts itself. Each would have to enclose the other. Remove one of the `order` advice.",
    beyond: REFUSES,
  },
  "text for the weaver alone": {
    source: `#ifdef __acweaving\nint seen = 1;\n#else\nint seen = 0;\n#endif\nint main() { printf("%d\\n", seen); return 0; }`,
    aspects: `aspect A { advice execution("% main()") : before() { } };`,
    output: "0",
  },
};
