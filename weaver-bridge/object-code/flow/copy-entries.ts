/**
 * Where control comes into the code of an inlined copy: all edges from outside, found in the flow of the function around it.
 * What the compiler says (`DW_AT_entry_pc`) is one place or none; the optimizer leads several ways in.
 */

import type { MachineInstruction } from "../../machine/code.js";
import type { CodeCopy } from "../dwarf/code-copy.js";
import { holds } from "../dwarf/functions.js";
import { leadsTo } from "./leads-to.js";

export interface EntryEdge {
  /** The instruction that it leaves from; undefined for the entry of the function around. */
  readonly from: MachineInstruction | undefined;
  /** The instruction of the copy that it leads to. */
  readonly to: number;
  /** Its instruction leads nowhere else. */
  readonly isOnlyWay: boolean;
}

export interface CopyEntries {
  readonly edges: readonly EntryEdge[];
  /**
   * In a loop around the copy's first instruction that leads through none of the edges: they lead into what the optimizer moved
   * in front of that loop, and each round enters the copy where it says.
   */
  readonly isEnteredInLoop: boolean;
  /** Instructions of the copy that others of the copy lead to as well. */
  readonly reentered: ReadonlySet<number>;
}

export interface FunctionFlow {
  readonly code: readonly MachineInstruction[];
  /** Where the function is entered. */
  readonly start: number;
  /** By index: the indices of what may come next. */
  readonly next: readonly (readonly number[])[];
}

/** `tableAt`: targets of an indirect jump, by its index. `returns`: whether a call comes back. */
export function functionFlow(
  code: readonly MachineInstruction[],
  start: number,
  tableAt: (index: number) => readonly number[],
  returns: (call: MachineInstruction) => boolean = () => true,
): FunctionFlow {
  const indexAt = new Map(code.map(({ address }, index) => [address, index]));
  const next = code.map((instruction, index) => {
    const { flow, target, address, length, isInvalid } = instruction;
    const found = new Set<number>();
    const add = (at: number | undefined) => {
      const other = at === undefined ? undefined : indexAt.get(at);
      if (other !== undefined) found.add(other);
    };
    if (flow === "indirect-jump") for (const one of tableAt(index)) add(one);
    if (flow === "branch" || flow === "jump") add(target);
    const isLast = flow === "call" && !returns(instruction);
    if (!isInvalid && !isLast && !["jump", "return", "indirect-jump", "stop"].includes(flow))
      add(address + length);
    return [...found];
  });
  return { code, start, next };
}

/** `alike`: other copies of the same function in the function around. */
export function copyEntries(
  { code, start, next }: FunctionFlow,
  copy: CodeCopy,
  alike: readonly CodeCopy[],
): CopyEntries {
  const strayed = strayParts({ code, start, next }, copy, alike);
  const isInside = code.map(({ address }, index) => holds(copy, address) && !strayed.has(index));
  const behindPadding = paddingPasser({ code, start, next }, isInside);
  const edges: EntryEdge[] = [];
  const first = code.findIndex(({ address }) => address === start);
  const reached = new Set<number>();
  const waiting = first === -1 ? [] : [first];
  if (isInside[first] === true) edges.push({ from: undefined, to: start, isOnlyWay: true });
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (reached.has(at) || isInside[at] === true) continue;
    reached.add(at);
    const ways = next[at] ?? [];
    for (const way of ways) {
      if (isInside[way] !== true) waiting.push(way);
      else
        edges.push({
          from: code[at],
          to: (code[behindPadding(way)] as MachineInstruction).address,
          isOnlyWay: ways.length === 1,
        });
    }
  }
  const reentered = new Set<number>();
  for (const [at, ways] of next.entries())
    if (isInside[at] === true && code[at]?.isPadding !== true)
      for (const way of ways)
        if (isInside[way] === true) reentered.add((code[way] as MachineInstruction).address);
  return { edges, reentered, isEnteredInLoop: isEnteredInLoop({ code, start, next }, copy, edges, isInside) };
}

/**
 * To the first instruction of the copy that does something. What fills up to a loop's beginning may stand at the copy's start:
 * control comes in there once, and in each round behind it.
 */
function paddingPasser(
  { code, next }: FunctionFlow,
  isInside: readonly boolean[],
): (index: number) => number {
  return (index) => {
    let at = index;
    while (code[at]?.isPadding === true) {
      const [only, ...others] = next[at] ?? [];
      if (only === undefined || only <= at || others.length > 0 || isInside[only] !== true) return index;
      at = only;
    }
    return at;
  };
}

/** A loop of the copy's own would lead from its first instruction back to it without leaving the copy. */
function isEnteredInLoop(
  { code, next }: FunctionFlow,
  copy: CodeCopy,
  edges: readonly EntryEdge[],
  isInside: readonly boolean[],
): boolean {
  const entry = code.findIndex(({ address }) => address === copy.start);
  if (isInside[entry] !== true || edges.some(({ to }) => to === copy.start)) return false;
  const entered = new Set(edges.map(({ to }) => to));
  const leadsBack = (mayPass: (index: number) => boolean) =>
    leadsTo(next, entry, (at) => at === entry, mayPass);
  return (
    leadsBack((at) => !entered.has((code[at] as MachineInstruction).address)) &&
    !leadsBack((at) => isInside[at] === true)
  );
}

/**
 * Parts of the copy that only another copy of the same function leads to and from: the optimizer shares instructions of the two
 * and names one of them.
 */
function strayParts(
  { code, next }: FunctionFlow,
  copy: CodeCopy,
  alike: readonly CodeCopy[],
): ReadonlySet<number> {
  const stray = new Set<number>();
  if (alike.length === 0) return stray;
  const inside = code.flatMap(({ address }, index) => (holds(copy, address) ? [index] : []));
  const neighbours = new Map<number, number[]>(inside.map((index) => [index, []]));
  const outside = new Map<number, number[]>(inside.map((index) => [index, []]));
  for (const [at, ways] of next.entries())
    for (const way of ways) {
      const [from, to] = [neighbours.get(at), neighbours.get(way)];
      if (from !== undefined && to !== undefined) {
        from.push(way);
        to.push(at);
      } else if (from !== undefined) outside.get(at)?.push(way);
      else if (to !== undefined) outside.get(way)?.push(at);
    }
  const seen = new Set<number>();
  for (const index of inside) {
    if (seen.has(index)) continue;
    const part = new Set([index]);
    for (const one of part) for (const other of neighbours.get(one) ?? []) part.add(other);
    for (const one of part) seen.add(one);
    const around = [...part].flatMap((one) => outside.get(one) ?? []);
    const isOf = (other: CodeCopy) =>
      around.every((one) => holds(other, (code[one] as MachineInstruction).address));
    if (around.length > 0 && part.size < inside.length && alike.some(isOf))
      for (const one of part) stray.add(one);
  }
  return stray;
}
