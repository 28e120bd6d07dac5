/** Which nodes the steps and exits of a graph stand for, and where these are written. */
import type { Exit, LoweredFunction, Step } from "../lower/graph.js";
import { type ClangNode, type ClangPlace, isThere, partsOf } from "../tree/clang-tree.js";

/** All statements and conditions. */
export function nodesOf({ blocks }: LoweredFunction): ClangNode[] {
  return blocks.flatMap(({ steps, exit }) => {
    const last = exit.kind === "choose" ? nodeOf(exit.step) : nodeOfExit(exit);
    return [...steps.map(nodeOf), ...(last === undefined ? [] : [last])];
  });
}

export function nodeOf(step: Step): ClangNode {
  if (step.kind !== "declaration") return step.node;
  // A variable that we made stands nowhere.
  const isMade = step.variable.range === undefined && step.initial !== undefined;
  return isMade ? (step.initial as ClangNode) : step.variable;
}

/** What a step reads: of calls that were followed their results. */
export const readBy = (step: Step): ClangNode =>
  step.kind === "declaration" ? (step.initial ?? step.variable) : step.node;

export function nodeOfExit(exit: Exit): ClangNode | undefined {
  if (exit.kind === "branch") return exit.condition;
  return exit.kind === "return" || exit.kind === "switch" || exit.kind === "computed"
    ? exit.value
    : undefined;
}

/** Where it is written; of a node that we made, where its first part is. */
export function placeOf(node: ClangNode): ClangPlace | undefined {
  const begin = node.range?.begin;
  const place = begin?.expansionLoc ?? begin;
  if (place?.offset !== undefined) return place;
  for (const part of partsOf(node)) {
    const found = isThere(part) ? placeOf(part) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}
