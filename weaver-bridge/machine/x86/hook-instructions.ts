/** Instructions of which the code that hooks run is made, as x86 has them. */
import { Code, Instruction, MemoryOperand, Register } from "iced-x86";
import type { Encodable, HookInstructions } from "../hook-instructions.js";
import { encodeAt } from "./encode.js";

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
  readonly back: Code;
}

type Settings = Pick<
  HookInstructions,
  "saved" | "savesAll" | "parameters" | "few" | "flags" | "redZone" | "landingPad"
>;

export function hookInstructions(codes: HookCodes, settings: Settings): HookInstructions {
  const { bits, stackPointer } = codes;
  const registerOf = (number: number | undefined) =>
    number === undefined ? Register.None : (codes.registers[number] as Register);
  const memory = (base: Register, displacement: number, size: number, index = Register.None, scale = 1) =>
    new MemoryOperand(base, index, scale, BigInt(displacement), size, false, Register.None);
  const above = (distance: number, size: number) => memory(stackPointer, distance, size);
  const wide = (value: number) => BigInt.asUintN(bits, BigInt(value));
  const encodable =
    (make: () => Instruction): Encodable =>
    (address) => {
      const instruction = make();
      try {
        return encodeAt(instruction, address, bits);
      } finally {
        instruction.free();
      }
    };
  const onRegister = (code: Code, register: number) =>
    encodable(() => Instruction.createReg(code, registerOf(register)));
  const plain = (code: Code) => encodable(() => Instruction.create(code));
  return {
    ...settings,
    jumpLength: 5,
    count: (at) =>
      encodable(() => {
        const place = bits === 64 ? memory(Register.RIP, at, 8) : memory(Register.None, at, 4);
        const instruction = Instruction.createMem(Code.Inc_rm32, place);
        instruction.hasLockPrefix = true;
        return instruction;
      }),
    push: (register) => onRegister(codes.push, register),
    pop: (register) => onRegister(codes.pop, register),
    pushFlags: () => plain(codes.pushFlags),
    popFlags: () => plain(codes.popFlags),
    pushConstant: (value) =>
      encodable(() => Instruction.createI32(value === 0 ? codes.pushZero : codes.pushConstant, value | 0)),
    pushAbove: (distance) =>
      encodable(() => Instruction.createMem(codes.pushMemory, above(distance, bits / 8))),
    dropFromStack: (bytes) => encodable(() => Instruction.createRegI32(codes.drop, stackPointer, bytes)),
    moveStack: (bytes) =>
      encodable(() =>
        Instruction.createRegMem(codes.address, stackPointer, above(bytes, bytes < 128 ? 1 : bits / 8)),
      ),
    copyStackPointer: (to) =>
      encodable(() => Instruction.createRegReg(codes.move, registerOf(to), stackPointer)),
    addressAbove: (to, distance) =>
      encodable(() => Instruction.createRegMem(codes.address, registerOf(to), above(distance, 1))),
    constant: (to, value) =>
      encodable(() => Instruction.createRegI32(codes.constant, registerOf(to), value | 0)),
    address: (to, { base, index, scale, displacement }) =>
      encodable(() =>
        Instruction.createRegMem(
          codes.address,
          registerOf(to),
          memory(registerOf(base), displacement, bits / 8, registerOf(index), scale),
        ),
      ),
    branch: (kind, target) =>
      encodable(() => Instruction.createBranch(kind === "call" ? codes.call : codes.jump, wide(target))),
    back: () => plain(codes.back),
  };
}
