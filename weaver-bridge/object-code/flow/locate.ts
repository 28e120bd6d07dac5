/** Which members lie at a place in an object. */
import { AT, TAG } from "../dwarf/constants.js";
import type { DebugInfo } from "../dwarf/debug-info.js";
import type { EntryId } from "../dwarf/entries.js";
import type { Member, Types } from "../dwarf/types.js";

/** The innermost member or variable that is touched. */
export interface Leaf {
  readonly entry: EntryId;
  readonly type: EntryId | undefined;
  /** The struct that a member is named with; undefined for a variable. Empty where it has no name. */
  readonly scope?: string;
  readonly member?: Member;
  /** Touched bytes that are before it: 0 at its start, negative in its middle. */
  readonly distance: number;
  /** From the start of the struct that a member is named with to the first byte that is touched. */
  readonly inOwner?: number;
  /** In bytes, of that struct. */
  readonly ownerSize?: number;
  /** It is in an array in that struct. */
  readonly inArray?: boolean;
  /** Another member of a union is touched alike. */
  readonly inUnion?: boolean;
  /** What it is a part of, outermost first: the object, then structs in it. */
  readonly wholes?: readonly Whole[];
}

/** A struct that is touched in part. */
interface Whole {
  /** The member or variable that it is; undefined for the object that a pointer leads to. */
  readonly entry: EntryId | undefined;
  readonly type: EntryId;
  /** The struct that the member is named with; undefined for a variable. */
  readonly scope: string | undefined;
  /** In bytes. */
  readonly size: number;
  /** First byte of it that is touched; may be before it. */
  readonly from: number;
  /** From the start of the struct that it is named with to that byte. */
  readonly inOwner: number;
}

/** Where in an object it is looked. */
interface Look {
  readonly record: EntryId;
  readonly offset: number;
  readonly size: number;
  /** The struct that members without one of their own are named with. */
  readonly outer: string;
  /** From the start of that one to the place. */
  readonly inOuter: number;
  /** In bytes, of that one. */
  readonly outerSize: number;
  /** The place is in an array in that one. */
  readonly inArray: boolean;
  readonly wholes: readonly Whole[];
}

export interface Locator {
  /** Leaves that overlap `size` bytes from `offset` in an object of the type. */
  inObject(type: EntryId, offset: number, size: number, stride: number): readonly Leaf[];
  inVariable(
    variable: EntryId,
    type: EntryId | undefined,
    offset: number,
    size: number,
    stride: number,
  ): readonly Leaf[];
}

const DEEPEST = 12;

