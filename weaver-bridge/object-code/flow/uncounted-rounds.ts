/** Rounds of a loop around an inlined copy that come back into it past all places at which it is counted. */

import type { CodeCopy } from "../dwarf/code-copy.js";
import { holds } from "../dwarf/functions.js";
import type { FunctionFlow } from "./copy-entries.js";
import { leadsTo } from "./leads-to.js";

/** Ways back into a copy that are tried. */
const MOST_WAYS = 64;

/**
 * Whether control can leave the copy and come into it again, and so on for ever, without passing one of the `counted`
 * addresses. A loop of the copy's own stays within it.
 */
export function hasUncountedRounds(
  { code, next }: FunctionFlow,
  copy: CodeCopy,
  counted: ReadonlySet<number>,
): boolean {
  const isInside = code.map(({ address }) => holds(copy, address));
  const isCounted = code.map(({ address }) => counted.has(address));
  const mayPass = (at: number) => isCounted[at] !== true;
  let ways = 0;
  for (const [from, targets] of next.entries())
    for (const to of targets) {
      const isWayIn = isInside[from] === false && isInside[to] === true;
      if (!isWayIn || isCounted[from] === true || isCounted[to] === true) continue;
      if (ways++ === MOST_WAYS) return true;
      if (leadsTo(next, to, (at) => at === from, mayPass)) return true;
    }
  return false;
}
