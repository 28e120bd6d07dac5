/** What a member access is written on: `a.b` in `a.b.c`, without the anonymous members that libclang puts between. */

import type { Node, SyntaxTree } from "../syntax-tree.js";
import { skipTrivia } from "../tree/lexical.js";
import { Kind } from "../tree/raw-unit.js";

// After an overloaded `->`, which belongs to the call that is the base.
export function isArrow(tree: SyntaxTree, node: Node, base: Node): boolean {
  const end = tree.end(base);
  return (
    tree.text.startsWith("->", skipTrivia(tree.text, end)) ||
    (tree.text.startsWith("->", end - 2) &&
      tree.kind(tree.inner(base)) === Kind.callExpr &&
      tree.start(node) < end)
  );
}

/** The object of a member access as written: anonymous members on the way are not. */
export function baseOf(tree: SyntaxTree, node: Node): Node {
  let base = tree.firstChild(node);
  while (base !== -1 && isImplicit(tree, base)) base = tree.firstChild(base);
  if (base === -1) return -1;
  // `C<N>::f()` without an object: libclang shows the arguments of the template first.
  if (tree.start(base) > tree.start(node)) return -1;
  // The `this` that a member of an anonymous union leaves out has the text of the member.
  return tree.kind(base) === Kind.thisExpr && tree.end(base) === tree.end(node) ? -1 : base;
}

/** An anonymous member, which libclang shows with the text of the member access around it. */
export function isImplicit(tree: SyntaxTree, node: Node): boolean {
  const parent = tree.parent(node);
  return (
    parent !== -1 &&
    tree.kind(node) === Kind.memberRefExpr &&
    tree.kind(parent) === Kind.memberRefExpr &&
    tree.start(parent) === tree.start(node) &&
    tree.end(parent) === tree.end(node)
  );
}
