/** Code pointcuts on C++: which calls, constructions, accesses and operators are join points. A test per rule. */
import { describe, expect, test } from "vitest";
import { select } from "../../../tests/support/index.js";

const WORLD = `struct B { virtual int v(int a) { return a; } virtual ~B() {} int n; };
struct D : B { int v(int a) { return a + 1; } };
struct C { C(int a) : n(a) {} C &operator+=(int a) { n += a; return *this; } operator int() const { return n; } int n; int bits : 3; };
int f(int a, int b = 2) { return a + b; }
int (*pointer)(int, int) = f;

int counter; static int array[4];
int use(B *b, D &d, C c) {
  int local = f(1) + b->v(1) + d.v(2) + pointer(3, 4);
  c += 5;
  int i = c;
  b->n = d.n;
  c.bits = 1;
  counter += array[i];
  int *p = &counter;
  *p = local;
  int &r = b->n;
  return r;
}
`;

describe("calls", () => {
  test("are those whose callee is statically known, implicit and macro-expanded ones too", () =>
    expect(select(WORLD, 'call("% ...::%(...)")')).toMatchInlineSnapshot(`
      [
        "call int f(int,int) in int use(B *,D &,C)",
        "call int B::v(int) in int use(B *,D &,C)",
        "call int D::v(int) in int use(B *,D &,C)",
        "call C &C::operator +=(int) in int use(B *,D &,C)",
        "call C::operator int() const in int use(B *,D &,C)",
      ]
    `));
  test("are those of structured bindings, too", () =>
    expect(
      select(
        `struct P { int a, b; }; P f(); int g(int); struct L { P &p(); };
int use(L l) { auto [a, b] = f(); const auto &[c, d] = l.p(); auto [e, h] = P{g(1), g(g(2))}; int v[2] = {}; auto &[x, y] = v; return a + b + c + d + e + h + x + y; }`,
        'call("% ...::%(...)")',
      ),
    ).toEqual([
      "call P f() in int use(L)",
      "call P &L::p() in int use(L)",
      "call int g(int) in int use(L)",
      "call int g(int) in int use(L)",
      "call int g(int) in int use(L)",
    ]));
  test("of a virtual function are those of its own declaration, not of what may run", () => {
    expect(select(WORLD, 'call("% D::v(int)")')).toEqual(["call int D::v(int) in int use(B *,D &,C)"]);
    expect(select(WORLD, 'call("% B::v(int)")')).toEqual(["call int B::v(int) in int use(B *,D &,C)"]);
    expect(select(WORLD, 'call(derived("% B::v(int)"))')).toHaveLength(2);
  });
  test("of constructors are not calls", () =>
    expect(
      select("struct S { S(int) {} }; S make() { return S(1); }", 'call("S" || "% ...::%(...)")'),
    ).toEqual([]));
});

describe("data", () => {
  test("reads, writes and references of globals and members, bit-fields too, locals never", () => {
    expect(select(WORLD, 'set("% ...::%")')).toMatchInlineSnapshot(`
      [
        "set int C::n in C &C::operator +=(int)",
        "set int B::n in int use(B *,D &,C)",
        "set int C::bits in int use(B *,D &,C)",
        "set int counter in int use(B *,D &,C)",
      ]
    `);
    expect(select(WORLD, 'get("% ...::%")')).toMatchInlineSnapshot(`
      [
        "get int C::n in C &C::operator +=(int)",
        "get int C::n in C::operator int() const",
        "get int (*pointer)(int,int) in int use(B *,D &,C)",
        "get int B::n in int use(B *,D &,C)",
        "get int counter in int use(B *,D &,C)",
        "get int array[4] in int use(B *,D &,C)",
      ]
    `);
    expect(select(WORLD, 'ref("% ...::%")')).toMatchInlineSnapshot(`
      [
        "ref int counter in int use(B *,D &,C)",
        "ref int B::n in int use(B *,D &,C)",
      ]
    `);
  });
  test("a class stands for its members", () =>
    expect(select(WORLD, 'access("B")')).toEqual(select(WORLD, 'access("% B::%")')));
  test("alias: accesses of pointers and references to the type of a variable", () => {
    const text = "int g; int *p; char *q; int &r = g; void f() { p = 0; q = 0; r = 1; g = 2; }";
    expect(select(text, 'alias("int g")')).toMatchInlineSnapshot(`
      [
        "set int *p in void f()",
        "set int &r in void f()",
      ]
    `);
  });
});

