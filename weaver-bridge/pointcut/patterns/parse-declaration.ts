/**
 * The pieces of a match expression's declaration: specifiers (`const`, `static`, built-in words, a type name),
 * declarators in C's inside-out order (`*const`, `&`, `K::*`, brackets, parameter lists, array bounds), and
 * qualified names (`...::K<%>::f`, `<unnamed>::x`, `n::operator +=`). They need each other, hence one file.
 */
import { BIT_INT, isBuiltinWord } from "./builtin-types.js";
import { adjusted, type Draft, isVoidOnly, NO_QUALIFIERS, typeOf } from "./declared-type.js";
import {
  type ElaboratedKeyword,
  namePattern,
  type QualifiedPattern,
  type ScopePart,
  type TemplateArgument,
  type TypePattern,
} from "./match-expression.js";
import type { PatternScanner } from "./pattern-scanner.js";
import { FOREIGN, failForeign, failParameters, takeBitInt, takeFlag } from "./take-specifier.js";

export interface Specifiers {
  readonly type: TypePattern | undefined;
  readonly isStatic: boolean;
  readonly isVirtual: boolean;
}

const FLAGS = new Set(["const", "volatile", "static", "virtual"]);

const ELABORATED = new Set(["struct", "union", "class", "enum"]);

export function parseSpecifiers(scanner: PatternScanner): Specifiers {
  const draft: Draft = { flags: new Set(), words: [], start: scanner.token.start };
  while (takeSpecifier(scanner, draft));
  return {
    type: typeOf(scanner, draft),
    isStatic: draft.flags.has("static"),
    isVirtual: draft.flags.has("virtual"),
  };
}

function takeSpecifier(scanner: PatternScanner, draft: Draft): boolean {
  const word = scanner.token.kind === "name" ? scanner.token.text : "";
  const typeless = draft.name === undefined && draft.words.length === 0;
  if (FLAGS.has(word)) takeFlag(scanner, draft.flags);
  else if (FOREIGN.has(word)) failForeign(scanner, word);
  else if (draft.name === undefined && word === BIT_INT && scanner.peek().text === "(")
    draft.words.push(takeBitInt(scanner));
  else if (draft.name === undefined && isBuiltinWord(word)) draft.words.push(scanner.take().text);
  else if (typeless && ELABORATED.has(word)) {
    draft.keyword = scanner.take().text as ElaboratedKeyword;
    if (!startsName(scanner))
      scanner.fail("missing-name", `\`${word}\` needs a name`, `Write \`${word} %\` for any.`);
    draft.name = parseQualifiedName(scanner);
  } else if (typeless && startsName(scanner)) draft.name = parseTypeName(scanner);
  else return false;
  return true;
}

function parseTypeName(scanner: PatternScanner): QualifiedPattern {
  const { start } = scanner.token;
  const name = parseQualifiedName(scanner);
  if (/^operator(?![\w$%])/.test(name.name.text))
    scanner.fail("missing-type", "the operator has no result type", "Write `%` before it for any result.", {
      start,
      end: scanner.lastEnd,
    });
  return name;
}

type Wrap = (base: TypePattern) => TypePattern;

export interface Declarator {
  readonly name: QualifiedPattern | undefined;
  readonly wrap: Wrap;
}

/** `depth` bounds the nesting of brackets, so that no text can exhaust the stack. */
export function parseDeclarator(scanner: PatternScanner, depth: number): Declarator {
  scanner.boundDepth(depth);
  const pointers = parsePointers(scanner);
  let inner: Declarator = { name: undefined, wrap: (type) => type };
  if (scanner.at("(") && startsNested(scanner)) {
    const open = scanner.take();
    inner = parseDeclarator(scanner, depth + 1);
    if (!scanner.accept(")")) scanner.fail("missing-bracket", "`(` has no `)`", "Close the bracket.", open);
  } else if (startsName(scanner) && scanner.peek().text !== "...") {
    inner = { name: parseQualifiedName(scanner), wrap: (type) => type };
  }
  const suffixes: Wrap[] = [];
  while (scanner.at("(") || scanner.at("["))
    suffixes.push(scanner.at("(") ? parseParameters(scanner, depth) : parseArray(scanner, depth));
  scanner.boundDepth(suffixes.length);
  const wrap: Wrap = (base) =>
    inner.wrap(suffixes.reduceRight((type, suffix) => suffix(type), pointers(base)));
  return { name: inner.name, wrap };
}

/** The type after the word `operator`: specifiers and pointer operators only. */
function parseConversionType(scanner: PatternScanner): TypePattern {
  const { type } = parseSpecifiers(scanner);
  if (type === undefined) scanner.fail("missing-type", "the conversion has no type", "Write `%` for any.");
  return parsePointers(scanner)(type);
}

