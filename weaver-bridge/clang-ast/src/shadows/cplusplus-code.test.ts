/** Which shadows the code of C++ has: calls in every form, accesses, templates, lambdas. */
import { describe, expect, test } from "vitest";
import { checkShadows, parseSnippet } from "../../../../tests/support/index.js";
import type { CallShadow, TextRange, UnitFacts } from "../../../model/index.js";

const check = (snippet: string, dialect = "-std=gnu++17") =>
  checkShadows(snippet, { language: "c++", arguments: ["-m32", dialect] });
const parse = (text: string) => {
  const facts = parseSnippet(text, { language: "c++" });
  expect(facts.diagnostics).toEqual([]);
  return facts;
};

const TYPES = `
int g; int take(int); int bind(const int &);
struct N { int v; int get() const; virtual void run(int a = 1); static int make(); static int n; };
struct K : N {
  int x; int a[3]; N n; K(); K(int); operator int() const; K &operator+=(const K &); int operator[](int);
  int operator()(int, int); N *operator->(); K operator++(int); K &operator++(); K operator-() const; int over(int); int over(long);
};
K operator+(const K &, const K &); K make(); K &same();
`;
const body = (code: string) => check(`${TYPES}void f/*^execution f*/(K &k, K *p, int l) { ${code} }`);

/** The parts of the call shadows of a body. */
function calls(code: string): string[] {
  const text = `${TYPES}void f(K &k, K *p, int l, K o) { ${code} }`;
  const facts = parse(text);
  return facts.shadows.flatMap((shadow) => (shadow.kind === "call" ? [printCall(text, facts, shadow)] : []));
}

function printCall(text: string, facts: UnitFacts, call: CallShadow): string {
  const cut = ({ start, end }: TextRange) => text.slice(start, end);
  const object = call.object && `${cut(call.object.range) || "(this)"}${call.object.arrow ? "->" : "."}`;
  const flags = [call.form, call.dispatched && "dispatched", call.object?.addressable === false && "value"];
  const name = facts.entities[call.entity]?.name;
  return `${[cut(call.range), ...flags.filter(Boolean)].join(" ")}: ${object ?? ""}${name} at '${cut(call.callee)}' (${call.arguments
    .map(({ range, type }) => `${cut(range)}: ${facts.types[type]?.spelling}`)
    .join(", ")})`;
}

test("functions, methods, calls and members have their scopes", () => {
  check(
    `namespace n { class K { public: int x; static int count; int get/*^execution n::K::get*/() const { return x/*^get n::K::x*/; }
       void set(int v); }; inline int free/*^execution n::free*/(K &k) { return k.get/*^call n::K::get*/() + k.x/*^get n::K::x*/; } }
     int n::K::count; void n::K::set/*^execution n::K::set*/(int v) { this->x/*^set n::K::x*/ = v; count/*^get n::K::count, set n::K::count*/++; }
     extern "C" { int c/*^execution c*/(n::K *k) { k->set/*^call n::K::set*/(1); return n::free/*^call n::free*/(*k); } }
     int &bind/*^execution bind*/(n::K &k) { int &r = k.x/*^ref n::K::x*/; return k.x/*^ref n::K::x*/; }
     namespace { int hidden; void inner/*^execution <unnamed>::inner*/() { hidden/*^set <unnamed>::hidden*/ = 1; } }
     inline namespace v1 { struct I { int i; }; } int in/*^execution in*/(I i) { return i.i/*^get I::i*/; }`,
    "-std=gnu++11",
  );
});

