/** Where a function begins and ends in machine code: in each copy of its own, and in each inlined one. */
import { type CodeCopy, holds } from "../../object-code/index.js";
import type { ImageCode } from "./image-code.js";
import type { MachinePlace } from "./machine-places.js";

export function executionPlaces(copies: readonly CodeCopy[], image: ImageCode): MachinePlace[] {
  return copies.flatMap((copy) => (copy.isInlined ? inlinedPlaces(copy, image) : ownPlaces(copy, image)));
}

function ownPlaces(copy: CodeCopy, image: ImageCode): MachinePlace[] {
  const found: MachinePlace[] = [{ address: copy.start, how: "entry", isInlined: false }];
  for (const { address, flow, target } of image.instructionsOf(copy)) {
    if (flow === "return") found.push({ address, how: "return", isInlined: false });
    else if (target !== undefined && flow !== "call" && isElsewhere(target, copy, image))
      found.push({ address, how: "tail-jump", isInlined: false });
  }
  return found;
}

/** Outside of the function's own code: what was split off it belongs to it. */
export function isElsewhere(target: number, copy: CodeCopy, { functions }: ImageCode): boolean {
  if (holds(copy, target)) return false;
  const other = functions.ownAt(target);
  return other === undefined || other.origin !== copy.origin || other.start === target;
}

function inlinedPlaces(copy: CodeCopy, image: ImageCode): MachinePlace[] {
  const found: MachinePlace[] = [{ address: copy.start, how: "entry", isInlined: true }];
  const own = ownOf(copy);
  for (const instruction of image.instructionsOf(own)) {
    const { address, length, flow, target } = instruction;
    if (!holds(copy, address)) continue;
    const next = flow === "next" || flow === "branch" || flow === "call" || flow === "indirect-call";
    const leaves =
      (next && !holds(copy, address + length) && holds(own, address + length)) ||
      (flow !== "call" && target !== undefined && holds(own, target) && !holds(copy, target)) ||
      flow === "return";
    if (leaves) found.push({ address, how: "leave", isInlined: true });
  }
  return found;
}

export function ownOf(copy: CodeCopy): CodeCopy {
  let own = copy;
  while (own.inside !== undefined) own = own.inside;
  return own;
}
