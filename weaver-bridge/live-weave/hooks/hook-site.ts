/** A place in the kernel's code at which something else may stand. */
import { Decoder, DecoderOptions, type Instruction } from "iced-x86";

export const JUMP_LENGTH = 5;

export interface HookSite {
  readonly address: number;
  /** Whole instructions from there on. */
  readonly original: Buffer;
  /** Why it is a breakpoint, which takes the place of one instruction, and no jump. */
  readonly trap?: string;
}

export type SiteOrReason = { readonly site: HookSite } | { readonly reason: string };

export const endOf = ({ address, original }: HookSite) => address + original.length;

/** The instructions are freed behind the reader's back: keep none. */
export function* decode(bytes: Uint8Array, address: number): Generator<Instruction> {
  const decoder = new Decoder(32, bytes, DecoderOptions.None);
  decoder.ip = BigInt(address);
  try {
    while (decoder.canDecode) {
      const instruction = decoder.decode();
      try {
        yield instruction;
      } finally {
        instruction.free();
      }
    }
  } finally {
    decoder.free();
  }
}
