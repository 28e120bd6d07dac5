/**
 * The code that a hook runs, in the guest's free area:
 *
 *     lock incl HITS        hits of this hook, also where two CPUs meet it at once
 *     push eax, ecx, edx    what C may change, and arguments may be in
 *     mov eax, esp          where the advice reads arguments
 *     call ADVICE
 *     pop edx, ecx, eax
 *     …                     the displaced instructions, encoded for their new place
 *     jmp BACK
 *
 * At a function's entry the flags hold nothing.
 */
import { BlockEncoder, BlockEncoderOptions, Decoder, DecoderOptions } from "iced-x86";
import { type HookSite, JUMP_LENGTH } from "./entry-sites.js";

export interface Trampoline {
  readonly address: number;
  readonly bytes: Buffer;
}

export interface TrampolinePlan {
  readonly site: HookSite;
  readonly address: number;
  /** Of the counter of hits. */
  readonly hits: number;
  /** Of the function that runs the advice. */
  readonly advice: number;
  readonly usesFrame: boolean;
}

export function encodeTrampoline({ site, address, hits, advice, usesFrame }: TrampolinePlan): Trampoline {
  const head = Buffer.concat([
    Buffer.from([0xf0, 0xff, 0x05, ...word(hits)]),
    Buffer.from([0x50, 0x51, 0x52]),
    Buffer.from(usesFrame ? [0x89, 0xe0] : []),
  ]);
  const call = branch(0xe8, address + head.length, advice);
  const restore = Buffer.from([0x5a, 0x59, 0x58]);
  const start = Buffer.concat([head, call, restore]);
  const moved = moveInstructions(site.original, site.address, address + start.length);
  const end = address + start.length + moved.length;
  const back = branch(0xe9, end, site.address + site.original.length);
  return { address, bytes: Buffer.concat([start, moved, back]) };
}

/** What stands at the join point then: the jump, and behind it what nobody reaches, as it was. */
export function encodeJump(site: HookSite, trampoline: number): Buffer {
  return Buffer.concat([branch(0xe9, site.address, trampoline), site.original.subarray(JUMP_LENGTH)]);
}

function branch(opcode: number, at: number, target: number): Buffer {
  return Buffer.from([opcode, ...word(target - (at + 5))]);
}

function word(value: number): number[] {
  return [value & 0xff, (value >>> 8) & 0xff, (value >>> 16) & 0xff, (value >>> 24) & 0xff];
}

/** Branches among them lead where they led. */
function moveInstructions(bytes: Buffer, from: number, to: number): Buffer {
  const decoder = new Decoder(32, bytes, DecoderOptions.None);
  decoder.ip = BigInt(from);
  const instructions = decoder.decodeAll();
  const encoder = new BlockEncoder(32, BlockEncoderOptions.None);
  try {
    for (const instruction of instructions) encoder.add(instruction);
    return Buffer.from(encoder.encode(BigInt(to)));
  } finally {
    encoder.free();
    for (const instruction of instructions) instruction.free();
    decoder.free();
  }
}
