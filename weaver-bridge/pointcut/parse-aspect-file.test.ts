import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type AspectFile, printProblem, type TextRange } from "../model/index.js";
import { parseAspectFile, parseAspectSource } from "./parse-aspect-file.js";
import { printPointcut } from "./syntax/print-pointcut.js";

/** The file as an outline with the text of every part. */
function outline(text: string): string {
  const file = parseAspectFile("t.ah", text);
  const lines = file.prelude.map((range) => `prelude ${slice(file, range)}`);
  for (const { name, parameters, expression } of file.pointcuts)
    lines.push(
      `pointcut ${name}(${parameters.map((item) => item.name)}) = ${expression ? printPointcut(expression) : 0}`,
    );
  for (const aspect of file.aspects) {
    lines.push(`aspect ${[aspect.name, ...aspect.bases].join(" < ")}`);
    for (const { kind, name, range } of aspect.members)
      lines.push(`  ${kind} ${name}: ${slice(file, range)}`);
    for (const { name, isVirtual, expression } of aspect.pointcuts)
      lines.push(
        `  ${isVirtual ? "virtual " : ""}pointcut ${name} = ${expression ? printPointcut(expression) : 0}`,
      );
    for (const advice of aspect.advice) {
      const list = advice.parameters.map((item) => `${item.type}: ${item.name}`).join(", ");
      lines.push(
        `  ${advice.index} ${advice.kind}(${list}) at ${printPointcut(advice.pointcut)} ${slice(file, advice.body)}`,
      );
    }
    for (const { pointcut, sequence } of aspect.order)
      lines.push(`  order at ${printPointcut(pointcut)}: ${sequence.map(printPointcut).join(", ")}`);
  }
  return [
    ...lines,
    ...file.problems.map((item) => `${printProblem(item)} <${marked(file, item.range)}>`),
  ].join("\n");
}

function slice(file: AspectFile, { start, end }: TextRange): string {
  return file.text.slice(start, end).replace(/\n/g, "~");
}

function marked(file: AspectFile, range: AspectFile["problems"][number]["range"]): string {
  if (range === undefined) return "";
  const lines = file.text.split("\n");
  const line = lines[range.startLine - 1] ?? "";
  return range.startLine === range.endLine
    ? line.slice(range.startColumn - 1, range.endColumn - 1)
    : `${line.slice(range.startColumn - 1)}~`;
}

test("an aspect file in full", () => {
  expect(
    outline(`#ifndef TRACE_AH
#define TRACE_AH
#include <linux/fs.h>
/* a comment alone is no prelude */
static const char *text(int x) { return x ? "}" : "{"; }

pointcut calls(int fd) = execution("% sys_%(...)") && args(fd);

aspect Trace : public Base, virtual n::Other {
public:
  int depth, *stack[4] = { 0 };
  void (*hook)(int);
  struct entry { int a; };
  typedef unsigned long stamp_t;
  static DEFINE_SPINLOCK(lock);
  struct list_head head __attribute__((aligned(8)));
  #define LIMIT 10
  static inline void log(const char *s) { printk("%s }", s); }
  void prototype(void);
  pointcut quiet() = within("% boot(...)");
  virtual pointcut where() = 0;
  advice calls(fd) && !quiet() : before(int fd) { if (fd > LIMIT) { log("{"); } }
  advice call("% f(" "...)") && result(r) : after(struct inode *r) { }
  advice set("% inode::i_uid") : around() { tjp->proceed(); }
  advice calls(fd) : order("Trace", "%" && !"Trace");
};
#endif
`),
  ).toMatchInlineSnapshot(`
    "prelude #ifndef TRACE_AH~#define TRACE_AH~#include <linux/fs.h>~/* a comment alone is no prelude */~static const char *text(int x) { return x ? "}" : "{"; }
    prelude #endif
    pointcut calls(fd) = execution("% sys_%(...)") && args(fd)
    aspect Trace < Base < n::Other
      data depth: int depth, *stack[4] = { 0 };
      data stack: int depth, *stack[4] = { 0 };
      data hook: void (*hook)(int);
      type entry: struct entry { int a; };
      type stamp_t: typedef unsigned long stamp_t;
      type : static DEFINE_SPINLOCK(lock);
      data head: struct list_head head __attribute__((aligned(8)));
      directive : #define LIMIT 10
      function log: static inline void log(const char *s) { printk("%s }", s); }
      function prototype: void prototype(void);
      pointcut quiet = within("% boot(...)")
      virtual pointcut where = 0
      0 before(int: fd) at calls(fd) && !quiet() { if (fd > LIMIT) { log("{"); } }
      1 after(struct inode *: r) at call("% f(...)") && result(r) { }
      2 around() at set("% inode::i_uid") { tjp->proceed(); }
      order at calls(fd): "Trace", "%" && !"Trace""
  `);
});

