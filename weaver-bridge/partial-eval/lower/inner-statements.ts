/** Statements inside of an expression, `({ … })`: whether they can be carried out before what they stand in. */
import { bare, type ClangNode, partsOf, targetOf, variableOf, walk } from "../tree/clang-tree.js";
import { isAutomatic } from "./variables.js";

/** What is left of a whole whose value nobody reads. */
export function withoutValue(whole: ClangNode): ClangNode {
  const inner = bare(whole);
  const isShell =
    (inner.kind === "CStyleCastExpr" && inner.castKind === "ToVoid") ||
    (inner.kind === "UnaryOperator" && inner.opcode === "__extension__");
  return isShell ? withoutValue(partsOf(inner)[0] as ClangNode) : inner;
}

/** It can be carried out like other statements: its variables are like others, and nothing jumps into it. */
export function canStandAlone(body: ClangNode): boolean {
  return walk(body).every(
    (node) =>
      !/^(AddrLabel|VAArg|Choose|Generic\w*|CompoundLiteral|Atomic)Expr$/.test(node.kind) &&
      !/^(Case|Default|Label|IndirectGoto)Stmt$|AsmStmt$|^RecordDecl$|^EnumDecl$/.test(node.kind) &&
      (node.kind !== "VarDecl" || (isAutomatic(node) && node.type?.qualType !== "__auto_type")),
  );
}

/** It writes nothing but variables of its own. */
export function isHarmless(body: ClangNode): boolean {
  const own = new Set(walk(body).flatMap(({ kind, id }) => (kind === "VarDecl" ? [id] : [])));
  return walk(body).every((node) => {
    const target = targetOf(node);
    if (
      /^(CallExpr|(Break|Continue|Goto|Return)Stmt)$/.test(node.kind) ||
      /\bvolatile\b/.test(node.type?.qualType ?? "")
    )
      return false;
    return target === undefined || own.has(variableOf(target) ?? "");
  });
}

/** Another node for a part that is carried out in any case, beside what has no effects. */
export function withHarmless(node: ClangNode, part: ClangNode, other: ClangNode): ClangNode | undefined {
  if (node === part) return other;
  if (/^(StmtExpr|UnaryExprOrTypeTraitExpr)$/.test(node.kind)) return undefined;
  const parts = partsOf(node);
  const isChoice =
    node.kind === "ConditionalOperator" ||
    (node.kind === "BinaryOperator" && /^(&&|\|\||,)$/.test(node.opcode ?? ""));
  const at = parts.findIndex((one) => walk(one).includes(part));
  const inner =
    at === -1 || (isChoice && at > 0) ? undefined : withHarmless(parts[at] as ClangNode, part, other);
  const isQuiet = (one: ClangNode) =>
    walk(one).every(
      (each) => each.kind !== "CallExpr" && each.kind !== "StmtExpr" && targetOf(each) === undefined,
    );
  if (inner === undefined || !(isChoice || parts.every((one, index) => index === at || isQuiet(one))))
    return undefined;
  const { range: _, ...around } = node;
  return { ...around, inner: parts.map((one, index) => (index === at ? inner : one)) };
}
