/**
 * The branches that decide whether an instruction runs: those that one way out leads past it, and another way to it for
 * certain (Ferrante, Ottenstein and Warren, *The program dependence graph*, 1987, by post-dominance). In code that is never left, as a
 * scheduler's loop, a way leads past it that can go round without it for ever.
 */
import type { FunctionFlow } from "./copy-entries.js";

export interface DecidingBranch {
  /** Of its instruction. */
  readonly index: number;
  /** Where it leads is not known: it may decide. */
  readonly isUnknown: boolean;
}

/** `at`: index of the instruction. In the order of addresses. */
export function decidingBranches(flow: FunctionFlow, at: number): DecidingBranch[] {
  const { code, next } = flow;
  const leaves = code.map((_, index) => leavesAt(flow, index));
  const leadsPast = waysPast(next, leaves, at);
  return code.flatMap(({ flow: kind }, index): DecidingBranch[] => {
    const ways = next[index] ?? [];
    if (kind === "indirect-jump" && ways.length === 0) return [{ index, isUnknown: true }];
    const isPast = leaves[index] === true || ways.some((way) => way !== at && leadsPast[way] === true);
    const isTo = ways.some((way) => way === at || leadsPast[way] !== true);
    return isPast && isTo ? [{ index, isUnknown: false }] : [];
  });
}

/** The function may be left behind it: it returns, or jumps elsewhere. */
function leavesAt({ code, next }: FunctionFlow, index: number): boolean {
  const ways = next[index] ?? [];
  const instruction = code[index];
  if (ways.length === 0 || instruction === undefined) return true;
  const { flow, target, address, length } = instruction;
  return flow === "branch" && ways.length === 1 && target !== address + length;
}

/** By index: whether control can leave the function from there, or go round for ever, without the instruction `at`. */
function waysPast(
  next: readonly (readonly number[])[],
  leaves: readonly boolean[],
  at: number,
): readonly boolean[] {
  const before = predecessors(next);
  const canLeave = reachBackwards(before, leaves, () => true);
  const leavesPast = reachBackwards(before, leaves, (index) => index !== at);
  const circles = circling(next, before, (index) => index !== at && canLeave[index] !== true);
  return next.map((_, index) => leavesPast[index] === true || circles[index] === true);
}

function predecessors(next: readonly (readonly number[])[]): number[][] {
  const before: number[][] = next.map(() => []);
  for (const [index, ways] of next.entries()) for (const way of ways) before[way]?.push(index);
  return before;
}

function reachBackwards(
  before: readonly (readonly number[])[],
  from: readonly boolean[],
  mayPass: (index: number) => boolean,
): boolean[] {
  const reached = from.map(() => false);
  const waiting = from.flatMap((is, index) => (is ? [index] : []));
  for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
    if (reached[index] === true || !mayPass(index)) continue;
    reached[index] = true;
    waiting.push(...(before[index] ?? []));
  }
  return reached;
}

/** Of some instructions those from which there is always one more of them to go to. */
function circling(
  next: readonly (readonly number[])[],
  before: readonly (readonly number[])[],
  isOne: (index: number) => boolean,
): boolean[] {
  const stays = next.map((_, index) => isOne(index));
  const isOver = (index: number) => stays[index] === true && !next[index]?.some((way) => stays[way]);
  const over = [...next.keys()].filter(isOver);
  for (let index = over.pop(); index !== undefined; index = over.pop()) {
    stays[index] = false;
    over.push(...(before[index] ?? []).filter(isOver));
  }
  return stays;
}
