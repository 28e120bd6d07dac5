/** The object that a member is accessed in, as advice gets it. */
import type { ObjectOperand } from "../../../model/index.js";
import type { Node } from "../syntax-tree.js";
import type { AccessContext, Surroundings } from "./code-context.js";
import { isAddressable } from "./lvalue-root.js";
import { baseOf, isArrow } from "./written-base.js";

/** The object of a member as written; undefined where it is an implicit `this`. */
export function objectOf(context: AccessContext, node: Node): ObjectOperand | undefined {
  const { tree } = context;
  const base = baseOf(tree, node);
  if (base === -1) return undefined;
  const arrow = isArrow(tree, node, base);
  const { range, type } = tree.operand(base);
  return { range, type, arrow, addressable: arrow || isAddressable(context, base) };
}

/** The `this` that stands for the object of a member named alone: an empty range before the name. */
export function thisOperand(
  { tree, types, entities }: AccessContext,
  node: Node,
  { within }: Surroundings,
): ObjectOperand | undefined {
  const method = entities.entities[within];
  const owner = method?.member === undefined ? undefined : entities.entities[method.member.ofClass];
  if (method === undefined || owner === undefined || method.isStatic) return undefined;
  const isConst = types.types[method.type]?.isConst === true;
  const start = tree.start(node);
  const type = types.pointerTo(isConst ? types.constOf(owner.type) : owner.type);
  return { range: { start, end: start }, type, arrow: true, addressable: true };
}
