/** Conversions: of numbers, of pointers to the same bytes, of an object to its value. */

import { convertedByBytes, isSameBytes, numberInBytes } from "../objects/bytes.js";
import { wrap } from "../objects/integers.js";
import { asksExpression } from "../objects/local-records.js";
import type { Surroundings } from "../objects/surroundings.js";
import { type Cell, isNumber, isPointer, type Pointer, type Value } from "../objects/values.js";
import { bare, type ClangNode, type ClangType, partsOf } from "../tree/clang-tree.js";
import { type Evaluated, type Evaluation, group, type Located, UNARY } from "./evaluated.js";
import { truth } from "./operators.js";
import { exposing, known, lifting, literalOf } from "./residual-text.js";

export function evaluateCast(on: Evaluation, node: ClangNode): Evaluated {
  const operand = partsOf(node)[0] as ClangNode;
  if (node.castKind === "LValueToRValue") return load(on, node, on.locate(operand));
  if (node.castKind === "ArrayToPointerDecay") return decay(on, operand);
  const inner = on.evaluate(operand);
  const written = asWritten(on, node, inner);
  const { value } = inner;
  if (value === undefined) return written;
  const type = on.around.types.integer(node.type);
  switch (node.castKind) {
    case "NoOp":
    case "FunctionToPointerDecay":
    case "BuiltinFnToFnPtr":
      return { ...written, value };
    case "IntegralCast":
    case "IntegralToBoolean":
      return isNumber(value) && type !== undefined ? known(on, node, wrap(value, type), written) : written;
    case "NullToPointer":
      return { ...written, value: 0n };
    case "PointerToBoolean":
      return known(on, node, asBoolean(truth(on, value)), { ...written, changed: true });
    case "IntegralToPointer":
      return isNumber(value) ? { ...written, value } : written;
    case "BitCast":
      return castPointer(on, node, value, written);
    default:
      return written;
  }
}

/** What is left of a conversion. C makes by itself those that nobody wrote. */
function asWritten(on: Evaluation, node: ClangNode, inner: Evaluated): Omit<Evaluated, "value"> {
  const { text, level, changed, pure } = inner;
  if (node.kind !== "CStyleCastExpr") return { text, level, changed, pure };
  return {
    text: () => `(${on.around.records.typeText(node.type)})${group(inner, UNARY)}`,
    level: UNARY,
    changed: changed || asksExpression(node.type),
    pure,
  };
}

const asBoolean = (is: boolean | undefined): bigint | undefined =>
  is === undefined ? undefined : BigInt(is);

export function castPointer(
  on: Evaluation,
  node: ClangNode,
  value: Value,
  written: Omit<Evaluated, "value">,
): Evaluated {
  if (!isPointer(value)) return { ...written, value };
  const to = on.around.types.element(node.type);
  if (to === "void" || to === value.type) return { ...written, value };
  return { ...written, value: converted(on.around, value, to, on.around.records.typeText(node.type)) };
}

/** A pointer as one of another type. */
function converted(around: Surroundings, value: Pointer, to: string, as: string): Pointer | undefined {
  const own = value.seen?.own ?? value.type;
  if (value.bytes === undefined && to === own) return { ...value, type: to, seen: undefined };
  // The same bytes with and without a sign: its array is the same, too.
  const isNumber = around.types.integer(to) !== undefined;
  if (value.bytes === undefined && isNumber && isSameBytes(own, to, around))
    return { ...value, type: to, seen: { own, as } };
  return convertedByBytes(value, to, as, around);
}

/** A value where another type is wanted than it had: what is called may have other parameters than the call says. */
export function valueAs(value: Value, type: ClangType | undefined, around: Surroundings): Value | undefined {
  const to = around.types.element(type);
  if (!isPointer(value) || to === "" || to === "void" || to === value.type) return value;
  return converted(around, value, to, around.records.typeText(type));
}

