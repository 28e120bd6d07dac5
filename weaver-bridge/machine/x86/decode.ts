/** Machine code as plain records: where control goes, which registers change, what memory is touched and how. */
import {
  Decoder,
  DecoderOptions,
  FlowControl,
  Instruction,
  InstructionInfoFactory,
  Mnemonic,
  OpAccess,
  OpKind,
  Register,
  RegisterExt,
  type UsedMemory,
} from "iced-x86";
import type { Branch, Flow, MachineInstruction, MemoryUse } from "../instruction.js";
import { effectOf } from "./instruction-effect.js";
import { bytesOf, constantOperand, sizeOf } from "./operand.js";
import { isPadding } from "./padding.js";
import { isPlainSegment, type X86 } from "./register-numbers.js";

const FLOWS: Partial<Record<FlowControl, Flow>> = {
  [FlowControl.Next]: "next",
  [FlowControl.UnconditionalBranch]: "jump",
  [FlowControl.IndirectBranch]: "indirect-jump",
  [FlowControl.ConditionalBranch]: "branch",
  [FlowControl.Return]: "return",
  [FlowControl.Call]: "call",
  [FlowControl.IndirectCall]: "indirect-call",
  [FlowControl.Interrupt]: "next",
};

/** What goes to another segment has no target in this one. */
export function flowOf(instruction: Instruction): Flow | undefined {
  const flow = FLOWS[instruction.flowControl];
  if (instruction.opCount === 0 || !FAR.has(instruction.op0Kind)) return flow;
  return flow === "call" ? "indirect-call" : "indirect-jump";
}

const FAR = new Set<OpKind>([OpKind.FarBranch16, OpKind.FarBranch32]);

/** Instructions from the first byte to the last, one after another; bytes that are none end it with one that `isInvalid`. */
export function decodeCode(bytes: Uint8Array, address: number, machine: X86): MachineInstruction[] {
  const decoder = decoderAt(bytes, address, machine);
  const factory = new InstructionInfoFactory();
  const found: MachineInstruction[] = [];
  try {
    let at = address;
    while (decoder.canDecode) {
      const instruction = decoder.decode();
      const one = toMachine(instruction, at, { machine, factory });
      instruction.free();
      found.push(one);
      if (one.isInvalid) break;
      at += one.length;
    }
  } finally {
    factory.free();
    decoder.free();
  }
  return found;
}

/** Only direct branches, jumps and calls: a tenth of the work. Ends at bytes that are no instruction, or goes on behind. */
export function decodeBranches(bytes: Uint8Array, address: number, machine: X86, goesOn = false): Branch[] {
  const decoder = decoderAt(bytes, address, machine);
  const instruction = new Instruction();
  const found: Branch[] = [];
  try {
    for (let at = address; decoder.canDecode; ) {
      decoder.decodeOut(instruction);
      const { length } = instruction;
      const flow = flowOf(instruction);
      if (flow === "branch" || flow === "jump" || flow === "call")
        found.push({ address: at, length, flow, target: targetOf(instruction) });
      if (instruction.isInvalid && !goesOn) break;
      at += length;
    }
  } finally {
    instruction.free();
    decoder.free();
  }
  return found;
}

/** Addresses are read as signed where they have 64 bits. */
export function decoderAt(bytes: Uint8Array, address: number | bigint, { bits }: Pick<X86, "bits">): Decoder {
  const decoder = new Decoder(bits, bytes, DecoderOptions.None);
  decoder.ip = BigInt.asUintN(bits, BigInt(address));
  return decoder;
}

/** Of 32 bits it has no more. */
export const targetOf = ({ nearBranchTarget }: Instruction) => Number(BigInt.asIntN(64, nearBranchTarget));

/** What stays the same from instruction to instruction. */
interface Reading {
  readonly machine: X86;
  readonly factory: InstructionInfoFactory;
}

function toMachine(instruction: Instruction, address: number, reading: Reading): MachineInstruction {
  const { length, mnemonic } = instruction;
  const flow = mnemonic === Mnemonic.Ud2 || mnemonic === Mnemonic.Ud0 ? "stop" : flowOf(instruction);
  const isDirect = flow === "branch" || flow === "jump" || flow === "call";
  const { memory, changes, reads } = uses(instruction, reading);
  const [mask, keeps] = [maskOf(instruction), keptBits(instruction)];
  return {
    ...{ address, length, flow: flow ?? "next", memory, changes, reads, isInvalid: instruction.isInvalid },
    ...(isDirect ? { target: targetOf(instruction) } : {}),
    effect: effectOf(instruction, reading.machine),
    ...(isPadding(instruction) ? { isPadding: true as const } : {}),
    ...(mask === undefined ? {} : { mask }),
    ...(isLoad(instruction) ? { isLoad: true as const } : {}),
    ...(keeps === undefined ? {} : { keeps }),
  };
}

const READS = new Set([OpAccess.Read, OpAccess.CondRead, OpAccess.ReadWrite, OpAccess.ReadCondWrite]);
const WRITES = new Set([OpAccess.Write, OpAccess.CondWrite, OpAccess.ReadWrite, OpAccess.ReadCondWrite]);

