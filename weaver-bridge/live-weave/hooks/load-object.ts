/** The object whose member an instruction accesses: where its address is, as long as registers are what they were there. */
import type { Machine, MemoryPlace } from "../../object-code/index.js";
import type { HookSite } from "./hook-site.js";

/** Registers are DWARF's numbers. */
export type ObjectPlace = MemoryPlace;

interface Touched {
  /** From the object's start to what the instruction touches. */
  readonly inOwner: number;
  /** By an index that moves inside of the object. */
  readonly isIndexed: boolean;
}

const UNNAMED = {
  invalid: "the instruction can't be decoded",
  implicit: "the instruction does not name the memory that it accesses",
  segmented: "the object is that of a CPU, behind a segment register",
  narrow: "the instruction adds up the object's address in 32 bits",
};

/** `after`: the instruction has been executed then. */
export function objectPlace(
  { original, address }: HookSite,
  { inOwner, isIndexed }: Touched,
  after: boolean,
  { code }: Machine,
): ObjectPlace | string {
  const memory = code.namedMemory(original, address);
  if (typeof memory === "string") return UNNAMED[memory];
  const { base, scale } = memory;
  const index = isIndexed ? undefined : memory.index;
  if (after && memory.changes.some((changed) => changed === base || changed === index))
    return "the instruction overwrites the pointer to the object, and after advice comes behind it";
  return { base, index, scale, displacement: (memory.displacement - inOwner) | 0 };
}
