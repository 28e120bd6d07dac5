/**
 * What C++ does with an lvalue that C has no notion of: binding references, copying objects, assigning them. clang
 * converts only what is no object of a class, so that the node around the lvalue decides.
 */
import type { TypeId } from "../../../model/index.js";
import type { Node } from "../syntax-tree.js";
import { operatorAt } from "../tree/lexical.js";
import { Kind } from "../tree/raw-unit.js";
import type { AccessContext } from "./code-context.js";

export type Binding =
  /** Part of an object expression, or an operand of something that is no access. */
  | { readonly as: "part" }
  | { readonly as: "read" | "reference" }
  /** The left side of an implicit assignment operator. */
  | { readonly as: "target"; readonly assignment: Node; readonly value: Node };

/** Undefined where C's rules decide. `top` is the lvalue with the parentheses around it. */
export function bindingOf(context: AccessContext, top: Node): Binding | undefined {
  const { tree, types } = context;
  let at = top;
  let parent = tree.parent(at);
  const isObject = types.isRecord(tree.type(top));
  // Of an object, conversions only change the view: to const, to a base. Of a scalar, to const is one.
  while (parent !== -1 && tree.isConversion(parent) && (isObject || types.isConst(tree.type(parent)))) {
    at = parent;
    parent = tree.parent(at);
  }
  if (parent === -1) return undefined;
  if (!isObject) return at === top ? undefined : { as: "reference" };
  switch (tree.kind(parent)) {
    case Kind.memberRefExpr:
      return { as: "part" };
    case Kind.callExpr:
      return ofCall(context, parent, at, top);
    default:
      return at === top ? undefined : { as: "reference" };
  }
}

function ofCall({ tree, entities, types }: AccessContext, call: Node, operand: Node, top: Node): Binding {
  const callee = tree.reference(call);
  const parameters = entities.columnOf(callee, "parameterCount");
  if (callee < 0) return { as: "reference" };
  if (entities.roleOf(callee) === "constructor" && parameters === 1 && entities.hasFlag(callee, "implicit")) {
    // A copy of a base leaves the object as it is: it may be one that can't be copied.
    const [copy, object] = [call, top].map((node) => types.typeOf(tree.type(node))) as [TypeId, TypeId];
    return { as: types.isSameClass(copy, object) ? "read" : "reference" };
  }
  const isAssignment = entities.nameOf(callee) === "operator=" && entities.hasFlag(callee, "implicit");
  const isMember = entities.columnOf(callee, "class") >= 0 && entities.roleOf(callee) !== "constructor";
  if (!isAssignment) {
    // The object that a member operator is called for.
    return isMember && tree.firstChild(call) === operand ? { as: "part" } : { as: "reference" };
  }
  const isTarget = tree.firstChild(call) === operand;
  if (!isTarget) return { as: "read" };
  const value = tree.children(call).at(-1) as Node;
  const operator = operatorAt(tree.text, tree.end(operand));
  return operator.end > operator.start ? { as: "target", assignment: call, value } : { as: "reference" };
}
