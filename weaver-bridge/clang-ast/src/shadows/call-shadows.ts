/** Calls whose callee is known: of functions and members, of overloaded operators however they are written, conversions. */
import type { CallShadow, ObjectOperand, TextRange } from "../../../model/index.js";
import type { Node, SyntaxTree } from "../syntax-tree.js";
import { operatorAt } from "../tree/lexical.js";
import { DYNAMIC_CALL, Kind, REFERENCE_NAME } from "../tree/raw-unit.js";
import type { AccessContext, Surroundings } from "./code-context.js";
import { genericSelection } from "./generic-selection.js";
import { isAddressable } from "./lvalue-root.js";
import { objectOf, thisOperand } from "./object-operand.js";

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Undefined for calls through pointers and for what only looks like a call (builtins, C++ construction). */
export function callOf(
  context: AccessContext,
  node: Node,
  surroundings: Surroundings,
): CallShadow | undefined {
  const { tree, entities } = context;
  const callee = calleeNode(context, node);
  if (!context.references)
    return callee === undefined ? undefined : plainCall(context, node, callee, surroundings);
  const reference = tree.reference(node);
  const role = entities.roleOf(reference);
  if (role === "constructor") return undefined;
  if (callee !== undefined && (reference === tree.reference(callee) || reference < 0))
    return role === "conversion" && tree.name(callee) < 0
      ? implicitConversion(context, node, callee, surroundings)
      : plainCall(context, node, callee, surroundings);
  return role === "operator" || role === "lambda" ? operatorCall(context, node, surroundings) : undefined;
}

function plainCall(
  context: AccessContext,
  node: Node,
  callee: Node,
  surroundings: Surroundings,
): CallShadow | undefined {
  const { tree, entities } = context;
  const reference = tree.reference(callee);
  const name = entities.nameOf(reference);
  if (isBuiltin(name)) return undefined;
  const start = tree.name(callee);
  const call = callAt(context, node, reference, { start, end: start + name.length }, surroundings);
  call.arguments = tree.children(node).slice(1).map(tree.operand);
  if (!context.references) return call;
  call.callee = nameAt(name, start, tree.text);
  const values = tree.children(callee).filter((child) => tree.start(child) >= call.callee.end);
  if (values.length > 0) call.templateValues = values.map(tree.range);
  const isMember = tree.kind(callee) === Kind.memberRefExpr || entities.columnOf(reference, "class") >= 0;
  if (isMember && !entities.hasFlag(reference, "static")) addObject(context, call, callee, surroundings);
  if (isDispatched(context, node, call)) call.dispatched = true;
  return call;
}

/** Virtual, and not of an object whose class is known because it is named itself. */
function isDispatched(context: AccessContext, node: Node, { object }: CallShadow): boolean {
  const { tree, entities } = context;
  if (!tree.hasBit(node, DYNAMIC_CALL)) return false;
  if (object === undefined || object.arrow) return true;
  let base = tree.inner(tree.firstChild(node), true);
  if (tree.start(base) === object.range.start && tree.end(base) > object.range.end)
    base = tree.inner(tree.firstChild(base), true);
  const kind = tree.kind(base);
  if (kind === Kind.callExpr) return isAddressable(context, base);
  if (kind !== Kind.declRefExpr && kind !== Kind.memberRefExpr) return true;
  const reference = tree.reference(base);
  if (reference < 0) return tree.value(base) === REFERENCE_NAME;
  return entities.isReference(reference);
}

function addObject(
  context: AccessContext,
  call: Mutable<CallShadow>,
  callee: Node,
  surroundings: Surroundings,
): void {
  const object = objectOf(context, callee) ?? thisOperand(context, callee, surroundings);
  if (object !== undefined) call.object = object;
}

// Operators may be spelled with blanks: `a.operator + (b)`.
function nameAt(name: string, start: number, text: string): TextRange {
  if (text.startsWith(name, start)) return { start, end: start + name.length };
  if (!/^operator\W/.test(name)) {
    // Of `o.f<T>()` that only an instance resolves, libclang says where it begins.
    const at = text.indexOf(name, start);
    return { start: at, end: at + name.length };
  }
  const open = text.indexOf("(", start + "operator".length + (name === "operator()" ? 3 : 0));
  return { start, end: open === -1 ? start + name.length : text.slice(0, open).trimEnd().length };
}

