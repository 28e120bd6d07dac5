/** The object whose member an instruction accesses: where its address is, as long as registers are what they were there. */
import { InstructionInfoFactory, OpAccess, OpKind, Register, RegisterExt } from "iced-x86";
import { isPlainSegment, type Machine, type MemoryPlace } from "../../object-code/index.js";
import { decode, type HookSite } from "./hook-site.js";

/** Registers are DWARF's numbers. */
export type ObjectPlace = MemoryPlace;

interface Touched {
  /** From the object's start to what the instruction touches. */
  readonly inOwner: number;
  /** By an index that moves inside of the object. */
  readonly isIndexed: boolean;
}

/** `after`: the instruction has been executed then. */
export function objectPlace(
  { original, address }: HookSite,
  { inOwner, isIndexed }: Touched,
  after: boolean,
  machine: Machine,
): ObjectPlace | string {
  for (const instruction of decode(original, address, machine)) {
    const operands = Array.from({ length: instruction.opCount }, (_, at) => instruction.opKind(at));
    if (!operands.includes(OpKind.Memory)) return "the instruction does not name the memory that it accesses";
    if (!isPlainSegment(instruction.memorySegment))
      return "the object is that of a CPU, behind a segment register";
    const [base, second] = [instruction.memoryBase, instruction.memoryIndex].map((register) =>
      register === Register.None ? undefined : machine.wholeRegister(register),
    );
    const index = isIndexed ? undefined : second;
    if (machine.bits === 64 && [instruction.memoryBase, instruction.memoryIndex].some(RegisterExt.isGPR32))
      return "the instruction adds up the object's address in 32 bits";
    if (after) {
      const factory = new InstructionInfoFactory();
      const changed = factory.info(instruction).usedRegisters();
      factory.free();
      const isChanged = changed.some(
        ({ register, access }) =>
          access !== OpAccess.Read &&
          access !== OpAccess.CondRead &&
          [base, index].some((one) => one !== undefined && one === machine.wholeRegister(register)),
      );
      if (isChanged)
        return "the instruction overwrites the pointer to the object, and after advice comes behind it";
    }
    const displacement = (Number(BigInt.asIntN(machine.bits, instruction.memoryDisplacement)) - inOwner) | 0;
    return { base, index, scale: instruction.memoryIndexScale, displacement };
  }
  return "the instruction can't be decoded";
}
