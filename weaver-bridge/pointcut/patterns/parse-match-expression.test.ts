import fc from "fast-check";
import { expect, test } from "vitest";
import type { MatchExpression, QualifiedPattern, ScopePart, TypePattern } from "./match-expression.js";
import { parseMatchExpression, parseTypePattern } from "./parse-match-expression.js";

/** One line per expression: its shape and parts, or its problem with the characters that it marks. */
function describe(...texts: string[]): string {
  return texts.map((text) => `${text}  =>  ${describeOne(text)}`).join("\n");
}

function describeOne(text: string): string {
  const { value, problems } = parseMatchExpression(text);
  const [problem] = problems;
  if (problem !== undefined) {
    const { start, end } = problem.range;
    return `${problem.code} at <${text.slice(start, end)}>: ${problem.message}`;
  }
  return print(value);
}

function print(value: MatchExpression): string {
  switch (value.shape) {
    case "function": {
      const flags = `${value.isStatic ? "static " : ""}${value.isVirtual ? "virtual " : ""}`;
      const list = [...value.parameters.map(type), ...(value.open ? ["..."] : [])].join(", ");
      return `${flags}function ${name(value.name)}(${list})${value.isConst ? " const" : ""} -> ${type(value.result)}`;
    }
    case "variable":
      return `${value.isStatic ? "static " : ""}variable ${name(value.name)}: ${type(value.type)}`;
    case "type":
      return `type ${type(value.type)}`;
    default:
      return value.shape;
  }
}

function type(pattern: TypePattern): string {
  const cv = `${pattern.isConst ? "const " : ""}${pattern.isVolatile ? "volatile " : ""}`;
  switch (pattern.kind) {
    case "any":
      return `${cv}any`;
    case "builtin":
      return `${cv}${pattern.name}`;
    case "named":
      return `${cv}${pattern.keyword === undefined ? "" : `${pattern.keyword} `}<${name(pattern.name)}>`;
    case "array":
      return `array[${pattern.size ?? "%"}] of ${type(pattern.of)}`;
    case "function":
      return `function(${[...pattern.parameters.map(type), ...(pattern.open ? ["..."] : [])].join(", ")}) -> ${type(pattern.result)}`;
    case "member-pointer":
      return `${cv}pointer into ${name(pattern.ofClass)} to ${type(pattern.to)}`;
    default:
      return `${cv}${pattern.kind} to ${type(pattern.to)}`;
  }
}

function name(pattern: QualifiedPattern): string {
  const list = pattern.templateArguments === undefined ? "" : `<${pattern.templateArguments.join("|")}>`;
  const conversion = pattern.conversion === undefined ? "" : ` ${type(pattern.conversion)}`;
  return [...pattern.scopes.map(scope), pattern.name.text + list + conversion].join("::");
}

function scope(part: ScopePart): string {
  return part.kind === "name" ? part.name.text : part.kind === "any" ? "..." : "<unnamed>";
}

test("the shape decides what an expression names", () => {
  expect(
    describe(
      "% C::f(int, ...)",
      "void reset()",
      "int counter",
      "% ...::%",
      "static % %",
      "Chain",
      "n::K",
      "%List",
      "const %&",
      "%*",
      "%",
      "::",
    ),
  ).toMatchInlineSnapshot(`
    "% C::f(int, ...)  =>  function C::f(int, ...) -> any
    void reset()  =>  function reset() -> void
    int counter  =>  variable counter: int
    % ...::%  =>  variable ...::%: any
    static % %  =>  static variable %: any
    Chain  =>  type <Chain>
    n::K  =>  type <n::K>
    %List  =>  type <%List>
    const %&  =>  type lvalue-reference to const any
    %*  =>  type pointer to any
    %  =>  type any
    ::  =>  root"
  `);
});

