/** A choice as its condition and its arms, with the conversions around it. */
import { type ClangNode, isThere, partsOf, spelledType } from "../tree/clang-tree.js";

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

/** With the conversions around the choice. */
export function splitChoice(node: ClangNode): Split | undefined {
  const parts = partsOf(node);
  if (node.kind === "ConditionalOperator" && parts.length === 3)
    return {
      condition: parts[0] as ClangNode,
      arms: [asArm(parts[1] as ClangNode), asArm(parts[2] as ClangNode)],
    };
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