test("namespaces qualify names, and go when nothing else is in them", () => {
  expect(
    outline(`namespace n {
  pointcut p() = call("% f()");
  aspect A { aspect Inner { advice p() : before() {} }; };
}
namespace m { int helper(void); aspect B { }; }
extern "C" { aspect C { }; }
aspect Later;
`),
  ).toMatchInlineSnapshot(`
    "prelude namespace m {
    prelude int helper(void);
    prelude }
    pointcut n::p() = call("% f()")
    aspect n::A
    aspect n::A::Inner
      0 before() at p() {}
    aspect m::B
    aspect C"
  `);
});

test("bodies are skipped as C is read", () => {
  expect(
    outline(`aspect A {
  advice call("% a()") : before() { char c = '}'; char *s = "}\\"}"; // }
    /* } */ }
  advice call("% b()") : before() {
#define OPEN {
#ifdef X
    if (x) {
#else
    if (y) {
#endif
    }
#error don't
  }
  advice call("% c()") : before() { const char *s = R"x( } )" )x"; }
};`),
  ).toMatchInlineSnapshot(`
    "aspect A
      0 before() at call("% a()") { char c = '}'; char *s = "}\\"}"; // }~    /* } */ }
      1 before() at call("% b()") {~#define OPEN {~#ifdef X~    if (x) {~#else~    if (y) {~#endif~    }~#error don't~  }
      2 before() at call("% c()") { const char *s = R"x( } )" )x"; }"
  `);
});

