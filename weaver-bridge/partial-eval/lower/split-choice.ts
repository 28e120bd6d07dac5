/** A choice as its condition and its arms, with the conversions around it. */
import { type ClangNode, isThere, partsOf, spelledType, targetOf, walk } from "../tree/clang-tree.js";

export interface Split {
  readonly condition: ClangNode;
  readonly arms: readonly [ClangNode, ClangNode];
}

/** The same value where the other arm is not there: what C converts because of that has to be said. */
export function asArm(arm: ClangNode): ClangNode {
  const [from] = partsOf(arm);
  if (arm.kind !== "ImplicitCastExpr" || !/^(?:Integral|Floating)/.test(arm.castKind ?? "")) return arm;
  const [had, wanted] = [spelledType(from?.type), spelledType(arm.type)];
  if (had === wanted || (wanted === "int" && SMALL.test(had))) return arm;
  const { range: _, ...around } = arm;
  return { ...around, kind: "CStyleCastExpr" };
}

/** An int in any expression. */
const SMALL = /^(?:(?:const|volatile) )*(?:_Bool|bool|(?:(?:un)?signed )?(?:char|short))$/;

/** `pc + (c ? 1 : 2)` */
function splitOperator(node: ClangNode): Split | undefined {
  const parts = partsOf(node);
  if (!/^[-+*&|^]$/.test(node.opcode ?? "")) return undefined;
  const { range: _, ...around } = node;
  for (const [at, part] of parts.entries()) {
    const inner = splitChoice(part);
    const beside = parts.filter((one) => one !== part);
    if (inner === undefined || ![inner.condition, ...beside].every(isQuiet)) continue;
    const arm = (value: ClangNode): ClangNode => ({
      ...around,
      inner: parts.map((one, index) => (index === at ? value : one)),
    });
    return { condition: inner.condition, arms: [arm(inner.arms[0]), arm(inner.arms[1])] };
  }
  return undefined;
}

/** When it is carried out makes no difference. */
const isQuiet = (node: ClangNode): boolean =>
  walk(node).every(
    (one) =>
      !/^(?:CallExpr|StmtExpr)$/.test(one.kind) &&
      targetOf(one) === undefined &&
      !/\bvolatile\b|\b_Atomic\b/.test(one.type?.qualType ?? ""),
  );

/** With the conversions around the choice, and what is computed with it. */
export function splitChoice(node: ClangNode): Split | undefined {
  const parts = partsOf(node);
  if (node.kind === "ConditionalOperator" && parts.length === 3)
    return {
      condition: parts[0] as ClangNode,
      arms: [asArm(parts[1] as ClangNode), asArm(parts[2] as ClangNode)],
    };
  if (node.kind === "BinaryOperator") return splitOperator(node);
  if (node.kind !== "ParenExpr" && node.kind !== "ImplicitCastExpr") return undefined;
  const inner = isThere(parts[0]) ? splitChoice(parts[0]) : undefined;
  if (inner === undefined) return undefined;
  const { range: _, ...around } = node;
  return {
    ...inner,
    arms: [
      { ...around, inner: [inner.arms[0]] },
      { ...around, inner: [inner.arms[1]] },
    ],
  };
}
