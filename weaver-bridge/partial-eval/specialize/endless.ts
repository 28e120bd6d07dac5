/** Copies of a place without end: what makes them many decides nothing of how many there are. */

import type { Block } from "../lower/graph.js";
import { cyclesAround } from "../lower/loop-control.js";
import { depthOf, isLocalRoot, type State } from "../objects/state.js";
import type { Surroundings } from "../objects/surroundings.js";
import { isPointer, rootOfKey } from "../objects/values.js";
import { rootIn } from "./growing.js";

const variableIn = (root: string): string => root.slice(0, root.lastIndexOf("@"));

interface Copied {
  readonly block: Block;
  /** What makes its copies many. */
  readonly keys: ReadonlySet<string>;
}

/** Of what makes copies many that which decides nothing of how many there are. */
export function endless({ block, keys }: Copied, state: State, around: Surroundings): ReadonlySet<string> {
  const { frames } = state;
  const growing = [...keys].flatMap((key) => {
    const root = rootIn(key);
    return isLocalRoot(root) ? { key, depth: depthOf(root), id: variableIn(root) } : [];
  });
  const found = frames.flatMap(({ lowered }, depth) => {
    const at = depth === frames.length - 1 ? block : frames[depth + 1]?.after;
    return (at === undefined ? [] : cyclesAround(lowered, at)).flatMap(({ deciding, written }) => {
      const here = growing.filter((one) => one.depth === depth && written.has(one.id));
      const isDeciding = (root: string) => depthOf(root) === depth && deciding.has(variableIn(root));
      const decides = ({ id, key }: (typeof here)[number]) =>
        deciding.has(id) && !leadsNowhere(key, state, around, isDeciding);
      return here.some(decides) ? [] : here.map(({ key }) => key);
    });
  });
  return new Set(found);
}

/** A pointer into what nothing is known of, and that no other one in the cycle is compared with: `while (*s) s++`. */
function leadsNowhere(
  key: string,
  { cells }: State,
  around: Surroundings,
  isDeciding: (root: string) => boolean,
): boolean {
  const value = cells.get(key)?.value;
  if (!isPointer(value) || around.rootInfo(value.root).kind !== "pointee") return false;
  return [...cells].every(([one, cell]) => {
    const root = rootOfKey(one);
    const isOther = one !== key && isPointer(cell.value) && cell.value.root === value.root;
    return root !== value.root && !(isOther && (!isLocalRoot(root) || isDeciding(root)));
  });
}
