/** What is known at a block, without what nobody will read there. */
import type { Block } from "../lower/graph.js";
import { addressTaken, liveVariables } from "../lower/live-variables.js";
import { copyOf, depthOf, isLocalRoot, type State } from "../objects/state.js";
import { rootOfKey } from "../objects/values.js";

/** Without what nobody will read: activations that have ended, variables that are not live. */
export function pruned(from: State, block: Block): State {
  const state = copyOf(from);
  const top = state.frames.length - 1;
  const isNeeded = (root: string): boolean => {
    const depth = depthOf(root);
    const frame = state.frames[depth];
    if (frame === undefined) return false;
    if (state.escaped.has(root)) return true;
    const id = root.slice(0, root.lastIndexOf("@"));
    const { lowered, variable } = frame;
    if (variable?.some((one) => one.id === id) === true) return true;
    if (addressTaken(lowered).has(id)) return true;
    const live = liveVariables(lowered);
    const at = depth === top ? block : state.frames[depth + 1]?.after;
    return at === undefined || live.get(at)?.has(id) === true;
  };
  for (const key of state.cells.keys()) {
    const root = rootOfKey(key);
    if (isLocalRoot(root) && !isNeeded(root)) state.cells.delete(key);
  }
  for (const root of state.escaped) if (depthOf(root) > top) state.escaped.delete(root);
  return state;
}
