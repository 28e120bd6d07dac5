import { expect, test } from "vitest";
import { factsOf } from "../../../tests/support/index.js";
import { parseInProcess } from "../../clang-ast/src/index.js";
import { parseAspectFile } from "../../pointcut/index.js";
import { unreadCallProblems } from "./unread-calls.js";

const TEXT = `int f(); int g(int); int v[9];
int use(int n) {
  auto one = [x = f(), y = g(f())](int k) { return x + y + k; };
  auto two = [=, &n, z = 3] { return z + n; };
  return one(v[n = f()]) + two() + [x = g(n)] { return x; }();
}
`;

function told(pointcut: string): string[] {
  const files = [parseAspectFile("a.ah", `aspect A { advice ${pointcut} : before() {} };`)];
  return unreadCallProblems(TEXT, files, factsOf("t.cc", TEXT)).map(
    ({ range, message }) =>
      `${range?.startLine}:${range?.startColumn} ${message.replace(/^.*reach (\S+) .*$/, "$1")}`,
  );
}

test("calls in captures are told where advice asks for them", () => {
  expect(told('call("% f()")')).toEqual(["3:19 `f`", "3:30 `f`"]);
  expect(told('call("% g(...)")')).toEqual(["3:28 `g`", "5:41 `g`"]);
  expect(told('call("% ...::%(...)")')).toEqual(["3:19 `f`", "3:28 `g`", "3:30 `f`", "5:41 `g`"]);
});

test("advice on something else says nothing", () => {
  expect(told('execution("% f()")')).toEqual([]);
  expect(told('call("% h(...)")')).toEqual([]);
  expect(told('execution("% ...::%(...)")')).toEqual([]);
});

test("a class that derives from an instance of a template is no variable", () => {
  const text = `template<class T> struct B { int f() { return 1; } }; template<class T> struct D : B<T> { int a = 2; int f() { return 1; } int m() { return this->f(); } };`;
  const files = [parseAspectFile("a.ah", 'aspect A { advice call("% ...::f()") : before() {} };')];
  expect(unreadCallProblems(text, files, factsOf("t.cc", text))).toEqual([]);
});

test("so are calls in other places that libclang passes over", () => {
  const text = `int f(); int g(int); template<class T> int h(T t) { int v = f(); return v; }
template<class T> T one = f();
template<class T> struct S { int a = f(); template<class U> static U two; };
template<class T> template<class U> U S<T>::two{g(1)};
int use(int n) {
  switch (int x = g(n); x) { default: n = f(); }
  switch (n) { case 1: f(); }
  return [x{f()}] { return x; }();
}
`;
  const files = [
    parseAspectFile("a.ah", 'aspect A { advice call("% f()") || call("% g(...)") : before() {} };'),
  ];
  const problems = unreadCallProblems(text, files, factsOf("t.cc", text));
  expect(problems.map(({ range, message }) => `${range?.startLine}: ${message.split("reach ")[1]}`)).toEqual([
    "8: `f` in the captures of a lambda",
    "6: `g` in what a switch declares before its value",
    "2: `f` in the initialiser of a variable template",
    "4: `g` in the initialiser of a variable template",
  ]);
});

test("calls in functions that only an auto parameter makes templates are join points", () => {
  const text = `int g(int x) { return x; }
int tw(auto x) { if (x) { return g(x); } return 0; }
struct S { [[nodiscard]] int m(const auto &x) const { return g(x); } int out(auto); };
int S::out(auto x) { return g(x); }
int use() { return tw(1) + S().m(2); }
`;
  const files = [parseAspectFile("a.ah", 'aspect A { advice call("% g(...)") : before() {} };')];
  const facts = parseInProcess(text, { language: "c++", arguments: ["-std=gnu++20"], fileName: "t.cc" });
  expect(unreadCallProblems(text, files, facts)).toEqual([]);
  const within = facts.shadows.flatMap(({ kind, entity, within: around }) =>
    kind === "call" && facts.entities[entity]?.name === "g" ? [facts.entities[around]?.name] : [],
  );
  expect(within).toEqual(["tw", "m", "out"]);
  const starts = facts.shadows.flatMap((shadow) =>
    shadow.kind === "execution" ? [text.slice(shadow.range.start).split("(")[0]] : [],
  );
  expect(starts).toEqual(["int g", "int tw", "[[nodiscard]] int m", "int S::out", "int use"]);
});

const FILES = [parseAspectFile("a.ah", 'aspect A { advice call("% f(...)") : before() {} };')];

function toldIn(text: string, files = FILES): string[] {
  const facts = parseInProcess(text, { language: "c++", arguments: ["-std=gnu++20"], fileName: "t.cc" });
  return unreadCallProblems(text, files, facts).map(
    ({ range, message }) => `${range?.startLine}: ${message.split("reach ")[1]}`,
  );
}

test("so are calls in places of C++20", () => {
  const text = `int f(int n);
struct B { int a : 3 = f(1); unsigned b : 2 { 0 }; int c = f(2); };
int use(int n) {
  for (int z = f(1); int i : { 1, 2 }) n += i + f(z);
  for (int z = f(1); z < n ? f(2) : f(3); z += f(4)) f(5);
  for (int i : { f(1), f(2) }) { n += i; f(3); }
  int x[](f(1), f(f(2))), y[2](f(3));
  return x[0] + y[0] + n;
}
template<auto F> int apply(int n) { return F(n); }
int templates() { return apply<[](int n) { return f(n); }>(4); }
using L = decltype([](int n) { return f(n); });
template<int (*F)(int) = +[](int n) -> int { if (n) { return f(n); } return 0; }> int other() { return F(1); }
int usual(int n) { auto l = [&](int m) noexcept { constexpr int s = sizeof(f(1)); return f(m) + s; }; return l(n); }
`;
  expect(toldIn(text)).toEqual([
    "4: `f` in what a loop over a range declares before its range",
    "2: `f` in the initialiser of a bit-field",
    "11: `f` in this lambda, which stands in a type or in template arguments",
    "12: `f` in this lambda, which stands in a type or in template arguments",
    "13: `f` in this lambda, which stands in a type or in template arguments",
  ]);
});

test("what any name may be says nothing of declarations, keywords and dependent calls", () => {
  const text = `int f(int n); template<class T> struct P { bool operator==(const P &o) const { return this == &o; } };
struct B { virtual int f(int n); }; struct D : B { int f(int n) override { return ::f(-n); } };
template<class... T> auto sum(T... t) { return [=](auto... m) { return (t + ... + 0) + (m + ... + 0); }; }
template<class F, class V> void each(F g, V v) { for (int i : { 1, 2 }) g(i); [&](auto x) { x.f(v); }; }
int use() { D d; switch (int n = d.f(1); n) { default: return sum(1)(2) + f(3); } }
`;
  const all = [parseAspectFile("a.ah", 'aspect A { advice call("% ...::%(...)") : before() {} };')];
  expect(toldIn(text, all)).toEqual([]);
  const named = [parseAspectFile("a.ah", 'aspect A { advice call("% ...::f(...)") : before() {} };')];
  expect(toldIn(text, named).filter((line) => line.startsWith("5"))).toEqual([
    "5: `f` in what a switch declares before its value",
  ]);
});
