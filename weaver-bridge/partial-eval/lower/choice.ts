/** Statements that give a variable one of two values, each of which is known or not by itself. */
import { bare, type ClangNode, partsOf, variableOf } from "../tree/clang-tree.js";
import type { Step } from "./graph.js";
import { splitChoice } from "./split-choice.js";

export interface Choice {
  readonly condition: ClangNode;
  /** The statement for each value of the condition; of what nothing is written so, without a place. */
  readonly arms: readonly [Step, Step];
}

/** `v = c ? a : b` or `v += c ? a : b` of a variable, or a declaration of that form. */
export function choiceOf(step: Step): Choice | undefined {
  if (step.kind === "declaration") {
    const split = step.initial === undefined ? undefined : splitChoice(step.initial);
    if (split === undefined) return undefined;
    const arm = (initial: ClangNode): Step => ({ ...step, initial });
    return { condition: split.condition, arms: [arm(split.arms[0]), arm(split.arms[1])] };
  }
  const top = step.kind === "expression" ? bare(step.node) : undefined;
  const isWrite =
    (top?.kind === "BinaryOperator" && top.opcode === "=") || top?.kind === "CompoundAssignOperator";
  if (top === undefined || !isWrite) return undefined;
  const [target, right] = partsOf(top) as [ClangNode, ClangNode];
  const split = variableOf(target) === undefined ? undefined : splitChoice(right);
  if (split === undefined) return undefined;
  const { range: _, ...around } = top;
  const arm = (value: ClangNode): Step => ({
    kind: "expression",
    node: { ...around, inner: [target, value] },
  });
  return { condition: split.condition, arms: [arm(split.arms[0]), arm(split.arms[1])] };
}
