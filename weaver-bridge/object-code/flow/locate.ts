/** Which members lie at a place in an object. */
import { AT, TAG } from "../dwarf/constants.js";
import type { DebugInfo } from "../dwarf/debug-info.js";
import type { EntryId } from "../dwarf/entries.js";
import { isOpenMember, type Member, type Types } from "../dwarf/types.js";
import { elementAt, innermostRecord, stepsOf } from "./element-at.js";
import type { Terms } from "./terms.js";

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
  /** Of a union, and of another size than what is touched, where one of its members has that. */
  readonly isUnlike?: boolean;
  /** It is one of several structs that begin with the one that is known. */
  readonly isOneOfCasts?: boolean;
  /** One of several members that the instruction accesses one of, by a condition. */
  readonly isChosen?: boolean;
  /** Outside of the object, or where an index moves over members or from none into an array, and the source names no such. */
  readonly isBeside?: boolean;
  /** The struct is copied by instructions of which each touches some of it. */
  readonly isOfCopy?: boolean;
  /** Nothing but the source's line says what lies there. */
  readonly isNamedOnly?: boolean;
  /** Outside of what the pointer leads to; the lower, the likelier. */
  readonly guess?: number;
  /** What it is a part of, outermost first: the object, then structs in it. */
  readonly wholes?: readonly Whole[];
}

/** A struct that is touched in part. */
interface Whole {
  /** The member or variable that it is; undefined for the object that a pointer leads to. */
  readonly entry: EntryId | undefined;
  /** Of a member. */
  readonly name?: string;
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

interface PlaceInType {
  readonly type: EntryId;
  readonly offset: number;
  readonly size: number;
  /** What unknown indices go by, bytes. */
  readonly steps: readonly number[];
  /** The object is one of several, one behind the other. */
  readonly isArray: boolean;
  readonly variable: EntryId | undefined;
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
  inObject(type: EntryId, offset: number, size: number, terms: Terms): readonly Leaf[];
  /** In an element before or behind an object of the type. */
  inNeighbour(type: EntryId, offset: number, size: number, terms: Terms): readonly Leaf[];
  inVariable(
    variable: EntryId,
    type: EntryId | undefined,
    offset: number,
    size: number,
    terms: Terms,
  ): readonly Leaf[];
}

const DEEPEST = 12;

export function createLocator(debug: DebugInfo, types: Types): Locator {
  const members = new TouchedMembers(debug, types);
  const inPlace = (place: PlaceInType): Leaf[] => {
    const { type, offset, size, steps, variable } = place;
    const record = innermostRecord(type, types);
    if (record === undefined) return [];
    const whole = types.size(record);
    const isArray = place.isArray || types.element(type) !== undefined;
    const found = elementAt({ types, record, offset, steps, isArray, touched: size });
    if (found === undefined) return [];
    const { at, isMoved } = found;
    const object = { entry: variable, type: record, scope: undefined, size: whole, from: at, inOwner: at };
    const look = { record, size, outer: "", inOuter: at, outerSize: whole, inArray: false };
    const leaves = members.inRecord({ ...look, offset: at, wholes: [object] });
    // How far the index had been moved before is not known.
    return isMoved ? leaves.map(({ inOwner: _, ...leaf }) => leaf) : leaves;
  };

  const known = new Map<string, readonly Leaf[]>();
  return {
    inObject: (type, offset, size, terms) => {
      const steps = stepsOf(terms);
      const key = `${type} ${offset} ${size} ${steps}`;
      let found = known.get(key);
      const place = { type, offset, size, steps, isArray: false, variable: undefined };
      if (found === undefined) known.set(key, (found = inPlace(place)));
      return found;
    },
    inNeighbour: (type, offset, size, terms) =>
      inPlace({ type, offset, size, steps: stepsOf(terms), isArray: true, variable: undefined }),
    inVariable: (variable, type, offset, size, terms) => {
      const bare = types.bare(type);
      if (bare !== undefined && innermostRecord(bare, types) !== undefined)
        return inPlace({ type: bare, offset, size, steps: stepsOf(terms), isArray: false, variable });
      return [{ entry: variable, type, distance: offset }];
    },
  };
}

/** From a record down to the members that bytes of it are. */
class TouchedMembers {
  /** No struct is a part of itself, but in damaged files. */
  private readonly inside = new Set<EntryId>();
  private readonly typedefs: () => ReadonlyMap<EntryId, string>;

  constructor(
    private readonly debug: DebugInfo,
    private readonly types: Types,
  ) {
    this.typedefs = typedefNames(debug, types);
  }

