/** Where the kernel's code jumps to, as far as its file tells. */
import { decodeBranches, I686 } from "../../object-code/index.js";
import type { KernelImage } from "../image/kernel-image.js";

export interface JumpTargets {
  /** A branch or a table of the kernel leads to an address from `start` up to, without, `end`. */
  leadsInto(start: number, end: number): boolean;
}

/** With these addresses, too. */
export function withTargets(targets: JumpTargets, more: Iterable<number>): JumpTargets {
  const own = targetsAt(Uint32Array.from(new Set(more)).sort());
  return { leadsInto: (start, end) => own.leadsInto(start, end) || targets.leadsInto(start, end) };
}

function targetsAt(sorted: Uint32Array): JumpTargets {
  return {
    leadsInto: (start, end) => {
      const at = lowerBound(sorted, start);
      return at < sorted.length && (sorted[at] as number) < end;
    },
  };
}

/** All that branches, and all words of data that may be addresses of code. */
export function jumpTargets(image: KernelImage): JumpTargets {
  let known = TARGETS.get(image);
  if (known === undefined) TARGETS.set(image, (known = readJumpTargets(image)));
  return known;
}

const TARGETS = new WeakMap<KernelImage, JumpTargets>();

const KIND = "jump-targets";

function readJumpTargets(image: KernelImage): JumpTargets {
  const kept = image.opened?.kept;
  const known = kept?.get(KIND)?.targets;
  const sorted = known instanceof Uint32Array ? known : allTargets(image);
  if (known === undefined) kept?.put(KIND, { targets: sorted });
  return targetsAt(sorted);
}

function allTargets(image: KernelImage): Uint32Array {
  const found = new Set<number>();
  for (const section of image.sections) {
    // A call to a place inside of a function's first bytes is as rare as it is deadly.
    if (section.isCode)
      for (const { target } of decodeBranches(section.bytes, section.address, I686, true)) found.add(target);
    else for (const word of codeWords(section.bytes, image)) found.add(word);
  }
  return Uint32Array.from(found).sort();
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

/** Index of the first that is not below the value. */
export function lowerBound(sorted: Uint32Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
