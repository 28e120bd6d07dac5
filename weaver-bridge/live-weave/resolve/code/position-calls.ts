/**
 * Code of i386 that may lie anywhere (`-fpie`, which many compilers do unasked) asks where it is: gcc by a call of a function that
 * loads its return address (`__x86.get_pc_thunk.bx`), clang by a call of the next instruction, which pops it. Neither is a
 * call of the source; what is in the register then is known.
 */
import type { ElfFile, Machine } from "../../../object-code/index.js";
import type { Thunks } from "./thunks.js";

export function positionCalls(elf: ElfFile, { bytes }: Machine): Thunks {
  const known = new Map<number, number | undefined>();
  /** The register that a function loads, if it is one of these. */
  const registerOf = (target: number): number | undefined => {
    if (!known.has(target))
      known.set(target, bytes.loadedReturnAddress(codeAt(elf, target, bytes.thunkLength)));
    return known.get(target);
  };
  return {
    seenThrough: (instruction) => {
      const { flow, target, ...rest } = instruction;
      if (flow !== "call" || target === undefined) return instruction;
      const value = instruction.address + instruction.length;
      if (target === value)
        return { ...rest, flow: "next", effect: { kind: "push", from: undefined, fromMemory: false, value } };
      const to = registerOf(target);
      return to === undefined
        ? instruction
        : { ...rest, flow: "next", changes: [to], effect: { kind: "constant", to, value } };
    },
    isOne: ({ address, length, target }) =>
      target !== undefined && (target === address + length || registerOf(target) !== undefined),
  };
}

function codeAt(elf: ElfFile, address: number, length: number): Uint8Array {
  const section = elf.sectionAt(address);
  const at = address - (section?.address ?? 0);
  return section?.isCode === true ? section.bytes.subarray(at, at + length) : new Uint8Array();
}
