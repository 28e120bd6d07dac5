/** Calls: what is left of one, and what it may have changed. */

import { isQuietReader } from "../lower/quiet-functions.js";
import { isOfType } from "../objects/function-types.js";
import type { State } from "../objects/state.js";
import { isFunction, isNumber, isPointer, rootOfKey, type Value } from "../objects/values.js";
import { type ClangNode, partsOf, spelledType, targetOf, walk } from "../tree/clang-tree.js";
import { type Evaluated, type Evaluation, group, isUnderstood, PRIMARY } from "./evaluated.js";
import { literalOf } from "./residual-text.js";

export function evaluateCall(on: Evaluation, node: ClangNode): Evaluated {
  const parts = partsOf(node);
  const [callee, ...args] = parts.map((part) => on.evaluate(part)) as [Evaluated, ...Evaluated[]];
  const [first] = args;
  let isHidden: readonly string[] = [];
  const text = () => {
    const name = isMoveOfApart(on, callee.value, args)
      ? "__builtin_memcpy"
      : calledText(on, parts[0] as ClangNode, callee);
    const isAlone = isPointer(first?.value) && on.memory.isSafe(first.value.root);
    const known = new Set(on.state.escaped);
    const said = args.map((one) => group(one, 2)).join(", ");
    isHidden = keepsNothing(on, callee.value, parts.slice(1)) ? onlyGiven(on.state, known, args) : [];
    noteCall(on, node, callee.value, { args, isAlone });
    if (on.around.types.integer(node.type) !== undefined) hide();
    return `${name}(${said})`;
  };
  const hide = () => {
    for (const root of isHidden) on.state.escaped.delete(root);
  };
  const isHint = isFunction(callee.value) && /^__builtin_expect/.test(callee.value.function);
  // What is known needs no hint.
  if (isHint && first?.pure === true && isNumber(first.value))
    return { value: first.value, ...literalOf(on, first.value, node), changed: true, pure: true };
  const pure = isHint && args.every((one) => one.pure);
  const isOther = isMoveOfApart(on, callee.value, args);
  const changed = isOther || [callee, ...args].some((one) => one.changed);
  return { text, level: PRIMARY, changed, pure, whenUnwanted: hide };
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

function noteCall(on: Evaluation, call: ClangNode, callee: Value | undefined, given: Given): void {
  const { around, memory } = on;
  const name = isFunction(callee) ? callee.function : undefined;
  const written = name === undefined ? undefined : around.writesOf(name);
  if (written !== undefined) memory.forgetWritten(written, call);
  else if (name !== undefined && FENCE.test(name)) memory.forgetAtBarrier(call);
  else if (name !== undefined && COPIES.test(name) && around.isBuiltin(name)) noteCopy(on, given);
  else if (name === undefined || !around.isQuiet(name)) memory.forgetAll(call);
  // The C library reads what it is given alone, and that is in memory.
  else if (!around.isBlind(name) && !(isQuietReader(name) && around.isBuiltin(name)))
    memory.settleShared(call, around.types.integer(call.type) !== undefined);
}

/** `memmove` between objects that have nothing in common, which compilers copy as `memcpy`. */
function isMoveOfApart(
  { around, memory }: Evaluation,
  callee: Value | undefined,
  [to, from]: readonly Evaluated[],
): boolean {
  const name = isFunction(callee) ? callee.function : "";
  if (!/^(?:__builtin_)?memmove$/.test(name) || !around.isBuiltin(name)) return false;
  if (!isPointer(to?.value) || !memory.isSafe(to.value.root)) return false;
  return !isPointer(from?.value) || from.value.root !== to.value.root;
}

interface Given {
  readonly args: readonly Evaluated[];
  /** Nobody else had the address of what the first leads to. */
  readonly isAlone: boolean;
}

/** What the arguments lead to is in memory, since their texts have told where it is. */
function noteCopy({ memory }: Evaluation, { args: [to], isAlone }: Given): void {
  if (to !== undefined && isPointer(to.value)) memory.forget({ root: to.value.root, path: [] });
  if (!isAlone) memory.forgetAliases([]);
}

/** Of the C library: an address that it is given nobody has behind it, but for its result. */
function keepsNothing(
  { around }: Evaluation,
  callee: Value | undefined,
  given: readonly ClangNode[],
): boolean {
  const name = isFunction(callee) ? callee.function : "";
  return (isQuietReader(name) || COPIES.test(name)) && around.isBuiltin(name) && !given.some(doesMore);
}

const doesMore = (node: ClangNode): boolean =>
  walk(node).some((part) => !isUnderstood(part) || part.kind === "CallExpr" || targetOf(part) !== undefined);

/** Objects of which only the arguments have given the address: nothing in memory has it. */
function onlyGiven(
  { cells, escaped }: State,
  known: ReadonlySet<string>,
  args: readonly Evaluated[],
): readonly string[] {
  const roots = args.flatMap(({ value }) => (isPointer(value) ? [value.root] : []));
  const held = new Set(
    [...cells].flatMap(([key, { value }]) =>
      isPointer(value) && roots.includes(rootOfKey(key)) ? [value.root] : [],
    ),
  );
  return roots.filter((root) => escaped.has(root) && !known.has(root) && !held.has(root));
}
