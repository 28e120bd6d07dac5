/**
 * `container_of(w, struct task, work)->pid` of a pointer to a number: the struct around it that the statement names, in a
 * cast or by a variable that leads to it, with a member of the number's type so far from the one that is named.
 */
import type { CodeCopy } from "../dwarf/code-copy.js";
import type { EntryId } from "../dwarf/entries.js";
import type { Unit } from "./flow-context.js";
import type { Leaf } from "./locate.js";
import { isNamed, type NamedHere } from "./named-members.js";
import type { OutsidePlace } from "./outside-places.js";

interface Found {
  readonly leaf: Leaf;
  /** The statement names the member that the pointer leads to as well. */
  readonly isPartNamed: boolean;
}

/** Nothing where several members may be meant. */
export function aroundNumber(
  { types, locator, records }: Unit,
  copy: CodeCopy,
  { type, offset, size, terms }: OutsidePlace,
  names: NamedHere | undefined,
  pointees: ReadonlySet<EntryId>,
): readonly Leaf[] {
  const isOutside = offset < 0 || offset >= types.size(type);
  if (names === undefined || names.members.size === 0 || terms.length > 0 || !isOutside) return [];
  const having = new Set([...names.members].flatMap((name) => records.having(copy, name)));
  const meant = [...having].filter(
    (record) => names.structs.has(types.nameOf(record)) || pointees.has(record),
  );
  const found = meant.flatMap((record) =>
    types
      .members(record)
      .filter((member) => member.bits === undefined && types.bare(member.type) === type)
      .flatMap((part): Found[] =>
        locator
          .inObject(record, part.offset + offset, size, [])
          .filter(
            (leaf) => isNamed(leaf, names.members) && (leaf.distance >= 0 || leaf.member?.bits !== undefined),
          )
          .map((leaf) => ({ leaf, isPartNamed: names.words.has(part.name) })),
      ),
  );
  const named = found.filter(({ isPartNamed }) => isPartNamed);
  const likely = named.length > 0 ? named : found;
  return new Set(likely.map(({ leaf }) => leaf.entry)).size === 1
    ? likely.slice(0, 1).map(({ leaf }) => leaf)
    : [];
}
