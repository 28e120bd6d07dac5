/**
 * Reads a match expression: a C or C++ declaration with the wildcards `%` and `...`. Which shape it has decides
 * what it names: a parameter list makes a function pattern, a type and a name a variable pattern, one name alone a
 * scope or type pattern, `::` everything. Pure syntax; whether anything matches is decided elsewhere.
 */
import type { MatchExpression, QualifiedPattern, TypePattern } from "./match-expression.js";
import { parseDeclarator, parseSpecifiers, type Specifiers } from "./parse-declaration.js";
import { PatternFailure, type PatternProblem, PatternScanner } from "./pattern-scanner.js";

export interface ParsedPattern<T> {
  readonly value: T;
  /** At most one: parsing ends at the first mistake. Ranges are offsets in the given text. */
  readonly problems: readonly PatternProblem[];
}

/** Never throws; `shape` is `broken` when there is a problem. */
export function parseMatchExpression(text: string): ParsedPattern<MatchExpression> {
  return recover({ shape: "broken" }, () => {
    if (text.trim() === "::") return { shape: "root" };
    const scanner = new PatternScanner(text);
    if (scanner.token.kind === "end")
      scanner.fail(
        "empty-pattern",
        "the match expression is empty",
        'Write for example "% f(...)" for functions or "% %" for global variables.',
        { start: 0, end: text.length },
      );
    const specifiers = parseSpecifiers(scanner);
    const declarator = parseDeclarator(scanner, 0);
    if (scanner.token.kind !== "end") failAtRest(scanner);
    return shapeOf(scanner, specifiers, declarator.name, declarator.wrap);
  });
}

/** A type with wildcards, `const struct inode *`, as in args("...") or the type of a context variable. Never throws. */
export function parseTypePattern(text: string): ParsedPattern<TypePattern | undefined> {
  const parsed = parseMatchExpression(text);
  const value = parsed.value;
  if (value.shape === "type") return { value: value.type, problems: [] };
  if (parsed.problems.length > 0) return { value: undefined, problems: parsed.problems };
  const problem: PatternProblem = {
    code: "pointcut/not-a-type",
    range: { start: 0, end: text.length },
    message: `"${text}" is not a type`,
    hint: 'Here a type is wanted, for example "int", "struct inode *" or "%".',
  };
  return { value: undefined, problems: [problem] };
}

function recover<T>(broken: T, parse: () => T): ParsedPattern<T> {
  try {
    return { value: parse(), problems: [] };
  } catch (failure) {
    if (failure instanceof PatternFailure) return { value: broken, problems: [failure.problem] };
    throw failure;
  }
}

function failAtRest(scanner: PatternScanner): never {
  if (scanner.at(")")) scanner.fail("missing-bracket", "`)` has no `(`");
  if (scanner.at("...") || scanner.at("."))
    scanner.fail(
      "bad-ellipsis",
      "`...` can't stand here",
      "Use it in a scope, `...::%`, or last in a parameter list.",
    );
  scanner.fail(
    "text-after-end",
    `unexpected \`${scanner.token.text}\` after the end of the match expression`,
  );
}

function shapeOf(
  scanner: PatternScanner,
  specifiers: Specifiers,
  name: QualifiedPattern | undefined,
  wrap: (base: TypePattern) => TypePattern,
): MatchExpression {
  const base = specifiers.type ?? failWithoutType(scanner);
  const type = wrap(base);
  const whole = { start: 0, end: scanner.text.length };
  const { isStatic, isVirtual } = specifiers;
  if (isStatic && isVirtual)
    scanner.fail(
      "static-virtual",
      "a function can't be both `static` and `virtual`",
      "Keep one of them.",
      whole,
    );
  if (name === undefined) {
    if (type.kind === "function") failWithoutName(scanner, base);
    if (isStatic || isVirtual)
      scanner.fail(
        "misplaced-specifier",
        `\`${isStatic ? "static" : "virtual"}\` needs a function${isStatic ? " or a variable" : ""}`,
        `"${scanner.text}" has only a type. Add a name: "${isStatic ? "static % %" : "virtual % ...::%(...)"}".`,
        whole,
      );
    return { shape: "type", type };
  }
  if (type.kind !== "function") {
    if (isVirtual)
      scanner.fail(
        "misplaced-specifier",
        "`virtual` needs a function",
        "Add a parameter list, `(...)`.",
        whole,
      );
    return { shape: "variable", name, type, isStatic };
  }
  const { result, parameters, open, isConst, isVolatile } = type;
  return { shape: "function", name, result, parameters, open, isConst, isVolatile, isStatic, isVirtual };
}

function failWithoutType(scanner: PatternScanner): never {
  return scanner.fail(
    "missing-type",
    "the match expression has no type",
    "Start with the result type, or with `%` for any.",
    { start: 0, end: scanner.text.length },
  );
}

function failWithoutName(scanner: PatternScanner, base: TypePattern): never {
  const hint =
    base.kind === "named"
      ? `Without a result type \`${base.name.name.text}\` is read as one. Write "% ${scanner.text.trim()}" for any result.`
      : "Write for example `% f(...)`.";
  scanner.fail("missing-type", "the function has a result type but no name", hint, {
    start: 0,
    end: scanner.text.length,
  });
}
