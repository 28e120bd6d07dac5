/**
 * Objects that an expression gives and nobody takes. Of what is volatile, C++ compilers tell a call that gives a reference
 * from an assignment: the first warns there, as it reads nothing.
 */
import type { Type, TypeId } from "../../../model/index.js";
import type { Node, SyntaxTree } from "../syntax-tree.js";
import { operatorAt } from "../tree/lexical.js";
import { Kind } from "../tree/raw-unit.js";
import type { AccessContext } from "./code-context.js";

/** Whether the node is a volatile object that is dropped. */
export function isDroppedVolatile({ tree, types, references }: AccessContext, node: Node): boolean {
  return references && isVolatile(types.types, types.typeOf(tree.type(node))) && isDropped(tree, node);
}

function isVolatile(types: readonly Type[], id: TypeId): boolean {
  const type = types[id];
  return type?.isVolatile === true || (type?.kind === "typedef" && isVolatile(types, type.underlying));
}

function isDropped(tree: SyntaxTree, node: Node): boolean {
  const parent = tree.parent(node);
  if (parent === -1) return false;
  switch (tree.kind(parent)) {
    case Kind.parenExpr:
      return isDropped(tree, parent);
    case Kind.compoundStmt:
      // The value of the last statement of `({ … })` is taken.
      return tree.next(node) !== -1 || tree.kind(tree.parent(parent)) !== Kind.stmtExpr;
    case Kind.binaryOperator:
      return tree.next(node) !== -1 && isComma(tree, node);
    case Kind.castExpr:
      return /^\(\s*void\s*\)/.test(tree.text.slice(tree.start(parent), tree.start(node)));
    default:
      // Where a statement takes a value, as a condition, a conversion stands between.
      return STATEMENTS.has(tree.kind(parent));
  }
}

function isComma(tree: SyntaxTree, left: Node): boolean {
  const { start, end } = operatorAt(tree.text, tree.end(left));
  return tree.text.slice(start, end) === ",";
}

const STATEMENTS: ReadonlySet<number> = new Set([
  Kind.labelStmt,
  Kind.caseStmt,
  Kind.defaultStmt,
  Kind.ifStmt,
  Kind.whileStmt,
  Kind.doStmt,
  Kind.forStmt,
  Kind.forRangeStmt,
]);