test("types are read in C's order", () => {
  expect(
    describe(
      "struct inode *iget(int)",
      "unsigned f(unsigned long, long long unsigned int, short)",
      "void (*handler)(int)",
      "% f(void (*)(int, ...), char *const *)",
      "int (*f(int))[3]",
      "const volatile int % [%]",
      "char names[10]",
      "int K::*p",
      "int (K::*p)(int)",
      "% f(int[], int (int), const int)",
      "% f(void)",
      "bool f(enum state)",
      "unsigned _BitInt(65) S::m",
      "const _BitInt(%) f(signed _BitInt(37), _Complex)",
      "long double _Complex x",
      "% f(const struct inode *restrict)",
    ),
  ).toMatchInlineSnapshot(`
    "struct inode *iget(int)  =>  function iget(int) -> pointer to struct <inode>
    unsigned f(unsigned long, long long unsigned int, short)  =>  function f(unsigned long, unsigned long long, short) -> unsigned int
    void (*handler)(int)  =>  variable handler: pointer to function(int) -> void
    % f(void (*)(int, ...), char *const *)  =>  function f(pointer to function(int, ...) -> void, pointer to const pointer to char) -> any
    int (*f(int))[3]  =>  function f(int) -> pointer to array[3] of int
    const volatile int % [%]  =>  variable %: array[%] of const volatile int
    char names[10]  =>  variable names: array[10] of char
    int K::*p  =>  variable p: pointer into K to int
    int (K::*p)(int)  =>  variable p: pointer into K to function(int) -> int
    % f(int[], int (int), const int)  =>  function f(pointer to int, pointer to function(int) -> int, int) -> any
    % f(void)  =>  function f() -> any
    bool f(enum state)  =>  function f(enum <state>) -> _Bool
    unsigned _BitInt(65) S::m  =>  variable S::m: unsigned _BitInt(65)
    const _BitInt(%) f(signed _BitInt(37), _Complex)  =>  function f(_BitInt(37), _Complex double) -> const _BitInt(%)
    long double _Complex x  =>  variable x: _Complex long double
    % f(const struct inode *restrict)  =>  function f(pointer to const struct <inode>) -> any"
  `);
});

test("scopes, templates and operators", () => {
  expect(
    describe(
      "% ::f(...)",
      "% n::...::%(...)",
      "% <unnamed>::f()",
      "std::set<...>",
      "% Map<%, 3>::find(...)",
      "% ...::operator %(...)",
      "% K::operator %%(int)",
      "% K::operator %%=(int)",
      "% K::operator ()(...)",
      "% K::operator new[](...)",
      "% ...::operator const char*() const",
      "virtual % ...::draw(...) const",
    ),
  ).toMatchInlineSnapshot(`
    "% ::f(...)  =>  function f(...) -> any
    % n::...::%(...)  =>  function n::...::%(...) -> any
    % <unnamed>::f()  =>  function <unnamed>::f() -> any
    std::set<...>  =>  type <std::set<...>>
    % Map<%, 3>::find(...)  =>  function Map::find(...) -> any
    % ...::operator %(...)  =>  function ...::operator%(...) -> any
    % K::operator %%(int)  =>  function K::operator%(int) -> any
    % K::operator %%=(int)  =>  function K::operator%=(int) -> any
    % K::operator ()(...)  =>  function K::operator()(...) -> any
    % K::operator new[](...)  =>  function K::operator new[](...) -> any
    % ...::operator const char*() const  =>  function ...::operator T pointer to const char() const -> any
    virtual % ...::draw(...) const  =>  virtual function ...::draw(...) const -> any"
  `);
});