describe("half-written files", () => {
  test("one broken advice does not spoil the next", () => {
    expect(
      outline(`aspect A {
  advice execution("% f(
  advice exection("% f(...)") : before() { a(); }
  advice call("% g(int, ..., int)") : before() { b(); }
  advice call("% h(...) : before() { c(); }
  advice call("% i(...)") before() { d(); }
  advice call("% j(...)") : befor() { e(); }
  advice call("% k(...)") : before { f(); }
  advice call("% l(...)") : before();
  advice : before() { }
  advice call("% m(...)") :
  advice call("% n(...)") && : after() { g(); }
  advice call("% good(...)") : before() { h(); }
};`),
    ).toMatchInlineSnapshot(`
      "aspect A
        0 before() at <broken> { a(); }
        1 before() at <broken> { b(); }
        2 before() at <broken> { c(); }
        3 before() at call("% i(...)") { d(); }
        4 before() at call("% k(...)") { f(); }
        5 before() at <broken> { }
        6 after() at <broken> { g(); }
        7 before() at call("% good(...)") { h(); }
      t.ah:2:20: error[weft/pointcut/unterminated-string]: the match expression has no closing \`"\`. Close it before the end of the line; long ones can be written as several strings, "% f" "(...)". <"% f(>
      t.ah:3:10: error[weft/pointcut/unknown-function]: there is no pointcut function \`exection\`. Did you mean \`execution\`? <exection>
      t.ah:4:25: error[weft/pointcut/bad-ellipsis]: nothing can follow \`...\`. \`...\` must come last in a list. <...>
      t.ah:5:15: error[weft/pointcut/unterminated-string]: the match expression has no closing \`"\`. Close it before the end of the line; long ones can be written as several strings, "% f" "(...)". <"% h(...>
      t.ah:6:27: error[weft/aspect/missing-colon]: \`:\` is missing after the pointcut. Write \`advice POINTCUT : before() { ... }\`, or join pointcuts with \`&&\`. <before>
      t.ah:7:29: error[weft/aspect/advice-kind]: \`befor\` is not a kind of advice. Did you mean \`before\`? <befor>
      t.ah:8:29: error[weft/aspect/missing-parameters]: \`before\` needs a parameter list. Write \`before()\`. <before>
      t.ah:9:29: error[weft/aspect/missing-body]: the advice has no body. Write \`before() { ... }\`. <before()>
      t.ah:10:10: error[weft/pointcut/expected-pointcut]: a pointcut is missing before \`:\`. Write for example \`execution("% f(...)")\` or \`call("% f(...)") && within("% g(...)")\`. <:>
      t.ah:11:27: error[weft/aspect/advice-kind]: the kind of advice is missing. Write \`before()\`, \`after()\` or \`around()\` and a body; what is introduced stands in a slice: \`slice class { ... };\`. <:>
      t.ah:12:30: error[weft/pointcut/expected-pointcut]: a pointcut is missing before \`:\`. Write for example \`execution("% f(...)")\` or \`call("% f(...)") && within("% g(...)")\`. <:>"
    `);
  });

  test("a missing brace costs one block", () => {
    expect(
      outline(`aspect A {
  advice call("% f()") : before() { if (x) { a(); }
  advice call("% g()") : before() { b(); }
};
aspect B {
  advice call("% h()") : before() { if (y) {
};
aspect C {
  int x
  advice call("% i()") : before() { }

aspect D { advice call("% j()") : after() { } }
`),
    ).toMatchInlineSnapshot(`
      "aspect A
        0 before() at <broken> { if (x) { a(); }
        1 before() at call("% g()") { b(); }
      aspect B
        0 before() at <broken> { if (y) {
      aspect C
        data x: int x
        0 before() at call("% i()") { }
      aspect D
        0 after() at call("% j()") { }
      t.ah:2:35: error[weft/aspect/missing-brace]: the body of this advice has no \`}\`. Close it, or look for an unclosed \`{\` inside. <{>
      t.ah:6:35: error[weft/aspect/missing-brace]: the body of this advice has no \`}\`. Close it, or look for an unclosed \`{\` inside. <{>
      t.ah:8:10: error[weft/aspect/missing-brace]: aspect \`C\` has no \`}\`. Close it with \`};\`. <{>
      t.ah:9:3: error[weft/aspect/missing-semicolon]: the declaration has no \`;\`. Declarations in an aspect end in \`;\`. <int x>
      t.ah:12:47: error[weft/aspect/missing-semicolon]: \`;\` is missing after aspect \`D\`. An aspect ends in \`};\`. <}>"
    `);
  });

  test("text without an end", () => {
    expect(outline('aspect A { advice call("% f()") : before() { /* open')).toMatchInlineSnapshot(`
      "aspect A
        0 before() at <broken> {
      t.ah:1:10: error[weft/aspect/missing-brace]: aspect \`A\` has no \`}\`. Close it with \`};\`. <{>
      t.ah:1:44: error[weft/aspect/missing-brace]: the body of this advice has no \`}\`. Close it, or look for an unclosed \`{\` inside. <{>
      t.ah:1:46: error[weft/aspect/unterminated-comment]: the comment has no \`*/\`. Close it. </*>"
    `);
    expect(outline("aspect")).toMatchInlineSnapshot(
      `"t.ah:1:1: error[weft/aspect/missing-name]: the aspect has no name. Write \`aspect NAME { ... };\`. <aspect>"`,
    );
    expect(outline("aspect A")).toMatchInlineSnapshot(
      `"t.ah:1:8: error[weft/aspect/missing-brace]: aspect \`A\` has no \`{\`. Write \`aspect NAME { ... };\`. <A>"`,
    );
    expect(outline("aspect A { advice")).toMatchInlineSnapshot(`
      "aspect A
      t.ah:1:10: error[weft/aspect/missing-brace]: aspect \`A\` has no \`}\`. Close it with \`};\`. <{>
      t.ah:1:17: error[weft/pointcut/expected-pointcut]: a pointcut is missing before the end of the text. Write for example \`execution("% f(...)")\` or \`call("% f(...)") && within("% g(...)")\`. <e>"
    `);
    expect(outline("aspect A { virtual pointcut x(")).toMatchInlineSnapshot(`
      "aspect A
      t.ah:1:10: error[weft/aspect/missing-brace]: aspect \`A\` has no \`}\`. Close it with \`};\`. <{>
      t.ah:1:29: error[weft/aspect/missing-equals]: pointcut \`x\` has no \`=\`. Write \`pointcut x() = EXPRESSION;\`. <x>
      t.ah:1:30: error[weft/aspect/missing-bracket]: \`(\` has no \`)\`. Close the parameter list. <(>"
    `);
    expect(outline("pointcut p = call(")).toMatchInlineSnapshot(`
      "pointcut p() = <broken>
      t.ah:1:10: error[weft/aspect/missing-parameters]: \`p\` needs a parameter list. Write \`pointcut p() = ...\`. <p>
      t.ah:1:18: error[weft/pointcut/expected-pointcut]: a pointcut is missing before the end of the text. Write for example \`execution("% f(...)")\` or \`call("% f(...)") && within("% g(...)")\`. <(>"
    `);
  });
});