describe("calls", () => {
  test("of members say on what", () => {
    expect(
      calls(
        "k.get(); p->get(); p->n.get(); make().get(); same().get(); (*p).get(); N::make(); k.make(); p->N::run(2);",
      ),
    ).toMatchInlineSnapshot(`
      [
        "k.get(): k.get at 'get' ()",
        "p->get(): p->get at 'get' ()",
        "p->n.get(): p->n.get at 'get' ()",
        "make().get() value: make().get at 'get' ()",
        "make(): make at 'make' ()",
        "same().get(): same().get at 'get' ()",
        "same(): same at 'same' ()",
        "(*p).get(): (*p).get at 'get' ()",
        "N::make(): make at 'make' ()",
        "k.make(): make at 'make' ()",
        "p->N::run(2): p->run at 'run' (2: int)",
      ]
    `);
  });
  test("of operators, in each form", () => {
    expect(
      calls(
        "k + *p; k += o; k[1]; k(1, 2); k->v = 1; k++; ++k; -k; operator+(k, o); k.operator += (o); p->operator()(1, l);",
      ),
    ).toMatchInlineSnapshot(`
      [
        "k + *p infix: operator+ at '+' (k: K, *p: K)",
        "k += o infix: k.operator+= at '+=' (o: K)",
        "k[1] index: k.operator[] at '[' (1: int)",
        "k(1, 2) function-object: k.operator() at '(' (1: int, 2: int)",
        "k-> arrow: k.operator-> at '->' ()",
        "k++ postfix: k.operator++ at '++' ()",
        "++k prefix: k.operator++ at '++' ()",
        "-k prefix: k.operator- at '-' ()",
        "operator+(k, o): operator+ at 'operator+' (k: K, o: K)",
        "k.operator += (o): k.operator+= at 'operator +=' (o: K)",
        "p->operator()(1, l): p->operator() at 'operator()' (1: int, l: int)",
      ]
    `);
  });
  test("of conversions that nothing names", () => {
    expect(
      calls("int i = k; take(*p); if (k) ; k.operator int(); (int)k; i = int(o);"),
    ).toMatchInlineSnapshot(`
      [
        "k conversion: k.operator int at '' ()",
        "take(*p): take at 'take' (*p: int)",
        "*p conversion: *p.operator int at '' ()",
        "k conversion: k.operator int at '' ()",
        "k.operator int(): k.operator int at 'operator int' ()",
        "k conversion: k.operator int at '' ()",
        "o conversion: o.operator int at '' ()",
      ]
    `);
  });
  test("are dispatched where the class of the object is not known", () => {
    expect(
      calls("k.run(); p->run(2); o.run(); o.n.run(); make().run(); same().run(); p->N::run();"),
    ).toMatchInlineSnapshot(`
      [
        "k.run() dispatched: k.run at 'run' ()",
        "p->run(2) dispatched: p->run at 'run' (2: int)",
        "o.run(): o.run at 'run' ()",
        "o.n.run(): o.n.run at 'run' ()",
        "make().run() value: make().run at 'run' ()",
        "make(): make at 'make' ()",
        "same().run() dispatched: same().run at 'run' ()",
        "same(): same at 'same' ()",
        "p->N::run(): p->run at 'run' ()",
      ]
    `);
  });
  test("are not constructions; what default arguments and member initialisers call", () => {
    body("K a; K b(take/*^call take*/(1)); K c = 3; new K(l); p->run/*^call N::run*/(); throw K(1);");
    check(
      "int d(); struct S { int a = d/*^call d*/(); S/*^construction S::S*/() {} void f(int x = d/*^call d*/()); };",
    );
    check(
      "int d(int); int a = d/*^call d*/(1); constexpr int c = sizeof(d(2)); struct T { int b : 3; T() = default; };",
    );
  });
  test("in the initialisers of constructors and in lambdas belong to the function around them", () => {
    const facts = check(
      `int take(int); int g; struct S { int a, b; S/*^construction S::S*/(int x) : a(take/*^call take*/(x)), b{g/*^get g*/} { a/*^set S::a*/ = 1; } };
       int f/*^execution f*/() { auto l = [=](int a) { return take/*^call take*/(a) + g/*^get g*/; }; return l(/*^call <unnamed>::operator()*/1); }`,
    );
    const f = facts.entities.findIndex(({ name }) => name === "f");
    const within = facts.shadows.filter((shadow) => shadow.within === f).map(({ kind }) => kind);
    expect(within).toEqual(["execution", "call", "get", "call"]);
    const execution = facts.shadows.find((shadow) => shadow.kind === "execution");
    expect(execution?.kind === "execution" && execution.returns).toHaveLength(1);
  });
  test("of implicit assignments are writes", () => {
    body("k.n/*^set K::n*/ = p->n/*^get K::n*/; k = *p; N c = k.n/*^get K::n*/;");
  });
});

