/**
 * What an instruction touches where the code does not say what an address leads to (`((struct inode *)data)->uid` of a
 * `void *`): the member that the source names there, if one lies so far behind a pointer and is so large.
 */

import type { CodeCopy } from "../dwarf/code-copy.js";
import type { EntryId } from "../dwarf/entries.js";
import { likely } from "./around-object.js";
import type { Unit } from "./flow-context.js";
import type { Leaf } from "./locate.js";
import { isNamed, type NamedHere } from "./named-members.js";
import type { UntypedPlace } from "./outside-places.js";

/** No struct is larger. */
const FARTHEST = 1 << 16;

/** Whether what the code's types say is named by the source anywhere: else they may be those of another variable. */
export function isUnheardOf(leaves: readonly Leaf[], names: NamedHere | undefined): boolean {
  if (names === undefined || names.members.size === 0 || names.structs.size === 0) return false;
  return leaves.every(
    (leaf) => leaf.member !== undefined && !isNamed(leaf, names.members) && !isNamed(leaf, names.around),
  );
}

export function membersByName(
  unit: Unit,
  copy: CodeCopy,
  { offset, size, terms }: UntypedPlace,
  names: NamedHere | undefined,
  pointees: ReadonlySet<EntryId>,
): readonly Leaf[] {
  const pointer = terms.findIndex(({ by }) => by === 1);
  const distance = offset | 0;
  if (names === undefined || names.members.size === 0 || pointer === -1 || Math.abs(distance) > FARTHEST)
    return [];
  const steps = terms.filter((_, index) => index !== pointer);
  const records = new Set([...names.members].flatMap((name) => unit.records.having(copy, name)));
  const found = likely(unit, [...records], names).flatMap((record) => {
    // `struct s *p = v; … p->m`, where the compiler no longer says that `p` is there.
    const isCast = names.structs.has(unit.types.nameOf(record)) || pointees.has(record);
    const leaves = unit.locator.inObject(record, distance, size, steps);
    return leaves
      .filter((leaf) => isNamed(leaf, names.members) && isSoLarge(leaf, size))
      .map((leaf) => ({ leaf, isCast }));
  });
  const best = found.some(({ isCast }) => isCast) ? found.filter(({ isCast }) => isCast) : found;
  const entries = new Set(best.map(({ leaf }) => leaf.entry));
  if (entries.size !== 1) return [];
  const [{ leaf, isCast } = { leaf: undefined, isCast: false }] = best;
  return leaf === undefined ? [] : [isCast ? leaf : { ...leaf, isNamedOnly: true }];
}

/** Compilers touch less of a member where that is enough, and words of a large one. */
const isSoLarge = ({ member, distance }: Leaf, size: number) =>
  member !== undefined &&
  (member.bits !== undefined || (distance >= 0 && distance + size <= Math.max(member.size, 4)));