describe("constructions and destructions", () => {
  const text = `struct Plain { int a; };
struct Made { Made() {} explicit Made(int n) : n(n) {} ~Made() {} int n; };
struct Child : Made { Child() = default; };
namespace n { struct In { In() {} struct Deep { Deep() {} }; }; }
void use() { Plain p; Child c; n::In i; }
`;
  test("are selected by class, implicit ones too", () => {
    expect(select(text, 'construction("Made")')).toMatchInlineSnapshot(`
      [
        "construction Made::Made()",
        "construction Made::Made(int)",
        "construction Made::Made(const Made &)",
      ]
    `);
    expect(select(text, 'construction("Child")')).toMatchInlineSnapshot(`
      [
        "construction Child::Child()",
        "construction Child::Child(const Child &)",
        "construction Child::Child(Child &&)",
      ]
    `);
    expect(select(text, 'construction(derived("Made"))')).toEqual([
      ...select(text, 'construction("Made")'),
      ...select(text, 'construction("Child")'),
    ]);
    expect(select(text, 'destruction("Made")')).toEqual(["destruction Made::~Made()"]);
    expect(select(text, 'construction("% Made::Made(...)")')).toEqual([]);
  });
  test("a namespace includes its classes, a class not its nested ones", () => {
    expect(select(text, 'construction("n") && !args("%")')).toMatchInlineSnapshot(`
      [
        "construction n::In::In()",
        "construction n::In::Deep::Deep()",
      ]
    `);
  });
  test("arguments tell constructors apart", () =>
    expect(select(text, 'construction("Made") && args("int")')).toHaveLength(1));
  test("execution is never theirs, within counts their bodies as the class", () => {
    const body = "struct S { S() { f(); } ~S() { f(); } void m() { f(); } static void f() {} };";
    expect(select(body, 'execution("S")')).toEqual(["execution void S::m()", "execution void S::f()"]);
    expect(select(body, 'call("% S::f()") && within("S")')).toHaveLength(3);
    expect(select(body, 'call("% S::f()") && within("% S::%(...)")')).toHaveLength(1);
  });
});

describe("objects", () => {
  test("that: static where the class or a base is named, never for static functions", () => {
    const text = `struct B { virtual ~B() {} void m() {} static void s() {} }; struct D : B { void d() {} }; struct Other { void o() {} }; void free() {}`;
    expect(select(text, 'execution("% ...::%(...)") && that("B")')).toEqual([
      "execution void B::m()",
      "execution void D::d()",
    ]);
    expect(select(text, 'execution("% ...::%(...)") && that("D")')).toEqual([
      "execution void B::m()",
      "execution void D::d()",
    ]);
    expect(select(text, 'execution("% ...::%(...)") && !that("D")')).toEqual([
      "execution void B::m()",
      "execution void B::s()",
      "execution void Other::o()",
      "execution void free()",
    ]);
  });
  test("target: the object of a call or an access", () => {
    expect(select(WORLD, 'call("% ...::v(...)") && target("B")')).toHaveLength(2);
    expect(select(WORLD, 'set("% ...::%") && target("B")')).toEqual(["set int B::n in int use(B *,D &,C)"]);
    expect(select(WORLD, 'get("% ...::n") && target("D")')).toEqual(["get int B::n in int use(B *,D &,C)"]);
    expect(select(WORLD, 'call("% f(...)") && target("%")')).toEqual([]);
  });
});

describe("arguments and results", () => {
  test("args counts and compares exactly, without conversions", () => {
    // `f(1)` leaves one to its default, which is not counted: ag++ counts what is written.
    expect(select(WORLD, 'call("% ...::%(...)") && args("int", "int")')).toEqual([]);
    expect(select(WORLD, 'call("% f(...)") && args("int")')).toEqual([
      "call int f(int,int) in int use(B *,D &,C)",
    ]);
    expect(select(WORLD, 'call("% ...::%(...)") && args("long", "%")')).toEqual([]);
    expect(select(WORLD, 'call("% ...::%(...)") && args()')).toEqual([
      "call C::operator int() const in int use(B *,D &,C)",
    ]);
  });
  test("result", () =>
    expect(select(WORLD, 'call("% ...::%(...)") && result("%&")')).toEqual([
      "call C &C::operator +=(int) in int use(B *,D &,C)",
    ]));
});

describe("where code stands", () => {
  test("within a class, a function, a lambda in it", () => {
    const text = `void g(); struct S { void m() { g(); auto l = [] { g(); }; l(); } }; void f() { g(); }`;
    expect(select(text, 'call("% g()") && within("S")')).toMatchInlineSnapshot(`
      [
        "call void g() in void S::m()",
        "call void g() in void S::m()",
      ]
    `);
    expect(select(text, 'call("% g()") && within("% f()")')).toHaveLength(1);
  });
  test("files", () => {
    const text = `# 1 "kernel/a.cc"\nvoid g(); void f() { g(); }\n# 1 "lib/b.h"\ninline void h() { g(); }\n`;
    expect(select(text, 'call("% g()") && within(file("lib/%.h"))')).toEqual(["call void g() in void h()"]);
  });
});
