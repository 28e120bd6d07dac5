/** Which expressions are known when the residual function is made, over all copies of them. */
import { sayValue } from "../objects/say-value.js";
import type { Surroundings } from "../objects/surroundings.js";
import { isFunction, isPointer } from "../objects/values.js";
import { type ClangNode, walk } from "../tree/clang-tree.js";
import type { ExpressionTimes } from "./told.js";

export function observedTimes(around: Surroundings): Map<ClangNode, ExpressionTimes> {
  const times = new Map<ClangNode, ExpressionTimes>();
  /** Pointers that have a name of ours and are not known. */
  const named = new Set<ClangNode>();
  around.observe = (node, isKnown, value) => {
    // What is no name of a variable needs no knowledge.
    if (isFunction(value) && node.kind === "ImplicitCastExpr" && node.castKind !== "LValueToRValue") return;
    if (isFunction(value) && node.kind === "DeclRefExpr") return;
    // A name for what nobody knows is no knowledge; what is read through it is told for itself.
    const isName = isPointer(value) && around.rootInfo(value.root).kind === "pointee";
    if (isName) named.add(node);
    if (node.castKind === "LValueToRValue")
      for (const part of walk(node)) if (part !== node && named.delete(part)) times.delete(part);
    const before = times.get(node);
    const said = value === undefined || isName ? undefined : sayValue(value, around);
    const isGiven = isKnown && !isName;
    times.set(node, {
      known: (before?.known ?? 0) + (isGiven ? 1 : 0),
      unknown: (before?.unknown ?? 0) + (isGiven ? 0 : 1),
      value: before === undefined || before.value === said ? said : undefined,
    });
  };
  return times;
}
