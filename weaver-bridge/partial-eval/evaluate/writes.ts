/** Writes: what is known afterwards, and what the residual program has to write. */

import { convertedByBytes } from "../objects/bytes.js";
import { binary, type IntegerType, wrap } from "../objects/integers.js";
import {
  isNumber,
  isPointer,
  keyOf,
  moved,
  type Place,
  type Pointer,
  type Value,
} from "../objects/values.js";
import { type ClangNode, partsOf } from "../tree/clang-tree.js";
import {
  type Evaluated,
  type Evaluation,
  group,
  groupText,
  type Located,
  PRIMARY,
  UNARY,
} from "./evaluated.js";
import { hole, literalOf } from "./residual-text.js";

export function evaluateAssignment(on: Evaluation, node: ClangNode): Evaluated {
  const [left, right] = partsOf(node) as [ClangNode, ClangNode];
  const from = on.evaluate(right);
  const target = on.locate(left);
  const left_ = assign(on, target, from, on.around.types.canonical(left.type), node);
  const value = from.value !== undefined && !target.isOpaque ? held(on, from.value, left) : undefined;
  if (left_ === undefined && value !== undefined)
    return { value, ...literalOf(on, value, node), changed: true, pure: true };
  // Its value is used: of what has effects there is one text only.
  return {
    text: left_ ?? hole(on, node),
    level: 2,
    changed: true,
    pure: false,
    ...(value === undefined ? {} : {}),
  };
}

export function assign(
  on: Evaluation,
  target: Located,
  from: Evaluated,
  type: string,
  node: ClangNode,
): (() => string) | undefined {
  const { place } = target;
  const integer = on.around.types.integer(type);
  const value =
    from.value !== undefined && isNumber(from.value) && integer !== undefined
      ? wrap(from.value, integer)
      : from.value;
  const isScalar = integer !== undefined || on.around.types.isPointer(type);
  const isKnown = isScalar && value !== undefined && from.pure;
  if (isKnown && place !== undefined && !target.isOpaque && target.pure) {
    const text = () => `${target.text()} = ${group(from, 2)}`;
    return assignKnown(on, place, { value, type, text }, node);
  }
  return () => {
    const said = `${group(from, 2)}`;
    const to = target.text();
    const parts = on.memory.partsOf(from.object);
    noteWrite(on, target, node);
    if (place !== undefined && !target.isOpaque) on.memory.copied(place, parts);
    return `${to} = ${said}`;
  };
}

/** The write itself, where it has to stay; what the place holds is known afterwards. */
function assignKnown(
  { memory, around }: Evaluation,
  place: Place,
  { value, type, text }: { readonly value: Value; readonly type: string; readonly text: () => string },
  node: ClangNode,
): (() => string) | undefined {
  const isSafe = memory.isSafe(place.root);
  const whole = around.sharedAround(place);
  if (isSafe && whole === undefined) {
    memory.know(place, value, type);
    return undefined;
  }
  if (whole !== undefined) memory.settle(whole, node);
  const written = text();
  if (whole !== undefined) memory.forget(whole);
  if (!isSafe) memory.forgetAliases(around.levelsOf(keyOf(place)), keyOf(place));
  memory.know(place, value, type);
  return () => written;
}

/** What is not known any more where something unknown is written. */
export function noteWrite(
  { memory, around }: Evaluation,
  { place, within, isOpaque, levels = [] }: Located,
  node: ClangNode,
): void {
  if (place !== undefined) {
    // Of what is in a union, or is not followed, all that shares its place goes.
    const shared = around.sharedAround(place);
    const whole = shared ?? within ?? place;
    const isAll = isOpaque || shared !== undefined;
    if (isAll) memory.settle(whole, node);
    memory.forget(isAll ? whole : place);
    if (!memory.isSafe(place.root)) memory.forgetAliases(isAll ? [] : around.levelsOf(keyOf(place)));
  } else if (within !== undefined) {
    memory.settle(within, node);
    memory.forget(within);
    if (!memory.isSafe(within.root)) memory.forgetAliases(around.levelsOf(keyOf(within)));
  } else memory.forgetAliases(levels);
}

