/** What is known at a point of the residual program, and where in which activation of which function that point is. */

import type { Block, LoweredFunction } from "../lower/graph.js";
import type { ClangNode } from "../tree/clang-tree.js";
import { type Cell, valueKey } from "./values.js";

/** A function that is carried out; all but the outermost are inlined. */
export interface Frame {
  readonly name: string;
  readonly lowered: LoweredFunction;
  /** Of the caller: where it goes on, and the variable for the result. */
  readonly after: Block | undefined;
  readonly result: string | undefined;
  /** The call that leads here, and what is known of its arguments, in words. */
  readonly call?: ClangNode;
  readonly known?: readonly string[];
  /** Parameters that are the caller's variables by another name: declaration's id to text. */
  readonly aliases: ReadonlyMap<string, string>;
  /** Of a function that takes a variable number of arguments: those behind its parameters, as variables. */
  readonly variable?: readonly ClangNode[];
}

export interface State {
  readonly cells: Map<string, Cell>;
  /** Locals whose address the running program may have. */
  readonly escaped: Set<string>;
  frames: readonly Frame[];
  /** Code on the way here that nobody looks into, the last: what is not local it may have written. For explanations alone. */
  barrier?: ClangNode | undefined;
}

export function copyOf({ cells, escaped, frames, barrier }: State): State {
  return { cells: new Map(cells), escaped: new Set(escaped), frames, barrier };
}

export function stateKey({ cells, escaped, frames }: State): string {
  const stack = frames.map(
    ({ name, after, aliases }) => `${name}@${after?.number ?? ""}(${[...aliases].flat().join()})`,
  );
  const known = [...cells].map(
    ([key, { value, inMemory }]) => `${key}=${valueKey(value)}${inMemory ? "m" : ""}`,
  );
  return [...stack, ...known.sort(), ...[...escaped].sort()].join("\n");
}

/** The root of a variable of the frame that is carried out. */
export const rootOf = (id: string, depth: number): string => `${id}@${depth}`;

/** Of a variable of an activation. */
export const isLocalRoot = (root: string): boolean => /^[^*]*@\d+$/.test(root);

export const depthOf = (root: string): number => Number(root.slice(root.lastIndexOf("@") + 1));

/** Cells of an object, or of a part of it. */
export function* cellsUnder(cells: ReadonlyMap<string, Cell>, key: string): Generator<[string, Cell]> {
  const below = `${key}/`;
  for (const [one, cell] of [...cells]) if (one === key || one.startsWith(below)) yield [one, cell];
}
