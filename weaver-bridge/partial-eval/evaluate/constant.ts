/** An initial value of file scope, as the compiler knows it. */

import { createMemory } from "../objects/memory.js";
import type { State } from "../objects/state.js";
import type { Surroundings } from "../objects/surroundings.js";
import type { Value } from "../objects/values.js";
import { bare, type ClangNode } from "../tree/clang-tree.js";
import { createEvaluator } from "./evaluate.js";

export function constantOf(node: ClangNode, around: Surroundings): Value | undefined {
  const state: State = { cells: new Map(), escaped: new Set(), frames: [] };
  const found = createEvaluator(
    state,
    createMemory(state, around, () => {}),
    around,
  ).evaluate(bare(node));
  return found.pure ? found.value : undefined;
}
