/** The object whose member an instruction accesses: its address in edx, as long as registers are what they were there. */
import { InstructionInfoFactory, OpAccess, OpKind, Register } from "iced-x86";
import { I686, isPlainSegment } from "../../object-code/index.js";
import { decode, type HookSite } from "./hook-site.js";

/** `[base + index * scale + displacement]`; registers by their numbers in instructions. */
export interface ObjectPlace {
  readonly base: number | undefined;
  readonly index: number | undefined;
  /** 1, 2, 4 or 8. */
  readonly scale: number;
  readonly displacement: number;
}

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
): ObjectPlace | string {
  for (const instruction of decode(original, address)) {
    const operands = Array.from({ length: instruction.opCount }, (_, at) => instruction.opKind(at));
    if (!operands.includes(OpKind.Memory)) return "the instruction does not name the memory that it accesses";
    if (!isPlainSegment(instruction.memorySegment))
      return "the object is that of a CPU, behind a segment register";
    const [base, second] = [instruction.memoryBase, instruction.memoryIndex].map((register) =>
      register === Register.None ? undefined : I686.wholeRegister(register),
    );
    const index = isIndexed ? undefined : second;
    if (after) {
      const factory = new InstructionInfoFactory();
      const changed = factory.info(instruction).usedRegisters();
      factory.free();
      const isChanged = changed.some(
        ({ register, access }) =>
          access !== OpAccess.Read &&
          access !== OpAccess.CondRead &&
          [base, index].some((one) => one !== undefined && one === I686.wholeRegister(register)),
      );
      if (isChanged)
        return "the instruction overwrites the pointer to the object, and after advice comes behind it";
    }
    const displacement = (Number(BigInt.asIntN(32, instruction.memoryDisplacement)) - inOwner) | 0;
    return { base, index, scale: instruction.memoryIndexScale, displacement };
  }
  return "the instruction can't be decoded";
}

const ESP = 4;
const NONE = { index: 4, base: 5 };

/** `lea edx, […]`, where so many bytes were pushed since. */
export function loadObject({ base, index, scale, displacement }: ObjectPlace, pushed: number): number[] {
  const plus = displacement + (base === ESP ? pushed : 0);
  const sib = (Math.log2(scale) << 6) | ((index ?? NONE.index) << 3) | (base ?? NONE.base);
  const word = [plus & 0xff, (plus >> 8) & 0xff, (plus >> 16) & 0xff, (plus >> 24) & 0xff];
  return [0x8d, base === undefined ? 0x14 : 0x94, sib, ...word];
}
