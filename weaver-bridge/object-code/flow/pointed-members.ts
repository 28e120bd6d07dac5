/** Which members and variables lie where a value leads to. */
import type { EntryId } from "../dwarf/entries.js";
import type { CodeCopy } from "../dwarf/functions.js";
import { beginsWith, type Types } from "../dwarf/types.js";
import { WORD } from "../machine/i686.js";
import type { FlowContext, Frame, Unit } from "./flow-context.js";
import { localAt } from "./frame-variables.js";
import type { Leaf } from "./locate.js";
import type { State } from "./state.js";
import type { Atom, Value } from "./values.js";
import { staticAt, variableTypes } from "./variables.js";

export function leavesAt(
  frame: Frame,
  state: State,
  where: Value,
  size: number,
  address: number,
): readonly Leaf[] {
  const [only] = where;
  if (only === undefined) return [];
  if (where.length === 1) return leavesOf(frame, state, only, size, address);
  const meant = where.filter((atom) => !isExplained(atom, where, frame));
  return aligned(meant, size).flatMap((atom) => leavesOf(frame, state, atom, size, address));
}

/**
 * Outside of a struct that is a part of another one which the value leads to as well: `t` and `sk = from_timer(sk, t, …)`
 * in one register, or `sk` and `tp = tcp_sk(sk)`.
 */
function isExplained(atom: Atom, others: Value, { types, parts }: Frame): boolean {
  if (atom.kind !== "object" || isInside(atom, types)) return false;
  return others.some((other) => {
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
function aligned(value: Value, size: number): Value {
  const unit = Math.min(size, WORD);
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
      // Bytes that are walked through are those of one object.
      const stride = atom.walks === true ? 0 : atom.stride;
      const inside = frame.locator.inObject(atom.type, atom.offset, size, stride);
      const isPart = inside.length === 0 && frame.types.isRecord(atom.type);
      return isPart ? frame.around(atom.type, atom.offset, size) : inside;
    }
    case "static": {
      const found = staticAt(frame.statics, atom.address);
      if (found === undefined) return [];
      return frame.locator.inVariable(
        found.entry,
        found.type,
        atom.address - found.address,
        size,
        atom.stride,
      );
    }
    case "stack": {
      const local = localAt(frame, state, atom.offset, address);
      // Locals are no join points; their members are.
      return local === undefined
        ? []
        : frame.locator.inObject(local.type, atom.offset - local.offset, size, 0);
    }
  }
}

/** Outside of an object that is a part of another one, `size` bytes from `offset` in it. */
export type AroundObject = (type: EntryId, offset: number, size: number) => readonly Leaf[];

/** In one function, whose variables point to `records`. */
export function createAroundObject(unit: Unit, copy: CodeCopy, records: readonly EntryId[]): AroundObject {
  const { locator, types } = unit;
  const known = new Map<string, readonly Leaf[]>();
  const find: AroundObject = (type, offset, size) => {
    const inRecord = (record: EntryId, from: number) => locator.inObject(record, from, size, 0);
    const container = containers(unit, type, records)
      .map(({ record, start }) => inRecord(record, start + offset))
      .find((leaves) => leaves.length > 0);
    if (container !== undefined) return container;
    const end = types.size(type);
    if (end === 0 || offset < end) return [];
    // Behind the end of what other structs begin with: `((struct tcp_sock *)sk)->rcv_nxt`, a cast that leaves no variable.
    const own = records.filter((record) => beginsWith(record, type, types));
    for (const larger of [own, unit.recordsOf(copy, type)]) {
      const leaves = larger
        .filter((record) => offset < types.size(record))
        .flatMap((record) => inRecord(record, offset));
      const found = new Map(leaves.map((leaf) => [`${leaf.entry} ${leaf.inOwner}`, leaf]));
      const structs = new Set(leaves.map(({ scope, inOwner }) => `${scope} ${inOwner}`));
      if (found.size === 0) continue;
      if (structs.size === 1) return [...found.values()];
      return structs.size > MOST_CASTS
        ? []
        : [...found.values()].map((leaf) => ({ ...leaf, isOneOfCasts: true }));
    }
    return [];
  };
  return (type, offset, size) => {
    const key = `${type} ${offset} ${size}`;
    let found = known.get(key);
    if (found === undefined) known.set(key, (found = find(type, offset, size)));
    return found;
  };
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

/** Structs that a cast may mean; where there are more, nothing is known. */
const MOST_CASTS = 3;

export function recordsPointedTo({ debug, types }: Unit, copy: CodeCopy): EntryId[] {
  const found = new Set<EntryId>();
  for (const type of variableTypes(debug, copy)) {
    const record = types.bare(types.pointee(type));
    if (record !== undefined && types.isRecord(record)) found.add(record);
  }
  return [...found];
}

export type RecordParts = (record: EntryId) => ReadonlyMap<EntryId, readonly number[]>;

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

/** Structs that begin with a type, of those that the unit of a function knows. */
export function createUnitRecords({ debug, types }: Pick<FlowContext, "debug" | "types">) {
  const { entries } = debug;
  let last:
    | { readonly root: EntryId; readonly byFirst: ReadonlyMap<EntryId, readonly EntryId[]> }
    | undefined;
  const read = (root: EntryId) => {
    const found = new Map<EntryId, EntryId[]>();
    for (const record of entries.childrenOf(root)) {
      const first = types.first(record);
      if (first === undefined || !types.isRecord(first)) continue;
      const list = found.get(first);
      if (list === undefined) found.set(first, [record]);
      else list.push(record);
    }
    return found;
  };
  return (copy: CodeCopy, type: EntryId): readonly EntryId[] => {
    const { root } = entries.unitOf(copy.entry);
    if (last?.root !== root) last = { root, byFirst: read(root) };
    const found = new Set(last.byFirst.get(type));
    // They grow while they are gone through: what begins with those begins with the type too.
    for (const record of found) for (const larger of last.byFirst.get(record) ?? []) found.add(larger);
    return [...found];
  };
}
