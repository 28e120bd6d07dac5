/** Kinds of join points that a pointcut can select at all: others need not be looked at to answer it. */
import type { AspectFile, PointcutExpression } from "../../../model/index.js";
import { findNode } from "../nodes/node-text.js";
import { isCodeNode, type PointcutNode, type ShadowKind } from "../nodes/pointcut-node.js";
import { resolveQuestion } from "../nodes/resolve-question.js";

/** Undefined for any. None where it selects names. See `filterOf`. */
export function kindsSelected(
  expression: PointcutExpression,
  files: readonly AspectFile[] = [],
  aspect?: string,
): ReadonlySet<ShadowKind> | undefined {
  const node = resolveQuestion(expression, files, aspect);
  if (!isCodeNode(node)) return new Set();
  // What leads to a join point is found from all of them.
  if (findNode(node, ({ kind }) => kind === "cflow") !== undefined) return undefined;
  return kindsOf(node);
}

function kindsOf(node: PointcutNode): ReadonlySet<ShadowKind> | undefined {
  switch (node.kind) {
    case "and": {
      const [left, right] = [kindsOf(node.left), kindsOf(node.right)];
      if (left === undefined || right === undefined) return left ?? right;
      return new Set([...left].filter((kind) => right.has(kind)));
    }
    case "or": {
      const [left, right] = [kindsOf(node.left), kindsOf(node.right)];
      return left && right && new Set([...left, ...right]);
    }
    case "named":
      return kindsOf(node.of);
    case "join":
      return new Set(node.kinds);
    default:
      return undefined;
  }
}
