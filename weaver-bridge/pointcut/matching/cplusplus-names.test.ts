/** Name pointcuts on C++: match expressions, scopes, class hierarchies. A test per rule of the language. */
import { describe, expect, test } from "vitest";
import { select } from "../../../tests/support/index.js";

const WORLD = `namespace n { int f(int a) { return a; }
struct K { int m() const { return 1; } int m(int a) { return a; } static int s(int a) { return a; } struct L { void x() {} }; virtual ~K() {} };
namespace in { void deep(unsigned a) {} } }
int f(int a) { return a; } static void hidden() {}
namespace { void anon() {} }
struct B { virtual int v(int a) { return a; } virtual ~B() {} };
struct D : B { int v(int a) { return a + 1; } void own() {} };
struct E : D { int v(int a) { return a + 2; } };
void list(const char *text, ...) {}
void refs(const int &a, int *b, int c[3], void g(int)) {}
struct Op { Op(); Op(int a) {} Op &operator+=(int a) { return *this; } operator int() const { return 1; } int operator%(int a) { return a; } Op &operator%=(int) { return *this; } int operator()(int a) { return a; } int operator[](int a) { return a; } void *operator new(decltype(sizeof(0)) n) { return 0; } ~Op() {} };
`;

const executions = (pointcut: string) =>
  select(WORLD, `execution(${pointcut})`).map((line) => line.replace("execution ", ""));

