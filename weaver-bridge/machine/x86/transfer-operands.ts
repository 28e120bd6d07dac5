/** The operands of one instruction as bytes of registers and memory, and what it reads and writes by the library. */
import {
  type Instruction,
  type InstructionInfoFactory,
  OpAccess,
  OpKind,
  Register,
  RegisterExt,
  type UsedMemory,
} from "iced-x86";
import type { DataPlace, FlagUse, Transfer } from "../transfer.js";
import { bytesOf, sizeOf } from "./operand.js";
import { isPlainSegment, type X86 } from "./register-numbers.js";

/** What an instruction reads and writes: operands that it has a text for, and others. */
interface Uses {
  readonly reads: readonly DataPlace[];
  readonly writes: readonly DataPlace[];
  /** Pointers and counters that are moved on. */
  readonly stepped: readonly DataPlace[];
  /** Something that is no general register and no memory. */
  readonly readsOther: boolean;
}

export class Operands {
  constructor(
    readonly instruction: Instruction,
    readonly machine: X86,
    private readonly factory: InstructionInfoFactory,
  ) {}

  /** Undefined for a constant, and for what is not followed. */
  place(operand: number): DataPlace | undefined {
    const { instruction } = this;
    if (operand >= instruction.opCount) return undefined;
    const kind = instruction.opKind(operand);
    if (kind === OpKind.Register) return this.register(instruction.opRegister(operand));
    return kind === OpKind.Memory ? this.named() : undefined;
  }

  constant(operand: number): bigint | undefined {
    if (operand >= this.instruction.opCount) return undefined;
    const kind = this.instruction.opKind(operand);
    if (kind < OpKind.Immediate8 || kind > OpKind.Immediate32to64) return undefined;
    return BigInt(this.instruction.immediate(operand));
  }

  register(register: Register): DataPlace | undefined {
    const number = this.machine.registerNumber(register);
    if (number === undefined) return undefined;
    const offset = SECOND_BYTES.has(register) ? 1 : 0;
    return { kind: "register", number, offset, size: RegisterExt.size(register) };
  }

  /** A word on the stack, so far from where the stack's pointer is before the instruction. */
  slot(distance: number, size = this.machine.word): DataPlace {
    return this.memory(this.machine.bits === 64 ? Register.RSP : Register.ESP, distance, size);
  }

  /** What a register points to. */
  memory(base: Register, distance: number, size: number): DataPlace {
    const place = { index: undefined, scale: 1, displacement: BigInt(distance), segment: undefined, size };
    return { kind: "memory", base: this.machine.wholeRegister(base), ...place };
  }

  /** The lower half of a register of 64 bits is not written alone: the upper one becomes zero. */
  written(place: DataPlace): DataPlace {
    const isHalf = this.machine.bits === 64 && place.kind === "register" && place.size === 4;
    return isHalf ? { ...place, size: 8 } : place;
  }

  /** Of all that is written, each as something that was computed of all that is read. */
  others(): Transfer[] {
    const { reads, writes, stepped, readsOther } = this.uses();
    const isKnown = !readsOther && (reads.length > 0 || this.instruction.rflagsRead !== 0);
    const how = isKnown ? "computed" : "unknown";
    return [
      ...stepped.map((to): Transfer => ({ to, how: "computed", from: [to] })),
      ...writes.map((to): Transfer => ({ to: this.written(to), how, from: isKnown ? reads : [] })),
    ];
  }

  /** What is read, and the registers that it is found by. */
  sources(): Pick<FlagUse, "from" | "addressedBy"> {
    const reads = [
      ...new Map(this.uses().reads.map((place) => [JSON.stringify(place, asText), place])).values(),
    ];
    const { memoryBase, memoryIndex } = this.instruction;
    const addressedBy = [memoryBase, memoryIndex].map((one) => this.register(one));
    return { from: reads, addressedBy: addressedBy.filter((place) => place !== undefined) };
  }

  private named(): DataPlace | undefined {
    const { instruction } = this;
    const { memoryBase: base, memoryIndex: index, memoryIndexScale: scale } = instruction;
    const { memoryDisplacement: displacement, memorySegment: segment } = instruction;
    return this.addressed({ base, index, scale, displacement, segment }, sizeOf(instruction));
  }

  private addressed(
    use: Pick<UsedMemory, "base" | "index" | "scale" | "displacement" | "segment">,
    size: number,
  ): DataPlace | undefined {
    const base = this.addressRegister(use.base);
    const index = this.addressRegister(use.index);
    if (base === "other" || index === "other") return undefined;
    const segment = isPlainSegment(use.segment) ? undefined : use.segment === Register.FS ? "fs" : "gs";
    const displacement = BigInt.asIntN(this.machine.bits, use.displacement);
    return { kind: "memory", base, index, scale: use.scale, displacement, segment, size };
  }

  /** Addresses behind the instruction pointer are whole already. */
  private addressRegister(register: Register): number | undefined | "other" {
    if (register === Register.None || register === Register.RIP || register === Register.EIP)
      return undefined;
    return this.machine.wholeRegister(register) ?? "other";
  }

  private uses(): Uses {
    const info = this.factory.info(this.instruction);
    const memory = info.usedMemory();
    const registers = info.usedRegisters();
    const inAddresses = this.onlyInAddresses(memory);
    const uses = { reads: [], writes: [], stepped: [], readsOther: false } as {
      -readonly [Part in keyof Uses]: Uses[Part] extends readonly DataPlace[] ? DataPlace[] : boolean;
    };
    for (const { register, access } of registers) {
      const place = this.register(register);
      const [isRead, isWritten] = [READS.has(access), WRITES.has(access)];
      if (place !== undefined && isWritten)
        (isRead && inAddresses.has(register) ? uses.stepped : uses.writes).push(place);
      if (!isRead || inAddresses.has(register) || RegisterExt.isSegmentRegister(register)) continue;
      if (place !== undefined) uses.reads.push(place);
      else uses.readsOther = true;
    }
    for (const use of memory) this.addMemory(use, uses);
    for (const one of [...memory, ...registers]) one.free();
    info.free();
    return uses;
  }

  private addMemory(use: UsedMemory, { reads, writes }: { reads: DataPlace[]; writes: DataPlace[] }): void {
    const place = this.addressed(use, bytesOf(use.memorySize));
    if (place === undefined) return;
    if (WRITES.has(use.access)) writes.push(place);
    if (READS.has(use.access)) reads.push(place);
  }

  /** Registers that addresses are made of, and that are no operands beside that. */
  private onlyInAddresses(memory: readonly UsedMemory[]): Set<Register> {
    const found = new Set<Register>(memory.flatMap(({ base, index }) => [base, index]));
    for (let at = 0; at < this.instruction.opCount; at++)
      if (this.instruction.opKind(at) === OpKind.Register) found.delete(this.instruction.opRegister(at));
    return found;
  }
}

const asText = (_key: string, value: unknown) => (typeof value === "bigint" ? `${value}` : value);

const READS = new Set([OpAccess.Read, OpAccess.CondRead, OpAccess.ReadWrite, OpAccess.ReadCondWrite]);
const WRITES = new Set([OpAccess.Write, OpAccess.CondWrite, OpAccess.ReadWrite, OpAccess.ReadCondWrite]);
const SECOND_BYTES = new Set([Register.AH, Register.CH, Register.DH, Register.BH]);
