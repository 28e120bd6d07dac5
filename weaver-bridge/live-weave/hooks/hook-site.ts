/** A place in the kernel's code at which something else may stand. */
import { Decoder, DecoderOptions, type Instruction } from "iced-x86";
import type { Machine } from "../../object-code/index.js";

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
export function* decode(
  bytes: Uint8Array,
  address: number,
  { bits }: Pick<Machine, "bits">,
): Generator<Instruction> {
  const decoder = new Decoder(bits, bytes, DecoderOptions.None);
  decoder.ip = BigInt.asUintN(bits, BigInt(address));
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

const signed = (address: bigint) => Number(BigInt.asIntN(64, address));

/** As symbols have it. */
export const addressOfInstruction = ({ ip }: Instruction): number => signed(ip);

/** Of what is behind the instruction. */
export const addressBehind = ({ nextIP }: Instruction): number => signed(nextIP);

/** Of a direct branch, jump or call. */
export const branchTarget = ({ nearBranchTarget }: Instruction): number => signed(nearBranchTarget);