/** As the object has it. */
function held(on: Evaluation, value: Value, target: ClangNode): Value {
  const type = on.around.types.integer(target.type);
  return isNumber(value) && type !== undefined ? wrap(value, type) : value;
}

export function evaluateUpdate(
  on: Evaluation,
  node: ClangNode,
  operator: string,
  operand: Evaluated | undefined,
): Evaluated {
  const target = partsOf(node)[0] as ClangNode;
  const found = on.locate(target);
  const before = found.place === undefined || found.isOpaque ? undefined : on.memory.read(found.place);
  const after = before === undefined ? undefined : updated(on, node, before.value, operator, operand);
  const type = on.around.types.canonical(target.type);
  const isStep = operand === undefined;
  if (after !== undefined && before !== undefined && found.place !== undefined && found.pure) {
    const shown = isStep && node.isPostfix === true ? before.value : after;
    if (on.memory.isSafe(found.place.root) && on.around.sharedAround(found.place) === undefined) {
      on.memory.know(found.place, after, type);
      return { value: shown, ...literalOf(on, shown, node), changed: true, pure: true };
    }
    if (on.around.rootInfo(found.place.root).kind !== "constant") {
      // The residual program has to write it, but what it is then is known.
      on.memory.write(found.text(), found.place, after, type, node);
      return { value: shown, ...literalOf(on, shown, node), changed: true, pure: true };
    }
  }
  const text = () => {
    const inside = found.place ?? found.within;
    const shared = found.place && on.around.sharedAround(found.place);
    const isAll = found.isOpaque || shared !== undefined;
    if (inside !== undefined) on.memory.settle(inside, node);
    const by = operand === undefined ? "" : group(operand, 2);
    const name = found.text();
    const said = isStep
      ? node.isPostfix === true
        ? `${groupText(name, found.level, PRIMARY)}${node.opcode}`
        : `${node.opcode}${groupText(name, found.level, UNARY)}`
      : `${name} ${node.opcode} ${by}`;
    if (inside !== undefined) {
      on.memory.forget(shared ?? (found.isOpaque ? (found.within ?? inside) : inside));
      if (!on.memory.isSafe(inside.root))
        on.memory.forgetAliases(isAll ? [] : on.around.levelsOf(keyOf(inside)));
    } else on.memory.forgetAliases(found.levels ?? []);
    return said;
  };
  return {
    text,
    level: isStep ? (node.isPostfix === true ? PRIMARY : UNARY) : 2,
    changed: true,
    pure: false,
  };
}

function updated(
  on: Evaluation,
  node: ClangNode,
  before: Value,
  operator: string,
  operand: Evaluated | undefined,
): Value | undefined {
  const by = operand === undefined ? 1n : operand.pure ? operand.value : undefined;
  if (!isNumber(by)) return undefined;
  const target = partsOf(node)[0] as ClangNode;
  if (isPointer(before)) return stepped(on, before, target, operator === "+" ? by : -by);
  const type = on.around.types.integer(target.type);
  if (!isNumber(before) || type === undefined || type.isBool) return undefined;
  const promoted: IntegerType =
    type.bits < 32 ? { bits: 32, isSigned: true, isBool: false, suffix: "" } : type;
  const result = operand === undefined ? promoted : on.around.types.integer(node.computeResultType);
  if (result === undefined) return undefined;
  const after = binary(operator, wrap(before, result), by, result);
  return after === undefined ? undefined : wrap(after, type);
}

/** GNU C moves a `void *` by bytes. */
function stepped(
  { around }: Evaluation,
  before: Pointer,
  { type }: ClangNode,
  by: bigint,
): Value | undefined {
  const isUntyped = around.types.element(type) === "void" && before.type !== "void";
  const from = isUntyped ? convertedByBytes(before, "char", "char *", around) : before;
  return from && moved(from, by);
}