/** The value of an object. */
function load(on: Evaluation, node: ClangNode, from: Located): Evaluated {
  const pure = from.pure && !from.isVolatile;
  const inBytes = pure ? valueInBytes(on, from, node) : undefined;
  if (inBytes !== undefined) return { value: inBytes, ...literalOf(on, inBytes, node), changed: true, pure };
  const cell = cellAt(on, from);
  const value = cell && heldAs(on, cell.value, from, node);
  if (cell === undefined || value === undefined) return loadUnknown(on, node, from, pure);
  if (cell.inMemory && isPointer(value) && !from.changed)
    return { value, text: lifting(on, value, from, node), level: from.level, changed: false, pure };
  return { value, ...literalOf(on, value, node), changed: true, pure };
}

function cellAt({ memory }: Evaluation, { place, isOpaque, isBits }: Located): Cell | undefined {
  const found = place === undefined ? undefined : memory.read(place);
  return isOpaque && !(isBits === true && found?.isGiven === true) ? undefined : found;
}

/** As what the expression says that it is. */
function heldAs(
  { around }: Evaluation,
  value: Value,
  { place }: Located,
  { type }: ClangNode,
): Value | undefined {
  const integer = around.types.integer(type);
  if (isNumber(value)) return integer === undefined ? value : wrap(value, integer);
  return place?.seen === undefined ? value : valueAs(value, type, around);
}

function loadUnknown(on: Evaluation, node: ClangNode, from: Located, pure: boolean): Evaluated {
  const text = () => {
    const inside = from.place ?? from.within;
    if (inside !== undefined) on.memory.settle(inside, node);
    return from.text();
  };
  const isWhole = !from.isOpaque && on.around.types.isRecord(on.around.types.canonical(node.type));
  return {
    text,
    level: from.level,
    changed: from.changed,
    pure,
    object: isWhole && pure ? from.place : undefined,
  };
}

/** Of known bytes as a number of another type than they were written as. */
function valueInBytes(
  on: Evaluation,
  { bytes, isVolatile }: Located,
  { type }: ClangNode,
): bigint | undefined {
  const integer = on.around.types.integer(type);
  if (bytes?.bytes === undefined || integer === undefined || integer.isBool || isVolatile) return undefined;
  const found = numberInBytes(bytes.root, bytes.bytes, on.memory, on.around);
  return found === undefined ? undefined : wrap(found, integer);
}

function decay(on: Evaluation, operand: ClangNode): Evaluated {
  const array = on.locate(operand);
  const plain = {
    text: exposing(on, array, operand),
    level: array.level,
    changed: array.changed,
    pure: array.pure,
  };
  if (array.place === undefined || array.isOpaque) return plain;
  const length = on.around.types.length(operand.type);
  const { root, path } = array.place;
  return {
    ...plain,
    value: { root, path: [...path, 0n], length, type: on.around.types.element(operand.type) },
  };
}

/** As a value for a variable: a pointer that comes by way of `void *`, which is not written, gets its type. */
export function assignedText(
  { types, records }: Pick<Surroundings, "types" | "records">,
  node: ClangNode,
  found: Pick<Evaluated, "text" | "level">,
  type: ClangType | undefined,
): string {
  let said = bare(node);
  while (said.kind === "ImplicitCastExpr" && said.castKind === "BitCast")
    said = bare(partsOf(said)[0] as ClangNode);
  const [from, to] = [said.type, type].map((one) => unqualified(types.canonical(one)));
  const isOther = types.isPointer(from) && types.isPointer(to) && from !== to;
  if (!isOther || [from, to].includes("void *")) return found.text();
  return `(${records.typeText(type)})${group(found, UNARY)}`;
}

const unqualified = (type: string): string =>
  type
    .replace(/\b(?:const|volatile|restrict)\b/g, "")
    .replace(/\s+/g, " ")
    .replace(/ (?=\*)/g, " ")
    .trim();
