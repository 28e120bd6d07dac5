/** Static variables that functions write: each exists once, in the generic function, and no other code can name it. */
import { Refusal } from "../refusal.js";
import { type ClangNode, offsetOf } from "../tree/clang-tree.js";

export interface KeptStatics {
  readonly addStatics: (nodes: readonly ClangNode[]) => void;
  /** Of a variable that is one, by its declaration: why code can't name it. */
  readonly whyStatic: (id: string) => Refusal | undefined;
}

export function createKeptStatics(): KeptStatics {
  const known = new Map<string, ClangNode>();
  return {
    addStatics: (nodes) => {
      for (const node of nodes) known.set(node.id, node);
    },
    whyStatic: (id) => {
      const node = known.get(id);
      return node && staticRefused(node);
    },
  };
}

export function staticRefused(variable: ClangNode): Refusal {
  return new Refusal(`it has a static variable, ${variable.name}`, offsetOf(variable));
}
