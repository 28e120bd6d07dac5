/** Operands of an instruction as numbers. */
import { type Instruction, type MemorySize, MemorySizeExt, OpKind } from "iced-x86";

const sizes = new Map<MemorySize, number>();

/** Asked once for each kind: the decoder is far away. */
export function bytesOf(kind: MemorySize): number {
  let size = sizes.get(kind);
  if (size === undefined) sizes.set(kind, (size = MemorySizeExt.size(kind)));
  return size;
}

/** Of the operand in memory, in bytes. */
export const sizeOf = (instruction: Instruction) => bytesOf(instruction.memorySize);

/** Undefined where more than 32 bits say something. */
export function constantOperand(instruction: Instruction, operand: number): number | undefined {
  if (operand >= instruction.opCount) return undefined;
  const kind = instruction.opKind(operand);
  if (kind < OpKind.Immediate8 || kind > OpKind.Immediate32to64) return undefined;
  const value = BigInt(instruction.immediate(operand));
  const low = Number(BigInt.asIntN(32, value));
  return kind === OpKind.Immediate64 && BigInt.asIntN(64, value) !== BigInt(low) ? undefined : low;
}
