/** Calls: what is left of one, and what it may have changed. */

import { isOfType } from "../objects/function-types.js";
import { isFunction, isNumber, isPointer, type Value } from "../objects/values.js";
import { type ClangNode, partsOf, spelledType } from "../tree/clang-tree.js";
import { type Evaluated, type Evaluation, group, PRIMARY } from "./evaluated.js";
import { literalOf } from "./residual-text.js";

export function evaluateCall(on: Evaluation, node: ClangNode): Evaluated {
  const parts = partsOf(node);
  const [callee, ...args] = parts.map((part) => on.evaluate(part)) as [Evaluated, ...Evaluated[]];
  const text = () => {
    const name = calledText(on, parts[0] as ClangNode, callee);
    const said = args.map((one) => group(one, 2)).join(", ");
    noteCall(on, node, callee.value, args);
    return `${name}(${said})`;
  };
  const [first] = args;
  const isHint = isFunction(callee.value) && /^__builtin_expect/.test(callee.value.function);
  // What is known needs no hint.
  if (isHint && first?.pure === true && isNumber(first.value))
    return { value: first.value, ...literalOf(on, first.value, node), changed: true, pure: true };
  const pure = isHint && args.every((one) => one.pure);
  return { text, level: PRIMARY, changed: [callee, ...args].some((one) => one.changed), pure };
}

/** What is called, as C takes it: a number told as a function, and another type than the function has kept apart from it. */
function calledText({ around }: Evaluation, node: ClangNode, callee: Evaluated): string {
  const text = group(callee, PRIMARY);
  if (!callee.changed) return text;
  const type = around.records.typeText(node.type);
  if (isNumber(callee.value)) return `((${type})${text})`;
  const name = isFunction(callee.value) ? callee.value.function : undefined;
  if (name === undefined || isOfType(name, spelledType(node.type), around)) return text;
  // Compilers make a trap of a call of a named function as something else.
  return `({ __typeof__(${type}) __called = (${type})${name}; __called; })`;
}

/** Of the compiler: they order what is written, and write nothing. */
const FENCE = /^__(?:sync_synchronize|atomic_(?:thread|signal)_fence)$/;

/** They write nothing but what their first argument leads to. */
const COPIES = /^(?:__builtin_(?:__)?)?(?:memcpy|memmove|memset)(?:_chk)?$/;

function noteCall(
  on: Evaluation,
  call: ClangNode,
  callee: Value | undefined,
  args: readonly Evaluated[],
): void {
  const { around, memory } = on;
  const name = isFunction(callee) ? callee.function : undefined;
  const written = name === undefined ? undefined : around.writesOf(name);
  if (written !== undefined) memory.forgetWritten(written, call);
  else if (name !== undefined && FENCE.test(name)) memory.forgetAtBarrier(call);
  else if (name !== undefined && COPIES.test(name) && around.isBuiltin(name)) noteCopy(on, call, args);
  else if (name === undefined || !around.isQuiet(name)) memory.forgetAll(call);
  else if (!around.isBlind(name)) memory.settleShared(call);
}

/** What the arguments lead to is in memory, since their texts have told where it is. */
function noteCopy({ memory }: Evaluation, call: ClangNode, args: readonly Evaluated[]): void {
  const [to] = args;
  memory.settleShared(call);
  if (to !== undefined && isPointer(to.value)) memory.forget({ root: to.value.root, path: [] });
  if (to === undefined || !isPointer(to.value) || !memory.isSafe(to.value.root)) memory.forgetAliases([]);
}