describe("match expressions", () => {
  test("no scope means the global scope only", () => {
    expect(executions('"% f(...)"')).toEqual(["int f(int)"]);
    expect(executions('"% n::f(...)"')).toEqual(["int n::f(int)"]);
    expect(executions('"% ...::f(...)"')).toEqual(["int n::f(int)", "int f(int)"]);
  });

  test("a scope pattern reaches inwards; `%` never to global functions", () => {
    expect(executions('"%"')).toMatchInlineSnapshot(`
      [
        "int n::f(int)",
        "int n::K::m() const",
        "int n::K::m(int)",
        "int n::K::s(int)",
        "void n::K::L::x()",
        "void n::in::deep(unsigned int)",
        "void <unnamed>::anon()",
        "int B::v(int)",
        "int D::v(int)",
        "void D::own()",
        "int E::v(int)",
        "Op &Op::operator +=(int)",
        "Op::operator int() const",
        "int Op::operator %(int)",
        "Op &Op::operator %=(int)",
        "int Op::operator ()(int)",
        "int Op::operator [](int)",
        "void *Op::operator new(unsigned long int)",
      ]
    `);
    expect(executions('"::"').length).toBeGreaterThan(executions('"%"').length);
  });

  test("a namespace includes everything nested, a class not its nested classes", () => {
    expect(executions('"n"')).toMatchInlineSnapshot(`
      [
        "int n::f(int)",
        "int n::K::m() const",
        "int n::K::m(int)",
        "int n::K::s(int)",
        "void n::K::L::x()",
        "void n::in::deep(unsigned int)",
      ]
    `);
    expect(executions('"n::K"')).toMatchInlineSnapshot(`
      [
        "int n::K::m() const",
        "int n::K::m(int)",
        "int n::K::s(int)",
      ]
    `);
    expect(executions('"% n::K::%(...)"')).toEqual(executions('"n::K"'));
  });

  test("`...` in a scope is any number of scopes", () =>
    expect(executions('"% n::...::%(...)"')).toEqual(executions('"n"')));

  test("a qualifier in the pattern is required, its absence accepts any", () => {
    expect(executions('"% ...::m(...) const"')).toEqual(["int n::K::m() const"]);
    expect(executions('"% ...::m(...)"')).toEqual(["int n::K::m() const", "int n::K::m(int)"]);
    expect(executions('"% refs(int &, ...)"')).toEqual(executions('"% refs(const int &, ...)"'));
    expect(executions('"% refs(int, ...)"')).toEqual([]);
  });

  test("`static` is internal linkage and static members, `virtual` also implicit overriders", () => {
    expect(executions('"static % ...::%(...)"')).toEqual([
      "int n::K::s(int)",
      "void hidden()",
      "void <unnamed>::anon()",
      // Static without the word ([class.free] 1), for ag++ too.
      "void *Op::operator new(unsigned long int)",
    ]);
    expect(executions('"virtual % ...::%(...)"')).toEqual([
      "int B::v(int)",
      "int D::v(int)",
      "int E::v(int)",
    ]);
    expect(select(WORLD, 'execution("static virtual % ...::%(...)")').join()).toContain("static-virtual");
  });

  test("parameters are adjusted, varargs match by what is listed, integers do not convert", () => {
    expect(executions('"% refs(%, int *, int *, void (*)(int))"')).toHaveLength(1);
    expect(executions('"% list(const char *)"')).toEqual(["void list(const char *,...)"]);
    expect(executions('"% ...::deep(unsigned)"')).toHaveLength(1);
    expect(executions('"% ...::deep(unsigned long)"')).toEqual([]);
  });

  test("function patterns match no constructors and destructors", () => {
    expect(executions('"% Op::Op(...)"')).toEqual([]);
    expect(select(WORLD, 'within("% Op::Op(...)")')).toEqual([]);
    expect(select(WORLD, 'execution("Op::Op(...)")').join()).toContain("missing-type");
    expect(select(WORLD, 'execution("% Op::~Op()")').join()).toContain("no-destructors");
  });

  test("operators and conversions", () => {
    expect(executions('"% ...::operator %(...)"')).toMatchInlineSnapshot(`
      [
        "Op &Op::operator +=(int)",
        "Op::operator int() const",
        "int Op::operator %(int)",
        "Op &Op::operator %=(int)",
        "int Op::operator ()(int)",
        "int Op::operator [](int)",
        "void *Op::operator new(unsigned long int)",
      ]
    `);
    expect(executions('"% Op::operator %%(...)"')).toEqual(["int Op::operator %(int)"]);
    expect(executions('"% Op::operator %%=(...)"')).toEqual(["Op &Op::operator %=(int)"]);
    expect(executions('"% Op::operator int()"')).toHaveLength(1);
    expect(executions('"% Op::operator long()"')).toEqual([]);
    expect(executions('"% Op::operator ()(...)"')).toHaveLength(1);
    expect(executions('"% Op::operator [](...)"')).toHaveLength(1);
    expect(executions('"% Op::operator new(...)"')).toHaveLength(1);
  });

  test("unnamed namespaces are `<unnamed>`", () => {
    expect(executions('"% <unnamed>::anon()"')).toHaveLength(1);
    expect(executions('"% anon()"')).toEqual([]);
    expect(executions('"% ...::anon()"')).toHaveLength(1);
  });
});

describe("class hierarchies", () => {
  test("derived includes the class itself, and of functions the overriders", () => {
    expect(executions('derived("D")')).toEqual(["int D::v(int)", "void D::own()", "int E::v(int)"]);
    expect(executions('derived("% B::v(int)")')).toEqual(["int B::v(int)", "int D::v(int)", "int E::v(int)"]);
    expect(executions('derived("% D::v(int)")')).toEqual(["int D::v(int)", "int E::v(int)"]);
  });

  test("base excludes the class itself, and of functions gives those it redefines at every level", () => {
    expect(executions('base("E")')).toEqual(["int B::v(int)", "int D::v(int)", "void D::own()"]);
    expect(executions('base("% E::v(int)")')).toEqual(["int B::v(int)", "int D::v(int)"]);
    expect(executions('base("B")')).toEqual([]);
  });

  test("member is everything nested at any depth", () => {
    expect(executions('member("n::K")')).toMatchInlineSnapshot(`
      [
        "int n::K::m() const",
        "int n::K::m(int)",
        "int n::K::s(int)",
        "void n::K::L::x()",
      ]
    `);
    expect(executions('member("n")')).toEqual(executions('"n"'));
  });

  test("classes keeps only the classes", () => {
    expect(executions('classes("n")')).toEqual([]);
    expect(executions('classes("n::K" || "n")')).toEqual(executions('"n::K"'));
  });

  test("complement and intersection stay among names", () => {
    expect(executions('derived("B") && !"D"')).toEqual(["int B::v(int)", "int E::v(int)"]);
    expect(select(WORLD, 'classes(derived("B") && !"D")')).toContain("struct E");
  });
});

