/** Features that read the text of pointcuts, half-typed ones too: `$0` is the cursor. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { testSnapshot } from "../../contributors/test-snapshot.js";
import { aspectTokens } from "../aspect-file/aspect-tokens.js";
import { pointcutAt, readPointcut } from "./pointcut-at.js";
import { type FoundName, patternQuestion, patternSuggestions } from "./pointcut-completion.js";
import { partMarkdown, pointcutPartAt } from "./pointcut-hover.js";
import { callHelp } from "./signature-help.js";

function at(marked: string) {
  const offset = marked.indexOf("$0");
  const text = marked.replace("$0", "");
  const snapshot = testSnapshot({ "/t.ah": text });
  const document = snapshot.aspects[0];
  if (document === undefined) throw new Error("no document");
  return { snapshot, document, offset, text };
}

describe("the pointcut at the cursor", () => {
  const written = (marked: string) => {
    const { document, offset } = at(marked);
    return pointcutAt(document, offset)?.text;
  };
  test("of advice and of a named pointcut, with strings, comments and scopes in it", () => {
    expect(written('aspect A { advice call("% n::f(...)") /* : */ && $0 n::p() : before() {} };')).toBe(
      'call("% n::f(...)") /* : */ &&  n::p()',
    );
    expect(written('pointcut p() = call("% f;(...)")$0;')).toBe('call("% f;(...)")');
    expect(written('aspect A { pointcut p() = call("% f()"); advice $0p() : after() { g(); } };')).toBe(
      "p()",
    );
  });
  test("half-typed: up to the next declaration; none in bodies and elsewhere", () => {
    expect(written('aspect A { advice call("% f$0\n  advice p() : after() { } };')).toBe('call("% f');
    expect(written('aspect A { advice call("% f()") : before() { $0g(); } };')).toBeUndefined();
    expect(written("aspect A { int $0x; };")).toBeUndefined();
    expect(written("aspect A { virtual pointcut p() = $00; };")).toBeUndefined();
  });
});

describe("reading half-typed pointcuts", () => {
  test.each([
    ['call("% f(...)")', 'call("% f(...)")'],
    ['call("% sys_', 'call("% sys_%(...)")'],
    ['call("% sys_op(', 'call("% sys_op(...)")'],
    ['call("% sys_op(int,', 'call("% sys_op(int,...)")'],
    ['call("sys', 'call("% sys%(...)")'],
    ['set("% inode::i_u', 'set("% inode::i_u%")'],
    ['args("in', 'args("in")'],
    ['get("% inode::', 'get("% inode::%")'],
    ['call("% f(...)") &&', 'call("% f(...)")'],
    ['call("% f(...)") && with', 'call("% f(...)")'],
    ['call("% f(...)") && within("% g', 'call("% f(...)") && within("% g%(...)")'],
    ['call("% f(...)") && !(within("% g(...)") || cal', 'call("% f(...)") && !within("% g(...)")'],
    ["exec", undefined],
    ["", undefined],
  ])("%s", (text, read) => expect(readPointcut(text)?.text).toBe(read));
  test("whole pointcuts are taken as they are, others say what is missing", () => {
    expect(readPointcut('call("% f(...)")')).toMatchObject({ isWhole: true });
    expect(readPointcut('call("% f(...)"')).toMatchObject({ isWhole: false, problem: expect.any(String) });
  });
  test("any text is read without a throw", () =>
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...'call( % f( ... ) " && || ! within( , :: \\ /* */ // \n'.split(" ")), {
          maxLength: 30,
        }),
        (words) => {
          const read = readPointcut(words.join(" "));
          expect(read === undefined || read.expression.kind !== "broken").toBe(true);
        },
      ),
    ));
});

test("colours of pointcuts and declarations", () => {
  const { document, text } =
    at(`pointcut calls(int a) = call("% n::...::sys_%(struct inode *, ...)") && args(a);
aspect Trace {
  advice calls(v) && !within("Guard") || get("unsigned inode::i_uid") : before(int v) { int call; }
  advice execution("% %(...)" && file("k/%.c")
};
$0`);
  const shown = aspectTokens(document).map(
    ({ start, length, type, isDeclaration }) =>
      `${text.slice(start, start + length)}:${type}${isDeclaration === true ? "!" : ""}`,
  );
  expect(shown.join(" ")).toMatchInlineSnapshot(
    `"calls:macro! a:parameter! call:function %:regexp n:namespace ...:regexp sys_:function %:regexp struct:keyword inode:type ...:regexp &&:operator args:function a:parameter Trace:class! calls:macro v:parameter &&:operator !:operator within:function Guard:type ||:operator get:function unsigned:type inode:namespace i_uid:property before:keyword! v:parameter! execution:function %:regexp %:regexp ...:regexp &&:operator file:function %:regexp"`,
  );
});