function uses(instruction: Instruction, { machine, factory }: Reading) {
  const info = factory.info(instruction);
  const changed = new Set<number>();
  let reads = 0;
  for (const register of info.usedRegisters()) {
    const number = machine.registerNumber(register.register);
    if (number !== undefined) {
      if (WRITES.has(register.access)) changed.add(number);
      if (READS.has(register.access)) reads |= 1 << number;
    }
    register.free();
  }
  const memory: MemoryUse[] = [];
  const isAddress = instruction.mnemonic === Mnemonic.Lea;
  const usesStack = STACK_USERS.has(instruction.mnemonic);
  for (const use of info.usedMemory()) {
    if (!usesStack || !isOnStackOnly(use, instruction)) memory.push(toMemory(use, instruction, machine));
    use.free();
  }
  if (isAddress) memory.push(addressOperand(instruction, machine));
  info.free();
  return { memory, changes: [...changed], reads };
}

const STACK_USERS = new Set<Mnemonic>([
  Mnemonic.Push,
  Mnemonic.Pop,
  Mnemonic.Call,
  Mnemonic.Ret,
  Mnemonic.Leave,
  Mnemonic.Pushfd,
  Mnemonic.Popfd,
  Mnemonic.Pushad,
  Mnemonic.Popad,
  Mnemonic.Iretd,
  Mnemonic.Pushfq,
  Mnemonic.Popfq,
  Mnemonic.Iretq,
  Mnemonic.Enter,
]);

/** The stack's slot, not the operand: `push 8(%esp)` has both. */
function isOnStackOnly(use: UsedMemory, instruction: Instruction): boolean {
  const hasOperand = instruction.op0Kind === OpKind.Memory;
  if (!hasOperand) return true;
  const isOperand =
    use.base === instruction.memoryBase &&
    use.index === instruction.memoryIndex &&
    Number(use.displacement & 0xffff_ffffn) === Number(instruction.memoryDisplacement & 0xffff_ffffn);
  return !isOperand;
}

function toMemory(use: UsedMemory, instruction: Instruction, machine: X86): MemoryUse {
  const displacement = distanceOf(use.displacement, machine);
  const isRepeated = instruction.hasRepPrefix || instruction.hasRepnePrefix;
  return {
    base: machine.wholeRegister(use.base),
    index: machine.wholeRegister(use.index),
    scale: use.scale,
    displacement: displacement ?? 0,
    size: isRepeated ? sizeOf(instruction) : bytesOf(use.memorySize),
    isRepeated,
    reads: READS.has(use.access),
    writes: WRITES.has(use.access),
    isSegmented: displacement === undefined || !isPlainSegment(use.segment),
  };
}

/** Signed; what the instruction pointer is added to is an address already. Undefined where it has more than 32 bits. */
function distanceOf(displacement: bigint, { bits }: X86): number | undefined {
  const distance = Number(BigInt.asIntN(bits, displacement));
  return distance === (distance | 0) ? distance : undefined;
}

function addressOperand(instruction: Instruction, machine: X86): MemoryUse {
  const displacement = distanceOf(instruction.memoryDisplacement, machine);
  return {
    base: machine.wholeRegister(instruction.memoryBase),
    index: machine.wholeRegister(instruction.memoryIndex),
    scale: instruction.memoryIndexScale,
    displacement: displacement ?? 0,
    ...{ size: 0, isRepeated: false, reads: false, writes: false, isSegmented: displacement === undefined },
  };
}

const BIT_OPERATIONS = new Set<Mnemonic>([Mnemonic.And, Mnemonic.Or, Mnemonic.Test, Mnemonic.Xor]);

function maskOf(instruction: Instruction): number | undefined {
  if (!BIT_OPERATIONS.has(instruction.mnemonic) || instruction.op0Kind !== OpKind.Memory) return undefined;
  const value = constantOperand(instruction, 1);
  if (value === undefined) return undefined;
  // `and` with ones keeps those bits: it touches the others.
  return instruction.mnemonic === Mnemonic.And ? ~value : value;
}

const LOADS = new Set<Mnemonic>([Mnemonic.Mov, Mnemonic.Movzx, Mnemonic.Movsx]);

const isLoad = ({ mnemonic, op0Kind, op1Kind }: Instruction) =>
  LOADS.has(mnemonic) && op0Kind === OpKind.Register && op1Kind === OpKind.Memory;

/** By an AND the bits above those that it works on stay; a shift drops those that it moves out. */
function keptBits(instruction: Instruction): number | undefined {
  const { mnemonic, op0Kind, op0Register } = instruction;
  const keep = KEEPERS.get(mnemonic);
  if (keep === undefined || op0Kind !== OpKind.Register || instruction.opCount !== 2) return undefined;
  const value = constantOperand(instruction, 1);
  return value === undefined || HIGH_BYTES.has(op0Register)
    ? undefined
    : keep(value, 8 * RegisterExt.size(op0Register));
}

type Keep = (value: number, bits: number) => number | undefined;
const keepHigh: Keep = (value, bits) => (bits === 32 && value < 32 ? -1 << value : undefined);
const keepLow: Keep = (value, bits) => (bits === 32 && value < 32 ? -1 >>> value : undefined);
const KEEPERS = new Map<Mnemonic, Keep>([
  [Mnemonic.And, (value, bits) => (bits >= 32 ? value : value | (-1 << bits))],
  ...[Mnemonic.Shr, Mnemonic.Sar].map((mnemonic) => [mnemonic, keepHigh] as const),
  ...[Mnemonic.Shl, Mnemonic.Sal].map((mnemonic) => [mnemonic, keepLow] as const),
]);

const HIGH_BYTES = new Set<Register>([Register.AH, Register.BH, Register.CH, Register.DH]);
