/** A function while its graph is made: the block that the next step goes into, and where jumps lead. */

import { Refusal } from "../refusal.js";
import { type ClangNode, offsetOf } from "../tree/clang-tree.js";
import { choiceOf } from "./choice.js";
import type { Block, Step, SwitchCase } from "./graph.js";
import type { Steadiness } from "./steadiness.js";

/** Where `break`, `continue` and labels of a `switch` lead. */
export interface Targets {
  readonly end?: Block;
  readonly next?: Block;
  readonly cases?: SwitchCase[];
  readonly setDefault?: (block: Block) => void;
}

/** What the tree of a function does not tell. */
export interface LoweringSetting {
  readonly mayInline: (call: ClangNode) => boolean;
  /** As it is written, where that is one piece. */
  readonly spelling: (node: ClangNode) => string | undefined;
  /** The compiler carries arguments out from the last to the first. */
  readonly isFromRight: boolean;
}

export interface Lowering {
  readonly body: ClangNode;
  readonly mayInline: (call: ClangNode) => boolean;
  readonly isSteady: Steadiness;
  readonly blocks: Block[];
  readonly variables: ClangNode[];
  readonly constants: ClangNode[];
  readonly statics: ClangNode[];
  readonly records: ClangNode[];
  readonly externs: ClangNode[];
  /** Labels of the function, by their declarations; and by name. */
  readonly named: ReadonlyMap<string, string>;
  readonly setting: LoweringSetting;
  readonly labels: Map<string, Block>;
  current: Block;
  /** Of the statement that is lowered: `break` and `continue` may stand in an expression. */
  enclosing: Targets;
  /** For statements that stand in an expression. */
  readonly statement: (node: ClangNode | undefined, targets: Targets) => void;
}

export function create({ blocks }: Pick<Lowering, "blocks">): Block {
  const block: Block = { number: blocks.length, steps: [], exit: { kind: "return", value: undefined } };
  blocks.push(block);
  return block;
}

export function go(on: Lowering, to: Block): void {
  on.current.exit = { kind: "jump", to };
}

/** Goes there, and on from there. */
export function enter(on: Lowering, block: Block): void {
  go(on, block);
  on.current = block;
}

export function labelled(on: Lowering, id: string): Block {
  const known = on.labels.get(id) ?? create(on);
  on.labels.set(id, known);
  return known;
}

/** A step, after which a choice ends the block. */
export function work(on: Lowering, step: Step): void {
  if (choiceOf(step) === undefined) {
    on.current.steps.push(step);
    return;
  }
  const to = create(on);
  on.current.exit = { kind: "choose", step, to };
  on.current = to;
}

export function refused(
  node: ClangNode,
  what = `a ${node.kind.replace(/Stmt$/, " statement").replace(/Decl$/, " declaration")}`,
): Refusal {
  return new Refusal(`${what} is not understood yet`, offsetOf(node));
}
