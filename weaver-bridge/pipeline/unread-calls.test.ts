import { expect, test } from "vitest";
import { factsOf } from "../../tests/support/index.js";
import { parseInProcess } from "../clang-ast/src/index.js";
import { parseAspectFile } from "../pointcut/index.js";
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
