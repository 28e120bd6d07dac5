/** What facts know of classes and their members. */
import { describe, expect, test } from "vitest";
import { entityName, parseSnippet } from "../../../../tests/support/index.js";
import type { ClassEntity, FunctionEntity, UnitFacts } from "../../../model/index.js";

const parse = (text: string, dialect = "-std=gnu++17") => {
  const facts = parseSnippet(text, { language: "c++", arguments: ["-m32", dialect] });
  expect(facts.diagnostics).toEqual([]);
  return facts;
};

function classNamed(facts: UnitFacts, name: string): ClassEntity {
  const found = facts.entities.find((entity) => entity.kind === "class" && entity.name === name);
  expect(found, name).toBeDefined();
  return found as ClassEntity;
}

const FLAGS = [
  "isStatic",
  "isVirtual",
  "isPure",
  "isImplicit",
  "isDeleted",
  "isDefaulted",
  "isExplicit",
  "isConstexpr",
  "isExternC",
  "isNoexcept",
] as const;

function printFunction(facts: UnitFacts, entity: FunctionEntity): string {
  const parameters = entity.parameters.map(({ type }) => facts.types[type]?.spelling).join(", ");
  const flags = FLAGS.filter((flag) => entity[flag]).map((flag) => flag.slice(2).toLowerCase());
  const overrides = entity.overrides?.map((id) => `overrides ${entityName(facts, id)}`) ?? [];
  return [`${entity.name}(${parameters})`, entity.member?.access, entity.role, ...flags, ...overrides]
    .filter(Boolean)
    .join(" ");
}

function membersOf(facts: UnitFacts, name: string): string[] {
  return classNamed(facts, name).members.map((id) => {
    const member = facts.entities[id];
    if (member?.kind === "function") return printFunction(facts, member);
    return [member?.kind, member?.name, member?.member?.access, member?.isStatic && "static"]
      .filter(Boolean)
      .join(" ");
  });
}

