/** What is told of specialization beside its result: what became of each place, and what is known there. */
import type { ClangNode } from "../tree/clang-tree.js";
import type { ResidualContext } from "./contexts.js";
import type { ResidualBlock } from "./residual-graph.js";

/** What became of a statement or condition in one copy of its place. */
export interface Event {
  readonly node: ClangNode;
  readonly what: "folded" | "kept" | "inlined";
  /** Of a condition or a returned value that is known. */
  readonly value?: string;
  /** Of what is kept: what it reads of which nothing is known. */
  readonly unknown?: readonly UnknownRead[];
  /** Functions that were called on the way there, outermost first. */
  readonly calls: readonly string[];
}

export interface UnknownRead {
  /** As it is written; of a call its name with `()`. */
  readonly text: string;
  readonly node: ClangNode;
  /** Of a call: why it is not followed. */
  readonly why?: string;
  /** How a declaration would say it. */
  readonly fact?: string;
  /** Code on the way there that may have written it. */
  readonly after?: ClangNode;
}

/** What is known of an expression, over all copies of it. */
export interface ExpressionTimes {
  readonly known: number;
  readonly unknown: number;
  /** What it is, where it is a number and the same each time. */
  readonly value: string | undefined;
}

export interface Specialized {
  readonly entry: ResidualBlock;
  readonly events: readonly Event[];
  readonly times: ReadonlyMap<ClangNode, ExpressionTimes>;
  readonly contexts: ResidualContext;
  /** Limits that fired, in words. */
  readonly notes: readonly string[];
  /** Of these, what the limit of statements did. */
  readonly outgrown: readonly string[];
}