export function createLocator(debug: DebugInfo, types: Types): Locator {
  const typedefs = typedefNames(debug, types);
  const nameOf = (record: EntryId) => debug.text(record, AT.name) ?? typedefs().get(record);

  /** No struct is a part of itself, but in damaged files. */
  const inside = new Set<EntryId>();
  const inRecord = (look: Look): Leaf[] => {
    if (look.wholes.length > DEEPEST || inside.has(look.record)) return [];
    inside.add(look.record);
    try {
      return membersAt(look);
    } finally {
      inside.delete(look.record);
    }
  };
  const membersAt = (look: Look): Leaf[] => {
    const { record, offset, size, outer, inOuter, wholes } = look;
    const name = nameOf(record);
    const ownerSize = name === undefined ? look.outerSize : types.size(record);
    const scope = name ?? outer;
    const inOwner = name === undefined ? inOuter : offset;
    const isUnion = debug.entries.tags[record] === TAG.union_type;
    const touched = types.members(record).filter((member) => overlaps(member, offset, size));
    const chosen = isUnion ? fitting(touched, size) : touched;
    const several = isUnion && chosen.length > 1 ? { inUnion: true } : {};
    return chosen.flatMap((member): Leaf[] => {
      const inner = innermostRecord(member.type, types);
      const within = offset - member.offset;
      const isArray = types.element(types.bare(member.type)) !== undefined;
      const inArray = isArray || (name === undefined && look.inArray);
      if (inner !== undefined && member.bits === undefined) {
        const element = types.size(inner);
        const from = isArray && element > 0 ? wrapped(within, element) : within;
        const whole = { entry: member.entry, type: inner, scope, size: element, from, inOwner };
        const deeper = inRecord({
          record: inner,
          offset: from,
          size,
          outer: scope,
          inOuter: inOwner,
          outerSize: ownerSize,
          inArray,
          wholes: [...wholes, whole],
        });
        if (deeper.length > 0) return deeper.map((leaf) => ({ ...leaf, ...several }));
      }
      return [
        {
          ...{ entry: member.entry, type: member.type, scope, member, distance: within, wholes, inOwner },
          ...{ ownerSize, inArray, ...several },
        },
      ];
    });
  };

  const inPlace = (
    type: EntryId,
    offset: number,
    size: number,
    stride: number,
    variable: EntryId | undefined,
  ): Leaf[] => {
    const record = innermostRecord(type, types);
    if (record === undefined) return [];
    const whole = types.size(record);
    const look = { record, size, outer: "", inOuter: 0, outerSize: whole, inArray: false };
    // What an index was added to is an array in the object, or the object is one of an array.
    const isOfArray = types.element(type) !== undefined;
    const array =
      stride > 1 && stride < whole && !isOfArray ? indexedArray(record, offset, stride) : undefined;
    if (array !== undefined)
      // How far the index had been moved before is not known.
      return inRecord({ ...look, offset: array, wholes: [] }).map(({ inOwner: _, ...leaf }) => leaf);
    const isArray = stride > 0 || isOfArray;
    const at = isArray && whole > 0 ? wrapped(offset, whole) : offset;
    if (at < 0 || (whole > 0 && at >= whole)) return [];
    const object = { entry: variable, type: record, scope: undefined, size: whole, from: at, inOwner: at };
    return inRecord({ ...look, offset: at, wholes: [object] });
  };

  /** Where in the first element of an array of that stride; undefined where the place is in one, or there is none. */
  const indexedArray = (record: EntryId, offset: number, stride: number): number | undefined => {
    const arrays = arraysIn(record, stride, 0, 0);
    // An index that counts from 1 begins before its array; of two that are as near the one behind is meant.
    const distance = ({ start, size }: (typeof arrays)[number]) =>
      Math.max(start - offset, offset < start + size ? 0 : offset - (start + size) + stride + 1, 0);
    const nearest = arrays.reduce<(typeof arrays)[number] | undefined>(
      (best, one) => (best === undefined || distance(one) < distance(best) ? one : best),
      undefined,
    );
    return nearest === undefined || distance(nearest) === 0
      ? undefined
      : nearest.start + wrapped(offset - nearest.start, stride);
  };

  /** Arrays whose elements have that size, also in structs in it. */
  const arraysIn = (
    record: EntryId,
    stride: number,
    base: number,
    depth: number,
  ): { start: number; size: number }[] =>
    types.members(record).flatMap((member) => {
      const start = base + member.offset;
      if (types.size(types.element(member.type)) === stride) return [{ start, size: member.size }];
      const inner = types.isRecord(member.type) ? types.bare(member.type) : undefined;
      return inner === undefined || depth > 3 ? [] : arraysIn(inner, stride, start, depth + 1);
    });

  const known = new Map<string, readonly Leaf[]>();
  return {
    inObject: (type, offset, size, stride) => {
      const key = `${type} ${offset} ${size} ${stride}`;
      let found = known.get(key);
      if (found === undefined) known.set(key, (found = inPlace(type, offset, size, stride, undefined)));
      return found;
    },
    inVariable: (variable, type, offset, size, stride) => {
      const bare = types.bare(type);
      if (bare !== undefined && innermostRecord(bare, types) !== undefined)
        return inPlace(bare, offset, size, stride, variable);
      return [{ entry: variable, type, distance: offset }];
    },
  };
}

const wrapped = (offset: number, size: number) => ((offset % size) + size) % size;

function overlaps(member: Member, offset: number, size: number): boolean {
  return member.size > 0 && member.offset < offset + size && offset < member.offset + member.size;
}

/** Of the members of a union those of that size, if there are some. */
function fitting(members: readonly Member[], size: number): readonly Member[] {
  const same = members.filter((member) => member.size === size);
  return same.length > 0 ? same : members;
}

/** Through arrays. */
export function innermostRecord(type: EntryId | undefined, types: Types): EntryId | undefined {
  let current = types.bare(type);
  for (let depth = 0; current !== undefined && depth < DEEPEST; depth++) {
    if (types.isRecord(current)) return current;
    current = types.bare(types.element(current));
  }
  return undefined;
}

/** Structs without a name are known by the first typedef of them. */
function typedefNames(debug: DebugInfo, types: Types): () => ReadonlyMap<EntryId, string> {
  let names: Map<EntryId, string> | undefined;
  return () => {
    if (names !== undefined) return names;
    names = new Map();
    const { tags, count } = debug.entries;
    for (let entry = 0; entry < count; entry++) {
      if (tags[entry] !== TAG.typedef) continue;
      const record = types.bare(entry);
      if (record === undefined || !types.isRecord(record) || names.has(record)) continue;
      names.set(record, debug.text(entry, AT.name) ?? "");
    }
    return names;
  };
}
