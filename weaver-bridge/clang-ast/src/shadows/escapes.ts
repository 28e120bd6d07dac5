/**
 * Where the type of a pointer says no longer what it leads to, and uses of members that are no access of their own: what
 * has to be known to say that nothing is written under another name. C only.
 */
import type { Conversion, Escapes, Mention, Type, TypeId } from "../../../model/index.js";
import type { Node } from "../syntax-tree.js";
import { Kind } from "../tree/raw-unit.js";
import { accessRole } from "./access-shadows.js";
import type { AccessContext } from "./code-context.js";
import { CONSTANT, undecidedOperands } from "./exclusions.js";
import { objectOf } from "./object-operand.js";
import { baseOf, isArrow, isImplicit } from "./written-base.js";

/** `excluded` is that of `findExclusions`. */
export function readEscapes(context: AccessContext, excluded: Uint8Array): Escapes {
  const { tree } = context;
  const conversions: Conversion[] = [];
  const mentions: Mention[] = [];
  let isConstantRoot = false;
  const constants = new Set<Node>();
  const undecided = new Set<Node>();
  for (let node = 0; node < tree.count; node++) {
    const parent = tree.parent(node);
    if (parent === -1) isConstantRoot = tree.kind(node) === Kind.varDecl;
    else if (constants.has(parent) || isStaticLocal(context, parent)) constants.add(node);
    if (undecided.has(parent)) undecided.add(node);
    if (excluded[node] !== CONSTANT) for (const one of undecidedOperands(tree, node)) undecided.add(one);
    conversions.push(...conversionsAt(context, node));
    if (parent === -1 || !isNamedObject(context, node)) continue;
    const isConstant = isConstantRoot || constants.has(node);
    if (excluded[node] !== CONSTANT || isConstant) mentions.push(...mentionOf(context, node, isConstant));
    else if (undecided.has(node)) mentions.push(...perhapsUsed(context, node));
  }
  return { conversions, mentions };
}

const NONE: readonly Conversion[] = [];
const NO_MENTIONS: readonly Mention[] = [];

function conversionsAt(context: AccessContext, node: Node): readonly Conversion[] {
  switch (context.tree.kind(node)) {
    case Kind.unexposedExpr:
    case Kind.castExpr: {
      const conversion = conversionOf(context, node);
      return conversion === undefined ? NONE : [conversion];
    }
    case Kind.asmStmt:
      return operandsOf(context, node);
    case Kind.callExpr:
      return unnamedArguments(context, node);
    default:
      return NONE;
  }
}

/** A name of a field or variable. */
function isNamedObject({ tree, entities }: AccessContext, node: Node): boolean {
  const kind = tree.kind(node);
  if (kind !== Kind.memberRefExpr && kind !== Kind.declRefExpr) return false;
  const entity = entities.kindOf(tree.reference(node));
  return entity === "field" || entity === "variable";
}

function isStaticLocal({ tree }: AccessContext, node: Node): boolean {
  return tree.kind(node) === Kind.varDecl && tree.reference(node) >= 0;
}

/** A class, and how many pointers lead to it. */
function coreOf({ types }: AccessContext, id: TypeId): { readonly depth: number; readonly usr?: string } {
  let depth = 0;
  for (let of: Type = types.resolved(id); ; depth++) {
    if (of.kind === "record") return { depth, usr: of.usr };
    if (of.kind === "pointer") of = types.resolved(of.to);
    else if (of.kind === "array") of = types.resolved(of.of);
    else return { depth };
  }
}

function conversionOf(context: AccessContext, node: Node): Conversion | undefined {
  const { tree, types } = context;
  const operand = tree.children(node).at(-1);
  if (operand === undefined || (tree.kind(node) === Kind.unexposedExpr && !tree.isConversion(node)))
    return undefined;
  const from = types.typeOf(tree.type(operand));
  const before = coreOf(context, from);
  if (before.usr === undefined || before.depth === 0) return undefined;
  const to = types.typeOf(tree.type(node));
  const after = coreOf(context, to);
  if (after.usr === before.usr && after.depth === before.depth) return undefined;
  const { kind, spelling } = types.resolved(to);
  if (kind === "builtin" && /^(?:void|_Bool|bool)$/.test(spelling.replace(/\b(?:const|volatile) /g, "")))
    return undefined;
  return { way: "converted", range: tree.range(operand), from, to };
}

