/** A function's graph once more, with other names for variables: what is renamed has no spelling in the source any more. */
import type { Block, Exit, LoweredFunction, Step } from "../lower/graph.js";
import { Refusal } from "../refusal.js";
import { type ClangNode, offsetOf } from "../tree/clang-tree.js";

/** Variables that are others in the copy, by their declarations. */
export type Renamed = ReadonlyMap<string, ClangNode>;

/** `blocks` gets the new ones; `note` is told each node that was made anew. Nothing of the first graph changes. */
export function copiedGraph(
  { blocks: all, entry, variables }: LoweredFunction,
  renamed: Renamed,
  blocks: Block[],
  note: (node: ClangNode) => void,
): { readonly entry: Block; readonly variables: readonly ClangNode[]; readonly own: readonly Block[] } {
  const node = (one: ClangNode): ClangNode => withNames(one, renamed, note);
  const own = all.map(({ exit }, at): Block => ({ number: blocks.length + at, steps: [], exit }));
  const copies = new Map(all.map((block, at) => [block, own[at] as Block]));
  const to = (block: Block) => copies.get(block) as Block;
  for (const block of all) {
    const copy = to(block);
    for (const step of block.steps) copy.steps.push(copiedStep(step, node));
    copy.exit = copiedExit(block.exit, node, to);
  }
  blocks.push(...own);
  return { entry: to(entry), variables: variables.map((one) => renamed.get(one.id) ?? one), own };
}

function withNames(node: ClangNode, renamed: Renamed, note: (node: ClangNode) => void): ClangNode {
  const given = renamed.get(node.id);
  if (given !== undefined) return given;
  const meant = renamed.get(node.referencedDecl?.id ?? "");
  const inner = node.inner?.map((part) => withNames(part, renamed, note));
  const isSame = meant === undefined && (inner?.every((part, at) => part === node.inner?.[at]) ?? true);
  if (isSame) return node;
  const { referencedDecl } = node;
  const copy: ClangNode = {
    ...node,
    ...(inner === undefined ? {} : { inner }),
    ...(meant === undefined || referencedDecl === undefined
      ? {}
      : { referencedDecl: { ...referencedDecl, id: meant.id, name: meant.name ?? "" } }),
  };
  note(copy);
  return copy;
}

function copiedStep(step: Step, node: (one: ClangNode) => ClangNode): Step {
  if (step.kind !== "declaration") return { kind: step.kind, node: node(step.node) };
  return {
    kind: "declaration",
    variable: node(step.variable),
    initial: step.initial === undefined ? undefined : node(step.initial),
  };
}

function copiedExit(exit: Exit, node: (one: ClangNode) => ClangNode, to: (block: Block) => Block): Exit {
  switch (exit.kind) {
    case "jump":
      return { kind: "jump", to: to(exit.to) };
    case "choose":
      return { kind: "choose", step: copiedStep(exit.step, node), to: to(exit.to) };
    case "branch":
      return {
        kind: "branch",
        condition: node(exit.condition),
        taken: to(exit.taken),
        otherwise: to(exit.otherwise),
      };
    case "switch":
      return {
        kind: "switch",
        value: node(exit.value),
        cases: exit.cases.map((one) => ({ ...one, to: to(one.to) })),
        otherwise: to(exit.otherwise),
      };
    case "call":
      return {
        kind: "call",
        call: node(exit.call),
        result: exit.result === undefined ? undefined : node(exit.result),
        after: to(exit.after),
        plain: to(exit.plain),
      };
    case "computed":
      throw new Refusal("a computed goto is not made at run time", offsetOf(exit.value));
    case "return":
      return { kind: "return", value: exit.value === undefined ? undefined : node(exit.value) };
  }
}
