/**
 * Where tables of distances lead, as x86_64 code has them that may lie anywhere: no word of the data is an address, so the
 * code that jumps through them says it. In a function whose table is not known, any instruction may be jumped to.
 */
import { jumpTable, type MachineInstruction } from "../../object-code/index.js";
import { imageCode } from "../image/image-code-of.js";
import type { KernelImage } from "../image/kernel-image.js";
import type { ImageCode } from "../resolve/index.js";
import type { CodePiece } from "./displaced-block.js";

interface Place {
  readonly address: number;
  readonly piece: CodePiece;
}

/** Addresses, in the functions around the places; none for i686, whose tables have addresses. */
export function tableTargets(places: readonly Place[], image: KernelImage): number[] {
  if (image.machine.bits === 32 || places.length === 0) return [];
  const code = codeOf(image);
  const known = new Map<number, number[]>();
  for (const { address, piece } of places) {
    const copy = code?.functions.ownAt(address);
    const ranges = copy?.ranges ?? [piece];
    const start = ranges[0]?.start ?? piece.start;
    if (!known.has(start)) known.set(start, targetsIn(ranges, image, code));
  }
  return [...known.values()].flat();
}

/** Undefined without debug information. */
const codeOf = (image: KernelImage) => (image.opened === undefined ? undefined : imageCode(image));

function targetsIn(
  ranges: readonly CodePiece[],
  image: KernelImage,
  context: ImageCode | undefined,
): number[] {
  const all = ranges.flatMap(({ start, end }) => {
    const bytes = image.bytesAt(start, end - start);
    return bytes === undefined ? [] : image.machine.code.decode(bytes, start);
  });
  return all.flatMap((one, index) => {
    if (one.flow !== "indirect-jump") return [];
    const found = context === undefined ? [] : jumpTable(context, all, index);
    // By a member or a variable it calls, as the last that the function does.
    return found.length > 0 || isThroughMember(one) ? found : all.map(({ address }) => address);
  });
}

const isThroughMember = ({ memory: [use] }: MachineInstruction) =>
  use !== undefined && use.index === undefined;
