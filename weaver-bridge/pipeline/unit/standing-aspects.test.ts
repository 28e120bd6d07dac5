import { expect, test } from "vitest";
import { parseAspectSource } from "../../pointcut/index.js";
import { withStandingAspects } from "./standing-aspects.js";

test("in C aspects go, lines, markers and offsets stay", () => {
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
  const left = withStandingAspects(text, "c", [], () => true);
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
  expect(withStandingAspects(text, "c", [], () => true)).toBe(text);
});

test("in C++ aspects become classes at their place, in the files that hold aspects", () => {
  const text = [
    '# 1 "a.cc"',
    "namespace n { class slice { }; }",
    '# 1 "a.ah"',
    "aspect A : public B {",
    '  pointcut p() = execution("% f()");',
    "  int count;",
    "  advice p() : before() { count++; }",
    "};",
    '# 3 "a.cc"',
    "int g() { return A::aspectof()->count; }",
    "",
  ].join("\n");
  const files = [parseAspectSource("a.ah", text)];
  const left = withStandingAspects(text, "c++", files, (file) => file === "a.ah");
  expect(
    left
      .replace(/[ \t]+$/gm, "")
      .split("\n")
      .slice(2),
  ).toMatchInlineSnapshot(`
    [
      "",
      "# 1 "<unit>"",
      "# 1 "a.cc"",
      "namespace n { class slice { }; }",
      "# 1 "a.ah"",
      "class  A : public B {",
      "# 1 "<weft>" 3",
      "template <class __A> friend struct ::__weft_instance; public: static A *aspectof() { return &::__weft_instance<A>::object; } private:",
      "# 1 "a.ah"",
      "",
      "# 2 "a.ah"",
      "",
      "  int count;",
      "",
      "};",
      "# 3 "a.cc"",
      "int g() { return A::aspectof()->count; }",
      "",
    ]
  `);
});
