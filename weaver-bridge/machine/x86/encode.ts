/** Instructions as bytes for a place in memory. Addresses are as in `Machine.address`: negative in the highest 2 GB. */
import { BlockEncoder, BlockEncoderOptions, Encoder, type Instruction } from "iced-x86";
import { FarOperandError } from "../instruction.js";

type Bits = 32 | 64;

const encoders = new Map<Bits, Encoder>();

function encoderFor(bits: Bits): Encoder {
  const known = encoders.get(bits) ?? new Encoder(bits);
  encoders.set(bits, known);
  return known;
}

/**
 * Operands by the instruction pointer mean what they meant. Throws {@link FarOperandError} where one is more than 2 GB away.
 * A short branch is not made a near one: see {@link encodeBranchAt}.
 */
export function encodeAt(instruction: Instruction, address: number, bits: Bits): Buffer {
  const encoder = encoderFor(bits);
  try {
    encoder.encode(instruction, BigInt.asUintN(bits, BigInt(address)));
  } catch (error) {
    encoder.takeBuffer();
    throw new FarOperandError(String(error));
  }
  return Buffer.from(encoder.takeBuffer());
}

/** A branch leads where it led, and becomes as long as that needs. */
export function encodeBranchAt(instruction: Instruction, address: number, bits: Bits): Uint8Array {
  const encoder = new BlockEncoder(bits, BlockEncoderOptions.None);
  try {
    encoder.add(instruction);
    return encoder.encode(BigInt.asUintN(bits, BigInt(address)));
  } finally {
    encoder.free();
  }
}
