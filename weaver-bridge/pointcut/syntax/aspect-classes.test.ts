/** Aspects as C++ classes, slices, attributes, and sources with aspect keywords: what the parser finds where. */
import { expect, test } from "vitest";
import { type AspectFile, printProblem, type Slice, type TextRange } from "../../model/index.js";
import { parseAspectFile, parseAspectSource } from "../parse-aspect-file.js";
import { printPointcut } from "./print-pointcut.js";

/** The parts that C++ adds, each with its text. */
function outline(text: string, parse = parseAspectFile): string {
  const file = parse("t.ah", text);
  const lines = file.prelude.map((range) => `prelude ${show(file, range)}`);
  for (const aspect of file.aspects) {
    lines.push(`aspect ${aspect.name}${aspect.baseClause ? ` : ${show(file, aspect.baseClause)}` : ""}`);
    for (const { kind, name, range } of aspect.members) lines.push(`  ${kind} ${name}: ${show(file, range)}`);
    for (const advice of aspect.advice) lines.push(`  ${advice.kind} at ${printPointcut(advice.pointcut)}`);
    for (const { pointcut, slice, beforeField } of aspect.introductions ?? []) {
      const what = "reference" in slice ? slice.reference : `slice ${showSlice(file, slice)}`;
      const where = beforeField === undefined ? "" : ` before ${beforeField}`;
      lines.push(`  introduce at ${printPointcut(pointcut)}: ${what}${where}`);
    }
  }
  for (const { name, expression } of file.pointcuts)
    lines.push(`pointcut ${name} = ${expression ? printPointcut(expression) : 0}`);
  for (const slice of file.slices ?? []) lines.push(`slice ${showSlice(file, slice)}`);
  for (const { name } of file.attributes ?? []) lines.push(`attribute ${name}`);
  for (const { scope, namespace } of file.usings ?? []) lines.push(`using ${namespace} in <${scope}>`);
  for (const range of file.forwards ?? []) lines.push(`forward at ${range.start}: ${show(file, range)}`);
  return [...lines, ...file.problems.map(printProblem)].join("\n");
}

function show({ text }: AspectFile, { start, end }: TextRange): string {
  return text.slice(start, end).replace(/\s*\n\s*/g, " ~ ");
}

function showSlice(file: AspectFile, { name, key, bases, members, definitions }: Slice): string {
  const parts = [`${name} (${key})`];
  if (bases) parts.push(`: ${show(file, bases)}`);
  if (members) parts.push(`{${show(file, members)}}`);
  for (const { range, owner } of definitions) parts.push(`[${show(file, owner)}] ${show(file, range)}`);
  return parts.join(" ");
}

test("members of aspects in C++: where each declaration ends and what it declares", () => {
  expect(
    outline(`aspect A : public B<int, C>, private virtual n::D {
  int plain = 3, *more{nullptr};
  static const int N = 4;
  std::map<int, std::pair<int, long>> table, other;
  bool flag{true};
public:
  A() : plain(1), flag{false} { x(); }
  explicit A(int v) : more{}, table{{1, {2, 3}}} {}
  A(const A &) = delete;
  ~A() { clear(); }
  virtual int size() const noexcept override = 0;
  bool operator==(const A &o) const { return o.plain == plain; }
  int operator()(int n) { return n; }
  operator int() const { return plain; }
  int &operator[](unsigned i);
  template <class T, int N = (3 > 2)> T twice(T t) { return t + t; }
  template <typename T> struct Box { T t; int f() { return 1; } };
  struct Item : Base { int n; void g() {} } items[3];
  enum class Color : char { red, green };
  enum { one, two };
  friend class Other;
  using Number = int;
  auto late(int x) -> int { return x; }
  int guarded(int x) try { return f(x); } catch (...) { return 0; }
  int (*pointer)(int);
  virtual void (*summary())() { return &done; }
  int *(*const find(int, long) const)(char) { return 0; }
  [[gnu::unused]] static int tagged();
  unsigned bits : 3;
  static A *aspectof() { static A a; return &a; }
  advice execution("% f(...)") : before() { plain++; }
};`),
  ).toMatchInlineSnapshot(`
    "aspect A : public B<int, C>, private virtual n::D
      data plain: int plain = 3, *more{nullptr};
      data more: int plain = 3, *more{nullptr};
      data N: static const int N = 4;
      data table: std::map<int, std::pair<int, long>> table, other;
      data other: std::map<int, std::pair<int, long>> table, other;
      data flag: bool flag{true};
      function A: A() : plain(1), flag{false} { x(); }
      function A: explicit A(int v) : more{}, table{{1, {2, 3}}} {}
      type : A(const A &) = delete;
      function A: ~A() { clear(); }
      function size: virtual int size() const noexcept override = 0;
      function operator: bool operator==(const A &o) const { return o.plain == plain; }
      function operator: int operator()(int n) { return n; }
      function operator: operator int() const { return plain; }
      function operator: int &operator[](unsigned i);
      function twice: template <class T, int N = (3 > 2)> T twice(T t) { return t + t; }
      type Box: template <typename T> struct Box { T t; int f() { return 1; } };
      data Item: struct Item : Base { int n; void g() {} } items[3];
      type Color: enum class Color : char { red, green };
      type : enum { one, two };
      type : friend class Other;
      type : using Number = int;
      function late: auto late(int x) -> int { return x; }
      function guarded: int guarded(int x) try { return f(x); } catch (...) { return 0; }
      data pointer: int (*pointer)(int);
      function summary: virtual void (*summary())() { return &done; }
      function find: int *(*const find(int, long) const)(char) { return 0; }
      function tagged: [[gnu::unused]] static int tagged();
      data bits: unsigned bits : 3;
      function aspectof: static A *aspectof() { static A a; return &a; }
      before at execution("% f(...)")"
  `);
});

