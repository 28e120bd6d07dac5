/** What a template's text leaves open is told where a pointcut asks for it. */
import { expect, test } from "vitest";
import { parseInProcess } from "../../../clang-ast/src/index.js";
import { parseAspectFile } from "../../parse-aspect-file.js";
import { matchAspects } from "../match-aspects.js";

const TEXT = `template <class T> struct B { T v; T get() { return v; } void put(T a) { v = a; } T *ptr() { return &v; } };
template <class T> T id(T t) { return t; } template <class T> B<T> box(B<T> b) { return b; }
int plain(int x) { return x; } int use() { B<int> i; i.put(1); box(i); return id(i.get()) + plain(*i.ptr()); }
`;
const facts = parseInProcess(TEXT, { language: "c++", arguments: ["-std=gnu++17"], fileName: "t.cc" });

function told(pointcut: string): string[] {
  const { problems } = matchAspects(facts, [
    parseAspectFile("a.ah", `aspect A { advice ${pointcut} : before() {} };`),
  ]);
  return problems.map(
    ({ code, range, message }) =>
      `${code} ${range?.startLine}:${range?.startColumn} ${message.replace(/^.*instances of (.*) have; it (runs|is left).*$/, "$1 $2")}`,
  );
}

test("results and arguments of a template's own type", () => {
  expect(told('execution("% ...::%(...)") && result("int")')).toEqual([
    "weave/dependent-type 1:38 'B::get', 'id' is left",
  ]);
  expect(told('execution("% ...::%(...)") && args("int")')).toEqual([
    "weave/dependent-type 1:63 'B::put', 'id' is left",
  ]);
  expect(told('execution("int *...::%()")')).toEqual([
    "weave/dependent-type 1:38 'B::get', 'B::ptr' is left",
  ]);
  expect(told('execution("% ...::put(...)") && !args("int")')).toEqual([
    "weave/dependent-type 1:63 'B::put' runs",
  ]);
  expect(told('execution("% ...::box(...)") && args("B<int>")')).toEqual([
    "weave/dependent-type 2:68 'box' is left",
  ]);
});

test("what the text decides, and what is no template, is not told", () => {
  for (const pointcut of [
    'execution("int plain(int)")',
    'execution("% ...::%(...)")',
    'execution("% ...::put(...)")',
    'execution("% ...::get()") && result("%")',
    'execution("% ...::get()") && args("int")',
    'call("% ...::%(...)") && args("int")',
  ])
    expect(told(pointcut), pointcut).toEqual([]);
});
