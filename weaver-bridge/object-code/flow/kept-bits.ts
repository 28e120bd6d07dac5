/**
 * Which bits of a load the code uses: of a word that is read for one bit-field, or to be written back with one, the next
 * instruction drops the others.
 */
import type { MachineInstruction } from "../../machine/code.js";
import type { Member } from "../dwarf/types.js";
import type { Leaf } from "./locate.js";

/** By address of the load. */
export function keptBits(code: readonly MachineInstruction[]): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  for (const [index, { keeps, changes }] of code.entries()) {
    const register = changes[0];
    if (keeps === undefined || register === undefined) continue;
    const load = loadBefore(code, index, register);
    if (load !== undefined) found.set(load.address, keeps);
  }
  return found;
}

/** Instructions between that are looked over. */
const MOST_BETWEEN = 4;

/** Of the register, where nothing between uses it. */
function loadBefore(code: readonly MachineInstruction[], index: number, register: number) {
  for (let at = index - 1; at >= Math.max(0, index - 1 - MOST_BETWEEN); at--) {
    const one = code[at] as MachineInstruction;
    const next = code[at + 1] as MachineInstruction;
    if (one.flow !== "next" || one.address + one.length !== next.address) return undefined;
    if (one.changes.includes(register)) return one.isLoad === true ? one : undefined;
    if ((one.reads & (1 << register)) !== 0) return undefined;
  }
  return undefined;
}

/** Whether bits of the member are among these of the touched bytes, of which the first 32 are told; what is above is as bit 31. */
export function hasBits({ member, distance }: Leaf, mask: number): boolean {
  if (member === undefined) return true;
  const [low, end] = bitsOf(member, distance);
  if (end > WORD && mask < 0) return true;
  const [from, to] = [Math.max(low, 0), Math.min(end, WORD)];
  return from < to && (mask & bitsBetween(from, to)) !== 0;
}

/** Whether no bit but the member's own is used of so many bytes: others are read to be written back, or the member is. */
export function isReadAlone({ member, distance }: Leaf, size: number, mask: number | undefined): boolean {
  if (member?.bits === undefined) return true;
  const [low, end] = bitsOf(member, distance);
  const [from, to] = [Math.max(low, 0), Math.min(end, WORD)];
  const own = from < to ? bitsBetween(from, to) : 0;
  const touched = bitsBetween(0, Math.min(8 * size, WORD));
  return ((mask ?? -1) & touched & ~own) === 0;
}

/** First bit of the touched bytes that is the member's, and the one behind its last. */
function bitsOf({ bits, offset, size }: Member, distance: number): readonly [number, number] {
  const low = bits === undefined ? -8 * distance : bits.from - 8 * (offset + distance);
  return [low, low + (bits === undefined ? 8 * size : bits.count)];
}

const WORD = 32;

/** Of a word; `to` is behind the last. */
const bitsBetween = (from: number, to: number) => (-1 >>> (WORD - (to - from))) << from;
