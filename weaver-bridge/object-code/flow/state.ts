/** What is known before an instruction: the registers, and words on the stack by their distance from the frame address. */

import type { Types } from "../dwarf/types.js";
import { REGISTERS } from "../machine/i686.js";
import { equal, UNKNOWN, union, type Value } from "./values.js";

export interface State {
  readonly registers: Value[];
  readonly stack: Map<number, Value>;
}

export function emptyState(): State {
  return { registers: Array.from({ length: REGISTERS }, () => UNKNOWN), stack: new Map() };
}

export function copyState({ registers, stack }: State): State {
  return { registers: [...registers], stack: new Map(stack) };
}

/** Adds what comes from another way; false where that is nothing new. */
export function join(into: State, from: State, types: Types): boolean {
  let changed = false;
  for (let register = 0; register < REGISTERS; register++) {
    const old = into.registers[register] as Value;
    const all = union(old, from.registers[register] as Value, types);
    if (equal(all, old)) continue;
    into.registers[register] = all;
    changed = true;
  }
  for (const [offset, value] of from.stack) {
    const old = into.stack.get(offset) ?? UNKNOWN;
    const all = union(old, value, types);
    if (equal(all, old)) continue;
    into.stack.set(offset, all);
    changed = true;
  }
  return changed;
}
