/** Variables whose value may still be read, at the start of each block: what else is known there need not be told apart. */
import { bare, type ClangNode, partsOf, variableOf, walk } from "../tree/clang-tree.js";
import type { Block, LoweredFunction, Step } from "./graph.js";

type Live = ReadonlyMap<Block, ReadonlySet<string>>;

const LIVE = new WeakMap<LoweredFunction, Live>();
const TAKEN = new WeakMap<LoweredFunction, ReadonlySet<string>>();

export function liveVariables(lowered: LoweredFunction): Live {
  const found = LIVE.get(lowered) ?? findLive(lowered);
  LIVE.set(lowered, found);
  return found;
}

/** Variables that something may reach by their address. */
export function addressTaken(lowered: LoweredFunction): ReadonlySet<string> {
  const found = TAKEN.get(lowered) ?? findTaken(lowered);
  TAKEN.set(lowered, found);
  return found;
}

function findLive({ blocks }: LoweredFunction): Live {
  const own = new Map(blocks.map((block) => [block, usesOf(block)]));
  const live = new Map(blocks.map((block) => [block, new Set(own.get(block)?.read)]));
  for (let changed = true; changed; ) {
    changed = false;
    for (const block of [...blocks].reverse()) {
      const here = live.get(block) as Set<string>;
      const before = here.size;
      for (const next of successors(block))
        for (const id of live.get(next) as Set<string>) if (!own.get(block)?.written.has(id)) here.add(id);
      changed ||= here.size > before;
    }
  }
  return live;
}

export function successors({ exit }: Block): Block[] {
  if (exit.kind === "jump" || exit.kind === "choose") return [exit.to];
  if (exit.kind === "branch") return [exit.taken, exit.otherwise];
  if (exit.kind === "call")
    return [exit.after, exit.plain, ...(exit.alone === undefined ? [] : [exit.alone])];
  if (exit.kind === "computed") return exit.ways.map(({ to }) => to);
  return exit.kind === "switch" ? [exit.otherwise, ...exit.cases.map(({ to }) => to)] : [];
}

/** What is carried out before a call that is followed. */
export const beforeCall = ({ before = [] }: { readonly before?: readonly Step[] }): ClangNode[] =>
  before.flatMap((step) => (step.kind === "declaration" ? (step.initial ?? []) : step.node));

/** `read`: before it is written here; `written`: certainly, before it is read. */
function usesOf({ steps, exit }: Block): { read: Set<string>; written: Set<string> } {
  const read = new Set<string>();
  const written = new Set<string>();
  const use = (node: ClangNode | undefined) => {
    if (node === undefined) return;
    for (const part of walk(node)) {
      const id = variableOf(part);
      if (id !== undefined && !written.has(id)) read.add(id);
    }
  };
  for (const step of exit.kind === "choose" ? [...steps, exit.step] : steps) {
    if (step.kind === "declaration") {
      use(step.initial);
      if (!read.has(step.variable.id)) written.add(step.variable.id);
      continue;
    }
    if (step.kind === "text") {
      use(step.node);
      continue;
    }
    const top = bare(step.node);
    const target =
      top.kind === "BinaryOperator" && top.opcode === "="
        ? variableOf(partsOf(top)[0] as ClangNode)
        : undefined;
    if (target === undefined) use(top);
    else {
      use(partsOf(top)[1]);
      if (!read.has(target)) written.add(target);
    }
  }
  if (exit.kind === "branch") use(exit.condition);
  else if (exit.kind === "call") for (const node of [...beforeCall(exit), exit.call]) use(node);
  else if (exit.kind !== "jump" && exit.kind !== "choose") use(exit.value);
  return { read, written };
}

function findTaken({ blocks }: LoweredFunction): ReadonlySet<string> {
  const found = new Set<string>();
  const rootVariable = (node: ClangNode): string | undefined => {
    const inner = bare(node);
    if (variableOf(inner) !== undefined) return variableOf(inner);
    const [base] = partsOf(inner);
    if (base === undefined) return undefined;
    if (inner.kind === "MemberExpr" && inner.isArrow !== true) return rootVariable(base);
    if (inner.kind === "ArraySubscriptExpr") return rootVariable(bare(base));
    return inner.castKind === "ArrayToPointerDecay" ? rootVariable(base) : undefined;
  };
  const visit = (node: ClangNode, isSubscripted: boolean) => {
    const isAddress = node.kind === "UnaryOperator" && node.opcode === "&";
    if (isAddress || (node.castKind === "ArrayToPointerDecay" && !isSubscripted)) {
      const id = rootVariable(partsOf(node)[0] as ClangNode);
      if (id !== undefined) found.add(id);
    }
    for (const [at, part] of partsOf(node).entries())
      visit(part, node.kind === "ArraySubscriptExpr" && at === 0);
  };
  for (const { steps, exit } of blocks) {
    for (const step of steps)
      visit(step.kind === "declaration" ? (step.initial ?? step.variable) : step.node, false);
    if (exit.kind === "branch") visit(exit.condition, false);
    else if (exit.kind === "call") for (const node of [...beforeCall(exit), exit.call]) visit(node, false);
    else if (exit.kind === "choose")
      visit(
        exit.step.kind === "declaration" ? (exit.step.initial ?? exit.step.variable) : exit.step.node,
        false,
      );
    else if (exit.kind !== "jump" && exit.value !== undefined) visit(exit.value, false);
  }
  return found;
}