test("advice outside aspects and conditions around advice are told", () => {
  expect(
    outline(`attribute traced();
advice call("% f()") : before() {}
aspect A {
  advice cflow(execution("% f()")) : before() {}
#ifdef CONFIG_TRACE
  advice call("% g()") : before() {}
#endif
};`),
  ).toMatchInlineSnapshot(`
    "aspect A
      directive : #ifdef CONFIG_TRACE
      directive : #endif
      0 before() at cflow(execution("% f()")) {}
      1 before() at call("% g()") {}
    t.ah:2:1: error[weft/aspect/advice-outside]: advice stands outside an aspect. Move it into \`aspect NAME { ... };\`. <advice>
    t.ah:5:1: warning[weft/aspect/conditional]: this condition does not switch the aspects and pointcuts inside it on or off. They are always active. Put them into a file of their own and list it where it is wanted. <#ifdef CONFIG_TRACE>"
  `);
});

test("context variables and kinds are checked", () => {
  expect(
    outline(`pointcut names() = "% f(...)";
aspect A {
  advice names() : before() {}
  advice call(names()) && names() : before() {}
  advice call("% f(...)") : before(int a) {}
  advice call("% f(...)") && args(b) : before(int a) {}
  advice call("% f(...)") && args(a) : before(a) {}
  advice call("% f(...)") && args(a) : before(int int a) {}
  pointcut p() = 0;
  advice call("% f(...)") : order("A", call("% f()"));
};
aspect A { };`),
  ).toMatchInlineSnapshot(`
    "pointcut names() = "% f(...)"
    aspect A
      pointcut p = 0
      0 before() at names() {}
      1 before() at call(names()) && names() {}
      2 before(int: a) at call("% f(...)") {}
      3 before(int: a) at call("% f(...)") && args(b) {}
      4 before() at call("% f(...)") && args(a) {}
      5 before(int int: a) at call("% f(...)") && args(a) {}
      order at call("% f(...)"): "A", call("% f()")
    aspect A
    t.ah:3:10: error[weft/pointcut/name-not-code]: this pointcut names functions or variables, not code. Say which code is meant: wrap it in \`execution(...)\`, \`call(...)\`, \`get(...)\`, \`set(...)\` or \`within(...)\`. <names()>
    t.ah:4:27: error[weft/pointcut/mixed-kinds]: \`&&\` mixes code join points with names; this side is names. Wrap the names in a function such as \`within(...)\` or \`call(...)\`. <names()>
    t.ah:5:36: error[weft/pointcut/unbound-variable]: the pointcut does not bind \`a\`. Bind it with \`args(a)\`, \`result(a)\` or \`target(a)\`, or remove it. <int a>
    t.ah:6:35: error[weft/pointcut/unknown-variable]: \`b\` is not a context variable here. Did you mean \`a\`? <b>
    t.ah:6:47: error[weft/pointcut/unbound-variable]: the pointcut does not bind \`a\`. Bind it with \`args(a)\`, \`result(a)\` or \`target(a)\`, or remove it. <int a>
    t.ah:7:35: error[weft/pointcut/unknown-variable]: \`a\` is not a context variable here. Declare it: \`before(TYPE a)\`, or write the type in quotes, args("int"). <a>
    t.ah:7:47: error[weft/aspect/unnamed-parameter]: a context variable needs a type and a name. Write for example \`before(int fd)\`, and bind it with \`args(fd)\`. <a>
    t.ah:8:47: error[weft/aspect/parameter-type]: \`int int\` is not a type that can be compared. \`int int\` is not a type <int int a>
    t.ah:9:18: error[weft/aspect/pure-not-virtual]: only a virtual pointcut can be \`= 0\`. Write \`virtual pointcut p() = 0;\`. <0>
    t.ah:10:40: error[weft/pointcut/code-not-name]: \`order\` takes names of aspects. Write \`order("High", "Low");\`. <call("% f()")>
    t.ah:12:8: error[weft/aspect/duplicate-name]: aspect \`A\` is declared twice. Rename one of them. <A>"
  `);
});