describe("classes", () => {
  test("have bases, members in order, implicit ones last", () => {
    const facts = parse(
      `struct A { virtual ~A(); }; class B {}; class C : public A, virtual protected B { int x; public: static int s; union { int u; }; class Inner {}; protected: C(); int f() const; };`,
    );
    const c = classNamed(facts, "C");
    expect(c.bases.map((base) => [entityName(facts, base.entity), base.access, base.isVirtual])).toEqual([
      ["A", "public", false],
      ["B", "protected", true],
    ]);
    expect(membersOf(facts, "C")).toMatchInlineSnapshot(`
      [
        "field x private",
        "variable s public static",
        "field u public",
        "class Inner public",
        "C() protected constructor",
        "f() protected",
        "C(const C &) public constructor implicit defaulted",
        "C(C &&) public constructor implicit defaulted",
        "operator=(const C &) public operator implicit defaulted",
        "operator=(C &&) public operator implicit defaulted",
        "~C() public destructor virtual implicit defaulted overrides A::~A",
      ]
    `);
    expect([c.key, c.polymorphic, classNamed(facts, "B").polymorphic]).toEqual(["class", true, undefined]);
  });
  test("have implicit members as the dialect and the declared ones allow", () => {
    const text =
      "struct P { int x; }; struct Q { Q(const Q &); }; struct M { M(M &&) = default; }; struct D { ~D(); };";
    const facts = parse(text);
    expect(["P", "Q", "M", "D"].map((name) => membersOf(facts, name))).toMatchInlineSnapshot(`
      [
        [
          "field x public",
          "P() public constructor implicit defaulted",
          "P(const P &) public constructor implicit defaulted",
          "P(P &&) public constructor implicit defaulted",
          "operator=(const P &) public operator implicit defaulted",
          "operator=(P &&) public operator implicit defaulted",
          "~P() public destructor implicit defaulted",
        ],
        [
          "Q(const Q &) public constructor",
          "operator=(const Q &) public operator implicit defaulted",
          "~Q() public destructor implicit defaulted",
        ],
        [
          "M(M &&) public constructor defaulted",
          "M(const M &) public constructor implicit deleted defaulted",
          "operator=(const M &) public operator implicit deleted defaulted",
          "~M() public destructor implicit defaulted",
        ],
        [
          "~D() public destructor",
          "D() public constructor implicit defaulted",
          "D(const D &) public constructor implicit defaulted",
          "operator=(const D &) public operator implicit defaulted",
        ],
      ]
    `);
    expect(membersOf(parse("struct P { int x; };", "-std=gnu++98"), "P")).toMatchInlineSnapshot(`
      [
        "field x public",
        "P() public constructor implicit defaulted",
        "P(const P &) public constructor implicit defaulted",
        "operator=(const P &) public operator implicit defaulted",
        "~P() public destructor implicit defaulted",
      ]
    `);
  });
  test("say where their definition stands and where a base goes", () => {
    const text =
      "int a; namespace n { template <class T> struct [[x]] S final : A<T> , virtual B { int x; } ; struct N { struct I { }; }; } union U { int i; };";
    const facts = parse(`template <class T> struct A {}; struct B {}; ${text}`);
    const whole = `template <class T> struct A {}; struct B {}; ${text}`;
    const cut = (range?: { start: number; end: number }) => range && whole.slice(range.start, range.end);
    const places = ["S", "N", "I", "U"].map((name) => {
      const definition = classNamed(facts, name).definition;
      return [
        cut(definition?.range),
        cut(definition?.baseClause),
        cut(definition?.body),
        whole.slice(definition?.topLevel).slice(0, 11),
      ];
    });
    expect(places).toMatchInlineSnapshot(`
      [
        [
          "struct [[x]] S final : A<T> , virtual B { int x; }",
          ": A<T> , virtual B",
          "{ int x; }",
          "namespace n",
        ],
        [
          "struct N { struct I { }; }",
          "",
          "{ struct I { }; }",
          "namespace n",
        ],
        [
          "struct I { }",
          "",
          "{ }",
          "namespace n",
        ],
        [
          "union U { int i; }",
          undefined,
          "{ int i; }",
          "union U { i",
        ],
      ]
    `);
  });
  test("of anonymous namespaces, unnamed and local classes have their scopes", () => {
    const facts = parse(
      "namespace { struct H { int a; } h; struct { int b; } un; } void f() { struct L { int c; } l; l.c = un.b + h.a; }",
    );
    expect(
      facts.entities
        .filter(({ kind }) => kind === "field")
        .map((field) => [...field.scope, field.name].join("::")),
    ).toEqual(expect.arrayContaining(["<unnamed>::H::a", "<unnamed>::<unnamed>::b", "L::c"]));
    expect([classNamed(facts, "L").local, classNamed(facts, "H").local]).toEqual([true, undefined]);
  });
});

