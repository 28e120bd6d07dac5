import { expect, test } from "vitest";
import { parseInProcess } from "../../clang-ast/src/index.js";
import { parseAspectFile } from "../../pointcut/index.js";
import { unreadAccessProblems } from "./unread-accesses.js";

function told(text: string, pointcut: string): string[] {
  const files = [parseAspectFile("a.ah", `aspect A { advice ${pointcut} : before() {} };`)];
  const facts = parseInProcess(text, { language: "c++", arguments: ["-std=gnu++20"], fileName: "t.cc" });
  return unreadAccessProblems(text, files, facts).map(
    ({ range, message }) => `${range?.startLine}:${range?.startColumn} ${message.split("reach ")[1]}`,
  );
}

const TEXT = `int g; struct S { int m; }; S o, *p; int plain;
int captures() { return [x = g, y{p->m}, g = plain] { return x + y + g; }(); }
int chosen() { switch (int n = g; n) { default: return o.m; } }
int loop() { int sum = 0; for (int n = o.m; int i : { 1, 2 }) sum += i + n; return sum; }
struct B { int bits : 3 = g; };
template<class T> T variable = g;
int local() { int g = 2; return [x = g] { return x; }() + [g, n = sizeof(o.m)] { return g + (int)n; }(); }
`;

test("reads in places that libclang passes over are told where advice asks for them", () => {
  expect(told(TEXT, 'get("% g")')).toEqual([
    "2:30 `g` in the captures of a lambda",
    "3:32 `g` in what a switch declares before its value",
    "5:27 `g` in the initialiser of a bit-field",
    "6:32 `g` in the initialiser of a variable template",
  ]);
  expect(told(TEXT, 'get("% S::m")')).toEqual([
    "2:38 `m` in the captures of a lambda",
    "4:42 `m` in what a loop over a range declares before its range",
  ]);
});

test("lambdas in such a place, and what is constant before it, hide nothing", () => {
  const text = `int g; int f(int);
int one() { switch (int n = [](int k) { return k; }(g); n) { default: return n; } }
int two() { if constexpr (sizeof(int) == 4) switch (int n = g; n) { default: return n; } return 0; }
int three() { int v[9] = {}; return v[sizeof(int)] + [x = g]() { return x; }() + [n = sizeof(g)] { return (int)n; }(); }
`;
  expect(told(text, 'get("% g")').map((line) => line.split(" ")[0])).toEqual(["4:59", "2:53", "3:61"]);
});

test("the class of a member is no access, and a loop with a condition is read", () => {
  const text = `struct T { int m; T *next; }; T *list; int g;
int count(T *t) { int c = 0; for (T *u = t; u; u = u->next) c++; switch (T *v = t; v->m) { default: return c; } }
int sum() { int s = 0; for (int i = g; i < 3; i++) s += i ? 1 : 2; for (int i = list->m; int k : { 1 }) s += i + k; return s; }
`;
  expect(told(text, 'get("% T::m")').map((line) => line.split(" ")[0])).toEqual(["3:87"]);
  expect(told(text, 'get("% g")')).toEqual([]);
});

test("what a template defines is not read by its own name", () => {
  const text = `template<class T> struct C { static int n; };
template<class T> int C<T>::n = 3;
template<class T> int other = 4;
`;
  expect(told(text, 'get("% ...::n")')).toEqual([]);
  expect(told(text, 'get("% other")')).toEqual([]);
});

test("advice on something else says nothing", () => {
  expect(told(TEXT, 'execution("% ...::%(...)")')).toEqual([]);
  expect(told(TEXT, 'call("% g(...)")')).toEqual([]);
  expect(told(TEXT, 'get("% other")')).toEqual([]);
});
