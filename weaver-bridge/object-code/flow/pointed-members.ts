/** Which members and variables lie where a value leads to. */

import type { CodeCopy } from "../dwarf/code-copy.js";
import type { EntryId } from "../dwarf/entries.js";
import type { Types } from "../dwarf/types.js";
import { chosenMembers } from "./chosen-members.js";
import type { Frame, Unit } from "./flow-context.js";
import { localAt } from "./frame-variables.js";
import { indexedVariable } from "./indexed-variable.js";
import type { Leaf } from "./locate.js";
import { isUnheardOf } from "./members-by-name.js";
import { isNamed, meantOf, type NamedHere } from "./named-members.js";
import type { OutsidePlace, RecordParts } from "./outside-places.js";
import type { State } from "./state.js";
import type { Terms } from "./terms.js";
import type { Atom, Value } from "./values.js";
import { variableTypes } from "./variables.js";

export function leavesAt(
  frame: Frame,
  state: State,
  where: Value,
  size: number,
  address: number,
): readonly Leaf[] {
  const [only] = where;
  if (only === undefined) return [];
  const names = () => frame.namesAt(address);
  const all = withCasts(where, frame, names);
  const meant =
    all.length === 1
      ? all
      : aligned(
          all.filter((atom) => !isExplained(atom, all, frame) && !isCastAway(atom, all, frame, names)),
          Math.min(size, frame.machine.word),
        );
  const ofAtoms = meant.map((atom) => leavesOf(frame, state, atom, size, address));
  const leaves = ofAtoms.flat();
  if (only.kind === "object" && leaves.length > 0 && isUnheardOf(leaves, names())) {
    const terms = [{ symbol: 0, by: 1 }, ...only.terms];
    const cast = frame
      .byName({ offset: only.offset, size, terms }, names)
      .filter((leaf) => leaf.isNamedOnly !== true);
    if (cast.length > 0) return cast;
  }
  const found = meantOf(leaves, names);
  return meant.length > 1 ? ofSeveral(found, meant, ofAtoms) : found;
}

/** `c ? p->a-- : q->b--` of one pointer that is either: one of the members is meant, and only the kernel knows which. */
function ofSeveral(
  leaves: readonly Leaf[],
  where: Value,
  ofAtoms: readonly (readonly Leaf[])[],
): readonly Leaf[] {
  const left = new Set(leaves.map(({ entry }) => entry));
  const groups = where.flatMap((atom, index) => {
    const entries = new Set(ofAtoms[index]?.flatMap(({ entry }) => (left.has(entry) ? [entry] : [])));
    return atom.kind === "stack" || entries.size === 0 ? [] : [{ type: typeOf(atom), entries }];
  });
  const isOther = (one: (typeof groups)[number], other: (typeof groups)[number]) =>
    one.type === other.type && ![...one.entries].some((entry) => other.entries.has(entry));
  const chosen = groups.filter((one) => groups.some((other) => isOther(one, other)));
  if (chosen.length === 0) return leaves;
  return leaves.map((leaf) =>
    chosen.some(({ entries }) => entries.has(leaf.entry)) ? { ...leaf, isChosen: true } : leaf,
  );
}

const typeOf = (atom: Atom) => (atom.kind === "object" ? atom.type : undefined);

/**
 * Outside of a struct that is a part of another one which the value leads to as well: `t` and `sk = from_timer(sk, t, …)`
 * in one register, or `sk` and `tp = tcp_sk(sk)`. Around a local that a pointer leads to other locals lie.
 */
function isExplained(atom: Atom, others: Value, { types, parts }: Frame): boolean {
  if (atom.kind !== "object" || isInside(atom, types)) return false;
  return others.some((other) => {
    if (other.kind === "stack") return true;
    if (other.kind !== "object" || other.type === atom.type || !types.isRecord(other.type)) return false;
    const start = other.offset - atom.offset;
    const isPart = parts(other.type).get(atom.type)?.includes(start) ?? false;
    return isPart && (start > 0 || isInside(other, types));
  });
}

/** With what lies beside the objects, where a variable of the statement leads to it, or the statement names its member. */
function withCasts(
  where: Value,
  { casts, types, pointees, locator }: Frame,
  namesHere: () => NamedHere | undefined,
): Value {
  const found = where.flatMap((atom) =>
    atom.kind !== "object" || isInside(atom, types) ? [] : casts.at(atom),
  );
  if (found.length === 0) return where;
  const names = namesHere();
  const led = pointees(names);
  const isMeant = ({ type, offset, terms }: (typeof found)[number]) =>
    led.has(type) ||
    (names !== undefined &&
      locator.inObject(type, offset, 1, terms).some((leaf) => isNamed(leaf, names.members)));
  return [...where, ...found.filter(isMeant)];
}

/** Outside of an object that no variable of the statement leads to, where one leads to a struct that the place is in. */
function isCastAway(
  atom: Atom,
  others: Value,
  { types, pointees }: Frame,
  namesHere: () => NamedHere | undefined,
): boolean {
  if (atom.kind !== "object" || !types.isRecord(atom.type) || isInside(atom, types)) return false;
  const inside = others.filter(
    (other) => other.kind === "object" && other.type !== atom.type && isInside(other, types),
  );
  if (inside.length === 0) return false;
  const led = pointees(namesHere());
  return !led.has(atom.type) && inside.some((other) => other.kind === "object" && led.has(other.type));
}

