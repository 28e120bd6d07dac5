import { expect, test } from "vitest";
import { withoutAspects } from "./aspect-keywords.js";

test("aspects go, lines, markers and offsets stay", () => {
  const text = [
    '# 1 "a.cc"',
    "int f();",
    'pointcut fs() = execution("% f()");',
    "aspect A {",
    '# 5 "b.h"',
    "  advice fs() : before() { int x; }",
    "};",
    "int g() { return f(); }",
    "",
  ].join("\n");
  const left = withoutAspects(text);
  expect(left).toHaveLength(text.length);
  expect(left.split("\n").map((line) => line.trimEnd())).toEqual([
    '# 1 "a.cc"',
    "int f();",
    "",
    "",
    '# 5 "b.h"',
    "",
    "",
    "int g() { return f(); }",
    "",
  ]);
});

test("a source without aspects is itself", () => {
  const text = "int aspect = 1; int slice(int advice) { return advice + aspect; }\n";
  expect(withoutAspects(text)).toBe(text);
});
