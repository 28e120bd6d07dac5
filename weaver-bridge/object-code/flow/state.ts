/** What is known before an instruction: the registers, and words on the stack by their distance from the frame address. */

import type { Machine } from "../../machine/code.js";
import type { Types } from "../dwarf/types.js";
import { equal, union, unknownValue, type Value } from "./values.js";

export interface State {
  readonly registers: Value[];
  readonly stack: Map<number, Value>;
}

/** `number`: of the block that it is the start of. */
export function emptyState(number: number, { registers }: Machine): State {
  return {
    registers: Array.from({ length: registers }, (_, register) =>
      unknownValue(symbolOfBlock(number, register)),
    ),
    stack: new Map(),
  };
}

export function copyState({ registers, stack }: State): State {
  return { registers: [...registers], stack: new Map(stack) };
}

/** Unknowns of instructions are positive, those of places where ways meet negative. */
export const symbolOf = (address: number, register: number) => (address >>> 0) * MOST + register + 1;

/** Beside registers: what an instruction loads, and three numbers of its operand. */
export const LOADED = 16;
export const OF_OPERAND = 17;
const MOST = 32;

/** In the numbers of unknowns alone. */
const REGISTERS = 16;
const STACK_WORDS = 65_536;
const symbolOfBlock = (number: number, register: number) =>
  -(number * (STACK_WORDS + REGISTERS) + register + 1);
const symbolOfWord = (number: number, offset: number) =>
  symbolOfBlock(number, REGISTERS + ((offset >> 1) & (STACK_WORDS - 1)));

/** What is in a word that nothing was seen to write. */
export const symbolOfSlot = (offset: number) => STACK_WORDS - 1 - 16 - ((offset >> 1) & (STACK_WORDS - 1));

/** Adds what comes from another way to the start of a block; false where that is nothing new. */
export function join(into: State, from: State, types: Types, number: number, isLoop: boolean): boolean {
  let changed = false;
  for (let register = 0; register < into.registers.length; register++) {
    const [old, more] = [into.registers[register] as Value, from.registers[register] as Value];
    if (equal(old, more)) continue;
    const all = union(old, more, types, { symbol: symbolOfBlock(number, register), isLoop });
    if (equal(all, old)) continue;
    into.registers[register] = all;
    changed = true;
  }
  for (const [offset, value] of from.stack) {
    const old = into.stack.get(offset);
    if (old !== undefined && equal(old, value)) continue;
    const all =
      old === undefined ? value : union(old, value, types, { symbol: symbolOfWord(number, offset), isLoop });
    if (old !== undefined && equal(all, old)) continue;
    into.stack.set(offset, all);
    changed = true;
  }
  return changed;
}
