/** An initial value of file scope, as the compiler knows it. */
import { bare, type ClangNode } from "./clang-tree.js";
import { createEvaluator } from "./evaluate.js";
import { createMemory } from "./memory.js";
import type { State } from "./state.js";
import type { Surroundings } from "./surroundings.js";
import type { Value } from "./values.js";

export function constantOf(node: ClangNode, around: Surroundings): Value | undefined {
  const state: State = { cells: new Map(), escaped: new Set(), frames: [] };
  const found = createEvaluator(
    state,
    createMemory(state, around, () => {}),
    around,
  ).evaluate(bare(node));
  return found.pure ? found.value : undefined;
}