test("slices in all forms", () => {
  expect(
    outline(`slice class Forward;
slice class S : public B, C { int x; void f(); };
slice struct OnlyBase : public n::B;
namespace n {
slice struct T { T(); ~T(); bool operator<(const T &) const; static float pi; struct x *g(int); };
slice T::T() : a(1) { }
slice T::~T() { done(); }
slice bool T::operator<(const T &o) const { return true; }
slice float T::pi = 3.14f;
slice struct x *T::g(int n) { return 0; }
}
slice void S::f() { x++; }
slice int Elsewhere::h() { return 1; }
aspect A {
  slice class Inner { int y; };
  slice int Inner::later();
  advice "C" : slice S;
  advice "C" || derived("D") : slice class Inner;
  advice "C" : slice struct { int a; struct N { int b; } n; };
  advice "C" : slice class : public Base<int>;
  advice "C" : slice class Named : public Q { void m(); };
  slice void Named::m() {}
  advice "inode" : before("i_uid") slice struct { int owner; };
  advice "inode" : slice struct { int last; } before("i_gid");
  advice "C" : slice ::n::T;
};`),
  ).toMatchInlineSnapshot(`
    "aspect A
      introduce at "C": S
      introduce at "C" || derived("D"): Inner
      introduce at "C": slice  (struct) { int a; struct N { int b; } n; }
      introduce at "C": slice  (class) : public Base<int>
      introduce at "C": slice A::Named (class) : public Q { void m(); } [Named::] void Named::m() {}
      introduce at "inode": slice  (struct) { int owner; } before i_uid
      introduce at "inode": slice  (struct) { int last; } before i_gid
      introduce at "C": ::n::T
    slice Forward (class)
    slice S (class) : public B, C { int x; void f(); } [S::] void S::f() { x++; }
    slice OnlyBase (struct) : public n::B
    slice n::T (struct) { T(); ~T(); bool operator<(const T &) const; static float pi; struct x *g(int); } [T::] T::T() : a(1) { } [T::] T::~T() { done(); } [T::] bool T::operator<(const T &o) const { return true; } [T::] float T::pi = 3.14f; [T::] struct x *T::g(int n) { return 0; }
    slice A::Inner (class) { int y; } [Inner::] int Inner::later();
    slice A::Named (class) : public Q { void m(); } [Named::] void Named::m() {}
    slice Elsewhere (class) [Elsewhere::] int Elsewhere::h() { return 1; }"
  `);
});

