/** A choice as its condition and its arms, with the conversions around it. */
import { type ClangNode, isThere, partsOf } from "../tree/clang-tree.js";

export interface Split {
  readonly condition: ClangNode;
  readonly arms: readonly [ClangNode, ClangNode];
}

/** With the conversions around the choice. */
export function splitChoice(node: ClangNode): Split | undefined {
  const parts = partsOf(node);
  if (node.kind === "ConditionalOperator" && parts.length === 3)
    return { condition: parts[0] as ClangNode, arms: [parts[1] as ClangNode, parts[2] as ClangNode] };
  if (node.kind !== "ParenExpr" && node.kind !== "ImplicitCastExpr") return undefined;
  const inner = isThere(parts[0]) ? splitChoice(parts[0]) : undefined;
  if (inner === undefined) return undefined;
  const { range: _, ...around } = node;
  return {
    ...inner,
    arms: [
      { ...around, inner: [inner.arms[0]] },
      { ...around, inner: [inner.arms[1]] },
    ],
  };
}
