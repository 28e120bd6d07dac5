import fc from "fast-check";
import { expect, test } from "vitest";
import type { PointcutExpression, Problem } from "../../model/index.js";
import { parsePointcut } from "./parse-pointcut.js";
import { printPointcut } from "./print-pointcut.js";

/** Prints the expression with every bracket, or its problems with the characters that they mark. */
function describe(...texts: string[]): string {
  return texts
    .map((text) => {
      const { value, problems } = parsePointcut(text);
      return `${text}  =>  ${problems.length === 0 ? nested(value) : problems.map((item) => show(text, item)).join("; ")}`;
    })
    .join("\n");
}

function show(text: string, { code, message, hint, range }: Problem): string {
  const marked = range === undefined ? "" : text.slice(range.startColumn - 1, range.endColumn - 1);
  return `${code} at <${marked}>: ${message}${hint === undefined ? "" : `. ${hint}`}`;
}

function nested(value: PointcutExpression): string {
  if (value.kind === "and" || value.kind === "or")
    return `(${nested(value.left)} ${value.kind} ${nested(value.right)})`;
  if (value.kind === "not") return `(not ${nested(value.operand)})`;
  return printPointcut(value);
}

test("`!` binds strongest, then `&&`, then `||`", () => {
  expect(
    describe(
      'call("% f()") || call("% g()") && !within("% h()") && (within("% a()") || within("% b()"))',
      '!!call("% f()")',
      'call("% f()" || "% g()" && !"% h()")',
      'args("int", "%") && result("void *")',
      'within(file("kernel/sched/%.c"))',
      'call("% f" "(int, " "...)")',
      "sys::calls() && ::other()",
    ),
  ).toMatchInlineSnapshot(`
    "call("% f()") || call("% g()") && !within("% h()") && (within("% a()") || within("% b()"))  =>  (call("% f()") or ((call("% g()") and (not within("% h()"))) and (within("% a()") or within("% b()"))))
    !!call("% f()")  =>  (not (not call("% f()")))
    call("% f()" || "% g()" && !"% h()")  =>  call("% f()" || "% g()" && !"% h()")
    args("int", "%") && result("void *")  =>  (args("int", "%") and result("void *"))
    within(file("kernel/sched/%.c"))  =>  within(file("kernel/sched/%.c"))
    call("% f" "(int, " "...)")  =>  call("% f(int, ...)")
    sys::calls() && ::other()  =>  (sys::calls() and ::other())"
  `);
});