describe("completion in match expressions", () => {
  const names: FoundName[] = [
    { name: "sys_open", kind: "function", units: 3 },
    { name: "inode::i_uid", kind: "field", units: 7 },
    { name: "jiffies", kind: "variable", units: 9 },
    { name: "inode", kind: "record", units: 7 },
    { name: "u32", kind: "type", units: 2 },
    { name: "kernel/sched/core.c", kind: "file", units: 1 },
  ];
  const offered = (marked: string) => {
    const { document, offset, text } = at(`aspect A { advice ${marked} : before() {} };`);
    const question = patternQuestion(document, offset);
    if (question === undefined) return undefined;
    const { start, end } = question.replace;
    const replaced = text.slice(document.source.lines.offsetAt(start), document.source.lines.offsetAt(end));
    const of = names.filter(({ kind }) => question.kinds.includes(kind));
    const list = patternSuggestions(question, of).map(({ label }) => label);
    return `${question.place} ${question.prefix}|${replaced}: ${list.join("  ")}`;
  };
  test("each place has its names, with what they replace", () => {
    expect(
      [
        'call("$0")',
        'call("% $0(...)")',
        'call("% sys_$0op(...)")',
        'call("% sys_%_$0")',
        'call("% f(int, $0)")',
        'get("% inode::i_$0")',
        'set("unsigned $0")',
        'args("$0")',
        'construction("in$0")',
        'execution("% %(...)" && file("kernel/s$0"))',
        'call("% a(...)" || "% b$0")',
      ].map((marked) => offered(marked)),
    ).toMatchInlineSnapshot(`
      [
        "result |: %  ...::  % sys_open(...)  int  void  long  char  bool  unsigned int  const char *  unsigned long  inode  u32",
        "name |: %  ...::%  sys_open  inode::",
        "name sys_|sys_op: sys_open  inode::",
        "name sys_%_|sys_%_: sys_open(...)  inode::",
        "argument |: %  ...  inode  u32  int  void  long  char  bool  unsigned int  const char *  unsigned long",
        "name inode::i_|inode::i_: jiffies  inode::i_uid  inode::",
        "result |: %  ...::  % jiffies  % inode::i_uid  int  void  long  char  bool  unsigned int  const char *  unsigned long  inode  u32",
        "type |: %  inode  u32  int  void  long  char  bool  unsigned int  const char *  unsigned long",
        "scope in|in: inode",
        "file kernel/s|kernel/s: kernel/sched/core.c",
        "name b|b: sys_open(...)  inode::",
      ]
    `);
  });
  test("none outside of strings", () => {
    expect(offered("call($0)")).toBeUndefined();
    expect(offered('call("% f(...)")$0')).toBeUndefined();
  });
});

test("signature help names the argument", () => {
  const help = (marked: string) => {
    const { snapshot, document, offset } = at(
      `pointcut p(int a, struct inode *i) = args(a, i);\naspect A { advice ${marked} : before() {} };`,
    );
    const found = callHelp(snapshot, document, offset);
    return found && `${found.label} @${found.active}`;
  };
  expect([
    help('call("% f($0...)")'),
    help('local(flags, $0"flags")'),
    help("args(a, b$0)"),
    help("p(x, $0y)"),
    help('call("% f(...)") $0&& p(x, y)'),
  ]).toMatchInlineSnapshot(`
    [
      "call(names) @0",
      "local("type" or variable, "name") @1",
      "args("type" or variable, ...) @0",
      "p(int a, struct inode *i) @1",
      undefined,
    ]
  `);
});

describe("hover on a part", () => {
  const answer = (total: number) => ({
    total,
    hits: [
      {
        kind: "call" as const,
        signature: "int f(int)",
        within: "int g()",
        range: { file: "/k/a.c", startLine: 3, startColumn: 1, endLine: 3, endColumn: 2 },
        certainty: "certain" as const,
      },
    ],
    perFile: new Map(),
    unitsSearched: 2,
    unitsFailed: 0,
    unitsTotal: 2,
    unitsRead: 2,
    isReading: false,
    problems: [],
  });
  test("the smallest part, and what a conjunct keeps of the rest", () => {
    const { document, offset } = at(
      'aspect A { advice call("% f(...)") && wit$0hin("% g(...)") && !within("% h(...)") : before() {} };',
    );
    const part = pointcutPartAt(document, offset);
    if (part === undefined) throw new Error("no part");
    expect(
      partMarkdown(part, { own: answer(7), whole: answer(12), rest: answer(340) }),
    ).toMatchInlineSnapshot(`
      "\`within("% g(...)")\` selects 7 join points

      It keeps 12 of 340 that the rest selects.

      - \`call int f(int)\` k/a.c:3
      - and 2 more

      Selects join points: code that stands in the functions or classes."
    `);
  });
  test("while units are read that is said, and none is not yet an answer", () => {
    const { document, offset } = at('pointcut p() = call("% f$0(...)");');
    const part = pointcutPartAt(document, offset);
    if (part === undefined) throw new Error("no part");
    const sofar = (total: number) =>
      partMarkdown(part, { own: { ...answer(total), hits: [], unitsTotal: 40, isReading: true } }).split(
        "\n",
      )[0];
    expect([sofar(0), sofar(3)]).toEqual([
      '`"% f(...)"` (reading, 2 of 40 units)',
      '`"% f(...)"` selects 3 join points so far (reading, 2 of 40 units)',
    ]);
  });
  test("a match expression inside, and nothing in broken text", () => {
    const inside = at('pointcut p() = call("% f$0(...)");');
    expect(pointcutPartAt(inside.document, inside.offset)?.expression).toMatchObject({ kind: "match" });
    const broken = at('pointcut p() = call("% f$0;');
    expect(pointcutPartAt(broken.document, broken.offset)).toBeUndefined();
  });
});
