/**
 * The entries of `.debug_info` as flat columns: one pass over all units says of each entry where it is, what it is and
 * what it stands in; its attributes are read from the bytes when they are asked for. A Linux kernel has three million.
 */
import { ByteReader } from "../byte-reader.js";
import type { Columns } from "../kept/columns.js";
import { type Abbreviation, type AbbreviationTable, createAbbreviations } from "./abbreviations.js";
import { createAllowance } from "./allowance.js";
import { skipForm, type UnitShape } from "./forms.js";

/** Index of an entry, in the order of the file. */
export type EntryId = number;

export interface DebugUnit extends UnitShape {
  readonly index: number;
  /** Of its header in the section. */
  readonly offset: number;
  /** Behind its last byte. */
  readonly end: number;
  readonly abbreviations: AbbreviationTable;
  /** Of the unit itself. */
  readonly root: EntryId;
  /** Behind its last entry. */
  lastEntry: EntryId;
  /** Of a unit of one type: what others refer to it by, and where the type's entry is in the section. */
  readonly type?: { readonly signature: string; readonly offset: number };
}

export interface Entries {
  readonly count: number;
  readonly units: readonly DebugUnit[];
  /** In the section, ascending. */
  readonly offsets: Uint32Array;
  readonly tags: Uint16Array;
  /** -1 for a unit. */
  readonly parents: Int32Array;
  /** What could not be read, in words: the entries of that unit end there. Who reads more adds to it. */
  readonly damage: string[];
  unitOf(entry: EntryId): DebugUnit;
  /** The entry that begins there; -1 without. */
  at(offset: number): EntryId;
  /** Behind the last one below it. */
  endOf(entry: EntryId): EntryId;
  /** Direct ones, in order. */
  childrenOf(entry: EntryId): readonly EntryId[];
  /** For {@link keptEntries}. */
  readonly columns: Columns;
}

const SKELETON_UNITS = new Set([4, 5]);
const TYPE_UNITS = new Set([2, 6]);
const DEEPEST = 1000;
/** Units of which it is said what is wrong. */
const MOST_SAID = 100;

/** `typesAt`: from where on `info` has units of `.debug_types`, whose headers are longer. */
export function readEntries(info: Uint8Array, abbreviationBytes: Uint8Array, typesAt = info.length): Entries {
  const columns = createColumns(Math.max(64, Math.ceil(info.length / 10)));
  const units: DebugUnit[] = [];
  const damage: string[] = [];
  const tables = createAbbreviations(
    abbreviationBytes,
    createAllowance(() => abbreviationBytes.length, damage),
  );
  for (let at = 0; at + 11 < info.length; ) {
    const header = readHeader(info, at, units.length, at >= typesAt);
    if (typeof header === "string") {
      damage.push(`${header} at offset 0x${at.toString(16)} of .debug_info`);
      break;
    }
    const { first, unit: shape, abbreviationsAt } = header;
    const abbreviations = tables(abbreviationsAt, shape);
    const unit: DebugUnit = { ...shape, abbreviations, root: columns.count, lastEntry: columns.count };
    const wrong = readUnit(info, first, unit, columns);
    if (wrong !== undefined && damage.length < MOST_SAID) damage.push(wrong);
    unit.lastEntry = columns.count;
    if (unit.lastEntry > unit.root) units.push({ ...unit, index: units.length });
    at = shape.end;
  }
  return entriesOf({ ...columns.finish(), units, damage });
}

