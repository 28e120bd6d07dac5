/** Declarations of variables: who may write them, and what they begin with. */
import { bare, type ClangNode, partsOf } from "../tree/clang-tree.js";

/** Of a variable, where there is an initial value that is known before the program runs. */
export function initialOf(variable: ClangNode): ClangNode | undefined {
  if (variable.init === undefined) return undefined;
  return partsOf(variable).find((part) => /Expr$|Operator$|Literal$/.test(part.kind));
}

/** Each activation has its own. */
export const isAutomatic = ({ storageClass }: ClangNode): boolean =>
  storageClass === undefined || storageClass === "register" || storageClass === "auto";

/** What the compiler is told of a variable that changes nothing of what the function does. */
const HARMLESS = /^(?:Unused|Used|Deprecated|Unavailable|NonString|Uninitialized|NoDebug|Annotate)Attr$/;
/** `asm("ebx")`, and what stands for an alignment: a residual function says them as well. */
const SAID = /^(?:AsmLabel|Aligned)Attr$/;

const attributesOf = (variable: ClangNode) => partsOf(variable).filter(({ kind }) => /Attr$/.test(kind));

export const saidAttributes = (variable: ClangNode): readonly ClangNode[] =>
  attributesOf(variable).filter(({ kind }) => SAID.test(kind));

/** It has a register of its own while assembly uses it. */
export const isInRegister = (variable: ClangNode): boolean =>
  partsOf(variable).some(({ kind }) => kind === "AsmLabelAttr");

/** Such as `cleanup`: code that the compiler adds, or what nobody looks at. */
export function strangeAttribute(variable: ClangNode): string | undefined {
  const found = attributesOf(variable).find(({ kind }) => !HARMLESS.test(kind) && !SAID.test(kind));
  return found?.kind.replace(/Attr$/, "").toLowerCase();
}

/** Nobody may write it. */
export function isConstant({ type, init }: ClangNode): boolean {
  const spelling = (type?.qualType ?? "").replace(/(?<!\[\d*\])(\[\d*\])+$/, "").trim();
  if (init === undefined || /\bvolatile\b/.test(spelling)) return false;
  return spelling.includes("*")
    ? /\*\s*const$/.test(spelling) || /^const \w+$/.test(spelling)
    : /\bconst\b/.test(spelling);
}

/** Of a static variable: as good in a copy of the function. */
export const isTable = (variable: ClangNode, body: ClangNode): boolean =>
  isConstant(variable) || isOnlyRead(variable, body);

/** A variable of a function that nothing in the function writes, and whose address goes nowhere; it has an initial value. */
function isOnlyRead({ id, init, type }: ClangNode, body: ClangNode): boolean {
  if (init === undefined || /\bvolatile\b/.test(type?.qualType ?? "")) return false;
  const isMeant = (node: ClangNode) => node.kind === "DeclRefExpr" && node.referencedDecl?.id === id;
  /** Of an lvalue that is read: the variable itself may be in it, its indices are looked at. */
  const inRead = (node: ClangNode): boolean => {
    const inner = bare(node);
    if (isMeant(inner)) return true;
    const [base, ...rest] = partsOf(inner);
    if (base === undefined) return true;
    if (inner.kind === "MemberExpr" && inner.isArrow !== true) return inRead(base);
    if (inner.kind !== "ArraySubscriptExpr") return isRead(inner);
    const array = bare(base);
    const isElement = array.castKind === "ArrayToPointerDecay";
    return (isElement ? inRead(partsOf(array)[0] as ClangNode) : isRead(array)) && rest.every(isRead);
  };
  const isRead = (node: ClangNode): boolean => {
    if (node.kind === undefined) return true;
    if (node.castKind === "LValueToRValue") return partsOf(node).every(inRead);
    return !isMeant(node) && partsOf(node).every(isRead);
  };
  return isRead(body);
}
