/** Instructions as bytes for a place in memory. Addresses are as in `Machine.address`: negative in the highest 2 GB. */
import { BlockEncoder, BlockEncoderOptions, Encoder, type Instruction } from "iced-x86";

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

/** What an instruction names by a distance is too far from its new place. */
export class FarOperandError extends Error {}

/** An address as a word of the machine's memory. */
export function encodeWord(address: number, { word }: { readonly word: 4 | 8 }): Buffer {
  const bytes = Buffer.alloc(word);
  if (word === 8) bytes.writeBigInt64LE(BigInt(address));
  else bytes.writeUInt32LE(address);
  return bytes;
}

/** The address that a word of memory is. */
export const decodeWord = (bytes: Buffer, at: number, { word }: { readonly word: 4 | 8 }): number =>
  word === 8 ? Number(bytes.readBigInt64LE(at)) : bytes.readUInt32LE(at);
