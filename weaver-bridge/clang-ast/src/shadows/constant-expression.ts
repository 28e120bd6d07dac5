/**
 * Expressions of which a C++ compiler knows the value: no join points, since they may stand where constants must. Says
 * no where it is not sure.
 */

import type { Node, SyntaxTree } from "../syntax-tree.js";
import { operatorAt } from "../tree/lexical.js";
import { CONSTANT_NAME, Kind } from "../tree/raw-unit.js";
import type { AccessContext } from "./code-context.js";

function isConstantBinary(context: AccessContext, node: Node): boolean {
  const { tree } = context;
  const [left, right] = tree.children(node);
  if (left === undefined || right === undefined) return false;
  if (/^(?:=|,|\.|->|)$/.test(spelledAt(tree, tree.end(left)))) return false;
  return isConstant(context, left) && isConstant(context, right);
}

export function isConstant(context: AccessContext, node: Node): boolean {
  const { tree, types } = context;
  const kind = tree.kind(node);
  if (LITERALS.has(kind)) return true;
  switch (kind) {
    case Kind.declRefExpr:
      // An array is its address, which is known; of what is inside, nothing is.
      if (tree.value(node) === CONSTANT_NAME) return true;
      return tree.reference(node) >= 0 && isGlobal(context, node) && types.isArray(tree.type(node));
    case Kind.unaryOperator: {
      const operand = tree.firstChild(node);
      const sign = spelledAt(tree, tree.start(node));
      if (sign === "&") return isGlobalPlace(context, operand);
      return /^[-+!~]$/.test(sign) && isConstant(context, operand);
    }
    case Kind.binaryOperator:
      return isConstantBinary(context, node);
    case Kind.conditionalOperator:
      return tree.children(node).every((operand) => isConstant(context, operand));
    case Kind.parenExpr:
    case Kind.castExpr:
    case Kind.unexposedExpr: {
      const children = tree.children(node);
      return children.length === 1 && isConstant(context, children[0] as Node);
    }
    default:
      return false;
  }
}

/** A variable with a fixed address, a member of it, an element with a known index. */
function isGlobalPlace(context: AccessContext, node: Node): boolean {
  const { tree, types } = context;
  const inner = tree.inner(node, true);
  switch (tree.kind(inner)) {
    case Kind.declRefExpr:
      return isGlobal(context, inner);
    case Kind.memberRefExpr: {
      const base = tree.firstChild(inner);
      return base !== -1 && spelledAt(tree, tree.end(base)) === "." && isGlobalPlace(context, base);
    }
    case Kind.arraySubscriptExpr: {
      const [base, index] = tree.children(inner);
      if (base === undefined || index === undefined) return false;
      const array = tree.inner(base, true);
      return types.isArray(tree.type(array)) && isGlobalPlace(context, array) && isConstant(context, index);
    }
    default:
      return false;
  }
}

function isGlobal({ tree, types, entities }: AccessContext, node: Node): boolean {
  const reference = tree.reference(node);
  if (reference < 0) return false;
  const kind = entities.kindOf(reference);
  return (
    (kind === "function" || kind === "variable") &&
    !/reference$/.test(types.kindOf(entities.columnOf(reference, "type")) ?? "")
  );
}

const spelledAt = (tree: SyntaxTree, at: number) => {
  const { start, end } = operatorAt(tree.text, at);
  return tree.text.slice(start, end);
};

/** Numbers, characters, strings, true, false, nullptr, sizes. */
const LITERALS: ReadonlySet<number> = new Set([
  Kind.integerLiteral,
  Kind.floatingLiteral,
  Kind.characterLiteral,
  Kind.boolLiteral,
  Kind.sizeofExpr,
]);
