/** Machine code as plain records: where control goes, which registers change, what memory is touched and how. */
import {
  Decoder,
  DecoderOptions,
  FlowControl,
  Instruction,
  InstructionInfoFactory,
  type MemorySize,
  MemorySizeExt,
  Mnemonic,
  OpAccess,
  OpKind,
  type UsedMemory,
} from "iced-x86";
import type { Machine } from "./machine.js";
import { isPadding } from "./padding.js";
import { isPlainSegment } from "./register-numbers.js";

export type Flow =
  | "next"
  | "branch"
  | "jump"
  | "call"
  | "return"
  | "indirect-jump"
  | "indirect-call"
  /** Nothing comes behind it. */
  | "stop";

export interface MemoryUse {
  readonly base: number | undefined;
  readonly index: number | undefined;
  readonly scale: number;
  readonly displacement: number;
  /** In bytes; of what is repeated (`rep`) that of each. */
  readonly size: number;
  /** As often as the counter says. */
  readonly isRepeated: boolean;
  readonly reads: boolean;
  readonly writes: boolean;
  /** Through a segment that has a base of its own, or at a fixed address of more than 32 bits. */
  readonly isSegmented: boolean;
}

/** What an instruction does to the first of its registers that a type flow can follow. */
export type Effect =
  | { readonly kind: "move"; readonly to: number; readonly from: number }
  | { readonly kind: "constant"; readonly to: number; readonly value: number }
  /** From memory, so many bytes. */
  | { readonly kind: "load"; readonly to: number; readonly size: number }
  /** To memory, so many bytes; `from` undefined for a constant. */
  | {
      readonly kind: "store";
      readonly from: number | undefined;
      readonly size: number;
      readonly value?: number;
    }
  | { readonly kind: "add"; readonly to: number; readonly value: number }
  /** A constant to a word in memory. */
  | { readonly kind: "add-memory"; readonly value: number }
  /** Of a word; `from` undefined for one in memory, here and below. */
  | { readonly kind: "sum" | "difference"; readonly to: number; readonly from: number | undefined }
  | { readonly kind: "scale"; readonly to: number; readonly from: number | undefined; readonly by: number }
  /** Moved or not. */
  | { readonly kind: "choose"; readonly to: number; readonly from: number | undefined }
  | { readonly kind: "swap"; readonly to: number; readonly from: number }
  /** The address itself. */
  | { readonly kind: "address"; readonly to: number }
  | {
      readonly kind: "push";
      readonly from: number | undefined;
      readonly value?: number;
      readonly fromMemory: boolean;
    }
  | { readonly kind: "pop"; readonly to: number | undefined }
  /** Rounded down to a multiple of a power of two: what a pointer was tagged with is gone, or the stack is aligned. */
  | { readonly kind: "align"; readonly to: number; readonly by: number }
  | { readonly kind: "leave" }
  | { readonly kind: "other" };

export interface MachineInstruction {
  readonly address: number;
  readonly length: number;
  readonly flow: Flow;
  /** Of a direct branch, jump or call. */
  readonly target?: number;
  readonly effect: Effect;
  /** Numbers of registers that change. */
  readonly changes: readonly number[];
  /** Operands in memory; the stack's own uses of push, pop and call left out. Of `lea`, the address. */
  readonly memory: readonly MemoryUse[];
  /** Of a bit operation on memory with a constant. */
  readonly mask?: number;
  /** It does nothing, and stands before what is aligned. */
  readonly isPadding?: true;
  readonly isInvalid: boolean;
}

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
function flowOf(instruction: Instruction): Flow | undefined {
  const flow = FLOWS[instruction.flowControl];
  if (instruction.opCount === 0 || !FAR.has(instruction.op0Kind)) return flow;
  return flow === "call" ? "indirect-call" : "indirect-jump";
}

const FAR = new Set<OpKind>([OpKind.FarBranch16, OpKind.FarBranch32]);

