/** Types as the machine sees them: sizes, and what lies where in a struct. */

import { ByteReader } from "../byte-reader.js";
import { AT, TAG } from "./constants.js";
import type { DebugInfo } from "./debug-info.js";
import type { EntryId } from "./entries.js";

export interface Member {
  readonly entry: EntryId;
  /** Empty for an unnamed struct or union. */
  readonly name: string;
  readonly type: EntryId | undefined;
  /** In bytes from the start of the struct; of a bit-field the byte that its first bit is in. */
  readonly offset: number;
  /** In bytes; of a bit-field those that it touches. */
  readonly size: number;
  /** Of a bit-field: its lowest bit from the start of the struct, and how many. */
  readonly bits?: { readonly from: number; readonly count: number };
}

export interface Types {
  /** Without typedefs and qualifiers; undefined for `void`. */
  bare(type: EntryId | undefined): EntryId | undefined;
  /** In bytes; 0 where it has none or the compiler does not say. */
  size(type: EntryId | undefined): number;
  /** What a pointer or a reference points to: undefined for none and for `void`. */
  pointee(type: EntryId | undefined): EntryId | undefined;
  /** Of an array. */
  element(type: EntryId | undefined): EntryId | undefined;
  isRecord(type: EntryId | undefined): boolean;
  /** Empty for none. */
  nameOf(type: EntryId): string;
  /** The type of what a struct begins with, without typedefs and qualifiers. */
  first(type: EntryId): EntryId | undefined;
  /** Of a struct, union or class, in order; bases left out. */
  members(type: EntryId): readonly Member[];
  /**
   * Of a struct that ends with an array without a size (`T v[]`), also in a struct or union that it ends with: bytes from
   * its start to where that array begins. `orOne`: or with an array of one element, as they were written before.
   */
  openFrom(type: EntryId, orOne?: boolean): number | undefined;
}

const TRANSPARENT = new Set<number>([
  TAG.typedef,
  TAG.const_type,
  TAG.volatile_type,
  TAG.restrict_type,
  TAG.atomic_type,
]);
const POINTERS = new Set<number>([TAG.pointer_type, TAG.reference_type, TAG.rvalue_reference_type]);
/** Of structs, unions and classes. */
export const RECORD_TAGS: ReadonlySet<number> = new Set<number>([
  TAG.structure_type,
  TAG.union_type,
  TAG.class_type,
]);
const DEEPEST = 64;

export function createTypes(debug: DebugInfo): Types {
  const { entries } = debug;
  const membersOf = new Map<EntryId, readonly Member[]>();
  const bares = new Map<EntryId, EntryId | undefined>();
  const firsts = new Map<EntryId, EntryId | undefined>();
  const bare = (type: EntryId | undefined): EntryId | undefined => {
    if (type === undefined) return undefined;
    if (bares.has(type)) return bares.get(type);
    let current: EntryId | undefined = type;
    for (let depth = 0; current !== undefined && TRANSPARENT.has(entries.tags[current] as number); depth++)
      current = depth > DEEPEST ? undefined : debug.entry(current, AT.type);
    if (current !== undefined && isTag(RECORD_TAGS, current) && debug.has(current, AT.declaration))
      current = debug.entry(current, AT.signature) ?? complete(current) ?? current;
    bares.set(type, current);
    return current;
  };
  const complete = createCompletion(debug);
  const size = (type: EntryId | undefined, depth = 0): number => {
    const plain = bare(type);
    if (plain === undefined || depth > DEEPEST) return 0;
    const said = debug.number(plain, AT.byte_size);
    if (said !== undefined) return said;
    if (entries.tags[plain] === TAG.array_type)
      return size(debug.entry(plain, AT.type), depth + 1) * arrayCount(debug, plain);
    return POINTERS.has(entries.tags[plain] as number) ? entries.unitOf(plain).addressSize : 0;
  };
  const isTag = (tags: ReadonlySet<number>, type: EntryId | undefined) =>
    type !== undefined && tags.has(entries.tags[type] as number);
  const [opens, olderOpens] = [
    new Map<EntryId, number | undefined>(),
    new Map<EntryId, number | undefined>(),
  ];
  const types: Types = {
    bare,
    size,
    pointee: (type) => {
      const plain = bare(type);
      return isTag(POINTERS, plain) ? debug.entry(plain as EntryId, AT.type) : undefined;
    },
    element: (type) => {
      const plain = bare(type);
      return plain !== undefined && entries.tags[plain] === TAG.array_type
        ? debug.entry(plain, AT.type)
        : undefined;
    },
    isRecord: (type) => isTag(RECORD_TAGS, bare(type)),
    nameOf: (type) => debug.text(type, AT.name) ?? "",
    first: (type) => {
      if (firsts.has(type)) return firsts.get(type);
      const member = type + 1;
      const isFirst =
        isTag(RECORD_TAGS, type) && entries.parents[member] === type && entries.tags[member] === TAG.member;
      const found =
        isFirst && memberOffset(debug, member) === 0 ? bare(debug.entry(member, AT.type)) : undefined;
      firsts.set(type, found);
      return found;
    },
    members: (type) => {
      const plain = bare(type);
      if (plain === undefined || !isTag(RECORD_TAGS, plain)) return [];
      let found = membersOf.get(plain);
      if (found === undefined)
        membersOf.set(
          plain,
          (found = entries
            .childrenOf(plain)
            .filter((entry) => entries.tags[entry] === TAG.member && !debug.has(entry, AT.external))
            .map((entry) => readMember(debug, entry, size))),
        );
      return found;
    },
    openFrom: (type, orOne = false) => {
      const known = orOne ? olderOpens : opens;
      if (!known.has(type)) known.set(type, openEnd(debug, types, type, orOne ? 1 : 0));
      return known.get(type);
    },
  };
  return types;
}

