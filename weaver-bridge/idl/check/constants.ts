/**
 * Values of constant expressions, computed exactly: integers without a size first, then held against the range of the
 * constant's type. Reports what is wrong at the part that is wrong.
 */
import type { Expression, ScopedName } from "../parse/ast.js";
import { arithmetic } from "../parse/condition.js";
import { nameText } from "../parse/expression.js";
import { parseCharacter, parseFloatingPoint, parseInteger } from "../parse/number.js";
import type { Report } from "../parse/report.js";
import type { ScalarType, Type } from "./types.js";
import { unalias } from "./types.js";

/** Integers and characters are bigint. */
export type Value = bigint | number | string | boolean;

export interface Evaluation {
  readonly report: Report;
  /** Value of a named constant or enumerator; undefined when it has none (already reported). */
  valueOf(name: Extract<Expression, { kind: "name" }>): Value | undefined;
  /** Bytes of a type. */
  sizeOfName(name: ScopedName): number | undefined;
  /** `(T) - 1` is a cast when T is a type. */
  isType(name: Extract<Expression, { kind: "name" }>): boolean;
}

/** Undefined when the expression has no value; the reason is then in the report. */
export function evaluate(context: Evaluation, expression: Expression): Value | undefined {
  switch (expression.kind) {
    case "literal":
      return literal(context, expression);
    case "name":
      return truthName(expression.name) ?? context.valueOf(expression);
    case "unary":
      return unary(context, expression);
    case "binary":
      return binary(context, expression);
    case "conditional": {
      const test = evaluate(context, expression.test);
      if (test === undefined) return undefined;
      return evaluate(context, isTrue(test) ? expression.yes : expression.no);
    }
    case "cast":
      return evaluate(context, expression.operand);
    case "call": {
      const argument = expression.arguments[0];
      const size = argument?.kind === "name" ? context.sizeOfName(argument.name) : undefined;
      if (nameText(expression.callee) === "sizeof" && size !== undefined) return BigInt(size);
      return noConstant(context, expression);
    }
    case "member":
      return noConstant(context, expression);
  }
}

const TRUTH_NAMES: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["TRUE", true],
  ["false", false],
  ["FALSE", false],
]);

/** `TRUE` and `FALSE`, whoever declares something of that name. */
function truthName({ parts: [only, ...others] }: ScopedName): boolean | undefined {
  return only === undefined || others.length > 0 ? undefined : TRUTH_NAMES.get(only.text);
}

function noConstant(context: Evaluation, expression: Expression): undefined {
  return wrong(
    context,
    expression,
    "this is no constant",
    "A constant expression is made of numbers, constants and operators.",
  );
}

function literal(context: Evaluation, node: Extract<Expression, { kind: "literal" }>): Value | undefined {
  if (node.type === "string" || node.type === "wide-string") return node.text;
  if (node.type === "char") {
    const code = parseCharacter(node.text);
    return code !== undefined
      ? BigInt(code)
      : wrong(
          context,
          node,
          `${node.text} is no single character`,
          "Write one character between the quotes; escapes are \\n, \\t, \\0, \\x41.",
        );
  }
  const value = parseInteger(node.text) ?? parseFloatingPoint(node.text);
  return (
    value ??
    wrong(
      context,
      node,
      `"${node.text}" is no number`,
      "Numbers are decimal, 0x hexadecimal or 0 octal, or have a fraction.",
    )
  );
}

function unary(context: Evaluation, node: Extract<Expression, { kind: "unary" }>): Value | undefined {
  const value = evaluate(context, node.operand);
  if (value === undefined) return undefined;
  if (node.operator === "!") return !isTrue(value);
  if (typeof value === "number" && (node.operator === "-" || node.operator === "+"))
    return node.operator === "-" ? -value : value;
  const integer = asInteger(value);
  if (integer !== undefined) {
    if (node.operator === "-") return -integer;
    if (node.operator === "+") return integer;
    if (node.operator === "~") return ~integer;
  }
  return wrong(context, node, `${node.operator} does not apply to this value`, "Operators take numbers.");
}

