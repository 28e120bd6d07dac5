/** Which expressions are the same before and after any call. */
import { bare, type ClangNode, partsOf, variableOf, walk } from "../tree/clang-tree.js";
import { isAutomatic } from "./variables.js";

/** Whether no call changes what an expression reads. */
export type Steadiness = (node: ClangNode) => boolean;

/** What the variable of a call's result is called; no call writes it again. */
export const RESULT = "result:";

const isNumeral = (node: ClangNode): boolean =>
  /Literal$/.test(node.kind) ||
  node.referencedDecl?.kind === "EnumConstantDecl" ||
  (/^(ParenExpr|ConstantExpr|ImplicitCastExpr|CStyleCastExpr|UnaryOperator)$/.test(node.kind) &&
    node.castKind !== "LValueToRValue" &&
    !["++", "--", "*", "&"].includes(node.opcode ?? "") &&
    partsOf(node).every(isNumeral));

/** Whether an expression is the same before and after any call: numbers, and locals whose address is nowhere taken. */
export function steadyIn(body: ClangNode): (node: ClangNode) => boolean {
  const own = new Set<string>();
  for (const node of walk(body)) if (node.kind === "VarDecl" && isAutomatic(node)) own.add(node.id);
  const taken = new Set<string>();
  for (const node of walk(body)) {
    const isTaken =
      (node.kind === "UnaryOperator" && node.opcode === "&") || node.castKind === "ArrayToPointerDecay";
    const id = isTaken ? objectOf(partsOf(node)[0] as ClangNode) : undefined;
    if (id !== undefined) taken.add(id);
  }
  const isOwn = (node: ClangNode): boolean => {
    const inner = bare(node);
    if (inner.kind === "MemberExpr" && inner.isArrow !== true) return isOwn(partsOf(inner)[0] as ClangNode);
    const { id = "", kind } = inner.referencedDecl ?? {};
    return (kind === "ParmVarDecl" || own.has(id) || id.startsWith(RESULT)) && !taken.has(id);
  };
  const isSteady = (node: ClangNode): boolean => {
    if (isNumeral(node)) return true;
    if (node.castKind === "LValueToRValue") return isOwn(partsOf(node)[0] as ClangNode);
    const isPlain =
      /^(ParenExpr|ImplicitCastExpr|CStyleCastExpr)$/.test(node.kind) ||
      (node.kind === "UnaryOperator" && /^[!~+-]$/.test(node.opcode ?? "")) ||
      (node.kind === "BinaryOperator" && !/^(=|&&|\|\||,)$/.test(node.opcode ?? ""));
    return isPlain && partsOf(node).every(isSteady);
  };
  return isSteady;
}

/** The variable that a place is in. */
function objectOf(node: ClangNode): string | undefined {
  const inner = bare(node);
  const [base] = partsOf(inner);
  const isPart =
    (inner.kind === "MemberExpr" && inner.isArrow !== true) ||
    inner.kind === "ArraySubscriptExpr" ||
    inner.castKind === "ArrayToPointerDecay";
  return isPart && base !== undefined ? objectOf(base) : variableOf(inner);
}

/** A place that no call moves. */
export function isSettled(node: ClangNode, isSteady: Steadiness): boolean {
  const inner = bare(node);
  if (inner.kind === "DeclRefExpr") return true;
  const [base, index] = partsOf(inner).map(bare);
  if (base === undefined) return false;
  if (inner.kind === "UnaryOperator") return inner.opcode === "*" && isSteady(base);
  if (inner.kind === "ArraySubscriptExpr" && index !== undefined) {
    const [array] = base.castKind === "ArrayToPointerDecay" ? partsOf(base) : [];
    return isSteady(index) && (array === undefined ? isSteady(base) : isSettled(array, isSteady));
  }
  if (inner.kind !== "MemberExpr") return false;
  return inner.isArrow === true
    ? base.castKind === "LValueToRValue" && variableOf(partsOf(base)[0] as ClangNode) !== undefined
    : isSettled(base, isSteady);
}