/** `most`: elements that the array says to have. */
function openEnd(
  debug: DebugInfo,
  types: Types,
  type: EntryId | undefined,
  most: number,
  depth = 0,
): number | undefined {
  const plain = types.bare(type);
  if (plain === undefined || depth > DEEPEST) return undefined;
  const isUnion = debug.entries.tags[plain] === TAG.union_type;
  const members = types.members(plain);
  for (const member of isUnion ? members : members.slice(-1)) {
    const inner = isShortArray(member, types, most) ? 0 : openEnd(debug, types, member.type, most, depth + 1);
    if (inner !== undefined) return member.offset + inner;
  }
  return undefined;
}

function isShortArray({ type, size }: Member, types: Types, most: number): boolean {
  const element = types.element(type) === undefined ? 0 : types.size(innermostElement(type, types));
  return element > 0 && size <= most * element;
}

/** Whether a member of a struct is its array without an end, which begins at `open`, or ends with that. */
export function isOpenMember(member: Member, open: number | undefined, types: Types): boolean {
  if (open === undefined) return false;
  if (isShortArray(member, types, 1)) return member.offset === open;
  const inner = member.type === undefined ? undefined : types.openFrom(member.type, true);
  return inner !== undefined && member.offset + inner === open;
}

/** What another unit says of a struct that is only declared (`struct s;`); undefined where none does, or several differ. */
function createCompletion(debug: DebugInfo): (declared: EntryId) => EntryId | undefined {
  const { tags, count } = debug.entries;
  let known: Map<string, EntryId | undefined> | undefined;
  const keyOf = (entry: EntryId) => `${tags[entry]} ${debug.text(entry, AT.name) ?? ""}`;
  const shapeOf = (entry: EntryId) =>
    `${debug.number(entry, AT.byte_size)} ${debug.entries.childrenOf(entry).map((child) => debug.text(child, AT.name))}`;
  const read = () => {
    const found = new Map<string, EntryId | undefined>();
    for (let entry = 0; entry < count; entry++) {
      if (!RECORD_TAGS.has(tags[entry] as number) || !debug.has(entry, AT.byte_size)) continue;
      const key = keyOf(entry);
      const other = found.get(key);
      if (other === undefined && found.has(key)) continue;
      found.set(key, other === undefined || shapeOf(other) === shapeOf(entry) ? (other ?? entry) : undefined);
    }
    return found;
  };
  return (declared) => (debug.has(declared, AT.name) ? (known ??= read()).get(keyOf(declared)) : undefined);
}

/** Whether the first member of a struct is of the type, or begins with it. */
export function beginsWith(record: EntryId, type: EntryId, types: Types): boolean {
  let current: EntryId | undefined = record;
  for (let depth = 0; current !== undefined && depth < DEEPEST; depth++) {
    current = types.first(current);
    if (current === type) return true;
  }
  return false;
}

/** Of an array of any dimensions; any other type is itself. */
export function innermostElement(type: EntryId | undefined, types: Types): EntryId | undefined {
  let current = type;
  for (let depth = 0; depth < 8; depth++) {
    const element = types.element(current);
    if (element === undefined) return current;
    current = element;
  }
  return current;
}

/** Elements of all dimensions together; 0 where one is not known. */
export function arrayCount(debug: DebugInfo, array: EntryId): number {
  return arrayDimensions(debug, array).reduce<number>((all, one) => all * (one ?? 0), 1);
}

/** Undefined for `[]`. */
export function arrayDimensions(debug: DebugInfo, array: EntryId): (number | undefined)[] {
  return debug.entries
    .childrenOf(array)
    .filter((entry) => debug.entries.tags[entry] === TAG.subrange_type)
    .map((entry) => {
      const count = debug.number(entry, AT.count);
      if (count !== undefined) return count;
      const last = debug.number(entry, AT.upper_bound);
      // An upper bound of -1 is spelled as the highest number by some compilers.
      return last === undefined || last >= 0xffff_ffff ? undefined : last + 1;
    });
}

function readMember(debug: DebugInfo, entry: EntryId, size: (type: EntryId | undefined) => number): Member {
  const type = debug.entry(entry, AT.type);
  const name = debug.text(entry, AT.name) ?? "";
  const offset = memberOffset(debug, entry);
  const count = debug.number(entry, AT.bit_size);
  if (count === undefined) return { entry, name, type, offset, size: size(type) };
  const from = firstBit(debug, entry, {
    offset,
    count,
    unit: debug.number(entry, AT.byte_size) ?? size(type),
  });
  const first = Math.floor(from / 8);
  const last = Math.floor((from + count - 1) / 8);
  return { entry, name, type, offset: first, size: last - first + 1, bits: { from, count } };
}

/** DWARF 4 and 5 count from the struct's start; the older form counts from the high end of the storage unit. */
function firstBit(
  debug: DebugInfo,
  entry: EntryId,
  { offset, count, unit }: { offset: number; count: number; unit: number },
): number {
  const said = debug.number(entry, AT.data_bit_offset);
  if (said !== undefined) return said;
  const fromHigh = debug.number(entry, AT.bit_offset);
  if (fromHigh === undefined) return offset * 8;
  return offset * 8 + unit * 8 - fromHigh - count;
}

/** A number, or in DWARF 2 an expression of one operation. */
function memberOffset(debug: DebugInfo, entry: EntryId): number {
  const said = debug.number(entry, AT.data_member_location);
  if (said !== undefined) return said;
  const expression = debug.bytes(entry, AT.data_member_location);
  const PLUS_UCONST = 0x23;
  return expression?.[0] === PLUS_UCONST ? new ByteReader(expression, 1).uleb() : 0;
}
