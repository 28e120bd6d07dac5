/** Which registers that C may change advice does change, by its code: others need not be saved for it. */
import type { KernelImage } from "../image/kernel-image.js";

/**
 * `changesOf` an address in the advice: numbers of registers; undefined where something is called, or jumps are not
 * followed, so that all may change.
 */
export function changedBy(
  { pieces }: { readonly pieces: readonly { readonly address: number; readonly bytes: Buffer }[] },
  { machine }: Pick<KernelImage, "machine">,
) {
  const known = new Map<number, ReadonlySet<number> | undefined>();
  const changesFrom = (entry: number) => {
    const piece = pieces.find(({ address, bytes }) => address <= entry && entry < address + bytes.length);
    return piece && changesIn(piece.bytes.subarray(entry - piece.address), entry);
  };
  const changesIn = (bytes: Uint8Array, entry: number): ReadonlySet<number> | undefined => {
    const changed = new Set<number>();
    // What comes behind a jump or a return belongs to it only where a branch before leads there.
    let farthest = entry;
    for (const one of machine.code.decode(bytes.subarray(0, LONGEST), entry)) {
      if (one.isInvalid || !KNOWN.has(one.flow)) return undefined;
      for (const register of one.changes) changed.add(register);
      if (one.target !== undefined && (one.target < entry || one.target >= entry + LONGEST)) return undefined;
      farthest = Math.max(farthest, one.target ?? farthest);
      const isEnd = one.flow === "return" || one.flow === "jump";
      if (isEnd && farthest < one.address + one.length) return changed;
    }
    return undefined;
  };
  return {
    changesOf: (entry: number): ReadonlySet<number> | undefined => {
      if (!known.has(entry)) known.set(entry, machine.hooks.savesAll ? undefined : changesFrom(entry));
      return known.get(entry);
    },
  };
}

/** Of bytes that are looked at. */
const LONGEST = 512;
const KNOWN = new Set(["next", "branch", "jump", "return"]);