test("mistakes are named at their characters", () => {
  expect(
    describe(
      "",
      "   ",
      "% f(int, ..., int)",
      "% f(int",
      "% f int)",
      "D::D(...)",
      "f(...)",
      "% x y",
      "const const int x",
      "unsigned signed x",
      "short long x",
      "long long long x",
      "static Chain",
      "static virtual % f()",
      "virtual int x",
      "inline % f()",
      "int a[n]",
      "int a[]",
      "% f(int a)",
      "% K::~K()",
      "% operator %=(...)",
      "operator +(...)",
      "% f(,)",
      "...",
      "n::",
      "struct",
      "% Map<int",
    ),
  ).toMatchInlineSnapshot(`
    "  =>  pointcut/empty-pattern at <>: the match expression is empty
         =>  pointcut/empty-pattern at <   >: the match expression is empty
    % f(int, ..., int)  =>  pointcut/bad-ellipsis at <...>: nothing can follow \`...\`
    % f(int  =>  pointcut/missing-bracket at <(>: \`(\` has no \`)\`
    % f int)  =>  pointcut/text-after-end at <int>: unexpected \`int\` after the end of the match expression
    D::D(...)  =>  pointcut/missing-type at <D::D(...)>: the function has a result type but no name
    f(...)  =>  pointcut/missing-type at <f(...)>: the function has a result type but no name
    % x y  =>  pointcut/text-after-end at <y>: unexpected \`y\` after the end of the match expression
    const const int x  =>  pointcut/duplicate-specifier at <const>: \`const\` stands twice
    unsigned signed x  =>  pointcut/duplicate-specifier at <unsigned signed>: a type can have only one sign
    short long x  =>  pointcut/bad-type at <short long>: a type can't be both \`short\` and \`long\`
    long long long x  =>  pointcut/duplicate-specifier at <long long long>: too many size words
    static Chain  =>  pointcut/misplaced-specifier at <static Chain>: \`static\` needs a function or a variable
    static virtual % f()  =>  pointcut/static-virtual at <static virtual % f()>: a function can't be both \`static\` and \`virtual\`
    virtual int x  =>  pointcut/misplaced-specifier at <virtual int x>: \`virtual\` needs a function
    inline % f()  =>  pointcut/foreign-specifier at <inline>: \`inline\` can't be used in a match expression
    int a[n]  =>  pointcut/bad-array-size at <n>: an array's size must be an integer or \`%\`
    int a[]  =>  pointcut/bad-array-size at <[]>: an array's size must be an integer or \`%\`
    % f(int a)  =>  pointcut/parameter-name at <int a>: parameters of a match expression have no names: \`a\`
    % K::~K()  =>  pointcut/no-destructors at <~>: function patterns don't match destructors
    % operator %=(...)  =>  pointcut/invalid-operator at <=>: \`%\` is a wildcard here
    operator +(...)  =>  pointcut/missing-type at <operator +>: the operator has no result type
    % f(,)  =>  pointcut/missing-type at <,>: a parameter's type is missing
    ...  =>  pointcut/bad-ellipsis at <...>: \`...\` can't stand here
    n::  =>  pointcut/missing-name at <>: a name is missing
    struct  =>  pointcut/missing-name at <>: \`struct\` needs a name
    % Map<int  =>  pointcut/missing-bracket at <<>: \`<\` has no \`>\`"
  `);
});

test("a type pattern is only a type", () => {
  expect(parseTypePattern("const struct inode *").problems).toEqual([]);
  expect(parseTypePattern("int x").problems[0]?.message).toBe('"int x" is not a type');
  expect(parseTypePattern("% f(").problems[0]?.code).toBe("pointcut/missing-bracket");
});

const PIECES =
  "% ... :: ( ) [ ] < > * & , const static virtual unsigned int f K operator %% = ~ 7 <unnamed> struct \t é".split(
    " ",
  );

test("no text makes the parser throw", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.string()), { maxLength: 40 }), (pieces) => {
      for (const text of [pieces.join(" "), pieces.join("")]) {
        const { value, problems } = parseMatchExpression(text);
        expect(value.shape === "broken").toBe(problems.length > 0);
        for (const { range } of problems)
          expect(range.start <= range.end && range.end <= text.length).toBe(true);
      }
    }),
  );
  for (const text of ["(".repeat(5000), "% f(".repeat(5000), "*".repeat(50_000), "a::".repeat(50_000)])
    expect(() => parseMatchExpression(text)).not.toThrow();
});
