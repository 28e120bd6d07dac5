/** The memory that an instruction names by registers. */
import { type Instruction, InstructionInfoFactory, OpAccess, OpKind, Register, RegisterExt } from "iced-x86";
import type { NamedMemory, Unnamed } from "../instruction.js";
import { decoderAt } from "./decode.js";
import { isPlainSegment, type X86 } from "./register-numbers.js";

export function namedMemory(bytes: Uint8Array, address: number, machine: X86): NamedMemory | Unnamed {
  const decoder = decoderAt(bytes, address, machine);
  try {
    if (!decoder.canDecode) return "invalid";
    const instruction = decoder.decode();
    try {
      return memoryOf(instruction, machine);
    } finally {
      instruction.free();
    }
  } finally {
    decoder.free();
  }
}

function memoryOf(instruction: Instruction, machine: X86): NamedMemory | Unnamed {
  const operands = Array.from({ length: instruction.opCount }, (_, at) => instruction.opKind(at));
  if (!operands.includes(OpKind.Memory)) return "implicit";
  if (!isPlainSegment(instruction.memorySegment)) return "segmented";
  const { memoryBase, memoryIndex } = instruction;
  if (machine.bits === 64 && [memoryBase, memoryIndex].some(RegisterExt.isGPR32)) return "narrow";
  const numberOf = (register: Register) =>
    register === Register.None ? undefined : machine.wholeRegister(register);
  return {
    ...{ base: numberOf(memoryBase), index: numberOf(memoryIndex), scale: instruction.memoryIndexScale },
    displacement: Number(BigInt.asIntN(machine.bits, instruction.memoryDisplacement)),
    changes: changesOf(instruction, machine),
  };
}

function changesOf(instruction: Instruction, machine: X86): number[] {
  const factory = new InstructionInfoFactory();
  const info = factory.info(instruction);
  const used = info.usedRegisters();
  const changed = used.filter(({ access }) => access !== OpAccess.Read && access !== OpAccess.CondRead);
  const numbers = changed.flatMap(({ register }) => machine.wholeRegister(register) ?? []);
  for (const register of used) register.free();
  info.free();
  factory.free();
  return numbers;
}