describe("functions", () => {
  test("have roles and flags", () => {
    const facts = parse(
      `struct B { virtual void v(); virtual int p() const = 0; virtual ~B(); };
       struct K : B { explicit K(int); K(const K &) = delete; K &operator=(const K &) = default; ~K() noexcept; void v(); int p() const override;
         operator bool() const; K operator  +(int); constexpr int c() { return 1; } static void s() throw(); template <class T> void t(T); void *operator new(unsigned); };
       void use(K &k) { k.v(); } extern "C" void ext() {} int operator""_x(unsigned long long) { return 1; }`,
    );
    expect(membersOf(facts, "K")).toMatchInlineSnapshot(`
      [
        "K(int) public constructor explicit",
        "K(const K &) public constructor deleted",
        "operator=(const K &) public operator defaulted",
        "~K() public destructor virtual noexcept overrides B::~B",
        "v() public virtual overrides B::v",
        "p() public virtual overrides B::p",
        "operator bool() public conversion",
        "operator+(int) public operator",
        "c() public constexpr",
        "s() public static noexcept",
        "t(T) public",
        "operator new(unsigned int) public operator static",
      ]
    `);
    const free = facts.entities.filter(
      (entity): entity is FunctionEntity => entity.kind === "function" && !entity.member,
    );
    expect(free.map((entity) => printFunction(facts, entity))).toMatchInlineSnapshot(`
      [
        "use(K &)",
        "ext() externc",
        "operator""_x(unsigned long long) operator",
      ]
    `);
  });
  test("have the type of the method with its qualifiers", () => {
    const facts = parse(
      "struct K { int a() const; int b() volatile; int c() const &; int d(); int (*e())(int); };",
    );
    const types = classNamed(facts, "K")
      .members.map((id) => facts.entities[id])
      .filter((entity): entity is FunctionEntity => entity?.kind === "function" && !entity.isImplicit)
      .map((entity) => facts.types[entity.type]);
    expect(types.map((type) => [type?.spelling, type?.isConst, type?.isVolatile])).toEqual([
      ["int () const", true, false],
      ["int () volatile", false, true],
      ["int () const &", true, false],
      ["int ()", false, false],
      ["int (*())(int)", false, false],
    ]);
  });
  test("have default arguments and their declaration in the class", () => {
    const text = `struct K { static int f(int a, int b = 1 + 2, char = 'c') ; K(int (*)(int) = 0) noexcept; };
      int K::f(int a, int b, char c) { return a; } K::K(int (*p)(int)) noexcept { }`;
    const facts = parse(text);
    const cut = (range?: { start: number; end: number }) => range && text.slice(range.start, range.end);
    const found = classNamed(facts, "K")
      .members.map((id) => facts.entities[id])
      .flatMap((entity) =>
        entity?.kind === "function" && !entity.isImplicit
          ? [
              [
                entity.name,
                entity.isStatic,
                cut(entity.declarationRange),
                entity.parameters.map((p) => cut(p.defaultValue)),
              ],
            ]
          : [],
      );
    expect(found).toMatchInlineSnapshot(`
      [
        [
          "f",
          true,
          "(int a, int b = 1 + 2, char = 'c')",
          [
            undefined,
            "1 + 2",
            "'c'",
          ],
        ],
        [
          "K",
          false,
          "(int (*)(int) = 0) noexcept",
          [
            "0",
          ],
        ],
      ]
    `);
  });
  test("and classes have their attributes, known to clang or not", () => {
    const facts = parse(
      `[[ns::a]] [[b]] void f(int [[not::mine]] x) {} struct [[ns::c(1, 2), gnu::packed]] S { [[d]] int m; int [[e]] n; [[using q: r, s]] void g(); int last; };
       void after(S &s) { s.g(); s.m = s.n + s.last; }`,
    );
    const found = facts.entities.flatMap((entity) =>
      entity.attributes ? [[entity.name, ...entity.attributes]] : [],
    );
    expect(found.sort()).toEqual([
      ["S", "ns::c", "gnu::packed"],
      ["f", "ns::a", "b"],
      ["g", "q::r", "q::s"],
      ["m", "d"],
      ["n", "e"],
    ]);
  });
});

describe("constructions and destructions", () => {
  test("are those of the classes that the text defines", () => {
    const text = `struct B { int b; }; struct K : B { int x, y; K(); K(int) : x(1), y{2} { x = 3; return; } K(long) try : x(0) { } catch (...) { } ~K(); K(const K &) = default; };
      K::K() : B() , x(4) {} K::~K() { y = 0; }`;
    const facts = parse(text);
    const cut = (range?: { start: number; end: number }) => range && text.slice(range.start, range.end);
    const found = facts.shadows.flatMap((shadow) =>
      "ofClass" in shadow
        ? [
            [
              shadow.kind,
              entityName(facts, shadow.ofClass),
              cut(shadow.nameRange),
              cut(shadow.range),
              cut(shadow.definition?.parameterList),
              cut(shadow.definition?.initialisers),
              cut(shadow.definition?.body),
              shadow.definition?.returns.length,
              cut(shadow.definition?.tryBlock),
            ].join(" | "),
          ]
        : [],
    );
    expect(found).toMatchInlineSnapshot(`
      [
        "construction | B | B |  |  |  |  |  | ",
        "construction | B | B |  |  |  |  |  | ",
        "construction | B | B |  |  |  |  |  | ",
        "destruction | B | B |  |  |  |  |  | ",
        "construction | K | K | K(int) : x(1), y{2} { x = 3; return; } | (int) | : x(1), y{2} | { x = 3; return; } | 1 | ",
        "construction | K | K | K(long) try : x(0) { } catch (...) { } | (long) | : x(0) | { } | 0 | try : x(0) { } catch (...) { }",
        "construction | K | K | K |  |  |  |  | ",
        "construction | K | K | K::K() : B() , x(4) {} | () | : B() , x(4) | {} | 0 | ",
        "destruction | K | ~K | K::~K() { y = 0; } | () |  | { y = 0; } | 0 | ",
      ]
    `);
  });
});