describe("templates", () => {
  const TEMPLATES = `template <class T> struct Box { T get() { return t; } T t; };
template <> struct Box<char> { char get() { return 'c'; } };
template <class T> T twice(T a) { return a + a; }
int use() { Box<int> b; Box<char> c; Box<long> l; return b.get() + c.get() + l.get() + twice(2) + twice<long>(3); }
`;
  test("a name without <> matches all instances, with arguments one", () => {
    expect(select(TEMPLATES, 'call("% Box::get()")')).toMatchInlineSnapshot(`
      [
        "call int Box<int>::get() in int use()",
        "call char Box<char>::get() in int use()",
        "call long int Box<long int>::get() in int use()",
      ]
    `);
    expect(select(TEMPLATES, 'call("% Box<int>::get()")')).toMatchInlineSnapshot(`
      [
        "call int Box<int>::get() in int use()",
      ]
    `);
    expect(select(TEMPLATES, 'call("% Box<...>::get()")')).toHaveLength(3);
    expect(select(TEMPLATES, 'call("% twice(...)")')).toMatchInlineSnapshot(`
      [
        "call int twice(int) in int use()",
        "call long int twice(long int) in int use()",
      ]
    `);
    expect(select(TEMPLATES, 'call("% twice<long>(...)")')).toMatchInlineSnapshot(`
      [
        "call long int twice(long int) in int use()",
      ]
    `);
  });
  test("the text of a template stands for its instances", () => {
    expect(select(TEMPLATES, 'execution("% ...::%(...)")')).toMatchInlineSnapshot(`
      [
        "execution T Box::get()",
        "execution char Box<char>::get()",
        "execution T twice(T)",
        "execution int use()",
      ]
    `);
  });
});

describe("attributes", () => {
  const text = `namespace k { [[k::traced]] void f() {} struct [[k::traced]] S { void m() {} struct In { void x() {} }; int a; }; }
[[traced]] void g() {} void h(k::S *s) { s->a = 1; k::f(); }
`;
  const aspects = "namespace k { attribute traced(); } attribute traced(); using namespace k;";
  test("select what is annotated, and what stands in an annotated class but not in nested ones", () => {
    expect(select(text, "execution(k::traced())", { aspects })).toEqual([
      "execution void k::f()",
      "execution void k::S::m()",
    ]);
    expect(select(text, "execution(::traced())", { aspects })).toEqual(["execution void g()"]);
    expect(select(text, "set(k::traced())", { aspects })).toEqual(["set int k::S::a in void h(k::S *)"]);
    expect(select(text, "call(k::traced()) && !within(traced())", { aspects })).toHaveLength(1);
  });
  test("of a namespace stand for all of it, whichever of its parts has them", () => {
    const parts = `/* { */ namespace k { namespace [[k::traced]] n { void f() {} namespace m { struct S { struct T { void t() {} }; }; } } }
namespace n { void other() {} } namespace k { namespace n { void g() {} } void h() { const char *s = "{"; } }
`;
    expect(select(parts, "execution(k::traced())", { aspects })).toEqual([
      "execution void k::n::f()",
      "execution void k::n::m::S::T::t()",
      "execution void k::n::g()",
    ]);
  });
  test("an unknown one is told", () =>
    expect(select(text, "execution(k::tracd())", { aspects }).join()).toContain("Did you mean `k::traced`?"));
});