/**
 * Compilers clear memory byte by byte to where a word begins, and word by word from there on. Objects are aligned: of
 * several places in one the unaligned are none.
 */
function aligned(value: Value, unit: number): Value {
  const isAligned = ({ offset }: { offset: number }) => offset % unit === 0;
  const isOther = (atom: Atom) =>
    atom.kind === "object" &&
    !isAligned(atom) &&
    value.some((other) => other.kind === "object" && other.type === atom.type && isAligned(other));
  return value.some(isOther) ? value.filter((atom) => !isOther(atom)) : value;
}

const isInside = ({ type, offset }: { type: EntryId; offset: number }, types: Types) =>
  offset >= 0 && offset < types.size(type);

function leavesOf(frame: Frame, state: State, atom: Atom, size: number, address: number): readonly Leaf[] {
  switch (atom.kind) {
    case "function":
    case "number":
      return [];
    case "object":
      return copiedWhole(frame, atom, address) ?? inOrAround(frame, { ...atom, size }, address);
    case "static": {
      const names = () => frame.namesAt(address);
      const place = { terms: atom.terms, offset: frame.machine.address(atom.offset) };
      const found = indexedVariable(frame, place, names);
      if (found === undefined) return frame.byName({ ...atom, size }, names);
      const { variable, offset } = found;
      const { entry, type } = variable;
      const leavesIn = (at: number, by: Terms) => frame.locator.inVariable(entry, type, at, size, by);
      const moved = { type, offset, terms: atom.terms, size, leavesAt: leavesIn };
      return chosenMembers(frame.types, moved, () => namesOf(frame, address));
    }
    case "stack": {
      const local = localAt(frame, state, atom.offset, address);
      // Locals are no join points; their members are.
      if (local === undefined) return [];
      const { type } = local;
      const leavesIn = (at: number, by: Terms) => frame.locator.inObject(type, at, size, by);
      const place = { type, offset: atom.offset - local.offset, terms: atom.terms, size, leavesAt: leavesIn };
      return chosenMembers(frame.types, place, () => namesOf(frame, address));
    }
  }
}

/** In an object, or where the place is outside of it in what is around it. */
function inOrAround(frame: Frame, place: OutsidePlace, address: number): readonly Leaf[] {
  const { types, locator } = frame;
  const { type, offset, size, terms } = place;
  const named = () => namesOf(frame, address);
  const leavesIn = (at: number, by: Terms) => locator.inObject(type, at, size, by);
  const inside = chosenMembers(types, { type, offset, terms, size, leavesAt: leavesIn }, named);
  const whole = types.size(type);
  if (inside.length === 0 && !types.isRecord(type)) return frame.aroundNumber(place, frame.namesAt(address));
  if (!types.isRecord(type) || isInside({ type, offset }, types) || whole === 0) return inside;
  const around = frame.around(place, terms.length > 0 ? named : () => frame.namesAt(address));
  const isOpen = types.openFrom(type) !== undefined;
  const isOfArray = !isOpen && terms.some(({ by }) => by % whole === 0);
  return [
    ...inside.map((leaf) => ({ ...leaf, guess: 0 })),
    ...(isOfArray ? around.filter(({ guess = 0 }) => guess < 0) : around),
  ];
}

/** By its line, or where it has none by its function. */
const namesOf = (frame: Frame, address: number) => frame.namesAt(address) ?? frame.namesAround(address);

/** `*p = *q` in a loop: which of the struct's members an instruction touches, only its index says. */
function copiedWhole(
  frame: Frame,
  { type, offset, terms }: Pick<Atom, "offset" | "terms"> & { readonly type: EntryId },
  address: number,
): readonly Leaf[] | undefined {
  const { types } = frame;
  if (terms.length === 0 || !types.isRecord(type) || !isInside({ type, offset }, types)) return undefined;
  const whole = types.size(type);
  if (terms.some(({ by }) => by % whole === 0)) return undefined;
  const names = frame.namesAt(address);
  if (names?.hasWhole !== true || names.members.size > 0 || !frame.pointees(names).has(type))
    return undefined;
  const leaves = frame.locator.inObject(type, 0, Number.MAX_SAFE_INTEGER, []);
  return leaves.map((leaf) => ({ ...leaf, isOfCopy: true }));
}

export function recordsPointedTo({ debug, types }: Unit, copy: CodeCopy): EntryId[] {
  const found = new Set<EntryId>();
  for (const type of variableTypes(debug, copy)) {
    const record = types.bare(types.pointee(type));
    if (record !== undefined && types.isRecord(record)) found.add(record);
  }
  return [...found];
}

/** Where in a record which structs are, also in structs in it. */
export function createRecordParts(types: Types): RecordParts {
  const known = new Map<EntryId, ReadonlyMap<EntryId, readonly number[]>>();
  const partsOf: RecordParts = (record) => {
    const before = known.get(record);
    if (before !== undefined) return before;
    const found = new Map<EntryId, number[]>();
    // A struct that is met again while it is looked at is a part of itself: the file is damaged.
    known.set(record, found);
    const add = (type: EntryId, offset: number) => {
      const list = found.get(type);
      if (list === undefined) found.set(type, [offset]);
      else list.push(offset);
    };
    for (const { type, offset } of types.members(record)) {
      const part = types.bare(type);
      if (part === undefined || !types.isRecord(part)) continue;
      add(part, offset);
      for (const [inner, offsets] of partsOf(part)) for (const one of offsets) add(inner, offset + one);
    }
    return found;
  };
  return partsOf;
}
