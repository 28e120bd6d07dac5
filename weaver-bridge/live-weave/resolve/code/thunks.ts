/**
 * Returns and indirect jumps of kernels that are kept from speculating: the compiler leaves them to code of the kernel
 * (`jmp __x86_return_thunk`, `call __x86_indirect_thunk_rax`), and that is no function that the source calls.
 */
import type { Branch, ElfSymbol, MachineInstruction } from "../../../object-code/index.js";

export interface Thunks {
  /** With the flow that the source has there. */
  seenThrough(instruction: MachineInstruction): MachineInstruction;
  isOne(branch: Branch): boolean;
}

const RETURN = "__x86_return_thunk";
const INDIRECT = /^__x86_indirect_(?:jump_|call_)?thunk_(?!array)/;

export function thunksAmong(symbols: readonly ElfSymbol[]): Thunks {
  const returns = new Set<number>();
  const indirect = new Set<number>();
  for (const { name, address } of symbols) {
    if (name === RETURN) returns.add(address);
    else if (INDIRECT.test(name)) indirect.add(address);
  }
  return {
    seenThrough: (instruction) => {
      const { flow, target, ...rest } = instruction;
      if (target === undefined) return instruction;
      if (flow === "jump" && returns.has(target)) return { ...rest, flow: "return" };
      if ((flow !== "call" && flow !== "jump") || !indirect.has(target)) return instruction;
      return { ...rest, flow: flow === "call" ? "indirect-call" : "indirect-jump" };
    },
    isOne: ({ target }) => returns.has(target) || indirect.has(target),
  };
}