function callAt(
  { tree, types, entities }: AccessContext,
  node: Node,
  reference: number,
  callee: TextRange,
  { within, topLevel, inTemplate, inConstexpr, outside }: Surroundings,
): Mutable<CallShadow> {
  const call: Mutable<CallShadow> = {
    kind: "call",
    range: tree.range(node),
    within,
    topLevel,
    entity: entities.entityOf(reference),
    callee,
    arguments: [],
    result: types.typeOf(tree.type(node)),
  };
  if (inTemplate) call.inTemplate = true;
  if (inConstexpr && (outside === undefined || entities.hasFlag(reference, "constexpr")))
    call.inConstexpr = true;
  if (outside) call.outside = outside;
  return call;
}

/** A conversion operator that nothing in the text names. */
function implicitConversion(
  context: AccessContext,
  node: Node,
  callee: Node,
  surroundings: Surroundings,
): CallShadow {
  const { tree } = context;
  const start = tree.start(node);
  const call = callAt(context, node, tree.reference(node), { start, end: start }, surroundings);
  call.form = "conversion";
  call.object = operatorObject(context, tree.firstChild(callee));
  if (isDispatched(context, node, call)) call.dispatched = true;
  return call;
}

function operatorCall(
  context: AccessContext,
  node: Node,
  surroundings: Surroundings,
): CallShadow | undefined {
  const { tree, entities } = context;
  const reference = tree.reference(node);
  // Implicit assignments are writes, as in C.
  if (entities.hasFlag(reference, "implicit") && entities.nameOf(reference) === "operator=") return undefined;
  const children = tree.children(node);
  const callee = children.find((child, index) => index > 0 && refersTo(tree, child, reference));
  if (callee === undefined) return undefined;
  const operands = children.filter((child) => child !== callee);
  const name = entities.nameOf(reference);
  const start = tree.start(callee);
  const form = formOf(tree, name, node, callee, operands);
  const end = form === "function-object" || form === "index" ? start + 1 : operatorAt(tree.text, start).end;
  const call = callAt(context, node, reference, { start, end }, surroundings);
  call.form = form;
  const isMember = entities.columnOf(reference, "class") >= 0;
  if (isMember) call.object = operatorObject(context, operands[0] as Node);
  call.arguments = operands.slice(isMember ? 1 : 0).map(tree.operand);
  if (isDispatched(context, node, call)) call.dispatched = true;
  return call;
}

function operatorObject(context: AccessContext, node: Node): ObjectOperand {
  const { range, type } = context.tree.operand(node);
  return { range, type, arrow: false, addressable: isAddressable(context, node) };
}

function refersTo(tree: SyntaxTree, node: Node, reference: number): boolean {
  const inner = tree.inner(node);
  return tree.kind(inner) === Kind.declRefExpr && tree.reference(inner) === reference;
}

function formOf(
  tree: SyntaxTree,
  name: string,
  node: Node,
  callee: Node,
  operands: readonly Node[],
): NonNullable<CallShadow["form"]> {
  if (name === "operator()") return "function-object";
  if (name === "operator[]") return "index";
  if (name === "operator->") return "arrow";
  if (tree.start(callee) === tree.start(node) && operands.length === 1) return "prefix";
  return operands.length === 1 ? "postfix" : "infix";
}

/** The reference behind `f`, `(f)`, `*f`, `&f` and `_Generic(x, int: f)`; none behind casts and computed pointers. */
export function calleeNode({ tree, entities }: AccessContext, call: Node): Node | undefined {
  let at = tree.firstChild(call);
  while (at !== -1) {
    const kind = tree.kind(at);
    if (kind === Kind.declRefExpr || kind === Kind.memberRefExpr)
      return entities.kindOf(tree.reference(at)) === "function" ? at : undefined;
    const isPointerTo = kind === Kind.unaryOperator && "*&".includes(tree.text[tree.start(at)] as string);
    if (kind === Kind.genericSelectionExpr) at = genericSelection(tree, at) ?? -1;
    else if (isPointerTo || kind === Kind.parenExpr || tree.isConversion(at)) at = tree.firstChild(at);
    else return undefined;
  }
  return undefined;
}

export function isBuiltin(name: string): boolean {
  return /^__(?:builtin|sync|atomic|c11_atomic)_/.test(name);
}
