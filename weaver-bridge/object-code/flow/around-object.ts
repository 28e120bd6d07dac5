/**
 * What lies outside of an object that a pointer leads to: the struct that it is a part of, a larger struct that begins with
 * it, the element before or behind it in an array. Each is a guess, the likelier the lower; what the source names decides.
 */

import type { CodeCopy } from "../dwarf/code-copy.js";
import type { EntryId } from "../dwarf/entries.js";
import { beginsWith, type Types } from "../dwarf/types.js";
import { chosenMembers } from "./chosen-members.js";
import { innermostRecord, wrapped } from "./element-at.js";
import type { Frame, Unit } from "./flow-context.js";
import type { Leaf } from "./locate.js";
import { isInNamed, isNamed, type NamedHere } from "./named-members.js";
import type { AroundObject, OutsidePlace } from "./outside-places.js";
import type { Terms } from "./terms.js";

const GUESS = {
  namedContainer: -1,
  container: 1,
  cast: 2,
  onlyContainer: 3,
  ofVariable: 4,
  neighbour: 5,
  otherContainer: 6,
  namedNeighbour: 0,
} as const;
/** From this guess on, an address that the code makes is none that the source takes: it is a step on the way. */
export const FAR_FETCHED = GUESS.onlyContainer;
/** Structs that a cast may mean; where there are more, nothing is known. */
const MOST_CASTS = 3;

/** In one function, whose variables point to `records`. */
export function createAroundObject(
  unit: Unit,
  copy: CodeCopy,
  records: readonly EntryId[],
  { pointees, casts: known }: Pick<Frame, "pointees" | "casts">,
): AroundObject {
  const { locator, types } = unit;
  const seen = new Map<string, readonly Leaf[]>();
  const guessed = (guess: number, leaves: readonly Leaf[]) => leaves.map((leaf) => ({ ...leaf, guess }));
  const find = (place: OutsidePlace): readonly Leaf[] => [
    ...guessed(GUESS.container, inContainers(unit, place, records, undefined)[0]?.leaves ?? []),
    ...guessed(GUESS.cast, casts(unit, copy, records, place)),
    ...guessed(GUESS.neighbour, locator.inNeighbour(place.type, place.offset, place.size, place.terms)),
  ];
  const named = (place: OutsidePlace, names: NamedHere): readonly Leaf[] => {
    const having = [...names.members].flatMap((name) => unit.records.having(copy, name));
    const all = inContainers(unit, place, [...new Set([...records, ...having])], names);
    const [found = []] = [isNamed, isInNamed]
      .map((is) => all.filter(({ leaves }) => leaves.some((leaf) => is(leaf, names.members))))
      .filter(({ length }) => length > 0);
    const inCast = found.filter(({ record }) => names.structs.has(types.nameOf(record)));
    const led = pointees(names);
    const cast = inCast.length > 0 ? inCast : found.filter(({ record }) => led.has(record));
    const best = containedBest(types, cast, names, new Set([...led].map(types.nameOf)));
    if (best.length > 0) return guessed(GUESS.namedContainer, best);
    const entries = new Set(found.flatMap(({ leaves }) => leaves.map(({ entry }) => entry)));
    const leaves = found.flatMap((one) => one.leaves);
    if (leaves.some(({ isChosen }) => isChosen)) return guessed(GUESS.namedContainer, leaves);
    const several =
      entries.size > 1 ? leaves.map((leaf) => ({ ...leaf, isOneOfCasts: true })) : leaves.slice(0, 1);
    if (entries.size > MOST_CASTS) return [];
    return guessed(entries.size === 1 ? GUESS.onlyContainer : GUESS.otherContainer, several);
  };
  return (place, namesHere) => {
    const { type, offset, size, terms } = place;
    const key = `${type} ${offset} ${size} ${terms.map(({ by }) => by)}`;
    let found = seen.get(key);
    if (found === undefined) seen.set(key, (found = find(place)));
    const names = types.isRecord(type) ? namesHere() : undefined;
    if (names === undefined) return found;
    // A variable that leads to such structs is named: it was stepped, or a loop was unrolled.
    const led = pointees(names);
    const isStepped = led.has(type);
    const cast = [...led].filter((record) => record !== type && !known.isBeside(type, record));
    const around = named(place, names);
    const isPart = [...around, ...found].some(({ guess = 0 }) => guess < GUESS.neighbour);
    const beside = besideIt(unit, copy, place, { names, cast: isPart || names.hasMacro ? [] : cast });
    const near = (
      names.isNeighbour || isStepped ? locator.inNeighbour(type, offset, size, terms) : []
    ).filter((leaf) => names.isNeighbour || isNamed(leaf, names.members));
    // A neighbour that the statement neither names nor has a variable for.
    const isKnown = (leaf: Leaf) =>
      isNamed(leaf, names.members) || (isStepped && isNamed(leaf, names.around));
    const orDoubted = (leaf: Leaf): Leaf =>
      names.hasMacro || isKnown(leaf) ? leaf : { ...leaf, isBeside: true };
    const isOther = !isStepped && beside.length > 0;
    // The statement casts to another struct, and names a member of an element beside, or of what it is a part of, as well.
    const hasCast = beside.some((leaf) => leaf.isNamedOnly !== true);
    const isInNamedOne = around.some(({ guess }) => guess === GUESS.namedContainer);
    const isEither = hasCast && (isInNamedOne || (isStepped && near.length > 0));
    const orEither = (leaf: Leaf): Leaf => (isEither ? { ...leaf, isBeside: true } : leaf);
    const guess = isEither && isInNamedOne ? GUESS.namedContainer : GUESS.namedNeighbour;
    return [
      ...around.map(orEither),
      ...guessed(GUESS.namedNeighbour, isOther ? [] : near).map((leaf) => orEither(orDoubted(leaf))),
      ...beside.map((leaf) => ({ ...orEither(leaf), guess: leaf.isNamedOnly ? GUESS.ofVariable : guess })),
      ...found.map((leaf) => (leaf.guess === GUESS.neighbour ? orDoubted(leaf) : leaf)),
    ];
  };
}

