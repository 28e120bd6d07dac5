/** Declarations of variables: who may write them, and what they begin with. */
import { type ClangNode, partsOf } from "./clang-tree.js";

/** Of a variable, where there is an initial value that is known before the program runs. */
export function initialOf(variable: ClangNode): ClangNode | undefined {
  if (variable.init === undefined) return undefined;
  return partsOf(variable).find((part) => /Expr$|Operator$|Literal$/.test(part.kind));
}

/** Nobody may write it. */
export function isConstant({ type, init }: ClangNode): boolean {
  const spelling = (type?.qualType ?? "").replace(/(\[\d*\])+$/, "").trim();
  if (init === undefined || /\bvolatile\b/.test(spelling)) return false;
  return spelling.includes("*")
    ? /\*\s*const$/.test(spelling) || /^const \w+$/.test(spelling)
    : /\bconst\b/.test(spelling);
}