const PIECES = [
  "aspect A {",
  "};",
  "advice ",
  'call("% f(...)")',
  " : before() {",
  "}",
  "{",
  "(",
  ")",
  '"',
  "'",
  "/*",
  "*/",
  "//",
  "\n",
  "#if X\n",
  "#else\n",
  "#endif\n",
  "pointcut p() = ",
  "virtual ",
  "slice struct S",
  "slice int S::f()",
  'advice "C" : slice ',
  'before("f")',
  "class K {",
  "attribute a();",
  "using namespace n;",
  "operator ",
  "template <",
  ">>",
  ",",
  "::",
  "namespace n {",
  ";",
  "order(",
  ":",
  "=",
  "0",
  'R"x(',
  "int a",
  "advice",
  "aspect ",
  "\\",
  "\xe9",
  "\0",
];

test("no text makes the parser throw, and every range stays inside the text", () => {
  const check = (text: string) => {
    const file = parseAspectFile("x.ah", text);
    const inside = ({ start, end }: TextRange) => 0 <= start && start <= end && end <= text.length;
    expect(file.prelude.every(inside)).toBe(true);
    expect(parseAspectSource("x.cc", text).aspects).toEqual(file.aspects);
    for (const { range, nameRange, definitions, members = range, bases = range } of file.slices ?? [])
      expect([range, nameRange, members, bases, ...definitions.map((item) => item.range)].every(inside)).toBe(
        true,
      );
    for (const aspect of file.aspects) {
      expect(
        [aspect.range, aspect.nameRange, ...aspect.members.map((item) => item.range)].every(inside),
      ).toBe(true);
      for (const advice of aspect.advice) {
        expect([advice.range, advice.header, advice.body, advice.pointcut.range].every(inside)).toBe(true);
        expect(advice.header.end <= advice.body.start && advice.body.end === advice.range.end).toBe(true);
      }
    }
  };
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.string()), { maxLength: 40 }), (pieces) =>
      check(pieces.join("")),
    ),
    { numRuns: 500 },
  );
});

test("every prefix of a file parses, and a whole advice before the cut survives", () => {
  const text = `aspect A {\n  advice call("% f()") : before() { a(); }\n  advice get("int %") && !within("% g(...)") : after() { if (b) { "}"; } }\n};\n`;
  const first = text.indexOf("}") + 1;
  for (let length = 0; length <= text.length; length++) {
    const { aspects } = parseAspectFile("x.ah", text.slice(0, length));
    if (length >= first) expect(aspects[0]?.advice[0]?.pointcut.kind).toBe("function");
  }
});
