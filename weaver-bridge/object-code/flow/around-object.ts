/**
 * What lies outside of an object that a pointer leads to: the struct that it is a part of, a larger struct that begins with
 * it, the element before or behind it in an array. Each is a guess, the likelier the lower; what the source names decides.
 */
import type { EntryId } from "../dwarf/entries.js";
import type { CodeCopy } from "../dwarf/functions.js";
import { beginsWith } from "../dwarf/types.js";
import type { Unit } from "./flow-context.js";
import type { Leaf } from "./locate.js";
import type { NamedHere } from "./named-members.js";
import type { Terms } from "./terms.js";

export interface OutsidePlace {
  readonly type: EntryId;
  readonly offset: number;
  readonly size: number;
  readonly terms: Terms;
}

/** Outside of an object that is a part of another one, `size` bytes from `offset` in it. */
export type AroundObject = (place: OutsidePlace, names: () => NamedHere | undefined) => readonly Leaf[];

const GUESS = { container: 1, cast: 2, neighbour: 3, namedContainer: 4 } as const;
/** Structs that a cast may mean; where there are more, nothing is known. */
const MOST_CASTS = 3;

/** In one function, whose variables point to `records`. */
export function createAroundObject(unit: Unit, copy: CodeCopy, records: readonly EntryId[]): AroundObject {
  const { locator, types } = unit;
  const known = new Map<string, readonly Leaf[]>();
  const guessed = (guess: number, leaves: readonly Leaf[]) => leaves.map((leaf) => ({ ...leaf, guess }));
  const inContainer = ({ type, offset, size, terms }: OutsidePlace, among: readonly EntryId[]) =>
    containers(unit, type, among)
      .map(({ record, start }) => locator.inObject(record, start + offset, size, terms))
      .find((leaves) => leaves.length > 0) ?? [];
  const find = (place: OutsidePlace): readonly Leaf[] => [
    ...guessed(GUESS.container, inContainer(place, records)),
    ...guessed(GUESS.cast, casts(unit, copy, records, place)),
    ...guessed(GUESS.neighbour, locator.inNeighbour(place.type, place.offset, place.size, place.terms)),
  ];
  return (place, namesHere) => {
    const { type, offset, size, terms } = place;
    const key = `${type} ${offset} ${size} ${terms.map(({ by }) => by)}`;
    let found = known.get(key);
    if (found === undefined) known.set(key, (found = find(place)));
    const names = types.isRecord(type) ? namesHere() : undefined;
    if (names === undefined || found.some((leaf) => leaf.member !== undefined && names.members.has(leaf.member.name)))
      return found;
    const others = [...names.members].flatMap((name) => unit.records.having(copy, name));
    const named = inContainer(place, likely(unit, [...new Set(others)], names));
    return [...found, ...guessed(GUESS.namedContainer, named)];
  };
}

/** Those that the statement names first. */
export function likely({ types }: Unit, records: readonly EntryId[], { structs }: NamedHere): EntryId[] {
  const isNamed = (record: EntryId) => structs.has(types.nameOf(record));
  return [...records.filter(isNamed), ...records.filter((record) => !isNamed(record))];
}

/** Behind the end of what other structs begin with: `((struct tcp_sock *)sk)->rcv_nxt`, a cast that leaves no variable. */
function casts(unit: Unit, copy: CodeCopy, records: readonly EntryId[], place: OutsidePlace): readonly Leaf[] {
  const { locator, types } = unit;
  const { type, offset, size, terms } = place;
  const end = types.size(type);
  if (end === 0 || offset < end) return [];
  const own = records.filter((record) => beginsWith(record, type, types));
  for (const larger of [own, unit.records.beginning(copy, type)]) {
    const leaves = larger
      .filter((record) => offset < types.size(record))
      .flatMap((record) => locator.inObject(record, offset, size, terms));
    const found = new Map(leaves.map((leaf) => [`${leaf.entry} ${leaf.inOwner}`, leaf]));
    const structs = new Set(leaves.map(({ scope, inOwner }) => `${scope} ${inOwner}`));
    if (found.size === 0) continue;
    if (structs.size === 1) return [...found.values()];
    return structs.size > MOST_CASTS ? [] : [...found.values()].map((leaf) => ({ ...leaf, isOneOfCasts: true }));
  }
  return [];
}

/** `container_of`, with nothing left of the pointer that it gives: members of the type first, then those in structs in it. */
function containers({ types, parts }: Unit, type: EntryId, records: readonly EntryId[]) {
  const having = records.filter((record) => parts(record).has(type));
  const direct = having.flatMap((record) =>
    types
      .members(record)
      .filter((member) => types.bare(member.type) === type)
      .map(({ offset }) => ({ record, start: offset })),
  );
  const deeper = having.flatMap((record) =>
    (parts(record).get(type) ?? []).map((start) => ({ record, start })),
  );
  return [...direct, ...deeper];
}