test("mistakes say what, why and what next", () => {
  expect(
    describe(
      "",
      'exection("% f()")',
      'cal("% f()") && within("% g()")',
      "execution",
      "foo",
      'call("% f()"',
      'call("% f()',
      'call("% f()"))',
      'call("% f()") & call("% g()")',
      'call("% f()") &&',
      'call("% f()", "% g()")',
      "call()",
      "call(f)",
      'call("% f(int, ..., int)")',
      'call("% f" "(int, ..., int)")',
      'call("% f()") "% g()"',
      'file(kernel) && "% x"',
      'file("")',
      "args(1)",
      'args("int x")',
      'L"% f()"',
    ),
  ).toMatchInlineSnapshot(`
    "  =>  pointcut/expected-pointcut at <>: a pointcut is missing before the end of the text. Write for example \`execution("% f(...)")\` or \`call("% f(...)") && within("% g(...)")\`.
    exection("% f()")  =>  pointcut/unknown-function at <exection>: there is no pointcut function \`exection\`. Did you mean \`execution\`?
    cal("% f()") && within("% g()")  =>  pointcut/unknown-function at <cal>: there is no pointcut function \`cal\`. Did you mean \`call\`?
    execution  =>  pointcut/missing-arguments at <execution>: \`execution\` needs an argument list. Write \`execution(...)\`: bodies of the functions.
    foo  =>  pointcut/missing-arguments at <foo>: \`foo\` needs an argument list. A named pointcut is used as \`foo()\`; a match expression stands in quotes.
    call("% f()"  =>  pointcut/missing-bracket at <("% f()">: \`(\` has no \`)\`. Close the bracket.
    call("% f()  =>  pointcut/unterminated-string at <"% f(>: the match expression has no closing \`"\`. Close it before the end of the line; long ones can be written as several strings, "% f" "(...)".
    call("% f()"))  =>  pointcut/text-after-end at <)>: unexpected \`)\` after the pointcut. Join expressions with \`&&\` or \`||\`.
    call("% f()") & call("% g()")  =>  pointcut/single-operator at <&>: \`&\` is not an operator here. Write \`&&\`.
    call("% f()") &&  =>  pointcut/expected-pointcut at <&>: a pointcut is missing before the end of the text. Write for example \`execution("% f(...)")\` or \`call("% f(...)") && within("% g(...)")\`.
    call("% f()", "% g()")  =>  pointcut/argument-count at <call("% f()", "% g()")>: \`call\` takes exactly one argument, not 2. Join several with \`||\` inside it.
    call()  =>  pointcut/argument-count at <call()>: \`call\` takes exactly one argument, not 0
    call(f)  =>  pointcut/missing-arguments at <f>: \`f\` needs an argument list. A named pointcut is used as \`f()\`; a match expression stands in quotes.
    call("% f(int, ..., int)")  =>  pointcut/bad-ellipsis at <...>: nothing can follow \`...\`. \`...\` must come last in a list.
    call("% f" "(int, ..., int)")  =>  pointcut/bad-ellipsis at <...>: nothing can follow \`...\`. \`...\` must come last in a list.
    call("% f()") "% g()"  =>  pointcut/text-after-end at <"% g()">: unexpected \`"% g()"\` after the pointcut. Join expressions with \`&&\` or \`||\`.
    file(kernel) && "% x"  =>  pointcut/expected-argument at <kernel>: \`file\` takes a path pattern in quotes. Write for example file("kernel/sched/%.c").
    file("")  =>  pointcut/empty-pattern at <">: the file pattern is empty. Write for example file("kernel/sched/%.c").
    args(1)  =>  pointcut/expected-argument at <1>: \`args\` takes types in quotes or context variables. Write for example args("int") or args(v).
    args("int x")  =>  pointcut/not-a-type at <int x>: "int x" is not a type. Here a type is wanted, for example "int", "struct inode *" or "%".
    L"% f()"  =>  pointcut/bad-string at <L"% f()">: a match expression is a plain string. Remove the prefix before the quote."
  `);
});

test("kinds of arguments are checked", () => {
  expect(
    describe(
      'execution("% f()") && "% g()"',
      'execution("% f()") || file("a.c")',
      'execution(call("% f()"))',
      'execution("int x")',
      'set("% f(...)")',
      'within("counter" || "int counter")',
      "!args(a)",
      'args(a) || result("int")',
      "args(a) && result(a)",
    ),
  ).toMatchInlineSnapshot(`
    "execution("% f()") && "% g()"  =>  pointcut/mixed-kinds at <"% g()">: \`&&\` mixes code join points with names; this side is names. Wrap the names in a function such as \`within(...)\` or \`call(...)\`.
    execution("% f()") || file("a.c")  =>  pointcut/mixed-kinds at <file("a.c")>: \`||\` mixes code join points with names; this side is names. To select the code in the files write \`within(file(...))\`.
    execution(call("% f()"))  =>  pointcut/code-not-name at <call("% f()")>: \`execution\` takes names, not code join points. Write for example \`execution("% f(...)")\`; join code pointcuts outside it with \`&&\`.
    execution("int x")  =>  pointcut/never-matches at <"int x">: \`execution\` takes functions, but "int x" names variables. For a function add its parameter list: "int x(...)".
    set("% f(...)")  =>  pointcut/never-matches at <"% f(...)">: \`set\` takes variables and fields, but "% f(...)" names functions. Remove the parameter list, or use \`call\` or \`execution\`.
    within("counter" || "int counter")  =>  pointcut/never-matches at <"int counter">: \`within\` takes functions, but "int counter" names variables. For a function add its parameter list: "int counter(...)".
    !args(a)  =>  pointcut/bound-under-not at <a>: \`a\` can't be bound under \`!\`. Where the expression holds there is nothing to bind; use a type in quotes.
    args(a) || result("int")  =>  pointcut/or-bindings at <args(a) || result("int")>: only one side of \`||\` binds \`a\`. Both sides have to bind the same context variables.
    args(a) && result(a)  =>  pointcut/bound-twice at <a>: \`a\` is bound twice. Bind it on one side of \`&&\` only."
  `);
});