/** Operands that hold an object of a class, or lead to one. */
function operandsOf(context: AccessContext, asm: Node): Conversion[] {
  const { tree, types } = context;
  return tree.children(asm).flatMap((operand): Conversion[] => {
    const from = types.typeOf(tree.type(operand));
    if (coreOf(context, from).usr === undefined) return [];
    return [{ way: "asm", range: tree.range(operand), from }];
  });
}

/** Arguments behind those that the function names. */
function unnamedArguments(context: AccessContext, call: Node): Conversion[] {
  const { tree, types } = context;
  const [callee, ...given] = tree.children(call);
  if (callee === undefined || given.length === 0) return [];
  let type = types.resolved(types.typeOf(tree.type(callee)));
  if (type.kind === "pointer") type = types.resolved(type.to);
  const named = type.kind === "function" ? type.parameters.length : 0;
  return given.slice(named).flatMap((argument): Conversion[] => {
    const from = types.typeOf(tree.type(argument));
    const { usr, depth } = coreOf(context, from);
    return usr === undefined || depth === 0 ? [] : [{ way: "unnamed", range: tree.range(argument), from }];
  });
}

/** Where it can't be decided whether it is evaluated. */
function perhapsUsed(context: AccessContext, node: Node): Mention[] {
  const { tree, entities } = context;
  if (isImplicit(tree, node)) return [];
  const reference = tree.reference(node);
  const start = tree.name(node);
  const nameRange = { start, end: start + entities.nameOf(reference).length };
  const { whole } = wholeObject(context, node);
  return [{ entity: entities.entityOf(reference), range: tree.range(whole), role: "unknown", nameRange }];
}

/** None where the access that is made says all. */
function mentionOf(context: AccessContext, node: Node, isConstant: boolean): readonly Mention[] {
  const { tree, entities } = context;
  if (isImplicit(tree, node)) return NO_MENTIONS;
  const { whole, around, isPart } = wholeObject(context, node);
  const role = around.role ?? (isPart ? "get" : "unknown");
  if (role === "get" || (whole === node && role !== "unknown" && !isConstant)) return NO_MENTIONS;
  // A statement that does nothing with it.
  const outer = around.parent;
  if (role === "unknown" && outer !== -1 && tree.kind(outer) === Kind.compoundStmt) return NO_MENTIONS;
  const reference = tree.reference(node);
  const start = tree.name(node);
  const nameRange = { start, end: start + entities.nameOf(reference).length };
  const object = entities.kindOf(reference) === "field" ? objectOf(context, node) : undefined;
  const mention: Mention = {
    ...{ entity: entities.entityOf(reference), range: around.range, role, nameRange },
    ...(object === undefined ? {} : { object }),
  };
  return [mention];
}

/** Whether a member is one of what a pointer leads to; `a.list->b` is a part of the first element. */
function isPointed({ tree, types }: AccessContext, member: Node): boolean {
  const base = baseOf(tree, member);
  return (
    isArrow(tree, member, base) && types.resolved(types.typeOf(tree.type(tree.inner(base)))).kind !== "array"
  );
}

/** `a.b.c` around `c`, as far as it is one object, and what is done with it; `isPart` where a pointer's member follows. */
function wholeObject(context: AccessContext, node: Node) {
  const { tree } = context;
  for (let whole = node; ; ) {
    const around = accessRole(context, whole);
    const outer = around.parent;
    const isPart = outer !== -1 && tree.kind(outer) === Kind.memberRefExpr && around.role === undefined;
    if (!isPart || isPointed(context, outer)) return { whole, around, isPart };
    whole = outer;
    while (isImplicit(tree, whole)) whole = tree.parent(whole);
  }
}