function binary(context: Evaluation, node: Extract<Expression, { kind: "binary" }>): Value | undefined {
  const { operator } = node;
  if (node.left.kind === "name" && /^[-+*&]$/.test(operator) && context.isType(node.left))
    return unary(context, { kind: "unary", operator, operand: node.right, span: node.span });
  const left = evaluate(context, node.left);
  if (left === undefined) return undefined;
  if (operator === "&&" && !isTrue(left)) return false;
  if (operator === "||" && isTrue(left)) return true;
  const right = evaluate(context, node.right);
  if (right === undefined) return undefined;
  if (operator === "&&" || operator === "||") return isTrue(right);
  return compare(operator, left, right) ?? computed(context, node, left, right);
}

function computed(
  context: Evaluation,
  node: Extract<Expression, { kind: "binary" }>,
  left: Value,
  right: Value,
): Value | undefined {
  const { operator } = node;
  if (typeof left === "number" || typeof right === "number")
    return floating(context, node, Number(left), Number(right));
  const a = asInteger(left);
  const b = asInteger(right);
  if (a === undefined || b === undefined)
    return wrong(context, node, `${operator} does not apply to these values`, "Operators take numbers.");
  if ((operator === "/" || operator === "%") && b === 0n)
    return wrong(context, node.right, "division by zero", "The divisor of a constant must not be 0.");
  const value = arithmetic(operator, a, b);
  return value ?? wrong(context, node, `${operator} has no value here`, "Shifts go from 0 to 63 bits.");
}

function compare(operator: string, left: Value, right: Value): boolean | undefined {
  const a = typeof left === "string" ? left : Number(left);
  const b = typeof right === "string" ? right : Number(right);
  switch (operator) {
    case "==":
      return a === b;
    case "!=":
      return a !== b;
    case "<":
      return a < b;
    case ">":
      return a > b;
    case "<=":
      return a <= b;
    case ">=":
      return a >= b;
    default:
      return undefined;
  }
}

function floating(
  context: Evaluation,
  node: Extract<Expression, { kind: "binary" }>,
  a: number,
  b: number,
): number | undefined {
  switch (node.operator) {
    case "+":
      return a + b;
    case "-":
      return a - b;
    case "*":
      return a * b;
    case "/":
      return a / b;
    default:
      wrong(context, node, `${node.operator} does not apply to fractions`, "It takes integers.");
      return undefined;
  }
}

function wrong(context: Evaluation, node: Expression, message: string, hint: string): undefined {
  context.report.error("idl/constant", node.span, message, hint);
  return undefined;
}

export function isTrue(value: Value): boolean {
  return typeof value === "bigint" ? value !== 0n : typeof value === "string" ? true : Boolean(value);
}

export function asInteger(value: Value): bigint | undefined {
  if (typeof value === "bigint") return value;
  return typeof value === "boolean" ? (value ? 1n : 0n) : undefined;
}

/** Why `value` is no value of `type`; undefined when it is one. */
export function misfit(value: Value, type: Type): string | undefined {
  const real = unalias(type);
  if (real.kind === "string")
    return typeof value === "string" ? undefined : "a string constant needs a literal in quotes";
  if (real.kind !== "scalar") return undefined;
  if (typeof value === "string") return `${real.name} cannot hold a string`;
  if (real.floating || typeof value === "number")
    return real.floating ? undefined : `${real.name} cannot hold a fraction`;
  const integer = asInteger(value) as bigint;
  if (real.name === "boolean" && integer !== 0n && integer !== 1n) return "boolean is TRUE or FALSE";
  const { low, high } = rangeOf(real);
  return integer < low || integer > high
    ? `${integer} is outside ${real.name}, which holds ${real.signed ? low : 0n} to ${real.signed ? high >> 1n : high}`
    : undefined;
}

/** Bit patterns of the full width count too (`long x = 0xFFFFFFFF`, `unsigned long x = ~0`), as C takes them. */
function rangeOf(type: ScalarType): { low: bigint; high: bigint } {
  const bits = BigInt(type.size * 8);
  return { low: type.signed ? -(1n << (bits - 1n)) : -(1n << bits), high: (1n << bits) - 1n };
}
