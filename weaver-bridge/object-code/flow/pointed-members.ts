/** Which members and variables lie where a value leads to. */

import type { CodeCopy } from "../dwarf/code-copy.js";
import type { EntryId } from "../dwarf/entries.js";
import type { Types } from "../dwarf/types.js";
import type { Frame, Unit } from "./flow-context.js";
import { localAt } from "./frame-variables.js";
import { indexedVariable } from "./indexed-variable.js";
import type { Leaf } from "./locate.js";
import { isUnheardOf } from "./members-by-name.js";
import { meantOf } from "./named-members.js";
import type { RecordParts } from "./outside-places.js";
import type { State } from "./state.js";
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
  const meant =
    where.length === 1
      ? where
      : aligned(
          where.filter((atom) => !isExplained(atom, where, frame)),
          Math.min(size, frame.machine.word),
        );
  const leaves = meant.flatMap((atom) => leavesOf(frame, state, atom, size, address));
  if (only.kind === "object" && leaves.length > 0 && isUnheardOf(leaves, names())) {
    const terms = [{ symbol: 0, by: 1 }, ...only.terms];
    const cast = frame
      .byName({ offset: only.offset, size, terms }, names)
      .filter((leaf) => leaf.isNamedOnly !== true);
    if (cast.length > 0) return cast;
  }
  return meantOf(leaves, names);
}

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
    case "object": {
      const copied = copiedWhole(frame, atom, address);
      if (copied !== undefined) return copied;
      const inside = frame.locator.inObject(atom.type, atom.offset, size, atom.terms);
      const { type, offset, terms } = atom;
      if (!frame.types.isRecord(type) || isInside(atom, frame.types)) return inside;
      const whole = frame.types.size(type);
      if (whole === 0) return inside;
      const around = frame.around({ type, offset, size, terms }, () => frame.namesAt(address));
      const isOpen = frame.types.openFrom(type) !== undefined;
      const isOfArray = !isOpen && terms.some(({ by }) => by % whole === 0);
      if (isOfArray) return [...inside, ...around.filter(({ guess = 0 }) => guess < 0)];
      return [...inside.map((leaf) => ({ ...leaf, guess: 0 })), ...around];
    }
    case "static": {
      const names = () => frame.namesAt(address);
      const place = { terms: atom.terms, offset: frame.machine.address(atom.offset) };
      const found = indexedVariable(frame, place, names);
      if (found === undefined) return frame.byName({ ...atom, size }, names);
      const { variable, offset } = found;
      return frame.locator.inVariable(variable.entry, variable.type, offset, size, atom.terms);
    }
    case "stack": {
      const local = localAt(frame, state, atom.offset, address);
      // Locals are no join points; their members are.
      return local === undefined
        ? []
        : frame.locator.inObject(local.type, atom.offset - local.offset, size, atom.terms);
    }
  }
}

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
