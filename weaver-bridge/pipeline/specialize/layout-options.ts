/** Options that change where members stand and how long enumerations are, which clang's tree does not tell of. */
import { type ClangNode, walk } from "../../partial-eval/index.js";
import type { ClangSetting } from "../run-clang.js";

/** Notes them at the declarations that they change. */
export function noteLayoutOptions(unit: Pick<ClangSetting, "options">, roots: readonly ClangNode[]): void {
  noteShortEnumerations(unit, roots);
  noteOtherLayouts(unit, roots);
}

/** With `-fshort-enums` all are stored as `__packed` ones; the tree does not say so. */
function noteShortEnumerations(
  { options }: Pick<ClangSetting, "options">,
  roots: readonly ClangNode[],
): void {
  if (options.findLast((one) => /^-f(no-)?short-enums$/.test(one)) !== "-fshort-enums") return;
  for (const node of roots.flatMap(walk))
    if (node.kind === "EnumDecl" && node.inner !== undefined)
      Object.assign(node, { inner: [...node.inner, { id: `${node.id} packed`, kind: "PackedAttr" }] });
}

/** Where members stand by an option that the tree does not tell of: where they do is not known then. */
function noteOtherLayouts({ options }: Pick<ClangSetting, "options">, roots: readonly ClangNode[]): void {
  const last = (option: RegExp) => options.findLast((one) => option.test(one)) ?? "";
  const isPacked = last(/^-f(no-)?pack-struct(=|$)/).startsWith("-fpack");
  const isAligned = last(/^-m(no-)?align-double$/) === "-malign-double";
  if (!isPacked && !isAligned && !options.includes("-miamcu")) return;
  for (const node of roots.flatMap(walk))
    if (node.kind === "RecordDecl" && node.inner !== undefined)
      Object.assign(node, {
        inner: [...node.inner, { id: `${node.id} placed`, kind: "MaxFieldAlignmentAttr" }],
      });
}