/** As they were read before, of the same bytes; undefined where the columns can't be of these. */
export function keptEntries(
  info: Uint8Array,
  abbreviationBytes: Uint8Array,
  columns: Columns,
  typesAt = info.length,
): Entries | undefined {
  const { offsets, tags, parents, levels, roots, headers } = columns;
  const isWhole =
    offsets instanceof Uint32Array &&
    tags instanceof Uint16Array &&
    parents instanceof Int32Array &&
    levels instanceof Uint16Array &&
    [tags, parents, levels].every(({ length }) => length === offsets.length);
  if (!isWhole || roots === undefined || headers?.length !== roots.length) return undefined;
  // Those that were read before kept to it.
  const tables = createAbbreviations(
    abbreviationBytes,
    createAllowance(() => abbreviationBytes.length, []),
  );
  const units: DebugUnit[] = [];
  for (const [index, root] of roots.entries()) {
    const at = headers[index] as number;
    const header = readHeader(info, at, index, at >= typesAt);
    if (typeof header === "string") return undefined;
    const { unit: shape, abbreviationsAt } = header;
    let table: AbbreviationTable | undefined;
    units.push({
      ...shape,
      ...{ root, lastEntry: roots[index + 1] ?? offsets.length },
      get abbreviations() {
        return (table ??= tables(abbreviationsAt, shape));
      },
    });
  }
  return entriesOf({ offsets, tags, parents, levels, units, damage: [] });
}

interface Read {
  readonly offsets: Uint32Array;
  readonly tags: Uint16Array;
  readonly parents: Int32Array;
  readonly levels: Uint16Array;
  readonly units: readonly DebugUnit[];
  readonly damage: string[];
}

function entriesOf({ offsets, tags, parents, levels, units, damage }: Read): Entries {
  const at = (offset: number) => {
    const index = lastAtMost(offsets, offset);
    return index >= 0 && offsets[index] === offset ? index : -1;
  };
  let recent = units[0];
  const unitOf = (entry: EntryId) => {
    // Who reads attributes mostly stays in one unit.
    if (recent === undefined || entry < recent.root || entry >= recent.lastEntry)
      recent = units[lastUnit(units, entry)];
    return recent as DebugUnit;
  };
  const endOf = (entry: EntryId) => {
    const level = levels[entry] as number;
    let next = entry + 1;
    while (next < offsets.length && (levels[next] as number) > level) next++;
    return next;
  };
  const childrenOf = (entry: EntryId) => {
    const found: EntryId[] = [];
    const level = levels[entry] as number;
    for (let next = entry + 1; next < offsets.length && (levels[next] as number) > level; next++)
      if (parents[next] === entry) found.push(next);
    return found;
  };
  return {
    ...{ count: offsets.length, units, offsets, tags, parents, damage, unitOf, at, endOf, childrenOf },
    get columns() {
      const roots = Uint32Array.from(units, ({ root }) => root);
      const headers = Uint32Array.from(units, ({ offset }) => offset);
      return { offsets, tags, parents, levels, roots, headers };
    },
  };
}

type UnitHeader = {
  first: number;
  abbreviationsAt: number;
  unit: Omit<DebugUnit, "abbreviations" | "root" | "lastEntry">;
};

function readHeader(
  info: Uint8Array,
  offset: number,
  index: number,
  isOfTypes: boolean,
): UnitHeader | string {
  const reader = new ByteReader(info, offset);
  let length = reader.u32();
  let offsetSize = 4;
  if (length === 0xffffffff) {
    length = reader.u64();
    offsetSize = 8;
  } else if (length >= 0xfffffff0) return "a unit's length is none";
  const end = reader.at + length;
  if (end > info.length) return "a unit is longer than the section";
  const version = reader.u16();
  if (version < 2 || version > 5) return `a unit has DWARF version ${version}, which is not read here,`;
  let [kind, addressSize, abbreviationsAt] = [1, 0, 0];
  if (version >= 5) {
    kind = reader.u8();
    addressSize = reader.u8();
    abbreviationsAt = reader.word(offsetSize);
    if (SKELETON_UNITS.has(kind)) reader.skip(8);
  } else {
    abbreviationsAt = reader.word(offsetSize);
    addressSize = reader.u8();
  }
  const isType = TYPE_UNITS.has(kind) || (isOfTypes && version < 5);
  const type = isType ? readTypeHeader(reader, offset, offsetSize) : undefined;
  if (addressSize !== 4 && addressSize !== 8 && addressSize !== 2) return "a unit's addresses have no size";
  const first = reader.at;
  const unit = {
    index,
    offset,
    end,
    version,
    addressSize,
    offsetSize,
    ...(type === undefined ? {} : { type }),
  };
  return { first, abbreviationsAt, unit };
}