  inRecord(look: Look): Leaf[] {
    if (look.wholes.length > DEEPEST || this.inside.has(look.record)) return [];
    this.inside.add(look.record);
    try {
      return this.membersAt(look);
    } finally {
      this.inside.delete(look.record);
    }
  }

  private membersAt(look: Look): Leaf[] {
    const { record, offset, size, outer, inOuter, wholes } = look;
    const { debug, types } = this;
    const name = debug.text(record, AT.name) ?? this.typedefs().get(record);
    const ownerSize = name === undefined ? look.outerSize : types.size(record);
    const scope = name ?? outer;
    const inOwner = name === undefined ? inOuter : offset;
    const isUnion = debug.entries.tags[record] === TAG.union_type;
    const touched = touchedMembers(look, types);
    const sharing = sharingIn(isUnion ? touched : [], size);
    return touched.flatMap((member): Leaf[] => {
      const isArray = types.element(types.bare(member.type)) !== undefined;
      const inArray = isArray || (name === undefined && look.inArray);
      const deeper = this.inMember(member, isArray, {
        ...{ offset, size, outer: scope, inOuter: inOwner, outerSize: ownerSize, inArray, wholes },
      });
      if (deeper.length > 0) return deeper.map((leaf) => ({ ...leaf, ...sharing(leaf.member, member) }));
      const distance = offset - member.offset;
      return [
        {
          ...{ entry: member.entry, type: member.type, scope, member, distance, wholes, inOwner },
          ...{ ownerSize, inArray, ...sharing(member, member) },
        },
      ];
    });
  }

  /** Leaves of the struct that a member is, if it is one; `offset` is that in the struct around it. */
  private inMember(member: Member, isArray: boolean, look: Omit<Look, "record">): Leaf[] {
    const inner = innermostRecord(member.type, this.types);
    if (inner === undefined || member.bits !== undefined) return [];
    const within = look.offset - member.offset;
    const element = this.types.size(inner);
    return elementStarts({ within, size: look.size, element, member, isArray }).flatMap((start) => {
      const from = within - start;
      const whole = {
        ...{ entry: member.entry, name: member.name, type: inner, scope: look.outer },
        ...{ size: element, from, inOwner: look.inOuter },
      };
      return this.inRecord({ ...look, record: inner, offset: from, wholes: [...look.wholes, whole] });
    });
  }
}

/** Where the elements begin that are touched, bytes from the member; of what is no array that is its start. */
function elementStarts(touched: {
  /** From the member to the first byte, which may be before it. */
  readonly within: number;
  readonly size: number;
  readonly element: number;
  readonly member: Member;
  readonly isArray: boolean;
}): readonly number[] {
  const { within, size, element, member, isArray } = touched;
  if (!isArray || element === 0) return [0];
  const first = Math.max(0, Math.floor(within / element));
  const end = Math.min(within + size, member.size > 0 ? member.size : Number.MAX_SAFE_INTEGER);
  const count = Math.min(Math.ceil(end / element) - first, MOST_ELEMENTS);
  return Array.from({ length: Math.max(1, count) }, (_, at) => (first + at) * element);
}

/** What goes over more elements goes over all members of one. */
const MOST_ELEMENTS = 3;

/** `of`: the member of the union that a leaf is, or is in. */
function sharingIn(touched: readonly Member[], size: number) {
  const fitting = touched.filter((member) => member.size === size).length;
  const isUnlike = (one: Member | undefined) => fitting > 0 && one?.size !== size;
  return (leaf: Member | undefined, of: Member): Pick<Leaf, "inUnion" | "isUnlike"> => ({
    ...(touched.length > 0 && (isUnlike(of) || (fitting || touched.length) > 1) ? { inUnion: true } : {}),
    ...(isUnlike(leaf) ? { isUnlike: true } : {}),
  });
}

function touchedMembers({ record, offset, size }: Look, types: Types): readonly Member[] {
  const isBehind = offset >= types.size(record);
  const open = types.openFrom(record) ?? (isBehind ? types.openFrom(record, true) : undefined);
  return types.members(record).filter((member) => overlaps(member, { offset, size, open }, types));
}

/** `open`: where the struct's array without an end begins, which may be in a member. */
function overlaps(
  member: Member,
  { offset, size, open }: Pick<Look, "offset" | "size"> & { readonly open: number | undefined },
  types: Types,
): boolean {
  if (offset + size <= member.offset) return false;
  if (member.size > 0 && offset < member.offset + member.size) return true;
  return isOpenMember(member, open, types) && offset + size > (open as number);
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
