/** Operators: on numbers as the compiled code computes them, on pointers within one object. */

import { lookUp } from "../../model/index.js";
import { offsetOf as offsetInBytes } from "../objects/bytes.js";
import { binary, type IntegerType, unary } from "../objects/integers.js";
import {
  isFunction,
  isInside,
  isNumber,
  isPointer,
  isReal,
  keyOf,
  moved,
  type Pointer,
  type Value,
} from "../objects/values.js";
import { bare, type ClangNode, partsOf, spelledType } from "../tree/clang-tree.js";
import {
  type Evaluated,
  type Evaluation,
  group,
  joined,
  LEVELS,
  movedByBytes,
  sequenced,
  UNARY,
  withoutValue,
} from "./evaluated.js";
import { asPointer } from "./locate.js";
import { exposing, known, literalOf, opaque } from "./residual-text.js";
import { evaluateUpdate } from "./writes.js";

export function evaluateUnary(on: Evaluation, node: ClangNode): Evaluated {
  const operator = node.opcode as string;
  const operand = partsOf(node)[0] as ClangNode;
  switch (operator) {
    case "&":
      return evaluateAddress(on, operand);
    case "++":
    case "--":
      return evaluateUpdate(on, node, operator === "++" ? "+" : "-", undefined);
    case "*":
      return isFunctionType(node) ? calledThrough(on, operand) : withoutValue(on.locate(node));
    case "__extension__":
      return on.evaluate(operand);
    case "+":
    case "-":
    case "~":
    case "!":
      return evaluateSign(on, node, operator, operand);
    default:
      return opaque(on, node);
  }
}

function evaluateAddress(on: Evaluation, operand: ClangNode): Evaluated {
  const pointed = bare(operand);
  // `&*f` of a function is `f`.
  if (pointed.kind === "UnaryOperator" && pointed.opcode === "*" && isFunctionType(pointed))
    return on.evaluate(pointed);
  const located = on.locate(operand);
  const text = exposing(on, located, operand);
  const address = { text: () => `&${text()}`, level: UNARY, changed: located.changed, pure: located.pure };
  if (pointed.referencedDecl?.kind === "FunctionDecl")
    return { ...address, value: { function: pointed.referencedDecl.name ?? "" } };
  if (located.bytes !== undefined && !located.isOpaque) return { ...address, value: located.bytes };
  if (located.place === undefined || located.isOpaque) return address;
  return { ...address, value: { ...located.place, type: on.around.types.canonical(operand.type) } };
}

/** `*f` is `f` again. */
function calledThrough(on: Evaluation, operand: ClangNode): Evaluated {
  const pointer = asPointer(on, operand);
  if (isFunction(pointer.value)) return pointer;
  return { ...pointer, value: undefined, text: () => `*${group(pointer, UNARY)}`, level: UNARY };
}

function evaluateSign(
  on: Evaluation,
  node: ClangNode,
  operator: "+" | "-" | "~" | "!",
  operand: ClangNode,
): Evaluated {
  const inner = on.evaluate(operand);
  const text = () => {
    const spelled = group(inner, UNARY);
    return `${operator}${/^[-+]/.test(spelled) ? " " : ""}${spelled}`;
  };
  const written = { text, level: UNARY, changed: inner.changed, pure: inner.pure };
  if (operator === "!" && inner.value !== undefined && !isNumber(inner.value)) {
    const is = inner.pure ? truth(on, inner.value) : undefined;
    return is === undefined ? written : known(on, node, BigInt(!is), { ...written, changed: true });
  }
  const type = on.around.types.integer(node.type);
  if (!isNumber(inner.value) || type === undefined) return written;
  return known(on, node, unary(operator, inner.value, type), written);
}

const isFunctionType = ({ type }: ClangNode): boolean => spelledType(type).includes("(");

export function evaluateBinary(on: Evaluation, node: ClangNode): Evaluated {
  const [first, second] = partsOf(node) as [ClangNode, ClangNode];
  const operator = node.opcode as string;
  if (operator === ",") return evaluateComma(on, first, second);
  const isMove = operator === "+" || operator === "-";
  const [left, right] = [first, second].map((one) =>
    isMove ? movedByBytes(on, one, on.evaluate(one)) : on.evaluate(one),
  ) as [Evaluated, Evaluated];
  const written = joined(operator, left, right, lookUp(LEVELS, operator) ?? 0);
  const { types } = on.around;
  const isPlain = types.integer(node.type) !== undefined || types.isPointer(node.type);
  const simple = isPlain ? simplified(on, node, left, right) : undefined;
  if (simple !== undefined) return simple;
  if (!left.pure || !right.pure || left.value === undefined || right.value === undefined) return written;
  if (isNumber(left.value) && isNumber(right.value))
    return betweenNumbers(on, node, left.value, right.value, written);
  const value = pointerBinary(on, operator, left.value, right.value);
  return known(on, node, value, { ...written, changed: true }) ?? written;
}

