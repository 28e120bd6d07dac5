/**
 * Code of C++ outside of function bodies: what initialises variables of static storage and members, and default arguments,
 * which run at every call that leaves them out.
 */

import type { Node } from "../syntax-tree.js";
import { parenthesesAfter } from "../tree/lexical.js";
import { Kind } from "../tree/raw-unit.js";
import type { AccessContext, Surroundings } from "./code-context.js";
import type { FunctionSurroundings } from "./code-shadows.js";

/** What code stands in: a function definition, or an initialiser that has none. */
export type CodeSurroundings = Surroundings &
  Pick<FunctionSurroundings, "returns" | "pin"> &
  Partial<Pick<FunctionSurroundings, "definition">>;

/** The variable, field or declaration of a function at a row without parent; undefined for what initialises nothing. */
export function outsideOf({ tree, entities }: AccessContext, node: Node): CodeSurroundings | undefined {
  const reference = tree.reference(node);
  const kind = entities.kindOf(reference);
  if (kind === undefined || kind === "class") return undefined;
  return {
    within: entities.entityOf(reference),
    topLevel: tree.topLevelOf(Math.min(tree.value(node), tree.start(node))),
    ...(entities.hasFlag(reference, "pattern") ? { inTemplate: true as const } : {}),
    // Where the compiler can compute it, it may have to.
    inConstexpr: true,
    outside: kind === "function" ? "default-argument" : "initialiser",
    returns: [],
    pin: () => {},
  };
}

/** The surroundings of a node in a function definition: its default arguments stand outside. */
export function aroundNode(
  { tree }: AccessContext,
  node: Node,
  surroundings: CodeSurroundings,
): CodeSurroundings {
  const { definition } = surroundings;
  if (definition === undefined || tree.kind(node) === Kind.compoundStmt) return surroundings;
  const parameters =
    definition.kind === "execution" ? definition.parameterList : definition.definition?.parameterList;
  const start = tree.start(node);
  if (parameters === undefined || start < parameters.start || start >= parameters.end) return surroundings;
  return { ...surroundings, inConstexpr: true, outside: "default-argument" };
}

export const hasBody = ({ tree }: AccessContext, node: Node): boolean =>
  tree
    .children(node)
    .some((child) => tree.kind(child) === Kind.compoundStmt || tree.kind(child) === Kind.tryStmt);

/** Whether nodes below a row without parent run where the compiler pleases: for whoever makes an object or leaves out an argument. */
export function outsideCode(context: AccessContext, root: Node): (node: Node) => boolean {
  const { tree, entities } = context;
  const reference = tree.reference(root);
  const kind = entities.kindOf(reference);
  if (kind === "variable") return () => false;
  if (kind !== "function" || !hasBody(context, root)) return () => true;
  const { start, end } = parenthesesAfter(tree.text, tree.name(root) + entities.nameOf(reference).length);
  return (node) => tree.start(node) >= start && tree.start(node) < end;
}
