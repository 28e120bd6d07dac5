/** What an lvalue is part of in the end: an object that has an address, a register variable, or a value. */

import type { Node, SyntaxTree } from "../syntax-tree.js";
import { Kind, LOCAL_REGISTER, LVALUE_CALL } from "../tree/raw-unit.js";
import type { AccessContext } from "./code-context.js";
import { baseOf, isArrow } from "./written-base.js";

/** A member of a returned struct and the like: C has no conversion there, the member is a value already. */
export function isValue(context: AccessContext, lvalue: Node): boolean {
  return context.tree.kind(lvalue) === Kind.memberRefExpr && rootOf(context, lvalue) === "value";
}

/** Whether `&` can be applied to the object of a `.` access. */
export function isAddressable(context: AccessContext, node: Node): boolean {
  return rootOf(context, node) === "object";
}

/** Whether an lvalue is a bit-field, or (part of) a register variable. */
export function isPlaceless(context: AccessContext, node: Node): boolean {
  const { tree, entities } = context;
  const inner = tree.inner(node, true);
  const reference = tree.reference(inner);
  if (tree.kind(inner) === Kind.declRefExpr)
    return reference === LOCAL_REGISTER || (reference >= 0 && entities.hasFlag(reference, "register"));
  if (tree.kind(inner) !== Kind.memberRefExpr) return false;
  return isBitField(context, node) || rootOf(context, inner) === "register";
}

export function isBitField(context: AccessContext, node: Node): boolean {
  return bitWidthOf(context, node) >= 0;
}

/** -1 of what is no bit-field. */
export function bitWidthOf({ tree, entities }: AccessContext, node: Node): number {
  const inner = tree.inner(node, true);
  return tree.kind(inner) === Kind.memberRefExpr ? entities.columnOf(tree.reference(inner), "bitWidth") : -1;
}

/** What an expression of struct type stands for in the end. */
function rootOf(context: AccessContext, node: Node): "object" | "register" | "value" {
  const { tree } = context;
  const inner = tree.inner(node, true);
  switch (tree.kind(inner)) {
    case Kind.declRefExpr:
      return tree.reference(inner) === LOCAL_REGISTER ? "register" : "object";
    case Kind.memberRefExpr: {
      const base = baseOf(tree, inner);
      if (base === -1) return "object";
      return isArrow(tree, inner, base) ? "object" : rootOf(context, base);
    }
    case Kind.arraySubscriptExpr: {
      const base = tree.inner(tree.firstChild(inner), true);
      return tree.kind(base) === Kind.memberRefExpr ? rootOf(context, base) : "object";
    }
    case Kind.unaryOperator:
    case Kind.compoundLiteralExpr:
    case Kind.thisExpr:
      return "object";
    case Kind.callExpr:
      return tree.hasBit(inner, LVALUE_CALL) ? "object" : "value";
    case Kind.conditionalOperator:
      return context.references ? rootOfChoice(context, inner) : "value";
    default:
      return context.references && isReferenceCast(tree, inner) ? "object" : "value";
  }
}

/** `static_cast<T &>(x)`, `(T &)x`. */
function isReferenceCast(tree: SyntaxTree, node: Node): boolean {
  const kind = tree.kind(node);
  if (kind !== Kind.castExpr && (kind < Kind.staticCastExpr || kind > Kind.constCastExpr)) return false;
  const operand = tree.children(node).at(-1);
  return (
    operand !== undefined &&
    /[^&]&\s*[>)][\s(]*$/.test(tree.text.slice(tree.start(node), tree.start(operand)))
  );
}

/** In C++ a choice between two objects is the object that is chosen. */
function rootOfChoice(context: AccessContext, choice: Node): "object" | "value" {
  const { tree } = context;
  const [, first, second] = tree.children(choice);
  return [first, second].every((operand) => operand !== undefined && rootOf(context, operand) === "object")
    ? "object"
    : "value";
}