function evaluateComma(on: Evaluation, first: ClangNode, second: ClangNode): Evaluated {
  const left = sequenced(on.evaluate(first));
  const right = on.evaluate(second);
  if (left.pure) return { ...right, changed: true };
  return { ...joined(",", left, right, 1), text: () => `${left.text()}, ${right.text()}` };
}

/** Of integers, and of null pointers and other constants only whether they are equal. */
function betweenNumbers(
  on: Evaluation,
  node: ClangNode,
  left: bigint,
  right: bigint,
  written: Evaluated,
): Evaluated {
  const [first] = partsOf(node) as [ClangNode];
  const operator = node.opcode as string;
  const type = on.around.types.integer(first.type);
  if (type === undefined) {
    if (operator !== "==" && operator !== "!=") return written;
    return known(on, node, BigInt((left === right) === (operator === "==")), { ...written, changed: true });
  }
  if (on.around.types.integer(node.type) === undefined) return written;
  return known(on, node, binary(operator, left, right, type), written);
}

/**
 * `x & 0`, `x * 0` and `x < 0u` are known, `x | 0` and `x << 0` are `x`; of what is as it is written no text changes.
 */
function simplified(
  on: Evaluation,
  node: ClangNode,
  left: Evaluated,
  right: Evaluated,
): Evaluated | undefined {
  if (left.value !== undefined && right.value !== undefined) return undefined;
  const value = absorbed(on, node, left, right);
  if (value !== undefined) return { value, ...literalOf(on, value, node), changed: true, pure: true };
  const isProduct = node.opcode === "&" || node.opcode === "*";
  if ((!left.changed && !right.changed) || (isProduct && left.pure && right.pure)) return undefined;
  return withoutNeutral(on, node, left, right);
}

const isNothing = ({ value, pure }: Evaluated) => value === 0n && pure;
const isOne = ({ value, pure }: Evaluated) => value === 1n && pure;

/** The value that one operand alone decides. */
function absorbed(on: Evaluation, node: ClangNode, left: Evaluated, right: Evaluated): bigint | undefined {
  const [first] = partsOf(node) as [ClangNode];
  const operator = node.opcode as string;
  if (operator === "&" || operator === "*")
    return left.pure && right.pure && (isNothing(left) || isNothing(right)) ? 0n : undefined;
  if (operator === "%") return left.pure && isOne(right) ? 0n : undefined;
  if ((operator !== "<" && operator !== ">=") || !left.pure || !isNothing(right)) return undefined;
  const isUnsigned = on.around.types.integer(first.type)?.isSigned === false;
  return isUnsigned ? BigInt(operator === ">=") : undefined;
}

/** The operand that the other leaves as it is. */
function withoutNeutral(
  on: Evaluation,
  node: ClangNode,
  left: Evaluated,
  right: Evaluated,
): Evaluated | undefined {
  const [first, second] = partsOf(node) as [ClangNode, ClangNode];
  const operator = node.opcode as string;
  const isRightNeutral = /^[*/]$/.test(operator)
    ? isOne(right)
    : /^(\+|-|\||\^|<<|>>)$/.test(operator) && isNothing(right);
  if (isRightNeutral && isOfOwnType(on, first)) return { ...left, changed: true };
  const isLeftNeutral = operator === "*" ? isOne(left) : /^(\+|\||\^)$/.test(operator) && isNothing(left);
  return isLeftNeutral && isOfOwnType(on, second) ? { ...right, changed: true } : undefined;
}

/** Its text has the type that it is used with, or one that becomes `int` wherever it is used. */
function isOfOwnType(on: Evaluation, node: ClangNode): boolean {
  if (node.kind !== "ImplicitCastExpr" || node.castKind !== "IntegralCast") return true;
  const from = on.around.types.integer((partsOf(node)[0] as ClangNode).type);
  const to = on.around.types.integer(node.type);
  return from !== undefined && from.bits < 32 && to?.bits === 32 && to.isSigned;
}

