import type { RuleCases } from "./case.js";

const lists = `template <class TI, int I> struct Data { static void say() { Data<TI, I - 1>::say(); typedef typename TI::template Member<I - 1> M; printf("%s %d %d %d\\n", M::name(), (int)M::prot, (int)M::spec, (int)sizeof(typename M::Type)); } };
template <class TI> struct Data<TI, 0> { static void say() {} };
template <class TI, int I> struct Functions { static void say() { Functions<TI, I - 1>::say(); typedef typename TI::template Function<I - 1> M; printf("f %d %d\\n", (int)M::prot, (int)M::spec); } };
template <class TI> struct Functions<TI, 0> { static void say() {} };
template <class TI> void counts() { printf("%s: %d bases, %d members, %d functions, %d constructors, %d destructors\\n", TI::signature(), (int)TI::BASECLASSES, (int)TI::MEMBERS, (int)TI::FUNCTIONS, (int)TI::CONSTRUCTORS, (int)TI::DESTRUCTORS); }
`;

const world = `struct B { int b; virtual ~B() {} };
class C : public B {
public: C(int a) : a(a) {} virtual ~C() {} int f(char c) const { return c + (int)d + bit; } static void g() {} int a; mutable long m;
protected: double d; int list[3];
private: static int s; int bit : 3; virtual void v() {}
};
int C::s = 5;
`;

/** `AC::TypeInfo`, and what `JoinPoint` tells about a class. */
export const INTROSPECTION: RuleCases = {
  "a class has members, functions, constructors, bases": {
    source: `${world}int main() { C c(1); c.f(1); return 0; }`,
    aspects: `${lists}aspect A { advice execution("% C::f(char)") : before() {
  typedef AC::TypeInfo<JoinPoint::That> TI; counts<TI>(); Data<TI, TI::MEMBERS>::say(); Functions<TI, TI::FUNCTIONS>::say();
  printf("%d %d %d\\n", (int)TI::AVAILABLE, (int)AC::TypeInfo<int>::AVAILABLE, (int)((unsigned)AC::TypeInfo<B>::HASHCODE != (unsigned)TI::HASHCODE)); } };`,
    output: `C: 1 bases, 5 members, 3 functions, 1 constructors, 1 destructors
a 3 0 4
m 3 2 8
d 2 0 8
list 2 0 12
s 1 1 4
f 3 0
f 3 1
f 1 4
1 0 1`,
    beyond: "says SPEC_NONE of static functions; the rest is the same",
    weaver: ["--introspection"],
  },
  "the constants are AC's": {
    source: `${world}int main() { C c(1); c.f(1); return 0; }`,
    aspects: `aspect A { advice execution("% C::f(char)") : before() { typedef AC::TypeInfo<C> TI;
  printf("%d %d %d %d\\n", (int)(TI::Member<1>::spec == AC::SPEC_MUTABLE), (int)(TI::Member<2>::prot == AC::PROT_PROTECTED), (int)(TI::BaseClass<0>::prot == AC::PROT_PUBLIC), (int)(TI::Destructor<0>::spec == AC::SPEC_VIRTUAL));
  printf("%d %d\\n", (int)sizeof(TI::BaseClass<0>::Type) == (int)sizeof(B), (int)(TI::Constructor<0>::prot == AC::PROT_PUBLIC)); } };`,
    output: "1 1 1 1\n1 1",
    weaver: ["--introspection"],
  },
  "values through descriptions": {
    source: `struct P { int x; long y; static int z; int &r; P(int &r) : x(1), y(2), r(r) {} void show() {} }; int P::z = 3; int main() { int k = 4; P p(k); p.show(); printf("%d %ld\\n", p.x, p.y); return 0; }`,
    aspects: `aspect A { advice execution("% P::show()") : before() { typedef AC::TypeInfo<P> TI;
  P *p = tjp->that(); *TI::Member<0>::pointer(p) = 10; *TI::Member_y::pointer(p) = 20;
  printf("%d %d\\n", *TI::Member<2>::pointer(p), *TI::Member<3>::pointer(p)); } };`,
    output: "3 4\n10 20",
    weaver: ["--introspection"],
  },
  "TypeInfo knows what was introduced, JoinPoint in the slice does not": {
    source: `struct C { int a; }; int main() { C c; c.about(); return 0; }`,
    aspects: `${lists}aspect A { advice "C" : slice struct { int b; void about() { counts<JoinPoint>(); counts<AC::TypeInfo<C> >(); } }; };`,
    output:
      "C: 0 bases, 1 members, 0 functions, 0 constructors, 0 destructors\nC: 0 bases, 2 members, 1 functions, 0 constructors, 0 destructors",
    weaver: ["--introspection"],
  },
  "in ordinary sources of the project": {
    source: `namespace n { class K { int k; public: void m() {} struct In { int a, b; }; }; union U { int i; float f; }; }
class D : virtual private n::K { }; template <class T> struct Own { T t; }; struct Heir : n::K { };
int main() { printf("%s %d\\n", AC::TypeInfo<n::K::In>::signature(), (int)AC::TypeInfo<n::K::In>::MEMBERS);
  printf("%d %d\\n", (int)(AC::TypeInfo<D>::BaseClass<0>::prot == AC::PROT_PRIVATE), (int)(AC::TypeInfo<D>::BaseClass<0>::spec == AC::SPEC_VIRTUAL));
  printf("%s %s\\n", AC::TypeInfo<const n::U>::signature(), AC::TypeInfo<Heir>::signature());
  printf("%d %d\\n", (int)AC::TypeInfo<Own<int> >::AVAILABLE, (int)AC::TypeInfo<int &>::AVAILABLE); return 0; }`,
    aspects: `aspect A { advice execution("% main()") : before() { } };`,
    output: "n::K::In 2\n1 1\nn::U Heir\n0 0",
    weaver: ["--introspection"],
  },
  "descriptions are no join points": {
    source: `struct C { void f() {} }; int main() { C c; c.f(); c.about(); return 0; }`,
    aspects: `aspect A { advice "C" : slice struct { void about() { printf("%s %s\\n", JoinPoint::signature(), AC::TypeInfo<C>::signature()); } };
  advice (execution("% C::...::%(...)") || call("% ...::signature()")) : before() { printf("> %s\\n", tjp->signature()); } };`,
    output: "> void C::f()\n> void C::about()\nC C",
    weaver: ["--introspection"],
  },
  "slices keep their access beside a description": {
    source: `class C { public: int run() { return 1; } };
template <class T> char sees(decltype(T::hidden) *); template <class T> int sees(...); template <class T> char calls(decltype(((T *)0)->told()) *); template <class T> int calls(...);
int main() { printf("%d %d\\n", (int)(sizeof(sees<C>(0)) == 1), (int)(sizeof(calls<C>(0)) == 1)); return 0; }`,
    aspects: `aspect A { advice "C" : slice class { int hidden; int told() { return (int)JoinPoint::MEMBERS; } }; };`,
    compiler: ["-std=gnu++17"],
    output: "0 0",
  },
  "EntityInfo describes the member that is accessed": {
    source: `struct C { int a; private: int b; public: void f() { a = 1; b = 2; } }; int g; int main() { C c; c.f(); g = 3; return 0; }`,
    aspects: `template <class E> struct Name { static const char *is() { return E::name(); } }; template <> struct Name<void> { static const char *is() { return "none"; } };
aspect A { advice set("int C::%" || "int g") : before() { printf("%s\\n", Name<typename JoinPoint::EntityInfo>::is()); } };`,
    output: "a\nb\nnone",
    weaver: ["--introspection", "--data_joinpoints", "--builtin_operators"],
  },
};
