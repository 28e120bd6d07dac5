/**
 * The instructions that a jump of five bytes takes the place of, around one that is to be hooked. They are moved as whole
 * ones: nothing may jump between them, and a call among them must be the last, because it returns to what comes next. Where
 * they don't fit behind the hooked instruction, they begin before it.
 */
import type { Machine, MovableInstruction } from "../../object-code/index.js";
import type { KernelImage } from "../image/kernel-image.js";
import { fixedAt } from "./forbidden-code.js";
import type { HookSite, SiteOrReason } from "./hook-site.js";
import { type JumpTargets, jumpTargets } from "./jump-targets.js";

/** Code that belongs together, with the instruction in it. */
export interface CodePiece {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

/** In bytes, on either side of the instruction: no block reaches farther. */
const windowOf = ({ hooks, code }: Machine) => hooks.jumpLength - 1 + 2 * code.longestInstruction;

interface Search {
  readonly image: KernelImage;
  readonly targets: JumpTargets;
  readonly piece: CodePiece;
  /** Calls whose own targets are hooked. */
  readonly taken: ReadonlySet<number>;
}

/** Undefined where the instruction may be hooked in some way, else why not. */
export function refusedAt(image: KernelImage, address: number, piece: CodePiece): string | undefined {
  const bytes = bytesFrom(image, address, piece);
  if (bytes === undefined) return "its code is not in the file of the kernel";
  for (const instruction of image.machine.code.eachMovable(bytes, address)) {
    if (instruction.isInvalid) break;
    return fixedIn(instruction, image) ?? (instruction.isStuckCall ? STUCK : undefined);
  }
  return "the instruction there can't be moved";
}

export function displacedBlock(
  image: KernelImage,
  address: number,
  piece: CodePiece,
  { targets = jumpTargets(image), taken = new Set() }: Partial<Pick<Search, "targets" | "taken">> = {},
): SiteOrReason {
  const search: Search = { image, targets, piece, taken };
  const behind = blockFrom(address, address + 1, search);
  if ("site" in behind) return behind;
  for (const start of startsBefore(address, search)) {
    const found = blockFrom(start, address + 1, search);
    if ("site" in found) return found;
  }
  return behind;
}

/** One instruction, for a breakpoint. */
export function trapSite(image: KernelImage, address: number, piece: CodePiece, trap: string): HookSite {
  const bytes = bytesFrom(image, address, piece) ?? Buffer.alloc(0);
  let length = 0;
  for (const instruction of image.machine.code.eachMovable(bytes, address)) {
    length = instruction.length;
    break;
  }
  return { address, original: Buffer.from(bytes.subarray(0, length)), trap };
}

const CALL =
  "a call is among the instructions that a jump there would take the place of, and its return address would lie in moved code";
const SHORT = "the function ends before a jump fits";
const TARGET =
  "the kernel jumps or may return to one of the instructions that a jump there would take the place of";
const STUCK =
  "the instruction is a call by an address on the stack, and its return address would lie in moved code";

/** From `start` on, with the instruction in it that begins before `covered`. */
function blockFrom(start: number, covered: number, { image, targets, piece, taken }: Search): SiteOrReason {
  const bytes = bytesFrom(image, start, piece);
  if (bytes === undefined) return { reason: "its code is not in the file of the kernel" };
  let end = start;
  for (const instruction of image.machine.code.eachMovable(bytes, start)) {
    if (instruction.isInvalid) break;
    if (end > start && targets.leadsInto(end, end + 1)) return { reason: TARGET };
    const fixed = fixedIn(instruction, image);
    if (fixed !== undefined) return { reason: fixed };
    if (taken.has(end)) return { reason: "a call is hooked where a jump there would reach" };
    if (instruction.isStuckCall) return { reason: CALL };
    end += instruction.length;
    const isEnough = end - start >= image.machine.hooks.jumpLength && end >= covered;
    if (isEnough) return { site: { address: start, original: Buffer.from(bytes.subarray(0, end - start)) } };
    if (isCall(instruction)) return { reason: CALL };
    if (!goesOn(instruction)) break;
  }
  return { reason: SHORT };
}

/** Where instructions begin that are executed right before the one at the address, the nearest first. */
function startsBefore(address: number, { image, targets, piece }: Search): number[] {
  const bytes = image.bytesAt(piece.start, address - piece.start);
  if (bytes === undefined || targets.leadsInto(address, address + 1)) return [];
  let starts: number[] = [];
  let end = piece.start;
  for (const instruction of image.machine.code.eachMovable(bytes, piece.start)) {
    if (targets.leadsInto(end, end + 1) || end < address - windowOf(image.machine)) starts = [];
    starts.push(end);
    end += instruction.length;
    if (instruction.isInvalid || isCall(instruction) || !goesOn(instruction)) starts = [];
  }
  // Otherwise they were decoded from the middle of one.
  return end === address ? starts.reverse() : [];
}

function bytesFrom(image: KernelImage, address: number, { end }: CodePiece): Buffer | undefined {
  return image.bytesAt(address, Math.max(1, Math.min(end - address, windowOf(image.machine))));
}

function fixedIn({ flow, address, length }: MovableInstruction, image: KernelImage): string | undefined {
  if (flow === "raise")
    return "an instruction there raises an exception, which the kernel knows by its address";
  return fixedAt(address, address + length, image);
}

/** What follows the instruction is not executed right behind it. */
export function leavesAt(bytes: Buffer, address: number, { code }: Machine): boolean {
  for (const instruction of code.eachMovable(bytes, address))
    return isCall(instruction) || !goesOn(instruction);
  return true;
}

export const isCall = ({ flow }: MovableInstruction) => flow === "call" || flow === "indirect-call";

/** To the next instruction. */
function goesOn({ flow }: MovableInstruction): boolean {
  return flow === "next" || flow === "branch";
}