function pointerBinary(on: Evaluation, operator: string, left: Value, right: Value): Value | undefined {
  if (isPointer(left) && isNumber(right) && (operator === "+" || operator === "-"))
    return moved(left, operator === "+" ? right : -right);
  if (isPointer(right) && isNumber(left) && operator === "+") return moved(right, left);
  if (isFunction(left) || isFunction(right)) return functionBinary(operator, left, right);
  if (isPointer(left) && isPointer(right)) return betweenPointers(on, operator, left, right);
  return withNumber(on, operator, left, right) ?? withNumber(on, operator, right, left);
}

/** An object's address is not null; what other number it may be nobody knows. */
function withNumber(on: Evaluation, operator: string, pointer: Value, number: Value): Value | undefined {
  if (!isPointer(pointer) || number !== 0n || !isNotNull(on, pointer)) return undefined;
  return equality(operator, false);
}

/** Functions are the same if their names are, and never null. */
function functionBinary(operator: string, left: Value, right: Value): Value | undefined {
  if (isFunction(left) && isFunction(right)) return equality(operator, left.function === right.function);
  return isNumber(left) || isNumber(right) ? equality(operator, false) : undefined;
}

function betweenPointers(on: Evaluation, operator: string, left: Pointer, right: Pointer): Value | undefined {
  if (keyOf(left) === keyOf(right)) return ofSame(operator);
  if (areApart(on, left, right)) return equality(operator, false);
  const unit = left.bytes?.size ?? right.bytes?.size;
  if (unit !== undefined)
    return left.root === right.root ? betweenBytes(on, operator, left, right, unit) : undefined;
  const arrayOf = (pointer: Pointer) => keyOf({ ...pointer, path: pointer.path.slice(0, -1) });
  const [a, b] = [left.path.at(-1), right.path.at(-1)];
  const isSameArray = left.root === right.root && arrayOf(left) === arrayOf(right);
  if (!isSameArray || typeof a !== "bigint" || typeof b !== "bigint") return undefined;
  return operator === "-" ? a - b : binary(operator, a, b, INDEX);
}

const INDEX: IntegerType = { bits: 64, isSigned: true, isBool: false, suffix: "" };

/** Into one object, one of them at least to its bytes. */
function betweenBytes(
  { around }: Evaluation,
  operator: string,
  left: Pointer,
  right: Pointer,
  unit: bigint,
): bigint | undefined {
  const [a, b] = [left, right].map((one) => offsetInBytes(one, around));
  if (a === undefined || b === undefined) return undefined;
  if (operator !== "-") return binary(operator, a, b, INDEX);
  return (a - b) % unit === 0n ? (a - b) / unit : undefined;
}

const NOWHERE: ClangNode = { id: "", kind: "VarDecl" };

/** Into two variables, and behind the end of neither: one may begin where the other ends. */
function areApart(on: Evaluation, left: Pointer, right: Pointer): boolean {
  const isWithin = (one: Pointer) => {
    const { kind } = on.around.rootInfo(one.root);
    const [last, inner] = [one.path.at(-1), one.path.slice(0, -1).every((step) => step !== -1n)];
    const isVariable =
      kind === "global" || kind === "local" || (kind === "constant" && !one.root.startsWith("string"));
    const attributes = partsOf(on.around.program.globals.get(one.root) ?? NOWHERE);
    if (attributes.some(({ kind }) => /^(Weak|WeakRef|Alias)Attr$/.test(kind))) return false;
    if (one.bytes !== undefined)
      return isVariable && one.bytes.room !== undefined && one.bytes.at < one.bytes.room;
    return isVariable && inner && (typeof last !== "bigint" || (one.length !== undefined && isInside(one)));
  };
  return left.root !== right.root && isWithin(left) && isWithin(right);
}

/** Of two pointers to one place. */
function ofSame(operator: string): bigint | undefined {
  if (operator === "-") return 0n;
  if (operator === "<" || operator === ">") return 0n;
  return operator === "<=" || operator === ">=" ? 1n : equality(operator, true);
}

function equality(operator: string, same: boolean): bigint | undefined {
  return operator === "==" ? BigInt(same) : operator === "!=" ? BigInt(!same) : undefined;
}

/** What a parameter points to has a name, but the parameter may still be null. */
function isNotNull(on: Evaluation, { root }: Pointer): boolean {
  return on.around.rootInfo(root).kind !== "pointee" || on.around.isNonNull(root);
}

export function truth(on: Evaluation, value: Value | undefined): boolean | undefined {
  if (value === undefined) return undefined;
  if (isNumber(value)) return value !== 0n;
  if (isReal(value)) return undefined;
  return isPointer(value) && !isNotNull(on, value) ? undefined : true;
}
