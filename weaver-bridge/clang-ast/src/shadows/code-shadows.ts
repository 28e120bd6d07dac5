/** Function definitions with the places where they are left: executions, constructions and destructions. */
import type { ExecutionShadow, LifecycleShadow, ReturnStatement, TextRange } from "../../../model/index.js";
import { endOfName } from "../entities/read-entity.js";
import type { Node, SyntaxTree } from "../syntax-tree.js";
import { endOfStatement, parenthesesAfter, skipTrivia } from "../tree/lexical.js";
import { Kind, RawRole } from "../tree/raw-unit.js";
import type { AccessContext, Surroundings } from "./code-context.js";

/** A function definition while its nodes are read. */
export interface FunctionSurroundings extends Surroundings {
  readonly definition: ExecutionShadow | LifecycleShadow;
  readonly returns: ReturnStatement[];
  /** The body can't be moved. */
  pin(): void;
}

/** The definition at a row without parent; undefined when it has no block. */
export function definitionOf(
  { tree, entities }: AccessContext,
  node: Node,
): FunctionSurroundings | undefined {
  const reference = tree.reference(node);
  const children = withCoroutine(tree, node);
  const attempt = children.find((child) => tree.kind(child) === Kind.tryStmt);
  const blocks = attempt === undefined ? children : tree.children(attempt);
  const block = blocks.find((child) => tree.kind(child) === Kind.compoundStmt);
  if (block === undefined || entities.kindOf(reference) !== "function") return undefined;
  const entity = entities.entityOf(reference);
  const range = tree.range(node);
  const body = tree.range(block);
  // `C::C() = default;` has a block that nobody wrote.
  if (tree.text[body.start] !== "{") return undefined;
  const start = tree.name(node);
  const role = entities.roleOf(reference);
  const end = endOfName(tree.text, start, start + entities.nameOf(reference).length, RawRole[role]);
  const returns: ReturnStatement[] = [];
  const shared = {
    range,
    within: entity,
    // libclang's extent leaves out what may precede the specifiers (attributes, __extension__).
    topLevel: tree.topLevelOf(Math.min(tree.value(node), range.start)),
    entity,
    nameRange: { start, end },
  };
  const places: { inTemplate?: true; inConstexpr?: true } = {};
  if (entities.hasFlag(reference, "pattern")) places.inTemplate = true;
  if (entities.hasFlag(reference, "constexpr")) places.inConstexpr = true;
  const parameterList = parenthesesAfter(tree.text, end);
  const tryBlock = attempt === undefined ? {} : { tryBlock: tree.range(attempt) };
  if (role === "constructor" || role === "destructor") {
    const initialisers = initialisersOf(tree.text, parameterList.end, body.start);
    const definition: LifecycleShadow = {
      kind: role === "constructor" ? "construction" : "destruction",
      ...shared,
      ofClass: entities.entityOf(entities.columnOf(reference, "class")),
      definition: { parameterList, ...(initialisers && { initialisers }), body, returns, ...tryBlock },
      ...places,
    };
    return { definition, within: entity, topLevel: shared.topLevel, returns, ...places, pin: () => {} };
  }
  const definition: { -readonly [K in keyof ExecutionShadow]: ExecutionShadow[K] } = {
    kind: "execution",
    ...shared,
    parameterList,
    body,
    returns,
    pinned: false,
    ...tryBlock,
    ...places,
  };
  const pin = () => {
    definition.pinned = true;
  };
  return { definition, within: entity, topLevel: shared.topLevel, returns, ...places, pin };
}

/** What stands below a function; the block of a coroutine stands in a statement that has no kind of its own. */
function withCoroutine(tree: SyntaxTree, node: Node): readonly Node[] {
  const children = tree.children(node);
  const whole = children.find(
    (child) => tree.kind(child) === Kind.unexposedStmt && tree.text[tree.start(child)] === "{",
  );
  return whole === undefined ? children : tree.children(whole);
}

/** From the `:` after the parameter list (and `noexcept(...)`) to the last initialiser. */
function initialisersOf(text: string, from: number, body: number): TextRange | undefined {
  let depth = 0;
  for (let at = skipTrivia(text, from); at < body; at = skipTrivia(text, at + 1)) {
    const c = text[at] as string;
    if ("([{".includes(c)) depth++;
    else if (")]}".includes(c)) depth--;
    else if (c === ":" && depth === 0) {
      let end = body;
      while (/\s/.test(text[end - 1] as string)) end--;
      return { start: at, end };
    }
  }
  return undefined;
}

export function returnOf(tree: SyntaxTree, node: Node): ReturnStatement {
  const value = tree.firstChild(node);
  const range = { start: tree.start(node), end: endOfStatement(tree.text, tree.end(node)) };
  return value === -1 ? { range } : { range, value: tree.range(value) };
}

/** Functions that return a second time where they were called: their callers can't be moved into another function. */
export function isReturnsTwice({ tree, entities }: AccessContext, callee: Node): boolean {
  const reference = tree.reference(callee);
  if (entities.kindOf(reference) !== "function") return false;
  return entities.hasFlag(reference, "returnsTwice") || RETURNS_TWICE.test(entities.nameOf(reference));
}

const RETURNS_TWICE = /^(?:__builtin_setjmp|_{0,2}(?:sig)?setjmp|savectx|vfork|getcontext)$/;