/** Instructions from the first byte to the last, one after another; bytes that are none end it with one that `isInvalid`. */
export function decodeCode(bytes: Uint8Array, address: number, machine: Machine): MachineInstruction[] {
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

/** An instruction that may lead elsewhere. */
export interface Branch {
  readonly address: number;
  readonly length: number;
  readonly flow: "branch" | "jump" | "call";
  readonly target: number;
}

/** Only direct branches, jumps and calls: a tenth of the work. Ends at bytes that are no instruction, or goes on behind. */
export function decodeBranches(
  bytes: Uint8Array,
  address: number,
  machine: Machine,
  goesOn = false,
): Branch[] {
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
function decoderAt(bytes: Uint8Array, address: number, { bits }: Machine): Decoder {
  const decoder = new Decoder(bits, bytes, DecoderOptions.None);
  decoder.ip = BigInt.asUintN(bits, BigInt(address));
  return decoder;
}

/** Of 32 bits it has no more. */
const targetOf = ({ nearBranchTarget }: Instruction) => Number(BigInt.asIntN(64, nearBranchTarget));

/** What stays the same from instruction to instruction. */
interface Reading {
  readonly machine: Machine;
  readonly factory: InstructionInfoFactory;
}

function toMachine(instruction: Instruction, address: number, reading: Reading): MachineInstruction {
  const { length, mnemonic } = instruction;
  const flow = mnemonic === Mnemonic.Ud2 || mnemonic === Mnemonic.Ud0 ? "stop" : flowOf(instruction);
  const isDirect = flow === "branch" || flow === "jump" || flow === "call";
  const { memory, changes } = uses(instruction, reading);
  const mask = maskOf(instruction);
  return {
    ...{ address, length, flow: flow ?? "next", memory, changes, isInvalid: instruction.isInvalid },
    ...(isDirect ? { target: targetOf(instruction) } : {}),
    effect: effectOf(instruction, reading.machine),
    ...(isPadding(instruction) ? { isPadding: true as const } : {}),
    ...(mask === undefined ? {} : { mask }),
  };
}

const READS = new Set([OpAccess.Read, OpAccess.CondRead, OpAccess.ReadWrite, OpAccess.ReadCondWrite]);
const WRITES = new Set([OpAccess.Write, OpAccess.CondWrite, OpAccess.ReadWrite, OpAccess.ReadCondWrite]);

function uses(instruction: Instruction, { machine, factory }: Reading) {
  const info = factory.info(instruction);
  const changed = new Set<number>();
  for (const register of info.usedRegisters()) {
    const number = WRITES.has(register.access) ? machine.registerNumber(register.register) : undefined;
    if (number !== undefined) changed.add(number);
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
  return { memory, changes: [...changed] };
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

function toMemory(use: UsedMemory, instruction: Instruction, machine: Machine): MemoryUse {
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
function distanceOf(displacement: bigint, { bits }: Machine): number | undefined {
  const distance = Number(BigInt.asIntN(bits, displacement));
  return distance === (distance | 0) ? distance : undefined;
}

function addressOperand(instruction: Instruction, machine: Machine): MemoryUse {
  const displacement = distanceOf(instruction.memoryDisplacement, machine);
  return {
    base: machine.wholeRegister(instruction.memoryBase),
    index: machine.wholeRegister(instruction.memoryIndex),
    scale: instruction.memoryIndexScale,
    displacement: displacement ?? 0,
    ...{ size: 0, isRepeated: false, reads: false, writes: false, isSegmented: displacement === undefined },
  };
}

const sizes = new Map<MemorySize, number>();

/** Asked once for each kind: the decoder is far away. */
function bytesOf(kind: MemorySize): number {
  let size = sizes.get(kind);
  if (size === undefined) sizes.set(kind, (size = MemorySizeExt.size(kind)));
  return size;
}

const sizeOf = (instruction: Instruction) => bytesOf(instruction.memorySize);

const BIT_OPERATIONS = new Set<Mnemonic>([Mnemonic.And, Mnemonic.Or, Mnemonic.Test, Mnemonic.Xor]);

function maskOf(instruction: Instruction): number | undefined {
  if (!BIT_OPERATIONS.has(instruction.mnemonic) || instruction.op0Kind !== OpKind.Memory) return undefined;
  const value = constantOperand(instruction, 1);
  if (value === undefined) return undefined;
  // `and` with ones keeps those bits: it touches the others.
  return instruction.mnemonic === Mnemonic.And ? ~value : value;
}

/** Undefined where more than 32 bits say something. */
function constantOperand(instruction: Instruction, operand: number): number | undefined {
  if (operand >= instruction.opCount) return undefined;
  const kind = instruction.opKind(operand);
  if (kind < OpKind.Immediate8 || kind > OpKind.Immediate32to64) return undefined;
  const value = BigInt(instruction.immediate(operand));
  const low = Number(BigInt.asIntN(32, value));
  return kind === OpKind.Immediate64 && BigInt.asIntN(64, value) !== BigInt(low) ? undefined : low;
}

const OTHER: Effect = { kind: "other" };

const isPowerOfTwo = (value: number) => (value & (value - 1)) === 0;

function effectOf(instruction: Instruction, machine: Machine): Effect {
  const { mnemonic, opCount } = instruction;
  const first =
    opCount > 0 && instruction.op0Kind === OpKind.Register
      ? machine.wholeRegister(instruction.op0Register)
      : undefined;
  const second =
    opCount > 1 && instruction.op1Kind === OpKind.Register
      ? machine.wholeRegister(instruction.op1Register)
      : undefined;
  const isFirstMemory = opCount > 0 && instruction.op0Kind === OpKind.Memory;
  const isSecondMemory = opCount > 1 && instruction.op1Kind === OpKind.Memory;
  const value = constantOperand(instruction, 1);
  switch (mnemonic) {
    case Mnemonic.Mov:
      if (first !== undefined && second !== undefined) return { kind: "move", to: first, from: second };
      if (first !== undefined && value !== undefined) return { kind: "constant", to: first, value };
      if (first !== undefined && isSecondMemory)
        return { kind: "load", to: first, size: sizeOf(instruction) };
      if (isFirstMemory && isWord(instruction, machine))
        return {
          ...{ kind: "store", from: second, size: sizeOf(instruction) },
          ...(value === undefined ? {} : { value }),
        };
      return OTHER;
    // The upper half of a register becomes the sign of the lower: the number stays what it is.
    case Mnemonic.Movsxd:
      if (first !== undefined && second !== undefined) return { kind: "move", to: first, from: second };
      return first !== undefined && isSecondMemory ? { kind: "load", to: first, size: 4 } : OTHER;
    case Mnemonic.Cdqe:
      return { kind: "move", to: machine.result, from: machine.result };
    case Mnemonic.Lea:
      return first === undefined ? OTHER : { kind: "address", to: first };
    case Mnemonic.Add:
    case Mnemonic.Sub: {
      const isSum = mnemonic === Mnemonic.Add;
      if (value !== undefined) return addedTo(instruction, first, isSum ? value : -value, machine);
      if (first === undefined || (second === undefined && !isSecondMemory)) return OTHER;
      if (!isSum && first === second) return { kind: "constant", to: first, value: 0 };
      return { kind: isSum ? "sum" : "difference", to: first, from: second };
    }
    case Mnemonic.Inc:
      return addedTo(instruction, first, 1, machine);
    case Mnemonic.Dec:
      return addedTo(instruction, first, -1, machine);
    case Mnemonic.Neg:
      return first === undefined ? OTHER : { kind: "scale", to: first, from: first, by: -1 };
    case Mnemonic.Shl:
    case Mnemonic.Sal:
      return first !== undefined && value !== undefined && value < 32 && value >= 0
        ? { kind: "scale", to: first, from: first, by: (1 << value) | 0 }
        : OTHER;
    case Mnemonic.Imul: {
      const by = opCount === 3 ? constantOperand(instruction, 2) : undefined;
      if (first === undefined || by === undefined || (second === undefined && !isSecondMemory)) return OTHER;
      return { kind: "scale", to: first, from: second, by };
    }
    case Mnemonic.Xchg:
      return first !== undefined && second !== undefined ? { kind: "swap", to: first, from: second } : OTHER;
    case Mnemonic.And:
      return first !== undefined && value !== undefined && value < 0 && isPowerOfTwo(-value)
        ? { kind: "align", to: first, by: -value }
        : OTHER;
    case Mnemonic.Xor:
      return first !== undefined && first === second ? { kind: "constant", to: first, value: 0 } : OTHER;
    case Mnemonic.Push: {
      const pushed = constantOperand(instruction, 0);
      return {
        kind: "push",
        from: first,
        fromMemory: isFirstMemory,
        ...(pushed === undefined ? {} : { value: pushed }),
      };
    }
    case Mnemonic.Pop:
      return { kind: "pop", to: first };
    case Mnemonic.Leave:
      return { kind: "leave" };
    default:
      return isConditionalMove(mnemonic) && first !== undefined && (second !== undefined || isSecondMemory)
        ? { kind: "choose", to: first, from: second }
        : OTHER;
  }
}

/** In 64 bits also half of one: numbers are in these. */
function isWord(instruction: Instruction, { word }: Machine): boolean {
  const size = sizeOf(instruction);
  return size === word || size === 4;
}

const isConditionalMove = (mnemonic: Mnemonic) => CONDITIONAL_MOVES.has(mnemonic);

const CONDITIONAL_MOVES = new Set<Mnemonic>([
  ...[Mnemonic.Cmova, Mnemonic.Cmovae, Mnemonic.Cmovb, Mnemonic.Cmovbe, Mnemonic.Cmove, Mnemonic.Cmovne],
  ...[Mnemonic.Cmovg, Mnemonic.Cmovge, Mnemonic.Cmovl, Mnemonic.Cmovle, Mnemonic.Cmovo, Mnemonic.Cmovno],
  ...[Mnemonic.Cmovp, Mnemonic.Cmovnp, Mnemonic.Cmovs, Mnemonic.Cmovns],
]);

/** To a whole register, or to a word in memory. */
function addedTo(
  instruction: Instruction,
  first: number | undefined,
  value: number,
  machine: Machine,
): Effect {
  if (first !== undefined) return { kind: "add", to: first, value };
  return instruction.op0Kind === OpKind.Memory && isWord(instruction, machine)
    ? { kind: "add-memory", value }
    : OTHER;
}
