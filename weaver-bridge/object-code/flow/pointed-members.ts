/** Which members and variables lie where a value leads to. */
import type { EntryId } from "../dwarf/entries.js";
import type { CodeCopy } from "../dwarf/functions.js";
import { beginnings, beginsWith, type Types } from "../dwarf/types.js";
import type { FlowContext, Frame, Unit } from "./flow-context.js";
import { localAt } from "./frame-variables.js";
import type { Leaf } from "./locate.js";
import type { State } from "./state.js";
import type { Atom, Value } from "./values.js";
import { staticAt, variableTypes } from "./variables.js";

export function leavesAt(frame: Frame, state: State, where: Value, size: number, address: number): Leaf[] {
  const meant = where.length < 2 ? where : where.filter((atom) => !isExceeded(atom, where, frame.types));
  return meant.flatMap((atom) => leavesOf(frame, state, atom, size, address));
}

/** Outside of a struct, and inside of a larger one that begins with it: `sk` and `tp = tcp_sk(sk)` in one register. */
function isExceeded(atom: Atom, others: Value, types: Types): boolean {
  if (atom.kind !== "object" || isInside(atom, types)) return false;
  return others.some(
    (other) =>
      other.kind === "object" &&
      other.offset === atom.offset &&
      isInside(other, types) &&
      beginsWith(other.type, atom.type, types),
  );
}

const isInside = ({ type, offset }: { type: EntryId; offset: number }, types: Types) =>
  offset >= 0 && offset < types.size(type);

function leavesOf(frame: Frame, state: State, atom: Atom, size: number, address: number): readonly Leaf[] {
  switch (atom.kind) {
    case "function":
    case "number":
      return [];
    case "object": {
      const inside = frame.locator.inObject(atom.type, atom.offset, size, atom.stride);
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
  for (const record of records)
    for (const start of parts(record).get(type) ?? []) {
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
    if (found.size > 0) return found.size <= MOST_CASTS ? [...found.values()] : [];
  }
  return [];
}

/** Members that a cast may mean; where there are more, nothing is known. */
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
  let last: { readonly root: EntryId; readonly records: ReadonlyMap<EntryId, readonly EntryId[]> } | undefined;
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
