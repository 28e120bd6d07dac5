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
  "this where members are read and written": {
    source: `int g; struct S { int a, b[3]; void f() { a = 1; a += 2; b[1] = a; ++a; g = b[1]; int &r = a; r = 9; } }; int main() { S s; s.f(); printf("%d %d %d\\n", s.a, s.b[1], g); return 0; }`,
    aspects: `aspect A { advice (get("% S::%" || "int g") || set("% S::%" || "int g") || ref("int S::a")) && within("S") : before() { printf("%s%d ", JoinPoint::JPTYPE == AC::GET ? "get" : JoinPoint::JPTYPE == AC::SET ? "set" : "ref", (int)(tjp->that() != 0)); }
  advice execution("% S::f()") : after() { printf("\\n"); } };`,
    output: "set1 get1 set1 get1 set1 get1 set1 get1 set1 ref1 \n9 3 3",
    weaver: ["--data_joinpoints", "--builtin_operators"],
  },
  "locals in scope": {
    source: `struct P { int x, y; }; int g; void use(int a) { printf("use %d\\n", a); } struct K { int m; void f(int n) { int list[2] = { 4, 5 }; P p = { n, 7 }; { int n = 30; use(n); g = n; } m = 1; g += 2; use(p.x + list[0]); } };
int main() { K k; k.m = 0; k.f(1); printf("%d %d\\n", g, k.m); return 0; }`,
    aspects: `aspect A { advice call("% use(int)") && local(v, "n") && local(q, "p") : before(int v, P &q) { printf("n %d p %d %d\\n", v, q.x, q.y); q.x += 10; }
  advice call("% use(int)") && local(l, "list") && that(k) : after(int *l, K &k) { printf("list %d %d m %d\\n", l[0], l[1], k.m); }
  advice set("int g") && local(n, "n") : around(int n) { *tjp->arg<0>() += n; tjp->proceed(); }
  advice set("int K::m") && local(n, "n") : after(int &n) { n = 100; tjp->target()->m += n; } };`,
    output: "n 30 p 1 7\nuse 30\nlist 4 5 m 0\nn 100 p 11 7\nuse 15\nlist 4 5 m 101\n162 101",
    beyond: "local() is Weft's own",
  },
  "the object that runs is also the target": {
    source: `struct K { long x; K(); ~K(); void m(); static void s() {} operator long() { return x; } }; K::K() : x(1) {} K::~K() {} void K::m() { s(); }
int main() { K k; k.m(); return (long)k - 1; }`,
    aspects: `aspect A { advice execution("% K::%(...)") || call("% K::%(...)") || construction("K") || destruction("K") : before() { printf("%s %d%d\\n", tjp->signature(), tjp->that() != 0, tjp->target() != 0); } };`,
    output:
      "K::K() 11\nvoid K::m() 01\nvoid K::m() 11\nvoid K::s() 10\nvoid K::s() 00\nK::operator long int() 01\nK::operator long int() 11\nK::~K() 11",
  },
  "signatures without typedefs": {
    source: `#include <stdint.h>
typedef int number; typedef number (*fn)(number); struct S { int x; }; typedef S T; typedef const T *CP; enum E { e1 };
number f(number a, fn b, T *c, uint32_t d) { return a; }
T h(CP p, E q, long long l, const char *const *w, int m[3], int (&r)[2], int T::*mp) { return T(); }
int main() { int q[2]; f(1, 0, 0, 2); h(0, e1, 1, 0, 0, q, 0); return 0; }`,
    aspects: `aspect A { advice execution("% f(...)" || "% h(...)") : before() { printf("%s\\n", tjp->signature()); } };`,
    output:
      "int f(int,int (*)(int),S *,unsigned int)\nS h(const S *,E,long long int,const char *const *,int *,int (&)[2],int S::*)",
  },
  "lines of calls and executions": {
    source: `void f() {}
int main() {
  f(); printf("%d\\n", __LINE__);
  return 0;
}`,
    aspects: `aspect A { advice execution("void f()") || call("void f()") || execution("% main()") : before() { printf("%d\\n", tjp->line()); } };`,
    output: "3\n4\n2\n4",
  },
  "types and constants, with mangled names": {
    source: `struct K { int m(int, double) { return 1; } static void s() {} }; void f(char) {} int main() { K k; k.m(1, 2.0); K::s(); f('x'); return 0; }`,
    aspects: `template <class A, class B> struct same { enum { v = 0 }; }; template <class A> struct same<A, A> { enum { v = 1 }; };
aspect A { advice call("% K::m(...)") : before() { printf("%d %d %d %d %d %d\\n", (int)same<JoinPoint::Target, K>::v, (int)same<JoinPoint::That, void>::v, (int)same<JoinPoint::Result, int>::v, (int)same<JoinPoint::Arg<1>::Type, double>::v, (int)JoinPoint::ARGS, JoinPoint::JPTYPE == AC::CALL); }
 advice execution("% K::s()") : before() { printf("%d %p\\n", (int)same<JoinPoint::That, K>::v, (void *)tjp->that()); }
 advice execution("void f(char)") : before() { printf("%s %s %s %d %d\\n", tjp->type(), tjp->resulttype(), tjp->argtype(0), tjp->args(), tjp->jptype() == AC::EXECUTION); } };`,
    output: "1 1 1 1 2 1\n1 (nil)\nvc v c 1 1",
  },
  "instances of templates are named with their arguments": {
    source: `template <class T, class U> struct D { T t; U u; T m(short a) { return t; } };
template <class T, class U> T two(T a, U) { return a; } template <int N> int num() { return N; } namespace n { struct K {}; }
int main() { D<int, short> d; d.m(1); two(1, 2.5); two<long>(1, 'c'); num<3>(); return 0; }`,
    aspects: `aspect A { advice call("% ...::%(...)") : before() { printf("%s %s\\n", tjp->signature(), tjp->type()); } };`,
    output:
      "int D<int,short int>::m(short int) is\nint two<int,double>(int,double) iid\nlong int two<long int,char>(long int,char) llc\nint num<3>() i",
  },
  "instances of templates are named with arguments that are left to their defaults": {
    source: `enum E { e0, e1 }; int gi; namespace n { struct K { int v; }; template <class T, class A = const T *, int N = 3> struct Box { T v; struct In { }; void put(T x) { v = x; } }; }
template <class T = short, bool B = true, unsigned U = 7u, E V = e1, int *P = &gi> struct Val { }; template <class T, template <class, class, int> class C = n::Box, class F = T (*)(n::Box<T> &, T n::K::*), class R = const short[3]> struct More { }; template <class T, T X = T(), class U = n::Box<T> > struct Dep { };
void f(n::Box<int> &, const Val<> *) { } void g(More<n::Box<int> > *, n::Box<char>::In) { } n::Box<long> h(Dep<short>) { return n::Box<long>(); }
int main() { n::Box<int> b; b.put(1); Val<> v; f(b, &v); g(0, n::Box<char>::In()); h(Dep<short>()); return 0; }`,
    aspects: `aspect A { advice call("% ...::%(...)") : before() { printf("%s\\n", tjp->signature()); } };`,
    output:
      "void n::Box<int,const int *,3>::put(int)\nvoid f(n::Box<int,const int *,3> &,const Val<short int,true,7,e1,&gi> *)\nvoid g(More<n::Box<int,const int *,3>,n::Box,n::Box<int,const int *,3> (*)(n::Box<n::Box<int,const int *,3>,const n::Box<int,const int *,3> *,3> &,n::Box<int,const int *,3> n::K::*),const short int[3]> *,n::Box<char,const char *,3>::In)\nn::Box<long int,const long int *,3> h(Dep<short int,0,n::Box<short int,const short int *,3>>)",
  },
  "whole arrays and the sizes of their dimensions": {
    source: `int a[3][4]; struct S { int m[5]; } s; const char text[] = "abc";
int main() { a[1][2] = 5; s.m[3] = a[1][2]; a[2][1] += 2; S *p = &s; int i = 1; return p->m[i + 2] == text[i] ? 1 : 0; }`,
    aspects: `extern int a[3][4]; template <class JP> int sizes(JP *) { return (int)JP::template Dim<0>::Size * 100 + (int)JP::template Dim<JP::DIMS - 1>::Size; }
aspect A { advice set("% ...::%") || get("% ...::%" && !"% p") : before() { JoinPoint::Array *whole = tjp->array(); printf("%s %d %d %d\\n", tjp->signature(), sizes(tjp), (int)sizeof(*whole), (void *)whole == (void *)a); } };`,
    output:
      "int a[3][4] 304 48 1\nint a[3][4] 304 48 1\nint S::m[5] 505 20 0\nint a[3][4] 304 48 1\nint a[3][4] 304 48 1\nint S::m[5] 505 20 0\nconst char text[4] 404 4 0",
    weaver: ["--data_joinpoints", "--builtin_operators"],
  },
};
