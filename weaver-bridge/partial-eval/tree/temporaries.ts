/**
 * From release 22 on Clang tells in C as well where the result of a call lives whose member is read: `f().n` is the value of
 * a member of a temporary object, which ends with its expression. Before, it was a member of the result.
 */
import { bare, type ClangNode, isThere, partsOf } from "./clang-tree.js";

/** The tree becomes as the older releases print it. True where something of it did. */
export function hideTemporaries(root: ClangNode): boolean {
  let hid = false;
  for (const part of partsOf(root)) if (isThere(part) && hideTemporaries(part)) hid = true;
  const [only] = partsOf(root);
  if (!isThere(only)) return hid;
  const temporary = root.castKind === "LValueToRValue" ? temporaryOf(only) : undefined;
  if (temporary !== undefined) {
    become(temporary, partsOf(temporary)[0] as ClangNode);
    become(root, only);
  } else if (hid && root.kind === "ExprWithCleanups") become(root, only);
  return hid || temporary !== undefined;
}

/** The object of which a member is meant, if it is a result of its own. */
function temporaryOf(node: ClangNode): ClangNode | undefined {
  const { kind, inner = [] } = bare(node);
  const [of] = inner;
  if (kind !== "MemberExpr" || !isThere(of)) return undefined;
  return of.kind === "MaterializeTemporaryExpr" && isThere(partsOf(of)[0]) ? of : temporaryOf(of);
}

function become(node: ClangNode, other: ClangNode): void {
  for (const key of Object.keys(node)) Reflect.deleteProperty(node, key);
  Object.assign(node, other);
}
