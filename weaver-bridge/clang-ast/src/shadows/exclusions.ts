/**
 * Which nodes are never evaluated where they stand, or must stay constant expressions: no shadow may lie there.
 * (Operands of sizeof, typeof and the like never arrive here: the addon leaves them out.)
 */

import type { Node, SyntaxTree } from "../syntax-tree.js";
import { Kind } from "../tree/raw-unit.js";
import { genericSelection } from "./generic-selection.js";

export const EVALUATED = 0;
export const CONSTANT = 1;
/** An initialiser, which runs only where something is called or read: addresses alone are constants. */
export const UNREAD = 2;
export type Exclusion = typeof EVALUATED | typeof CONSTANT | typeof UNREAD;

/** One {@link Exclusion} a node; `cplusplus` says what that language adds to or changes in C's rules. */
export function findExclusions(
  tree: SyntaxTree,
  cplusplus?: (node: Node, parent: Node) => Exclusion,
): Uint8Array {
  const excluded = new Uint8Array(tree.count);
  for (let node = 0; node < tree.count; node++) {
    const parent = tree.parent(node);
    if (parent === -1) continue;
    if (excluded[parent] === CONSTANT || isConstantContext(tree, node, parent, cplusplus !== undefined))
      excluded[node] = CONSTANT;
    // The body of a lambda runs when that is called, whatever it initialises.
    else if (cplusplus !== undefined && tree.kind(parent) !== Kind.lambdaExpr)
      excluded[node] = cplusplus(node, parent) || (excluded[parent] as Exclusion);
    if (tree.kind(node) === Kind.genericSelectionExpr || isChoice(tree, node))
      excludeUnselected(tree, node, excluded);
  }
  return excluded;
}

/** A `__builtin_choose_expr`, whose chosen operand is the only one evaluated. */
export function isChoice(tree: SyntaxTree, node: Node): boolean {
  return (
    tree.kind(node) === Kind.unexposedExpr &&
    !tree.isConversion(node) &&
    tree.text.startsWith("__builtin_choose_expr", tree.start(node))
  );
}

function isConstantContext(tree: SyntaxTree, node: Node, parent: Node, cplusplus: boolean): boolean {
  switch (tree.kind(parent)) {
    case Kind.caseStmt:
      return tree.next(node) !== -1;
    case Kind.unexposedExpr:
      return isAgain(tree, node, tree.firstChild(parent));
    case Kind.varDecl: // of static storage: automatic variables are no entities
      return !cplusplus && tree.reference(parent) >= 0 && !isInBound(tree, node, parent);
    default:
      return false;
  }
}

/** `static int (*row)[f(n)]` in a function: the bound of what a variable points to is computed where that is declared. */
function isInBound(tree: SyntaxTree, node: Node, variable: Node): boolean {
  let depth = 0;
  for (const character of tree.text.slice(tree.name(variable), tree.start(node)))
    if (character === "[") depth++;
    else if (character === "]") depth--;
    else if (character === "=" && depth === 0) return false;
  return depth > 0;
}

/** Of `a ?: b` libclang gives the first operand three times. */
function isAgain(tree: SyntaxTree, node: Node, first: Node): boolean {
  return node !== first && tree.start(node) === tree.start(first) && tree.end(node) === tree.end(first);
}

/** Operands of which one is evaluated, where it can't be decided which. */
export function undecidedOperands(tree: SyntaxTree, node: Node): readonly Node[] {
  if (tree.kind(node) !== Kind.genericSelectionExpr && !isChoice(tree, node)) return [];
  const children = tree.children(node);
  return selectedOf(tree, node, children) === undefined ? children.slice(1) : [];
}

const selectedOf = (tree: SyntaxTree, node: Node, children: readonly Node[]) =>
  isChoice(tree, node) ? chosen(tree, children) : genericSelection(tree, node);

// Marks the operands themselves; what lies in them follows, since parents precede their children.
function excludeUnselected(tree: SyntaxTree, node: Node, excluded: Uint8Array): void {
  const children = tree.children(node);
  const selected = selectedOf(tree, node, children);
  for (const child of children) if (child !== selected) excluded[child] = CONSTANT;
}

function chosen(tree: SyntaxTree, children: readonly Node[]): Node | undefined {
  const value = tree.value(children[0] as Node);
  return value === -1 ? undefined : children[value === 1 ? 1 : 2];
}
