/** Variables in a function's frame: which lies where, and what the pointers among them lead to. */

import type { Machine } from "../../machine/code.js";
import type { EntryId } from "../dwarf/entries.js";
import { beginsWith, type Types } from "../dwarf/types.js";
import type { State } from "./state.js";
import { pointedTo, UNKNOWN, union, type Value } from "./values.js";
import type { PlacedVariable } from "./variables.js";

export interface FrameLayout {
  readonly machine: Machine;
  readonly types: Types;
  readonly isFunctionType: (type: EntryId) => boolean;
  readonly frameVariables: readonly PlacedVariable[];
  readonly base: FrameBase;
  /** Of a base that is the stack pointer: where that is once the frame is set up, from the frame address. */
  readonly settled: number | undefined;
}

/** Where variables in a frame are counted from: a register, or so many bytes from the frame address. */
export type FrameBase = { readonly register: number } | { readonly fromFrame: number };

interface Local {
  readonly type: EntryId;
  readonly offset: number;
}

/** The variable in the frame at a distance from the frame address. */
export function localAt(
  frame: FrameLayout,
  state: State,
  offset: number,
  address: number,
): Local | undefined {
  return localsAt(frame, state, offset, address).next().value ?? undefined;
}

function* localsAt(
  { machine, frameVariables, types, base, settled }: FrameLayout,
  { registers }: State,
  offset: number,
  address: number,
): Generator<Local, undefined> {
  for (const { type, where, range } of frameVariables) {
    if (range !== undefined && (address < range.start || address >= range.end)) continue;
    const from =
      where.kind === "indirect"
        ? stackOffset(registers[where.register])
        : frameOffset({ machine, base, settled }, { registers });
    if (from === undefined || (where.kind !== "indirect" && where.kind !== "frame")) continue;
    const start = from + where.offset;
    const bare = types.bare(type);
    if (bare !== undefined && offset >= start && offset < start + types.size(type))
      yield { type: bare, offset: start };
  }
}

/** What the pointer leads to that is at a place in the frame: `sk` and `tp = tcp_sk(sk)` may be one. */
export function pointedFrom(frame: FrameLayout, state: State, offset: number, address: number): Value {
  const { types, isFunctionType } = frame;
  // `void *data` and `struct s *p = data` may be in one place.
  const [first, ...others] = [...localsAt(frame, state, offset, address)]
    .filter((local) => local.offset === offset)
    .map(({ type }) => ({ type, target: types.bare(types.pointee(type)) }))
    .filter(({ target }) => target !== undefined);
  if (first?.target === undefined) return UNKNOWN;
  const own = first.target;
  return [first, ...others.filter(({ target }) => target !== undefined && isRelated(target, own, types))]
    .map(({ type }) => pointedTo(type, types, isFunctionType))
    .reduce((all, one) => union(all, one, types, undefined));
}

/** One of the structs begins with the other. */
const isRelated = (one: EntryId, other: EntryId, types: Types) =>
  beginsWith(one, other, types) || beginsWith(other, one, types);

/** Of the frame's base, from the frame address. */
export function frameOffset(
  { machine, base, settled }: Pick<FrameLayout, "machine" | "base" | "settled">,
  { registers }: Pick<State, "registers">,
): number | undefined {
  if ("fromFrame" in base) return base.fromFrame;
  if (settled !== undefined) return settled;
  // Before the frame pointer is set up it is counted on already.
  const { register } = base;
  return (
    stackOffset(registers[register]) ?? (register === machine.framePointer ? -2 * machine.word : undefined)
  );
}

export function stackOffset(value: Value | undefined): number | undefined {
  const atom = value?.find(({ kind, terms }) => kind === "stack" && terms.length === 0);
  return atom?.offset;
}
