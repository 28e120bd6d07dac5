/** Operators: on numbers as the compiled code computes them, on pointers within one object. */

import { binary, unary } from "../objects/integers.js";
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
  if (operator === "&") {
    const pointed = bare(operand);
    // `&*f` of a function is `f`.
    if (pointed.kind === "UnaryOperator" && pointed.opcode === "*" && isFunctionType(pointed))
      return on.evaluate(pointed);
    const found = on.locate(operand);
    const text = exposing(on, found, operand);
    const said = { text: () => `&${text()}`, level: UNARY, changed: found.changed, pure: found.pure };
    if (bare(operand).referencedDecl?.kind === "FunctionDecl")
      return { ...said, value: { function: bare(operand).referencedDecl?.name ?? "" } };
    if (found.place === undefined || found.isOpaque) return said;
    return { ...said, value: { ...found.place, type: on.around.types.canonical(operand.type) } };
  }
  if (operator === "++" || operator === "--")
    return evaluateUpdate(on, node, operator === "++" ? "+" : "-", undefined);
  if (operator === "*" && isFunctionType(node)) {
    // `*f` is `f` again.
    const pointer = asPointer(on, operand);
    if (isFunction(pointer.value)) return pointer;
    return { ...pointer, value: undefined, text: () => `*${group(pointer, UNARY)}`, level: UNARY };
  }
  if (operator === "*") return withoutValue(on.locate(node)); // a function
  if (operator === "__extension__") return on.evaluate(operand);
  if (!"+-~!".includes(operator)) return opaque(on, node);
  const inner = on.evaluate(operand);
  const text = () => {
    const said = group(inner, UNARY);
    return `${operator}${/^[-+]/.test(said) ? " " : ""}${said}`;
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
  const left = operator === "," ? sequenced(on.evaluate(first)) : on.evaluate(first);
  const right = on.evaluate(second);
  if (operator === ",") {
    if (left.pure) return { ...right, changed: true };
    return { ...joined(",", left, right, 1), text: () => `${left.text()}, ${right.text()}` };
  }
  const written = joined(operator, left, right, LEVELS[operator] ?? 0);
  const { types } = on.around;
  const isPlain = types.integer(node.type) !== undefined || types.isPointer(node.type);
  const simple = isPlain ? simplified(on, node, left, right) : undefined;
  if (simple !== undefined) return simple;
  if (!left.pure || !right.pure || left.value === undefined || right.value === undefined) return written;
  if (isNumber(left.value) && isNumber(right.value)) {
    const operand = on.around.types.integer(first.type);
    if (operand === undefined)
      return operator === "==" || operator === "!="
        ? known(on, node, BigInt((left.value === right.value) === (operator === "==")), {
            ...written,
            changed: true,
          })
        : written;
    const value = binary(operator, left.value, right.value, operand);
    return on.around.types.integer(node.type) === undefined ? written : known(on, node, value, written);
  }
  return (
    known(on, node, pointerBinary(on, operator, left.value, right.value), { ...written, changed: true }) ??
    written
  );
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
  const [first, second] = partsOf(node) as [ClangNode, ClangNode];
  const operator = node.opcode as string;
  const isNothing = ({ value, pure }: Evaluated) => value === 0n && pure;
  const isOne = ({ value, pure }: Evaluated) => value === 1n && pure;
  if (left.value !== undefined && right.value !== undefined) return undefined;
  if ((operator === "&" || operator === "*") && left.pure && right.pure)
    return isNothing(left) || isNothing(right)
      ? { value: 0n, ...literalOf(on, 0n, node), changed: true, pure: true }
      : undefined;
  if (operator === "%" && left.pure && isOne(right))
    return { value: 0n, ...literalOf(on, 0n, node), changed: true, pure: true };
  const operand = on.around.types.integer(first.type);
  const isNever = operator === "<" || operator === ">=";
  if (isNever && operand?.isSigned === false && isNothing(right) && left.pure) {
    const value = operator === "<" ? 0n : 1n;
    return { value, ...literalOf(on, value, node), changed: true, pure: true };
  }
  if (!left.changed && !right.changed) return undefined;
  if (/^(\+|-|\||\^|<<|>>)$/.test(operator) && isNothing(right) && isOfOwnType(on, first))
    return { ...left, changed: true };
  if (/^[*/]$/.test(operator) && isOne(right) && isOfOwnType(on, first)) return { ...left, changed: true };
  const isNeutral = operator === "*" ? isOne(left) : /^(\+|\||\^)$/.test(operator) && isNothing(left);
  return isNeutral && isOfOwnType(on, second) ? { ...right, changed: true } : undefined;
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
  if (isFunction(left) || isFunction(right)) {
    const same = isFunction(left) && isFunction(right) ? left.function === right.function : undefined;
    const isNull = isNumber(left) || isNumber(right) ? false : same;
    return isNull === undefined ? undefined : equality(operator, isNull);
  }
  if (isPointer(left) && isPointer(right)) {
    if (keyOf(left) === keyOf(right)) return ofSame(operator);
    const [a, b] = [left.path.at(-1), right.path.at(-1)];
    const sameArray =
      left.root === right.root &&
      keyOf({ ...left, path: left.path.slice(0, -1) }) === keyOf({ ...right, path: right.path.slice(0, -1) });
    if (areApart(on, left, right)) return equality(operator, false);
    if (!sameArray || typeof a !== "bigint" || typeof b !== "bigint") return undefined;
    if (operator === "-") return a - b;
    return (
      equality(operator, false) ??
      binary(operator, a, b, { bits: 32, isSigned: true, isBool: false, suffix: "" })
    );
  }
  // An object's address is not null; what other number it may be nobody knows.
  const number = isNumber(left) ? left : isNumber(right) ? right : undefined;
  const pointer = isPointer(left) ? left : isPointer(right) ? right : undefined;
  return number === 0n && pointer !== undefined && isNotNull(on, pointer)
    ? equality(operator, false)
    : undefined;
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