interface NamedCasts {
  readonly names: NamedHere;
  /** Structs that variables of the statement lead to, with no place that is known. */
  readonly cast: readonly EntryId[];
}

/**
 * `((struct frame *)p - 1)->m`: members that the statement names in such structs before and behind an object. Where only a
 * variable leads to them, and nothing says where it does, it may be another place.
 */
function besideIt(
  unit: Unit,
  copy: CodeCopy,
  { type, offset, size, terms }: OutsidePlace,
  { names, cast }: NamedCasts,
): readonly Leaf[] {
  const { locator, types, records } = unit;
  const isCast = (record: EntryId) => names.structs.has(types.nameOf(record));
  const inCasts = [...names.members].flatMap((name) => records.having(copy, name)).filter(isCast);
  const from = offset < 0 ? 0 : types.size(type);
  return [...new Set([...cast, ...inCasts])].flatMap((record) => {
    const whole = types.size(record);
    if (record === type || whole === 0) return [];
    return locator
      .inObject(record, wrapped(offset - from, whole), size, terms)
      .filter((leaf) => isNamed(leaf, names.members) && isFromStart(leaf))
      .map((leaf) => (isCast(record) ? leaf : { ...leaf, isNamedOnly: true }));
  });
}

/** A bit-field's word may be touched before it. */
const isFromStart = ({ distance, member }: Leaf) => distance >= 0 || member?.bits !== undefined;

/**
 * `container_of(l, struct task, link)` names the part too, there or before. Of a struct that has two parts of the type, and
 * whose variable is `own`: its own member, not one behind it. Where others than that one are named as well, each is a doubt.
 */
function containedBest(
  types: Types,
  found: readonly Contained[],
  { words, wordsAround, members }: NamedHere,
  own: ReadonlySet<string>,
): readonly Leaf[] {
  // Between the members of a struct nothing is accessed.
  const isPadding = ({ type }: Leaf) => innermostRecord(type, types) !== undefined;
  const whole = found.filter(({ leaves }) =>
    leaves.some((leaf) => isNamed(leaf, members) && !isPadding(leaf)),
  );
  const likely = whole.length > 0 ? whole : found;
  const part = [words, wordsAround]
    .map((named) => likely.filter((one) => one.part !== undefined && named.has(one.part)))
    .find(({ length }) => length > 0);
  const meant = part ?? likely;
  const isOwn = ({ leaves }: Contained) => leaves.some(({ scope = "" }) => own.has(scope));
  const [best] = [...meant.filter(isOwn), ...meant];
  if (best === undefined) return [];
  const others = meant.filter(({ record }) => record === best.record).flatMap(({ leaves }) => leaves);
  const isOne = new Set(others.map(({ entry }) => entry)).size <= best.leaves.length;
  return isOne ? best.leaves : others.map((leaf) => ({ ...leaf, isOneOfCasts: true }));
}

interface Contained {
  readonly record: EntryId;
  /** The member of the record that the pointer leads to; undefined for one that is deeper in it. */
  readonly part: string | undefined;
  readonly leaves: readonly Leaf[];
}

function inContainers(
  unit: Unit,
  { type, offset, size, terms }: OutsidePlace,
  among: readonly EntryId[],
  names: NamedHere | undefined,
): Contained[] {
  return containers(unit, type, among)
    .map(({ record, start, part }) => {
      const leavesAt = (at: number, by: Terms) => unit.locator.inObject(record, at, size, by);
      const moved = { type: record, offset: start + offset, terms, size, leavesAt };
      return { record, part, leaves: chosenMembers(unit.types, moved, () => names) };
    })
    .filter(({ leaves }) => leaves.length > 0);
}

/** Those that the statement names first. */
export function likely({ types }: Unit, records: readonly EntryId[], { structs }: NamedHere): EntryId[] {
  const isCast = (record: EntryId) => structs.has(types.nameOf(record));
  return [...records.filter(isCast), ...records.filter((record) => !isCast(record))];
}

/** Behind the end of what other structs begin with: `((struct tcp_sock *)sk)->rcv_nxt`, a cast that leaves no variable. */
function casts(
  unit: Unit,
  copy: CodeCopy,
  records: readonly EntryId[],
  place: OutsidePlace,
): readonly Leaf[] {
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
    return structs.size > MOST_CASTS
      ? []
      : [...found.values()].map((leaf) => ({ ...leaf, isOneOfCasts: true }));
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
      .map(({ offset, name }) => ({ record, start: offset, part: name })),
  );
  const deeper = having.flatMap((record) =>
    (parts(record).get(type) ?? []).map((start) => ({ record, start, part: undefined })),
  );
  return [...direct, ...deeper];
}
