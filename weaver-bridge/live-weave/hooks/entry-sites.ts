/**
 * Where the code of a function may be replaced at its entry by a jump of five bytes, and why not where it may not: the
 * instructions there are moved as whole ones, nothing may jump between them, and none of them may keep the address of
 * what comes next.
 */
import { Decoder, DecoderOptions, FlowControl, type Instruction } from "iced-x86";
import { decodeBranches } from "../../object-code/index.js";
import type { KernelImage, KernelSymbol } from "../image/kernel-image.js";

export const JUMP_LENGTH = 5;

export interface HookSite {
  readonly address: number;
  /** Of the instructions that the hook displaces. */
  readonly original: Buffer;
  /** Why it is a breakpoint, which takes the place of one instruction, and no jump. */
  readonly trap?: string;
}

export type SiteOrReason = { readonly site: HookSite } | { readonly reason: string };

/** Decoding is bounded by the longest five bytes of instructions that there can be. */
const WINDOW = JUMP_LENGTH - 1 + 15;

export interface JumpTargets {
  /** A branch or a table of the kernel leads to an address from `start` up to, without, `end`. */
  leadsInto(start: number, end: number): boolean;
}

export function entrySite(image: KernelImage, symbol: KernelSymbol, targets: JumpTargets): SiteOrReason {
  const bytes = image.bytesAt(symbol.address, Math.max(symbol.size, 1));
  if (bytes === undefined) return { reason: "its code is not in the file of the kernel" };
  const length = displacedLength(bytes.subarray(0, WINDOW), symbol.address);
  if (typeof length === "string") return { reason: length };
  if (targets.leadsInto(symbol.address + 1, symbol.address + length))
    return {
      reason: "the kernel jumps between the first instructions of it, and a jump does not fit before",
    };
  return { site: { address: symbol.address, original: Buffer.from(bytes.subarray(0, length)) } };
}

/** At an instruction in the middle of a function; `end` is where the piece of its code ends. */
export function insideSite(
  image: KernelImage,
  address: number,
  end: number,
  targets: JumpTargets,
): SiteOrReason {
  const bytes = image.bytesAt(address, Math.max(1, Math.min(end - address, WINDOW)));
  if (bytes === undefined) return { reason: "its code is not in the file of the kernel" };
  const length = displacedLength(bytes, address, INSIDE);
  if (typeof length === "string") return { reason: length };
  if (targets.leadsInto(address + 1, address + length))
    return {
      reason: "the kernel jumps to one of the instructions that a jump there would take the place of",
    };
  return { site: { address, original: Buffer.from(bytes.subarray(0, length)) } };
}

/** One instruction that a breakpoint takes the place of, because a jump does not fit there. */
export function trapSite(image: KernelImage, address: number, end: number, trap: string): SiteOrReason {
  const bytes = image.bytesAt(address, Math.max(1, Math.min(end - address, WINDOW)));
  if (bytes === undefined) return { reason: "its code is not in the file of the kernel" };
  for (const instruction of decode(bytes, address)) {
    const flow = instruction.flowControl;
    if (instruction.isInvalid || flow === FlowControl.Interrupt || flow === FlowControl.Exception) break;
    if (flow === FlowControl.Call || flow === FlowControl.IndirectCall)
      return { reason: "the instruction is a call, whose return address would lie in moved code" };
    return { site: { address, original: Buffer.from(bytes.subarray(0, instruction.length)), trap } };
  }
  return { reason: "the instruction there can't be moved" };
}

const ENTRY = {
  call: "one of its first instructions is a call, whose return address would lie in moved code",
  short: "it is shorter than a jump",
};
const INSIDE = {
  call: "a call is among the instructions that a jump there would take the place of, and its return address would lie in moved code",
  short: "the function ends before a jump fits",
};

/** Of whole instructions that make room for a jump, or why there are none. */
function displacedLength(bytes: Buffer, address: number, words = ENTRY): number | string {
  let length = 0;
  for (const instruction of decode(bytes, address)) {
    if (instruction.isInvalid) break;
    const flow = instruction.flowControl;
    length += instruction.length;
    if (flow === FlowControl.Call || flow === FlowControl.IndirectCall) return words.call;
    if (length >= JUMP_LENGTH) return length;
    if (flow === FlowControl.Return || flow === FlowControl.UnconditionalBranch) break;
  }
  return words.short;
}

/** All that branches, and all words of data that may be addresses of code. */
export function jumpTargets(image: KernelImage): JumpTargets {
  let known = TARGETS.get(image);
  if (known === undefined) TARGETS.set(image, (known = readJumpTargets(image)));
  return known;
}

const TARGETS = new WeakMap<KernelImage, JumpTargets>();

function readJumpTargets(image: KernelImage): JumpTargets {
  const found = new Set<number>();
  for (const section of image.sections) {
    // A call to a place inside of a function's first bytes is as rare as it is deadly.
    if (section.isCode)
      for (const { target } of decodeBranches(section.bytes, section.address, true)) found.add(target);
    else for (const word of codeWords(section.bytes, image)) found.add(word);
  }
  const sorted = Uint32Array.from(found).sort();
  return {
    leadsInto: (start, end) => {
      const at = lowerBound(sorted, start);
      return at < sorted.length && (sorted[at] as number) < end;
    },
  };
}

function* codeWords(bytes: Buffer, image: KernelImage): Generator<number> {
  const code = image.sections.filter(({ isCode }) => isCode);
  const start = Math.min(...code.map(({ address }) => address));
  const end = Math.max(...code.map(({ address, size }) => address + size));
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    const word = bytes.readUInt32LE(at);
    if (word >= start && word < end) yield word;
  }
}

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

function lowerBound(sorted: Uint32Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
