/** Where the kernel's code jumps to, as far as its file tells. */
import type { KernelImage } from "../image/kernel-image.js";

export interface JumpTargets {
  /** A branch or a table of the kernel leads to an address from `start` up to, without, `end`. */
  leadsInto(start: number, end: number): boolean;
}

/** With these addresses, too. */
export function withTargets(targets: JumpTargets, more: Iterable<number>): JumpTargets {
  const own = targetsAt(sortedAddresses(more));
  return { leadsInto: (start, end) => own.leadsInto(start, end) || targets.leadsInto(start, end) };
}

function targetsAt(sorted: Addresses): JumpTargets {
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
  const sorted = known instanceof Uint32Array || known instanceof Int32Array ? known : allTargets(image);
  if (known === undefined) kept?.put(KIND, { targets: sorted });
  return targetsAt(sorted);
}

function allTargets(image: KernelImage): Addresses {
  const found = new Set<number>();
  for (const section of image.sections) {
    // A call to a place inside of a function's first bytes is as rare as it is deadly.
    if (section.isCode)
      for (const { target } of image.machine.code.decodeBranches(section.bytes, section.address, true))
        found.add(target);
    else for (const word of codeWords(section.bytes, image)) found.add(word);
  }
  return sortedAddresses(found);
}

/** Ascending; signed where some are in the highest 2 GB of 64 bits. */
export type Addresses = Uint32Array | Int32Array;

export function sortedAddresses(addresses: Iterable<number>): Addresses {
  const all = [...new Set(addresses)];
  return all.some((address) => address < 0) ? Int32Array.from(all).sort() : Uint32Array.from(all).sort();
}

function* codeWords(bytes: Buffer, image: KernelImage): Generator<number> {
  const code = image.sections.filter(({ isCode }) => isCode);
  const start = Math.min(...code.map(({ address }) => address));
  const end = Math.max(...code.map(({ address, size }) => address + size));
  // Tables of 32 bits have the lower halves, or distances from themselves, which jumps through them do not lead here.
  const read = (at: number) => image.machine.address(bytes.readUInt32LE(at));
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    const word = read(at);
    if (word >= start && word < end) yield word;
  }
}

/** Index of the first that is not below the value. */
export function lowerBound(sorted: Addresses, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
