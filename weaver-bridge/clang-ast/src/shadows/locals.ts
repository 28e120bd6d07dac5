/** Automatic variables and parameters of a function with the text in which they can be named. */
import type { ExecutionShadow, LifecycleShadow, LocalVariable } from "../../../model/index.js";
import type { Node, SyntaxTree } from "../syntax-tree.js";
import { Kind } from "../tree/raw-unit.js";
import type { AccessContext } from "./code-context.js";
import { isInLambda } from "./cplusplus-exclusions.js";

/** `root` is the function's node. Locals of lambdas are theirs. */
export function addLocals(
  { tree, types, entities }: AccessContext,
  root: Node,
  definition: ExecutionShadow | LifecycleShadow,
): void {
  if (definition.kind !== "execution") return;
  const entity = entities.entities[definition.entity];
  const locals: LocalVariable[] = [];
  if (entity?.kind === "function")
    for (const { name, type } of entity.parameters)
      if (name !== "") locals.push({ name, type, extent: definition.body });
  for (let node = root + 1; node < tree.count && tree.parent(node) !== -1; node++) {
    if (tree.kind(node) !== Kind.varDecl || tree.reference(node) >= 0 || isInLambda(tree, node)) continue;
    const name = /^[A-Za-z_$][\w$]*/.exec(tree.text.slice(tree.name(node), tree.name(node) + 256))?.[0];
    if (name === undefined) continue;
    const extent = { start: tree.end(node), end: endOfScope(tree, node) };
    locals.push({ name, type: types.typeOf(tree.type(node)), extent });
  }
  Object.assign(definition, { locals });
}

/** The end of the block or of the statement (`for`, `if`, a handler) that declares it. */
function endOfScope(tree: SyntaxTree, variable: Node): number {
  let owner = tree.parent(variable);
  if (tree.kind(owner) === Kind.declStmt) owner = tree.parent(owner);
  return owner === -1 ? tree.end(variable) : tree.end(owner);
}
