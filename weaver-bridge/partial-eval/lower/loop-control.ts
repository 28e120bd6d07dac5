/** What may decide how often a loop goes round: its conditions and calls, and what is computed for them in it. */
import { type ClangNode, targetOf, variableOf, walk } from "../tree/clang-tree.js";
import type { Block, LoweredFunction, Step } from "./graph.js";
import { addressTaken, beforeCall, successors } from "./live-variables.js";

/** A cycle of the graph. */
export interface Cycle {
  /** Variables, by their declarations, that may decide where control goes in it. */
  readonly deciding: ReadonlySet<string>;
  /** Those that are written in it. */
  readonly written: ReadonlySet<string>;
}

const CYCLES = new WeakMap<Block, readonly Cycle[]>();

/** The cycles that a block of the function is in, the innermost first. */
export function cyclesAround(lowered: LoweredFunction, block: Block): readonly Cycle[] {
  const known = CYCLES.get(block);
  if (known !== undefined) return known;
  const found: Cycle[] = [];
  let within: ReadonlySet<Block> = new Set(lowered.blocks);
  for (let cycle = cycleIn(within, block); cycle.size > 0; cycle = cycleIn(within, block)) {
    const works = [...cycle].flatMap(({ steps }) => steps.map(workOf));
    const written = new Set(works.flatMap(({ writes }) => writes.filter((id) => id !== undefined)));
    found.unshift({ deciding: findDeciding(lowered, [...cycle], works), written });
    // What is left without the blocks where the cycle begins goes round within it.
    const entered = lowered.blocks.filter((one) => !cycle.has(one)).flatMap(successors);
    within = new Set([...cycle].filter((one) => one !== lowered.entry && !entered.includes(one)));
    if (within.size === cycle.size) break;
  }
  CYCLES.set(block, found);
  return found;
}

/** Blocks that lead to this one and that it leads to, all within some. */
function cycleIn(within: ReadonlySet<Block>, block: Block): ReadonlySet<Block> {
  if (!within.has(block)) return new Set();
  const from = reachedFrom(block, within);
  return new Set([...from].filter((one) => reachedFrom(one, within).has(block)));
}

function reachedFrom(block: Block, within: ReadonlySet<Block>): ReadonlySet<Block> {
  const found = new Set<Block>();
  const waiting = successors(block);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (found.has(next) || !within.has(next)) continue;
    found.add(next);
    waiting.push(...successors(next));
  }
  return found;
}

/** What is looked at where a block is left. */
function decidingNodes(exit: Block["exit"]): readonly ClangNode[] {
  switch (exit.kind) {
    case "branch":
      return [exit.condition];
    case "switch":
    case "computed":
      return [exit.value];
    case "call":
      return [...beforeCall(exit), exit.call];
    case "choose":
      return workOf(exit.step).nodes;
    default:
      return [];
  }
}

function findDeciding(
  lowered: LoweredFunction,
  cycle: readonly Block[],
  works: readonly Work[],
): ReadonlySet<string> {
  const found = new Set<string>();
  let isMemoryRead = false;
  const decides = (node: ClangNode) => {
    for (const part of walk(node)) {
      const id = variableOf(part);
      if (id !== undefined) found.add(id);
      isMemoryRead ||= READS_MEMORY.test(part.kind) || part.opcode === "*";
    }
  };
  for (const { exit } of cycle) decidingNodes(exit).forEach(decides);
  // What code that is not looked into may read decides as well.
  for (const { nodes } of works)
    for (const node of nodes.flatMap(walk)) if (STRANGE.test(node.kind)) decides(node);
  if (isMemoryRead) for (const id of addressTaken(lowered)) found.add(id);
  for (let before = -1; before < found.size; ) {
    before = found.size;
    for (const { nodes, writes } of works)
      if (writes.some((id) => (id === undefined ? isMemoryRead : found.has(id)))) nodes.forEach(decides);
  }
  return found;
}

const READS_MEMORY = /^(MemberExpr|ArraySubscriptExpr|VAArgExpr)$/;
const STRANGE = /AsmStmt$|^(CallExpr|StmtExpr|ConditionalOperator)$/;

interface Work {
  readonly nodes: readonly ClangNode[];
  /** Undefined of what is no variable by itself. */
  readonly writes: readonly (string | undefined)[];
}

function workOf(step: Step): Work {
  const nodes =
    step.kind === "declaration" ? (step.initial === undefined ? [] : [step.initial]) : [step.node];
  const targets = nodes.flatMap(walk).flatMap((node) => targetOf(node) ?? []);
  const own = step.kind === "declaration" ? [step.variable.id] : [];
  return { nodes, writes: [...own, ...targets.map(variableOf)] };
}