function readTypeHeader(reader: ByteReader, unit: number, offsetSize: number) {
  const signature = signatureOf(reader);
  return { signature, offset: unit + reader.word(offsetSize) };
}

export const signatureOf = (reader: ByteReader): string => `${reader.u32()} ${reader.u32()}`;

/** Says what is wrong where it can't go on. */
function readUnit(
  info: Uint8Array,
  first: number,
  unit: DebugUnit,
  columns: GrowingColumns,
): string | undefined {
  const reader = new ByteReader(info, first, unit.end);
  const where = () => `at offset 0x${reader.at.toString(16)} of .debug_info`;
  const above = new Int32Array(DEEPEST);
  let level = 0;
  above[0] = -1;
  while (!reader.done) {
    const offset = reader.at;
    const code = reader.uleb();
    if (code === 0) {
      if (level > 0) level--;
      if (level === 0) break;
      continue;
    }
    const shape = unit.abbreviations.get(code);
    if (shape === undefined) return `an entry has no abbreviation ${code} ${where()}`;
    const entry = columns.add(offset, shape.tag, above[level] as number, level);
    if (shape.length >= 0) reader.skip(shape.length);
    else
      for (const form of shape.forms)
        if (!skipForm(reader, form, unit)) return `an attribute has the unknown form ${form} ${where()}`;
    if (!shape.hasChildren) {
      if (level === 0) break;
      continue;
    }
    if (++level >= DEEPEST) return `entries are nested too deep ${where()}`;
    above[level] = entry;
  }
  return reader.overran ? `a unit ends in the middle of an entry ${where()}` : undefined;
}

type GrowingColumns = ReturnType<typeof createColumns>;

function createColumns(expected: number) {
  let offsets = new Uint32Array(expected);
  let tags = new Uint16Array(expected);
  let parents = new Int32Array(expected);
  let levels = new Uint16Array(expected);
  let count = 0;
  const grown = <T extends Uint32Array | Uint16Array | Int32Array>(old: T, make: (size: number) => T) => {
    const more = make(old.length * 2);
    more.set(old);
    return more;
  };
  return {
    get count() {
      return count;
    },
    add(offset: number, tag: number, parent: number, level: number): EntryId {
      if (count === offsets.length) {
        offsets = grown(offsets, (size) => new Uint32Array(size));
        tags = grown(tags, (size) => new Uint16Array(size));
        parents = grown(parents, (size) => new Int32Array(size));
        levels = grown(levels, (size) => new Uint16Array(size));
      }
      offsets[count] = offset;
      tags[count] = tag;
      parents[count] = parent;
      levels[count] = level;
      return count++;
    },
    finish: () => ({
      offsets: offsets.slice(0, count),
      tags: tags.slice(0, count),
      parents: parents.slice(0, count),
      levels: levels.slice(0, count),
    }),
  };
}

function lastAtMost(sorted: Uint32Array, value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] as number) <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function lastUnit(units: readonly DebugUnit[], entry: EntryId): number {
  let [low, high] = [0, units.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((units[middle] as DebugUnit).root <= entry) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Where the value of an attribute of an entry stands. */
export interface AttributePlace {
  readonly form: number;
  readonly constant: number;
  /** At the value. */
  readonly reader: ByteReader;
}

/** `reader` is over all of the section, and is moved. Undefined where the entry has no such attribute. */
export function findAttribute(
  reader: ByteReader,
  entries: Entries,
  entry: EntryId,
  attribute: number,
): AttributePlace | undefined {
  const unit = entries.unitOf(entry);
  reader.at = entries.offsets[entry] as number;
  const shape = unit.abbreviations.get(reader.uleb()) as Abbreviation;
  const index = shape.attributes.indexOf(attribute);
  if (index === -1) return undefined;
  for (let before = 0; before < index; before++) skipForm(reader, shape.forms[before] as number, unit);
  return { form: shape.forms[index] as number, constant: shape.constants[index] as number, reader };
}
