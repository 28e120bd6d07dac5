import type { RuleCases } from "./case.js";

/** What `tjp` and `JoinPoint` offer. */
export const JOIN_POINT_API: RuleCases = {
  "constants and types of a join point": {
    source: `struct C { int m(char a, const double &b) { return a + (int)b; } }; int main() { C c; return c.m(1, 2.0) - 3; }`,
    aspects: `template <class T> struct Name { static const char *is() { return "other"; } };
template <> struct Name<char> { static const char *is() { return "char"; } };
template <> struct Name<double> { static const char *is() { return "double"; } };
template <> struct Name<const double> { static const char *is() { return "const double"; } };
template <> struct Name<int> { static const char *is() { return "int"; } };
aspect A { advice execution("% C::m(...)") : before() {
  printf("%d args, execution %d\\n", (int)JoinPoint::ARGS, (int)(JoinPoint::JPTYPE == AC::EXECUTION));
  printf("%s %s %s\\n", Name<JoinPoint::Arg<0>::Type>::is(), Name<JoinPoint::Arg<1>::ReferredType>::is(), Name<JoinPoint::Result>::is());
  printf("%s %s %s\\n", tjp->argtype(0), tjp->resulttype(), tjp->type());
  printf("%d\\n", (int)sizeof(JoinPoint::That)); } };`,
    output: "2 args, execution 1\nchar const double int\nc i icRKd\n1",
  },
  signatures: {
    source: `namespace n { struct S { S(int) {} int *p(const char *a, int (*f)(int), int b[3]) const { return 0; } unsigned long long u(long unsigned a, short int) { return a; } }; }
void v() {}
int main() { n::S s(1); s.p(0, 0, 0); s.u(1, 2); v(); return 0; }`,
    aspects: `aspect A { advice execution("% n::S::%(...)" || "void v()") : before() { printf("%s\\n", tjp->signature()); }
  advice construction("n::S") : before() { printf("%s\\n", tjp->signature()); } };`,
    output:
      "n::S::S(int)\nint *n::S::p(const char *,int (*)(int),int *) const\nunsigned long long int n::S::u(unsigned long int,short int)\nvoid v()",
  },
  "file and line": {
    source: `void f() {}
int main() {
  f();
  return 0; }`,
    aspects: `aspect A { advice execution("void f()") || call("void f()") : before() { printf("%s:%d\\n", tjp->filename(), tjp->line()); } };`,
    output: "main.cc:4\nmain.cc:2",
  },
  "arguments by number at run time": {
    source: `int f(int a, int b, int c) { return a + b + c; } int main() { printf("%d\\n", f(1, 2, 3)); return 0; }`,
    aspects: `aspect A { advice execution("% f(...)") : before() { int s = 0; for (unsigned i = 0; i < tjp->args(); i++) s = s * 10 + *(int *)tjp->arg(i); printf("%d\\n", s); *(int *)tjp->arg(2) = 10; } };`,
    output: "123\n13",
  },
  "generic advice hands tjp to templates": {
    source: `int f(int a, const char *b) { return a; } void g() {} int main() { f(7, "x"); g(); return 0; }`,
    aspects: `static void show(int a) { printf(" int %d", a); } static void show(const char *a) { printf(" text %s", a); }
template <class JP, int I> struct Args { static void print(JP *tjp) { Args<JP, I - 1>::print(tjp); show(*tjp->template arg<I - 1>()); } };
template <class JP> struct Args<JP, 0> { static void print(JP *) {} };
aspect A { advice execution("% f(...)" || "void g()") : before() { printf("%s", tjp->signature()); Args<JoinPoint, JoinPoint::ARGS>::print(tjp); printf("\\n"); } };`,
    output: "int f(int,const char *) int 7 text x\nvoid g()",
    beyond: "generates arg<i>() only where the advice itself names it",
  },
  "results by type": {
    source: `int f() { return 3; } double g() { return 1.5; } void h() {} int main() { f(); g(); h(); return 0; }`,
    aspects: `template <class T> struct Show { static void it(T *r) { printf("%.1f\\n", (double)*r); } }; template <> struct Show<void> { static void it(void *) { printf("void\\n"); } };
aspect A { advice execution("% f()" || "% g()" || "% h()") : after() { Show<JoinPoint::Result>::it(tjp->result()); } };`,
    output: "3.0\n1.5\nvoid",
  },
  "a result that is a reference": {
    source: `int g; int &f() { return g; } int main() { f() = 3; printf("%d\\n", g); return 0; }`,
    aspects: `int other; aspect A { advice execution("int &f()") : around() { tjp->proceed(); *tjp->result() = &other; } advice execution("% main()") : after() { printf("%d\\n", other); } };`,
    output: "0\n3",
  },
  "entity and member pointer": {
    source: `struct S { int a; }; int g; int main() { S s; s.a = 1; g = 2; return 0; }`,
    aspects: `aspect A { advice set("int S::a") : after() { printf("%d %d\\n", tjp->target()->*(tjp->memberptr()), *tjp->entity()); } advice set("int g") : before() { printf("%d\\n", tjp->entity() == &g); } };`,
    output: "1 1\n1",
    weaver: ["--data_joinpoints"],
  },
};
