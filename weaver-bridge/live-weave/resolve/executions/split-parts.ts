/** What the optimizer splits off a function (`f.part.0`): the rest of it calls that, and was entered, and counted, before. */
import { type CodeCopy, holds } from "../../../object-code/index.js";
import type { ImageCode } from "../code/image-code.js";
import { ownOf } from "./own-copy.js";

export interface SplitPart {
  /** Calls and jumps that lead there from no code of the function: they are not counted. */
  readonly others: number;
}

/** Undefined where the code is no such part, or no rest leads to it. */
export function splitPart(copy: CodeCopy, image: ImageCode): SplitPart | undefined {
  if (copy.isInlined || !/\.part\.\d/.test(image.symbolAt(copy.start)?.name ?? "")) return undefined;
  const rest = image.functions.copiesOf.get(copy.origin).filter((one) => one !== copy);
  const isLed = rest.some((one) =>
    image
      .instructionsOf(ownOf(one))
      .some(({ address, flow, target }) => flow !== "next" && target === copy.start && holds(one, address)),
  );
  if (!isLed) return undefined;
  const sites = waysTo(image).get(copy.start) ?? [];
  return { others: sites.filter((site) => !rest.some((one) => holds(one, site))).length };
}

const WAYS = new WeakMap<ImageCode, ReadonlyMap<number, readonly number[]>>();

/** Calls and jumps to all parts, by their bytes: what only looks like one makes a doubt, and hides nothing. */
function waysTo(image: ImageCode): ReadonlyMap<number, readonly number[]> {
  let known = WAYS.get(image);
  if (known === undefined) WAYS.set(image, (known = findWays(image)));
  return known;
}

function findWays({ elf, machine }: ImageCode): ReadonlyMap<number, readonly number[]> {
  const parts = new Map<number, number[]>();
  const { longestNearBranch, nearBranchAt } = machine.bytes;
  if (elf.isRelocatable) return parts;
  for (const { name, address } of elf.symbols) if (/\.part\.\d/.test(name)) parts.set(address, []);
  for (const { isCode, address, bytes } of parts.size === 0 ? [] : elf.sections) {
    if (!isCode) continue;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let at = 0; at + longestNearBranch <= bytes.length; at++) {
      const branch = nearBranchAt(view, at);
      if (branch === undefined) continue;
      const to = address + at + branch.length + branch.distance;
      parts.get(machine.bits === 32 ? to >>> 0 : to)?.push(address + at);
    }
  }
  return parts;
}