test("broken slices are told, and what follows is read", () => {
  expect(
    outline(`slice class { int x; };
slice int f();
aspect A {
  advice "C" : slice;
  advice "C" : slice class;
  advice "C" : int x;
  advice "C" : slice int x;
  advice call("% f()") : slice S;
  advice "C" : slice struct { int a; }
  advice "C" : slice struct S { int a;
  advice call("% g()") : before() {}
};`),
  ).toMatchInlineSnapshot(`
    "aspect A
      before at call("% g()")
      introduce at call("% f()"): S
      introduce at "C": slice  (struct) { int a; }
      introduce at "C": slice A::S (struct) { int a;}
    slice A::S (struct) { int a;}
    t.ah:1:1: error[weft/aspect/missing-name]: a slice outside advice needs a name. Write \`slice class NAME { ... };\`.
    t.ah:2:7: error[weft/aspect/slice-member]: a slice member outside its slice names the slice. Write \`slice int SLICE::f() { ... }\`, or \`slice class NAME { ... };\` for a slice.
    t.ah:4:3: error[weft/aspect/introduction]: this introduction is not complete. Write \`advice "C" : slice NAME;\` or \`advice "C" : slice struct { int member; };\`.
    t.ah:5:3: error[weft/aspect/introduction]: this introduction is not complete. Write \`advice "C" : slice NAME;\` or \`advice "C" : slice struct { int member; };\`.
    t.ah:6:16: error[weft/aspect/advice-kind]: \`int\` is not a kind of advice. Write \`before()\`, \`after()\` or \`around()\` and a body; what is introduced stands in a slice: \`slice class { ... };\`.
    t.ah:7:3: error[weft/aspect/introduction]: this introduction is not complete. Write \`advice "C" : slice NAME;\` or \`advice "C" : slice struct { int member; };\`.
    t.ah:8:10: error[weft/pointcut/code-not-name]: a slice is introduced into classes, not into code join points. Name the classes: \`advice "C" || derived("D") : slice S;\`.
    t.ah:9:38: error[weft/aspect/missing-semicolon]: \`;\` is missing after the slice. A slice ends in \`};\`.
    t.ah:10:31: error[weft/aspect/missing-brace]: the slice has no \`}\`. Close it with \`};\`.
    t.ah:10:38: error[weft/aspect/missing-semicolon]: \`;\` is missing after the slice. A slice ends in \`};\`."
  `);
});

test("aspects have attributes, and stand in namespaces and classes that have some", () => {
  const file = parseAspectFile(
    "t.ah",
    `namespace [[a::far]] n { aspect [[lay, a::in(1)]] [[using b: c]] A : public B { advice "X" : slice class {}; }; }
struct [[x]] K { aspect
  [[out]] D {}; };`,
  );
  expect(file.problems).toEqual([]);
  expect(file.aspects.map(({ name, attributes }) => [name, attributes])).toEqual([
    ["n::A", ["lay", "a::in", "b::c"]],
    ["K::D", ["out"]],
  ]);
});

test("aspects, pointcuts and attributes in namespaces, classes and aspects", () => {
  expect(
    outline(`namespace a { namespace b::c {
attribute traced(int level);
using namespace std;
aspect First;
aspect First { aspect Inner { advice call("% f()") : before() {} }; int n; };
} }
class K : public L {
  int x;
public:
  pointcut calls() = call("% K::%(...)");
  virtual void f() { if (x) { } }
  aspect Nested { advice calls() : before() {} };
};
struct Plain { int pointcut; };
namespace { attribute hidden(); }
using namespace a;
`),
  ).toMatchInlineSnapshot(`
    "prelude namespace a {
    prelude namespace b::c {
    prelude using namespace std;
    prelude }
    prelude }
    prelude class K : public L {
    prelude int x; ~ public:
    prelude virtual void f() { if (x) { } }
    prelude }
    prelude ; ~ struct Plain { int pointcut; };
    prelude using namespace a;
    aspect a::b::c::First
      data n: int n;
    aspect a::b::c::First::Inner
      before at call("% f()")
    aspect K::Nested
      before at calls()
    pointcut K::calls = call("% K::%(...)")
    attribute a::b::c::traced
    attribute hidden
    using std in <a::b::c>
    using a in <>
    forward at 81: aspect"
  `);
});

test("an ordinary source with aspect keywords", () => {
  const text = `#include <stdio.h>
#if X
struct P { P() : a{1} {} int a; };
#else
struct P;
#endif
std::slice cut(int n) { return std::slice(0, n, 1); }
int aspect = 3;
aspect Trace {
  pointcut all() = "% ...::%(...)";
  advice execution(all()) : after() { puts("x"); }
};
slice class S { int n; };
int main() { aspect++; return 0; }
`;
  expect(outline(text, parseAspectSource)).toMatchInlineSnapshot(`
    "aspect Trace
      after at execution(all())
    slice S (class) { int n; }"
  `);
  expect(parseAspectSource("a.cc", "int main() {}")).toMatchObject({ aspects: [], ordinarySource: true });
});
