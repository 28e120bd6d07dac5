/** Which members and variables lie where a value leads to. */
import type { EntryId } from "../dwarf/entries.js";
import type { CodeCopy } from "../dwarf/functions.js";
import { beginnings, beginsWith, type Types } from "../dwarf/types.js";
import { WORD } from "../machine/i686.js";
import type { FlowContext, Frame, Unit } from "./flow-context.js";
import { localAt } from "./frame-variables.js";
import type { Leaf } from "./locate.js";
import type { State } from "./state.js";
import type { Atom, Value } from "./values.js";
import { staticAt, variableTypes } from "./variables.js";

export function leavesAt(frame: Frame, state: State, where: Value, size: number, address: number): Leaf[] {
  const meant = where.length < 2 ? where : where.filter((atom) => !isExplained(atom, where, frame));
  const placed = meant.length < 2 ? meant : aligned(meant, size);
  return placed.flatMap((atom) => leavesOf(frame, state, atom, size, address));
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
  if (unit < 2) return value;
  const isAligned = (atom: Atom) => atom.kind !== "object" || atom.offset % unit === 0;
  const typesAt = new Set(
    value.map((atom) => (atom.kind === "object" && isAligned(atom) ? atom.type : undefined)),
  );
  return value.filter((atom) => isAligned(atom) || !typesAt.has((atom as { type: EntryId }).type));
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
      return isPart ? aroundObject(frame, atom.type, atom.offset, size) : inside;
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

/** Outside of an object that is a part of another one: `container_of`, with nothing left of the pointer that it gives. */
function aroundObject(frame: Frame, type: EntryId, offset: number, size: number): readonly Leaf[] {
  const { records, locator, types, parts, recordsOfUnit } = frame;
  const inRecord = (record: EntryId, from: number) => locator.inObject(record, from, size, 0);
  const direct = (record: EntryId) =>
    types.members(record).flatMap((member) => (types.bare(member.type) === type ? [member.offset] : []));
  for (const startsIn of [direct, (record: EntryId) => parts(record).get(type) ?? []])
    for (const record of records)
      for (const start of startsIn(record)) {
        const found = inRecord(record, start + offset);
        if (found.length > 0) return found;
      }
  if (offset < 0) return [];
  // Behind the end of what other structs begin with: `((struct tcp_sock *)sk)->rcv_nxt`, a cast that leaves no variable.
  for (const known of [records.filter((record) => beginsWith(record, type, types)), recordsOfUnit(type)]) {
    const found = new Map<string, Leaf>();
    for (const record of known)
      if (offset < types.size(record))
        for (const leaf of inRecord(record, offset)) found.set(`${leaf.entry} ${leaf.inOwner}`, leaf);
    const structs = new Set([...found.values()].map(({ scope, inOwner }) => `${scope} ${inOwner}`));
    if (found.size > 0) return structs.size <= MOST_CASTS ? [...found.values()] : [];
  }
  return [];
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

/** By the struct that they begin with: the structs with members that the unit of a function knows. */
export function createUnitRecords({ debug, types }: Pick<FlowContext, "debug" | "types">) {
  const { entries } = debug;
  let last:
    | { readonly root: EntryId; readonly records: ReadonlyMap<EntryId, readonly EntryId[]> }
    | undefined;
  const read = (root: EntryId) => {
    const found = new Map<EntryId, EntryId[]>();
    for (const record of entries.childrenOf(root)) {
      if (!types.isRecord(record)) continue;
      for (const first of beginnings(record, types)) {
        const list = found.get(first);
        if (list === undefined) found.set(first, [record]);
        else list.push(record);
      }
    }
    return found;
  };
  return (copy: CodeCopy, first: EntryId): readonly EntryId[] => {
    const { root } = entries.unitOf(copy.entry);
    if (last?.root !== root) last = { root, records: read(root) };
    return last.records.get(first) ?? [];
  };
}
