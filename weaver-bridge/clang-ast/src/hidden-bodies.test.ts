/** What of C++ text libclang doesn't get to see: bodies of functions that nobody asks about. */
import { describe, expect, test } from "vitest";
import { parseSnippet } from "../../../tests/support/index.js";
import { loadAddon } from "./addon.js";

const hide = (text: string, identifiers?: readonly string[]): string => {
  const hidden = loadAddon().hide(Buffer.from(text, "latin1"), {
    cplusplus: true,
    ...(identifiers && { identifiers }),
  });
  const shown = hidden?.toString("latin1") ?? "";
  expect(shown).toHaveLength(text.length);
  return shown.replace(/\{ {2,}\}/g, "{}");
};

describe("with a text filter", () => {
  test.each([
    [
      "functions",
      "int f(int a) { return a; } static int g() noexcept(true) { return 1; }",
      "int f(int a) {} static int g() noexcept(true) {}",
    ],
    [
      "methods in and out of classes",
      "struct K { int m() const { return 1; } virtual ~K() { x(); } }; int K::o() { return 2; }",
      "struct K { int m() const {} virtual ~K() {} }; int K::o() {}",
    ],
    [
      "constructors, whose initialisers stay",
      "struct K : B { K() : B(1), x{2}, y(f{3}) { body(); } };",
      "struct K : B { K() : B(1), x{2}, y(f{3}) {} };",
    ],
    [
      "operators and conversions",
      "bool K::operator()(int a) { return a; } K &K::operator=(const K &o) { return *this; } operator bool() { return 1; }",
      "bool K::operator()(int a) {} K &K::operator=(const K &o) {} operator bool() {}",
    ],
    [
      "templates and specialisations",
      "template <class T, class U = A<(1 > 2)>> T f(T t) { return t; } template <> struct S<R (*)(A)> { void m() { x(); } };",
      "template <class T, class U = A<(1 > 2)>> T f(T t) {} template <> struct S<R (*)(A)> { void m() {} };",
    ],
    [
      "namespaces and linkage blocks",
      'namespace a::b { inline namespace c { void f() { x(); } } } extern "C" { int g() { return 1; } } extern "C" int h() { return 2; }',
      'namespace a::b { inline namespace c { void f() {} } } extern "C" { int g() {} } extern "C" int h() {}',
    ],
    ["functions with a trailing type", "auto f() -> int { return 1; }", "auto f() -> int {}"],
    [
      "functions after attributes",
      "__attribute__((noinline)) [[nodiscard]] int f() { return 1; } alignas(8) int g() throw() { return 2; }",
      "__attribute__((noinline)) [[nodiscard]] int f() {} alignas(8) int g() throw() {}",
    ],
    [
      "friends and nested classes",
      "class A { friend int f(A &a) { return a.x; } class B { void m() { y(); } } b; };",
      "class A { friend int f(A &a) {} class B { void m() {} } b; };",
    ],
  ])("the bodies of %s go", (_, text, expected) => {
    expect(hide(text, ["nothing"])).toBe(expected);
  });
  test.each([
    "constexpr int f() { return 1; }",
    "auto f() { return 1; }",
    "decltype(auto) f() { return 1; }",
    "int a[] = { 1, 2 }; struct P p = { f() }; int x{1}; auto l = [] { return 1; };",
    "enum E : int { A = 1, B }; union U { int i; char c; }; struct S { int x{1}; int y = f{2}; } s = { 3 };",
    "K::K() try : x(1) { f(); } catch (int e) { g(); } catch (...) { h(); } int after;",
    'const char *s = "{ int f() { } }"; const char *r = R"x({ " }) )x"; char c = \'{\';',
  ])("what matters to others stays: %s", (text) => {
    expect(hide(text, ["nothing"])).toBe(text);
  });
  test("what mentions an identifier stays, with its class and all of a namespace named so", () => {
    const text =
      "int a() { return want; } int b() { return 1; } struct K { int m() { return 2; } int n(want w) { return 3; } }; namespace want { int c() { return 4; } } namespace n { int d() { return 5; } }";
    expect(hide(text, ["want"])).toBe(text.replace("{ return 1; }", "{}").replace("{ return 5; }", "{}"));
  });
});

test("without a filter only system headers lose bodies", () => {
  const own = '# 1 "a.cc"\nint f() { return 1; }\n';
  const system = '# 1 "/usr/include/x.h" 1 3 4\ninline int g() { return 1; }\n';
  expect(hide(own + system)).toBe(own + system.replace("{ return 1; }", "{}"));
  const facts = parseSnippet(own + system, { language: "c++" });
  expect(facts.shadows.map(({ kind }) => kind)).toEqual(["execution"]);
});

test.each([
  "{",
  "}",
  "(",
  "template <",
  "operator",
  '"',
  "'\\",
  'R"',
  "class",
  "namespace",
  "int f() {",
  "K::K() : a{",
  "# 1",
  "/*",
  "[[",
])("broken text that ends in %s is read to its end", (end) => {
  for (const start of ["", "struct S { ", "int f(", "namespace n { void g() { "])
    expect(() => hide(`${start}${end}`, ["x"])).not.toThrow();
});
