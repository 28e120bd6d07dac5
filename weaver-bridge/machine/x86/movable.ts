/** Instructions that something else may take the place of, and that may be moved. */
import { Code, FlowControl, type Instruction, OpKind, Register } from "iced-x86";
import type { MovableInstruction } from "../instruction.js";
import { decoderAt, flowOf, targetOf } from "./decode.js";
import { encodeAt, encodeBranchAt } from "./encode.js";
import type { X86 } from "./register-numbers.js";

/** Only those that are asked for are decoded. */
export function* eachMovable(bytes: Uint8Array, start: number, machine: X86): Generator<MovableInstruction> {
  const decoder = decoderAt(bytes, start, machine);
  try {
    for (let at = 0; decoder.canDecode; ) {
      const instruction = decoder.decode();
      const { length } = instruction;
      try {
        yield new Movable(instruction, start + at, bytes.subarray(at, at + length), machine);
      } finally {
        instruction.free();
      }
      at += length;
    }
  } finally {
    decoder.free();
  }
}

class Movable implements MovableInstruction {
  constructor(
    private readonly instruction: Instruction,
    readonly address: number,
    private readonly bytes: Uint8Array,
    private readonly machine: X86,
  ) {}

  get length() {
    return this.bytes.length;
  }

  get isInvalid() {
    return this.instruction.isInvalid;
  }

  get flow() {
    return RAISING.has(this.instruction.flowControl) ? "raise" : (flowOf(this.instruction) ?? "stop");
  }

  get target() {
    const { flow } = this;
    return flow === "branch" || flow === "jump" || flow === "call" ? targetOf(this.instruction) : undefined;
  }

  get isStuckCall() {
    const { flow, instruction } = this;
    if (flow !== "call" && flow !== "indirect-call") return false;
    // Of x86_64 the prefix of a segment only makes it longer.
    if (instruction.isCallNear) return this.length !== CALL_LENGTH && instruction.code !== Code.Call_rel32_64;
    if (!instruction.isCallNearIndirect || instruction.segmentPrefix !== Register.None) return true;
    const register = instruction.op0Kind === OpKind.Memory ? instruction.memoryBase : instruction.op0Register;
    return register === Register.ESP || register === Register.RSP;
  }

  moved(to: number): Uint8Array {
    const { instruction, bytes, machine } = this;
    if (
      instruction.isJmpShortOrNear ||
      instruction.isJccShortOrNear ||
      instruction.isLoop ||
      instruction.isLoopcc ||
      instruction.isJcxShort
    )
      return encodeBranchAt(instruction, to, machine.bits);
    return instruction.isIpRelMemoryOperand ? encodeAt(instruction, to, machine.bits) : bytes;
  }

  asJump(to: number): Uint8Array {
    const jump = this.instruction.clone();
    try {
      jump.code = this.machine.jumpIndirect;
      return encodeAt(jump, to, this.machine.bits);
    } finally {
      jump.free();
    }
  }
}

const RAISING = new Set<FlowControl>([FlowControl.Interrupt, FlowControl.Exception]);
/** With a distance of 32 bits and no prefix. */
const CALL_LENGTH = 5;
