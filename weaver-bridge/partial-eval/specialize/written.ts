/** What a part of a graph may write of that which conditions read. */
import { isUnderstood } from "../evaluate/evaluated.js";
import type { Block, Exit, Step } from "../lower/graph.js";
import { type ClangNode, targetOf, variableOf, walk } from "../tree/clang-tree.js";
import { type IsOwn, isHint, type Reads } from "./compared.js";

/** A step, or what a block's end carries out: its expressions, and the variables that come to be. */
export interface Part {
  readonly nodes: readonly ClangNode[];
  readonly begun: readonly string[];
}

/** In the order in which they are carried out. */
export function partsOfBlock({ steps, exit }: Block): Part[] {
  return [...steps.map(partOfStep), ...partsOfExit(exit)];
}

function partOfStep(step: Step): Part {
  if (step.kind !== "declaration") return { nodes: [step.node], begun: [] };
  return { nodes: step.initial === undefined ? [] : [step.initial], begun: [step.variable.id] };
}

function partsOfExit(exit: Exit): Part[] {
  switch (exit.kind) {
    case "jump":
      return [];
    case "choose":
      return [partOfStep(exit.step)];
    case "call":
      return [
        ...(exit.before ?? []).map(partOfStep),
        { nodes: [exit.call], begun: exit.result === undefined ? [] : [exit.result.id] },
      ];
    case "branch":
      return [{ nodes: [exit.condition], begun: [] }];
    case "switch":
    case "computed":
    case "return":
      return exit.value === undefined ? [] : [{ nodes: [exit.value], begun: [] }];
  }
}

/** Whether what is read is still the same behind the part. */
export function keptBy({ nodes, begun }: Part, isOwn: IsOwn): ((reads: Reads) => boolean) | undefined {
  const written = new Set<string>(begun);
  let memory = false;
  for (const whole of nodes) memory = noteWrites(whole, isOwn, written) || memory;
  if (written.size === 0 && !memory) return undefined;
  return (reads) => !(memory && reads.memory) && ![...reads.variables].some((id) => written.has(id));
}

/** True where it may write memory. */
function noteWrites(whole: ClangNode, isOwn: IsOwn, written: Set<string>): boolean {
  let memory = false;
  for (const node of walk(whole)) {
    const target = targetOf(node);
    const id = target === undefined ? undefined : variableOf(target);
    if (id !== undefined) written.add(id);
    if (target !== undefined && (id === undefined || !isOwn(id))) memory = true;
    const isStrange = !isUnderstood(node);
    if (node.kind === "CallExpr" ? !isHint(node) : isStrange) memory = true;
    if (!isStrange) continue;
    for (const part of walk(node)) {
      const named = variableOf(part);
      if (named !== undefined) written.add(named);
    }
  }
  return memory;
}