describe("how objects of a class travel", () => {
  const SYSTEM = `
# 1 "/usr/include/system.h" 1 3
namespace std {
template <class C> struct inserter { C *c; inserter(C &c) : c(&c) {} };
template <class T> struct owner { T *p; owner(); owner(const owner &); ~owner(); };
extern template struct owner<char>;
template <> struct owner<void> { void *p; };
template <class T> struct node { T value; };
template <class T> struct node<T *> { node(const node &); T *value; };
template <class... T> struct parts;
template <> struct parts<> {};
template <class H, class... T> struct parts<H, T...> : parts<T...> { H head; parts(const parts &) = default; };
template <class A, class B> struct pair { A first; B second; constexpr pair(const pair &) = default; pair(A, B); };
}
# 2 "unit.cpp" 2
`;
  const passing = (text: string, dialect?: string) => {
    const facts = parse(text, dialect);
    const classes = facts.entities.filter(
      (entity): entity is ClassEntity => entity.kind === "class" && entity.definition !== undefined,
    );
    return classes
      .filter(({ definition }) => !facts.lineMap.inSystemHeader(definition!.range.start))
      .map((entity) => `${entity.name}: ${entity.passing ?? "by its members"}`);
  };

  test("is what the class and its parts say, those of the system too", () =>
    expect(
      passing(`${SYSTEM}struct Point { int x, y; }; struct Made { int x; Made(int); };
class Appender : std::inserter<Point> { using std::inserter<Point>::inserter; }; struct Holds { std::owner<int> o; }; struct Text { std::owner<char> o; }; struct Pointer : std::owner<void> { Pointer(); };
struct Plain { std::node<int> n; }; struct Pointed { std::node<int *> n; };
struct Parts : std::parts<int, char> {}; struct Pair { std::pair<int, int> p; }; struct Owners { std::pair<std::owner<int>, int> p; };
struct Copied { Copied(const Copied &); }; struct Moved { Moved(Moved &&); }; struct Kept { Kept(const Kept &) = delete; ~Kept() = default; };
struct Later { ~Later(); }; Later::~Later() = default; struct Virtual { virtual void f(); }; struct Derived : virtual Point {};
struct Anonymous { union { int i; char c; }; struct { Later l[2]; }; };`),
    ).toMatchInlineSnapshot(`
      [
        "Later: by its members",
        "Point: plain",
        "Made: bytes",
        "Appender: bytes",
        "Holds: by its members",
        "Text: by its members",
        "Pointer: bytes",
        "Plain: plain",
        "Pointed: by its members",
        "Parts: bytes",
        "Pair: bytes",
        "Owners: by its members",
        "Copied: by its members",
        "Moved: by its members",
        "Kept: bytes",
        "Virtual: by its members",
        "Derived: by its members",
        "Anonymous: by its members",
      ]
    `));

  test("of a template is what its instances may be", () =>
    expect(
      passing(`${SYSTEM}template <class T> struct Box { T value; }; template <class T> struct Copied { T v; Copied(const Copied &); };
template <class T> struct Same { T v; Same(const Same<T> &); ~Same() = default; };
template <class T> struct From { T v; template <class U> From(const From<U> &); };
template <class T> struct Inserts : std::inserter<T> {}; template <class T> struct Owns : T { std::owner<T> o; };
template <class T> struct Outer { struct Inner { T t; ~Inner(); }; Inner inner; };`),
    ).toMatchInlineSnapshot(`
      [
        "Box: plain",
        "Copied: by its members",
        "Same: by its members",
        "From: plain",
        "Inserts: plain",
        "Owns: plain",
        "Outer: by its members",
        "Inner: by its members",
      ]
    `));

  test("is known in C++98", () =>
    expect(
      passing(
        "struct A { int x; }; class B { int x; public: B(); }; struct C { C(const C &); };",
        "-std=gnu++98",
      ),
    ).toMatchInlineSnapshot(`
      [
        "A: plain",
        "B: bytes",
        "C: by its members",
      ]
    `));
});
