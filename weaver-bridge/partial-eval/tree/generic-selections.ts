/** `_Generic(…)`: the compiler has chosen, and nothing else of it is carried out. */
import { type ClangNode, partsOf } from "./clang-tree.js";

/** Each becomes what was chosen, in parentheses; it is spelled as before. */
export function chooseGenerics(root: ClangNode): void {
  for (const part of root.inner ?? []) chooseGenerics(part);
  if (root.kind !== "GenericSelectionExpr") return;
  const chosen = partsOf(root)
    .find(({ selected }) => selected === true)
    ?.inner?.findLast(({ kind }) => !kind.endsWith("Type"));
  if (chosen !== undefined) Object.assign(root, { kind: "ParenExpr", inner: [chosen] });
}
