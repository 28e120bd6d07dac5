/**
 * Instructions of which the code that hooks run is made. Registers are DWARF's numbers of the machine; who gets an
 * instruction frees it.
 */
import { Code, Instruction, MemoryOperand, Register } from "iced-x86";

export interface HookInstructions {
  /** What a C function may change, in the order in which it is pushed. */
  readonly saved: readonly number[];
  /** In these advice gets the frame, the accessed object and the address of the hooked instruction. */
  readonly parameters: { readonly frame: number; readonly object: number; readonly pc: number };
  /** What the code changes that swaps a return address: it gets a byte behind its place in the first. */
  readonly few: readonly [number, number];
  /** DWARF's number of the flags. */
  readonly flags: number;
  /** Bytes below the stack that a function may use, where flags are pushed in its middle: they are jumped over. */
  readonly redZone: number;
  /** Locked, of 32 bits. */
  count(at: number): Instruction;
  push(register: number): Instruction;
  pop(register: number): Instruction;
  pushFlags(): Instruction;
  popFlags(): Instruction;
  /** Sign-extended from 32 bits; zero takes fewer bytes. */
  pushConstant(value: number): Instruction;
  /** A word of the stack. */
  pushAbove(distance: number): Instruction;
  /** The flags change. */
  dropFromStack(bytes: number): Instruction;
  /** The flags stay; signed, of at most 128 below and 127 above, or more above. */
  moveStack(bytes: number): Instruction;
  copyStackPointer(to: number): Instruction;
  /** `distance` is below 128. */
  addressAbove(to: number, distance: number): Instruction;
  constant(to: number, value: number): Instruction;
  address(to: number, place: MemoryPlace): Instruction;
  branch(kind: "call" | "jump", target: number): Instruction;
  /** From an indirect call a jump to the same place; the call stays as it is. */
  jumpLike(call: Instruction): Instruction;
  back(): Instruction;
}

/** `[base + index * scale + displacement]`. */
export interface MemoryPlace {
  readonly base: number | undefined;
  readonly index: number | undefined;
  /** 1, 2, 4 or 8. */
  readonly scale: number;
  readonly displacement: number;
}

/** What differs in their encoding. */
export interface HookCodes {
  readonly bits: 32 | 64;
  /** By DWARF's number. */
  readonly registers: readonly Register[];
  readonly stackPointer: Register;
  readonly push: Code;
  readonly pop: Code;
  readonly pushFlags: Code;
  readonly popFlags: Code;
  readonly pushZero: Code;
  readonly pushConstant: Code;
  readonly pushMemory: Code;
  readonly drop: Code;
  readonly move: Code;
  readonly constant: Code;
  readonly address: Code;
  readonly call: Code;
  readonly jump: Code;
  readonly jumpIndirect: Code;
  readonly back: Code;
}

type Settings = Pick<HookInstructions, "saved" | "parameters" | "few" | "flags" | "redZone">;

export function hookInstructions(codes: HookCodes, settings: Settings): HookInstructions {
  const { bits, stackPointer } = codes;
  const registerOf = (number: number | undefined) =>
    number === undefined ? Register.None : (codes.registers[number] as Register);
  const memory = (base: Register, displacement: number, size: number, index = Register.None, scale = 1) =>
    new MemoryOperand(base, index, scale, BigInt(displacement), size, false, Register.None);
  const above = (distance: number, size: number) => memory(stackPointer, distance, size);
  const wide = (value: number) => BigInt.asUintN(bits, BigInt(value));
  return {
    ...settings,
    count: (at) => {
      const place = bits === 64 ? memory(Register.RIP, at, 8) : memory(Register.None, at, 4);
      const instruction = Instruction.createMem(Code.Inc_rm32, place);
      instruction.hasLockPrefix = true;
      return instruction;
    },
    push: (register) => Instruction.createReg(codes.push, registerOf(register)),
    pop: (register) => Instruction.createReg(codes.pop, registerOf(register)),
    pushFlags: () => Instruction.create(codes.pushFlags),
    popFlags: () => Instruction.create(codes.popFlags),
    pushConstant: (value) =>
      Instruction.createI32(value === 0 ? codes.pushZero : codes.pushConstant, value | 0),
    pushAbove: (distance) => Instruction.createMem(codes.pushMemory, above(distance, bits / 8)),
    dropFromStack: (bytes) => Instruction.createRegI32(codes.drop, stackPointer, bytes),
    moveStack: (bytes) =>
      Instruction.createRegMem(codes.address, stackPointer, above(bytes, bytes < 128 ? 1 : bits / 8)),
    copyStackPointer: (to) => Instruction.createRegReg(codes.move, registerOf(to), stackPointer),
    addressAbove: (to, distance) =>
      Instruction.createRegMem(codes.address, registerOf(to), above(distance, 1)),
    constant: (to, value) => Instruction.createRegI32(codes.constant, registerOf(to), value | 0),
    address: (to, { base, index, scale, displacement }) =>
      Instruction.createRegMem(
        codes.address,
        registerOf(to),
        memory(registerOf(base), displacement, bits / 8, registerOf(index), scale),
      ),
    branch: (kind, target) =>
      Instruction.createBranch(kind === "call" ? codes.call : codes.jump, wide(target)),
    jumpLike: (call) => {
      const jump = call.clone();
      jump.code = codes.jumpIndirect;
      return jump;
    },
    back: () => Instruction.create(codes.back),
  };
}
