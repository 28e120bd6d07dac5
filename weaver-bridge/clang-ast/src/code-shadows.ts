/** Executions and calls: function definitions with the places where they are left, and calls with a known callee. */
import type { CallShadow, ExecutionShadow, ReturnStatement } from "../../model/index.js";
import type { AccessContext, Surroundings } from "./access-shadows.js";
import { genericSelection } from "./generic-selection.js";
import { endOfStatement, parenthesesAfter } from "./lexical.js";
import { Kind } from "./raw-unit.js";
import type { Node, SyntaxTree } from "./syntax-tree.js";

/** The definition at a row without parent; undefined when its body is not a plain block. */
export function executionOf(
  { tree, entities }: AccessContext,
  node: Node,
  declarationStarts: ReadonlyMap<number, number>,
  returns: readonly ReturnStatement[],
): MutableExecution | undefined {
  const reference = tree.reference(node);
  const block = tree.children(node).find((child) => tree.kind(child) === Kind.compoundStmt);
  if (block === undefined || entities.kindOf(reference) !== "function") return undefined;
  const entity = entities.entityOf(reference);
  const range = tree.range(node);
  const body = tree.range(block);
  const start = tree.name(node);
  const end = start + entities.nameOf(reference).length;
  return {
    kind: "execution",
    range,
    within: entity,
    // libclang's extent leaves out what may precede the specifiers (attributes, __extension__).
    topLevel: Math.min(declarationStarts.get(body.start) ?? range.start, range.start),
    entity,
    nameRange: { start, end },
    parameterList: parenthesesAfter(tree.text, end),
    body,
    returns,
    pinned: false,
  };
}

export type MutableExecution = { -readonly [K in keyof ExecutionShadow]: ExecutionShadow[K] };

export function returnOf(tree: SyntaxTree, node: Node): ReturnStatement {
  const value = tree.firstChild(node);
  const range = { start: tree.start(node), end: endOfStatement(tree.text, tree.end(node)) };
  return value === -1 ? { range } : { range, value: tree.range(value) };
}

/** Undefined for calls through pointers and for what only looks like a call (builtins, C++ construction). */
export function callOf(
  context: AccessContext,
  node: Node,
  { within, topLevel }: Surroundings,
): CallShadow | undefined {
  const { tree, types, entities } = context;
  const callee = calleeOf(context, node);
  if (callee === undefined) return undefined;
  // C++ constructions and operators are calls too, with an operand where the callee would be.
  if (context.references && tree.reference(node) !== tree.reference(callee)) return undefined;
  const name = entities.nameOf(tree.reference(callee));
  if (isBuiltin(name)) return undefined;
  const start = tree.name(callee);
  return {
    kind: "call",
    range: tree.range(node),
    within,
    topLevel,
    entity: entities.entityOf(tree.reference(callee)),
    callee: { start, end: start + name.length },
    arguments: tree.children(node).slice(1).map(tree.operand),
    result: types.typeOf(tree.type(node)),
  };
}

/** Functions that return a second time where they were called: their callers can't be moved into another function. */
export function isReturnsTwice({ tree, entities }: AccessContext, callee: Node): boolean {
  const reference = tree.reference(callee);
  if (entities.kindOf(reference) !== "function") return false;
  return entities.hasFlag(reference, "returnsTwice") || RETURNS_TWICE.test(entities.nameOf(reference));
}

const RETURNS_TWICE = /^(?:__builtin_setjmp|_{0,2}(?:sig)?setjmp|savectx|vfork|getcontext)$/;

// The reference behind `f`, `(f)`, `*f`, `&f` and `_Generic(x, int: f)`; none behind casts and computed pointers.
function calleeOf({ tree, entities }: AccessContext, call: Node): Node | undefined {
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

function isBuiltin(name: string): boolean {
  return /^__(?:builtin|sync|atomic|c11_atomic)_/.test(name);
}