const text = fc.constantFrom("% f(...)", "int x", "%", "n::K", "::");
const path = fc.constantFrom('a"b.c', "a\\b/%.c", "kernel/.../%");
const identifier = fc.constantFrom("a", "calls", "n::calls", "::top");
const range = { start: 0, end: 0 };

const expression = fc.letrec<{ tree: PointcutExpression }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 5 },
    text.map((value): PointcutExpression => ({ kind: "match", text: value, range })),
    fc
      .tuple(identifier, fc.array(fc.constantFrom("a", "b"), { maxLength: 2 }))
      .map(([name, list]): PointcutExpression => ({ kind: "reference", name, arguments: list, range })),
    fc.array(fc.constantFrom("a", "b"), { maxLength: 3 }).map((names): PointcutExpression => {
      const list = names.map((name): PointcutExpression => ({ kind: "variable", name, range }));
      return { kind: "function", name: "args", arguments: list, range };
    }),
    fc
      .tuple(fc.constantFrom("call", "within", "member"), tie("tree"))
      .map(([name, inner]): PointcutExpression => ({ kind: "function", name, arguments: [inner], range })),
    path.map((value): PointcutExpression => {
      const list: PointcutExpression[] = [{ kind: "match", text: value, range }];
      return { kind: "function", name: "file", arguments: list, range };
    }),
    tie("tree").map((operand): PointcutExpression => ({ kind: "not", operand, range })),
    fc
      .tuple(fc.constantFrom("and" as const, "or" as const), tie("tree"), tie("tree"))
      .map(([kind, left, right]): PointcutExpression => ({ kind, left, right, range })),
  ),
})).tree;

function withoutRanges(value: PointcutExpression): unknown {
  return JSON.parse(JSON.stringify(value, (key, item) => (key === "range" ? undefined : item)));
}

test("printing and parsing gives the expression back", () => {
  fc.assert(
    fc.property(expression, (value) => {
      expect(withoutRanges(parsePointcut(printPointcut(value)).value)).toEqual(withoutRanges(value));
    }),
  );
});

const PIECES = [
  '"',
  '"% f()"',
  "(",
  ")",
  "&&",
  "||",
  "!",
  "call(",
  "args(",
  "within(",
  "file(",
  "x",
  "::",
  ",",
  "\\",
  "0",
  "/*",
  "'",
];

test("no text makes the parser throw, and ranges stay inside", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.string()), { maxLength: 30 }), (pieces) => {
      const source = pieces.join(" ").replace(/\n/g, " ");
      const { problems, value } = parsePointcut(source);
      expect(value.range.end).toBeLessThanOrEqual(source.length);
      for (const item of problems) {
        const columns = [item.range?.startColumn ?? 0, item.range?.endColumn ?? 0] as const;
        expect(columns[0] >= 1 && columns[0] <= columns[1] && columns[1] <= source.length + 1).toBe(true);
      }
    }),
  );
  for (const source of ["!".repeat(20_000), "(".repeat(20_000), 'call("% f()")||'.repeat(20_000)])
    expect(() => parsePointcut(source)).not.toThrow();
});