function startsNested(scanner: PatternScanner): boolean {
  const next = scanner.peek().text;
  if (next === "*" || next === "&" || next === "(" || next === "&&") return true;
  return /^\([\w$%:<>.\s]*::\s*\*/.test(scanner.text.slice(scanner.token.start, scanner.token.start + 200));
}

function parsePointers(scanner: PatternScanner): Wrap {
  let wrap: Wrap = (type) => type;
  for (let levels = 0; ; scanner.boundDepth(++levels)) {
    const outer = wrap;
    if (scanner.accept("*")) {
      const cv = parseQualifiers(scanner);
      wrap = (base) => ({ kind: "pointer", to: outer(base), ...cv });
    } else if (scanner.at("&") || scanner.at("&&")) {
      const kind = scanner.take().text === "&" ? "lvalue-reference" : "rvalue-reference";
      wrap = (base) => ({ kind, to: outer(base), ...NO_QUALIFIERS });
    } else if (startsMemberPointer(scanner)) {
      const ofClass = parseQualifiedName(scanner);
      scanner.take();
      scanner.take();
      const cv = parseQualifiers(scanner);
      wrap = (base) => ({ kind: "member-pointer", to: outer(base), ofClass, ...cv });
    } else return wrap;
  }
}

function startsMemberPointer(scanner: PatternScanner): boolean {
  const rest = scanner.text.slice(scanner.token.start, scanner.token.start + 200);
  return /^[\w$%:<>.,]+\s*::\s*\*/.test(rest);
}

function parseQualifiers(scanner: PatternScanner) {
  const flags = new Set<string>();
  while (scanner.at("const") || scanner.at("volatile")) takeFlag(scanner, flags);
  while (scanner.accept("restrict") || scanner.accept("__restrict") || scanner.accept("__restrict__"));
  return { isConst: flags.has("const"), isVolatile: flags.has("volatile") };
}

function parseArray(scanner: PatternScanner, depth: number): Wrap {
  const open = scanner.take();
  const size = scanner.token;
  const bound = size.kind === "number" ? { size: Number(size.text) } : {};
  if (size.kind === "number" || size.text === "%") scanner.take();
  else if (size.text !== "]" || depth === 0)
    scanner.fail(
      "bad-array-size",
      "an array's size must be an integer or `%`",
      "Write `[%]` for any size.",
      size.text === "]" ? { start: open.start, end: size.end } : size,
    );
  if (!scanner.accept("]")) scanner.fail("missing-bracket", "`[` has no `]`", "Close the bracket.", open);
  return (of) => ({ kind: "array", of, ...bound, ...NO_QUALIFIERS });
}

function parseParameters(scanner: PatternScanner, depth: number): Wrap {
  const open = scanner.take();
  const parameters: TypePattern[] = [];
  let ellipsis = false;
  if (!scanner.accept(")")) {
    do {
      if (scanner.at("...") && scanner.peek().text !== "::") {
        const dots = scanner.take();
        ellipsis = true;
        if (scanner.at(","))
          scanner.fail("bad-ellipsis", "nothing can follow `...`", "`...` must come last in a list.", dots);
      } else parameters.push(parseParameter(scanner, depth + 1, open));
    } while (scanner.accept(","));
    if (!scanner.accept(")")) failParameters(scanner, open);
  }
  const cv = parseQualifiers(scanner);
  const list = isVoidOnly(parameters) && !ellipsis ? [] : parameters;
  return (result) => ({ kind: "function", result, parameters: list, open: ellipsis, ...cv });
}

function parseParameter(
  scanner: PatternScanner,
  depth: number,
  open: { start: number; end: number },
): TypePattern {
  const { start } = scanner.token;
  if (scanner.token.kind === "end")
    scanner.fail("missing-bracket", "`(` has no `)`", "Close the parameter list.", open);
  const specifiers = parseSpecifiers(scanner);
  const range = { start, end: Math.max(start + 1, scanner.lastEnd) };
  if (specifiers.isStatic || specifiers.isVirtual)
    scanner.fail(
      "misplaced-specifier",
      "a parameter can't be `static` or `virtual`",
      "Remove the word.",
      range,
    );
  if (specifiers.type === undefined)
    scanner.fail(
      "missing-type",
      "a parameter's type is missing",
      "Write `%` for any, `...` for any number of parameters.",
      range,
    );
  const declarator = parseDeclarator(scanner, depth);
  if (declarator.name !== undefined)
    scanner.fail(
      "parameter-name",
      `parameters of a match expression have no names: \`${declarator.name.name.text}\``,
      "Remove the name; only the type counts.",
      { start, end: scanner.lastEnd },
    );
  return adjusted(declarator.wrap(specifiers.type));
}

/** True when a (qualified) name can begin at the current token. */
function startsName(scanner: PatternScanner): boolean {
  const { token } = scanner;
  if (token.kind === "name") return true;
  if (scanner.at("::") || scanner.at("<unnamed>")) return true;
  return scanner.at("...") && scanner.peek().text === "::";
}

/** Stops before a `::` that is followed by `*` (member pointer); the caller checks {@link startsName} first. */
function parseQualifiedName(scanner: PatternScanner): QualifiedPattern {
  scanner.accept("::");
  const scopes: ScopePart[] = [];
  for (;;) {
    if (scanner.accept("...")) {
      if (!scanner.at("::"))
        scanner.fail("bad-ellipsis", "`...` in a name must be a scope", "Write `...::` and a name.");
      scopes.push({ kind: "any" });
    } else if (scanner.accept("<unnamed>")) scopes.push({ kind: "unnamed" });
    else {
      const last = parsePart(scanner);
      // `% ::f` is a type and a global name: a blank before `::` ends the name.
      const goesOn = scanner.at("::") && scanner.token.start === scanner.lastEnd;
      if (!goesOn || scanner.peek().text === "*" || last.isOperator) return finish(scopes, last);
      scopes.push({ kind: "name", name: last.name, ...templatePart(last.templateArguments) });
    }
    if (!scanner.accept("::"))
      scanner.fail("missing-name", "a name is missing after the scope", "Write `::%` for any name in it.");
  }
}

interface Part {
  readonly name: QualifiedPattern["name"];
  readonly templateArguments?: readonly TemplateArgument[];
  readonly conversion?: NonNullable<QualifiedPattern["conversion"]>;
  readonly isOperator: boolean;
}

function finish(scopes: readonly ScopePart[], part: Part): QualifiedPattern {
  const conversion = part.conversion === undefined ? {} : { conversion: part.conversion };
  return { scopes, name: part.name, ...templatePart(part.templateArguments), ...conversion };
}

function templatePart(list: readonly TemplateArgument[] | undefined) {
  return list === undefined ? {} : { templateArguments: list };
}

function parsePart(scanner: PatternScanner): Part {
  if (scanner.at("~"))
    scanner.fail(
      "no-destructors",
      "function patterns don't match destructors",
      'Use destruction("CLASS") for them, construction("CLASS") for constructors.',
    );
  if (scanner.token.kind !== "name")
    scanner.fail("missing-name", "a name is missing", "Write `%` for any name.");
  if (scanner.at("operator")) return parseOperator(scanner);
  const name = namePattern(scanner.take().text);
  return scanner.at("<")
    ? { name, templateArguments: parseTemplateArguments(scanner), isOperator: false }
    : { name, isOperator: false };
}

function parseOperator(scanner: PatternScanner): Part {
  const operator = scanner.takeOperator();
  if (operator === "%") {
    if (scanner.at("="))
      scanner.fail(
        "invalid-operator",
        "`%` is a wildcard here",
        "Write `operator %%=` for the operator `%=`.",
      );
    return { name: { text: "operator%", operator: "any" }, isOperator: true };
  }
  if (operator !== undefined) {
    const spelled = operator.replace("%%", "%");
    const text = `operator${/^[nd]/.test(spelled) ? " " : ""}${spelled}`;
    return { name: { text }, isOperator: true };
  }
  if (!startsName(scanner))
    scanner.fail(
      "invalid-operator",
      `\`operator ${scanner.token.text}\` is not an operator`,
      "Write an operator, `%` for any, `%%` for modulo, or a type for a conversion.",
    );
  const conversion = parseConversionType(scanner);
  return {
    name: { text: "operator T", operator: "conversion" },
    conversion,
    isOperator: true,
  };
}

function parseTemplateArguments(scanner: PatternScanner): TemplateArgument[] {
  const open = scanner.take();
  const list: TemplateArgument[] = [];
  let depth = 0;
  let start = open.end;
  for (;;) {
    const { token } = scanner;
    if (token.kind === "end")
      scanner.fail("missing-bracket", "`<` has no `>`", "Close the template arguments.", open);
    if (depth === 0 && (token.text === "," || token.text === ">")) {
      const text = scanner.text
        .slice(start, token.start)
        .trim()
        .replace(/(\W)\s+|\s+(?=\W)/g, "$1")
        .replace(/\s+/g, " ");
      if (list.at(-1) === "...")
        scanner.fail("bad-ellipsis", "nothing can follow `...`", "`...` must come last in a list.", {
          start,
          end: token.start,
        });
      if (text !== "" || list.length > 0 || token.text === ",") list.push(text);
      start = token.end;
      scanner.take();
      if (token.text === ">") return list;
    } else {
      if (token.text === "<" || token.text === "(") depth++;
      if (token.text === ">" || token.text === ")") depth--;
      scanner.take();
    }
  }
}
