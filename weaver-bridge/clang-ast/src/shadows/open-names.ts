/**
 * Names in templates that libclang leaves to the instances: members of objects whose class is a parameter, functions that
 * arguments choose. They are no shadows; what they would be is told by the text around them.
 */
import type { OpenName } from "../../../model/index.js";
import type { Node } from "../syntax-tree.js";
import { operatorAt, skipTrivia } from "../tree/lexical.js";
import { Kind, OPEN_NAME } from "../tree/raw-unit.js";
import { accessRole, isUndecided } from "./access-shadows.js";
import type { AccessContext, Surroundings } from "./code-context.js";

/** Undefined for what is no such name, or does nothing by itself, as `a` in `o.a.b`. */
export function openNameOf(context: AccessContext, node: Node, around: Surroundings): OpenName | undefined {
  const { tree } = context;
  if (tree.value(node) !== OPEN_NAME) return undefined;
  const kind = tree.kind(node);
  if (kind !== Kind.memberRefExpr && kind !== Kind.declRefExpr) return openOperator(context, node, around);
  const start = tree.name(node);
  const name = /^\w*/.exec(tree.text.slice(start, tree.end(node)))?.[0] ?? "";
  const call = callAround(context, node);
  const kinds = call === undefined ? accessKinds(context, node) : (["call", "get"] as const);
  if (name === "" || kinds.length === 0) return undefined;
  return {
    name,
    nameRange: { start, end: start + name.length },
    kinds,
    within: around.within,
    topLevel: around.topLevel,
    arguments: call === undefined ? [] : tree.children(call).slice(1).map(tree.operand),
    isMember: kind === Kind.memberRefExpr,
  };
}

/** A read, if what it is passed on to takes it by value: a name that is known, and an access by reference as it stands. */
export function openReadOf(context: AccessContext, node: Node, around: Surroundings): OpenName | undefined {
  const { tree, entities } = context;
  if (!isUndecided(context, node)) return undefined;
  const reference = tree.reference(node);
  const name = entities.nameOf(reference);
  const start = tree.name(node);
  return {
    name,
    nameRange: { start, end: start + name.length },
    kinds: ["get"],
    within: around.within,
    topLevel: around.topLevel,
    arguments: [],
    isMember: tree.kind(node) === Kind.memberRefExpr,
    entity: entities.entityOf(reference),
  };
}

/** An operator, which is a call where an instance's operand is an object. */
function openOperator({ tree }: AccessContext, node: Node, around: Surroundings): OpenName {
  const operands = tree.children(node);
  const [first = node] = operands;
  const isIndex = tree.kind(node) === Kind.arraySubscriptExpr;
  const isPrefix = tree.start(first) > tree.start(node);
  const nameRange = operatorAt(tree.text, isPrefix ? tree.start(node) : tree.end(first));
  return {
    name: `operator${isIndex ? "[]" : tree.text.slice(nameRange.start, nameRange.end)}`,
    nameRange,
    kinds: ["call"],
    within: around.within,
    topLevel: around.topLevel,
    arguments: operands.map(tree.operand),
    isMember: false,
  };
}

/** The call that a name is what is called of. */
function callAround({ tree }: AccessContext, node: Node): Node | undefined {
  let at = node;
  while (tree.parent(at) !== -1 && tree.kind(tree.parent(at)) === Kind.parenExpr) at = tree.parent(at);
  const parent = tree.parent(at);
  return tree.kind(parent) === Kind.callExpr && tree.firstChild(parent) === at ? parent : undefined;
}

function accessKinds(context: AccessContext, node: Node): OpenName["kinds"] {
  const { tree } = context;
  const { role, write, range, parent } = accessRole(context, node);
  const isTaken = tree.kind(parent) === Kind.unaryOperator && tree.text[tree.start(parent)] === "&";
  if (role === "set") return write?.form === "assign" ? ["set"] : ["get", "set"];
  // What an instance makes of an argument and the like is not known here.
  if (role !== undefined) return isTaken ? ["ref"] : ["get", "ref"];
  const isThrough =
    tree.kind(parent) === Kind.memberRefExpr && tree.text.startsWith("->", skipTrivia(tree.text, range.end));
  return isThrough ? ["get"] : [];
}