describe("accesses", () => {
  test("of members through this, references, bases and static names", () => {
    check(
      `struct B { int b; static int s; }; struct D : B { int d; void f/*^execution D::f*/(D &o, B *p) {
         d/*^set D::d*/ = b/*^get B::b*/; this->b/*^set B::b*/ = o.b/*^get B::b*/; p->b/*^get B::b, set B::b*/ += 1; s/*^set B::s*/ = B::s/*^get B::s*/; D::s/*^get B::s, set B::s*/++; } };`,
      "-std=gnu++98",
    );
  });
  test("bind references, also to const", () => {
    body(
      "int &r = g/*^ref g*/; const int &c = g/*^ref g*/; bind/*^call bind*/(g/*^ref g*/); const N &n = k.n/*^ref K::n*/; int v = k.x/*^get K::x*/;",
    );
    body(
      "const int &e = k.a/*^ref K::a*/[1]; for (int &i : k.a/*^ref K::a*/) i = 1; auto &&u = p->x/*^ref K::x*/;",
    );
  });
  test("of objects on the way to a member are none", () => {
    body("k.n.v/*^set N::v*/ = 1; l = p->n.v/*^get N::v*/; k.n.get/*^call N::get*/();");
  });
  test("know an implicit this by its empty range", () => {
    const text = "struct S { int x; int f() const { return x; } void g() { x = f(); } };";
    const facts = parse(text);
    const objects = facts.shadows.flatMap((shadow) =>
      "object" in shadow && shadow.object
        ? [
            [
              shadow.kind,
              shadow.object.range.end - shadow.object.range.start,
              facts.types[shadow.object.type]?.spelling,
            ],
          ]
        : [],
    );
    expect(objects).toEqual([
      ["get", 0, "const S *"],
      ["set", 0, "S *"],
      ["call", 0, "S *"],
    ]);
  });
  test("in constant contexts are none", () => {
    body(
      'static const int z = 3; int v[z]; switch (l) { case z: break; } static_assert(z == 3, "z"); constexpr int c = z; enum { E = z }; static int *q = &g; static int t = take/*^call take*/(g/*^get g*/);',
    );
    check(
      "constexpr int c = 1; template <int n> int t(); int f/*^execution f*/() { if constexpr (c == 1) return t/*^call t*/<c>(); else return 0; }",
    );
  });
});

describe("templates", () => {
  test("have those of what initialises their static variables", () => {
    check(
      "int g; const int k = 2; int c(int); template <class T> int f/*^execution f*/(T t) { static int v = c/*^call c*/(g/*^get g*/); static const T w = g/*^get g*/ + k; static int *q = &g; return 0; }",
    );
  });
  test("have one shadow for all instances, in the text of the pattern", () => {
    const facts = check(
      `int g; int take(int); template <class T> struct S { T x; int f/*^execution S::f*/(T a) { x/*^set S::x*/ = a; this->x/*^set S::x*/ = a; return take/*^call take*/(1) + f/*^call S::f*/(a) + g/*^get g*/; } void out(T); };
       template <class T> void S<T>::out/*^execution S::out*/(T t) { take/*^call take*/(t); x/*^get S::x, set S::x*/++; g/*^set g*/ = 1; }
       template <class T> T ft/*^execution ft*/(T a) { return a + g/*^get g*/; } template <> int ft/*^execution ft*/<int>(int a) { return a; }
       void run/*^execution run*/(S<long> &s) { s.f/*^call S<long>::f*/(1); s.x/*^set S<long>::x*/ = 2; ft/*^call ft*/(1); }`,
    );
    const marked = facts.shadows.filter((shadow) => shadow.inTemplate).map((shadow) => shadow.kind);
    expect(marked.filter((kind) => kind === "execution")).toHaveLength(3);
    const roles = facts.entities.map(
      (entity) => `${entity.kind} ${entity.name} ${"template" in entity ? entity.template : ""}`,
    );
    expect(roles).toEqual(
      expect.arrayContaining(["class S<long> instance", "class S pattern", "function ft instance"]),
    );
  });
  test("constexpr functions say so", () => {
    const facts = check(
      "constexpr int sq/*^execution sq*/(int a) { return a * a; } int n/*^execution n*/() { return sq/*^call sq*/(2); }",
    );
    expect(facts.shadows.map((shadow) => shadow.inConstexpr === true)).toEqual([true, false, false]);
  });
});

describe("where functions stand", () => {
  test("local classes and friends are read, function-try-blocks keep their handlers", () => {
    const facts = check(
      `int g; int run/*^execution run*/() { struct L { int a; int m/*^execution L::m*/() { return a/*^get L::a*/ + g/*^get g*/; } } l; return l.m/*^call L::m*/(); }
       struct F { int p; friend int peek/*^execution peek*/(F &f) { return f.p/*^get F::p*/; } };
       int t/*^execution t*/() try { return g/*^get g*/; } catch (...) { return 0; }`,
    );
    const attempt = facts.shadows.flatMap((shadow) =>
      shadow.kind === "execution" && shadow.tryBlock ? [shadow] : [],
    );
    expect(attempt).toHaveLength(1);
    expect(attempt[0]?.body.end).toBeLessThan(attempt[0]?.tryBlock?.end ?? 0);
  });
  test("a text filter keeps the methods of a class or namespace that mentions an identifier", () => {
    checkShadows(
      `struct inode { int a; int get/*^execution inode::get*/() { return a/*^get inode::a*/; } }; struct file { int b; int get() { return b; } };
       namespace n { int use/*^execution n::use*/(inode *i) { return i->a/*^get inode::a*/; } int none() { return 1; } }
       namespace fs { int all/*^execution fs::all*/() { return 1; } } namespace other { int all() { return 2; } }`,
      { language: "c++", identifiers: ["inode", "fs"] },
    );
  });
});
