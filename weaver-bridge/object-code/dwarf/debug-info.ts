/** Attributes of entries as values: texts, numbers, addresses, other entries, ranges of code, places of variables. */
import { ByteReader } from "../byte-reader.js";
import { sizeAtZero } from "../elf/code-at-zero.js";
import type { ElfFile } from "../elf/elf-file.js";
import { joined, partsOf } from "../elf/sections-of-name.js";
import type { Columns } from "../kept/columns.js";
import { type AccountedLists, createLists } from "./accounted-lists.js";
import { type Allowance, createAllowance, createTexts } from "./allowance.js";
import { AT, FORM } from "./constants.js";
import {
  type DebugUnit,
  type Entries,
  type EntryId,
  findAttribute,
  keptEntries,
  readEntries,
  signatureOf,
} from "./entries.js";
import { decodePlace, type ValuePlace } from "./expression.js";
import { type LineTable, readLineTable } from "./line-table.js";
import { type ListedPlace, listedRanges, readLocations, readRanges } from "./lists.js";
import { referredOffset } from "./references.js";

/** `[start, end)` of code. */
export interface CodeRange {
  readonly start: number;
  readonly end: number;
}

export interface Place {
  /** Without one it is there always. */
  readonly range?: CodeRange;
  readonly where: ValuePlace;
}

export interface DebugInfo {
  readonly entries: Entries;
  has(entry: EntryId, attribute: number): boolean;
  text(entry: EntryId, attribute: number): string | undefined;
  /** Of constants, flags (1) and offsets. Signed where the form says so. */
  number(entry: EntryId, attribute: number): number | undefined;
  address(entry: EntryId, attribute: number): number | undefined;
  /** The entry that an attribute refers to. */
  entry(entry: EntryId, attribute: number): EntryId | undefined;
  /** A DWARF expression, or other bytes. */
  bytes(entry: EntryId, attribute: number): Uint8Array | undefined;
  /** The code of a function, an inlined copy, a block or a unit, in the order of the file; empty ranges left out. */
  ranges(entry: EntryId): readonly CodeRange[];
  /** Where the value of a variable is, while the code is in the range. */
  places(entry: EntryId, attribute: number): readonly Place[];
  lines(unit: DebugUnit): LineTable;
}

export interface DebugSections {
  readonly info: Uint8Array;
  section(name: string): Uint8Array;
  /** As in {@link LineSections}. */
  readonly firstFunction: number;
}

const EMPTY = new Uint8Array(0);

/**
 * Undefined where the file has no debug information; `kept` is what was read of it before. Never throws: what is damaged
 * is missing, `entries.damage` says so.
 */
export function readDebugInfo(elf: ElfFile, kept?: Columns): DebugInfo | undefined {
  const section = (name: string) => elf.section(name)?.bytes ?? EMPTY;
  const parts = partsOf(elf, ".debug_info");
  const types = partsOf(elf, ".debug_types");
  const info = joined([...parts, ...types]);
  if (info.length === 0) return undefined;
  const typesAt = parts.reduce((all, { length }) => all + length, 0);
  const abbreviations = section(".debug_abbrev");
  const entries = kept && keptEntries(info, abbreviations, kept, typesAt);
  return new Reader(
    { info, section, firstFunction: sizeAtZero(elf) },
    entries ?? readEntries(info, abbreviations, typesAt),
  );
}

class Reader implements DebugInfo {
  readonly entries: Entries;
  readonly #reader: ByteReader;
  readonly #bases = new Map<string, number>();
  readonly #lines = new Map<number, LineTable>();
  readonly #section: DebugSections["section"];
  readonly #firstFunction: number;
  #types: Map<string, number> | undefined;
  readonly #allowance: Allowance;
  readonly #lists: AccountedLists;
  readonly #texts: Record<string, (offset: number) => string> = {};

  constructor({ info, section, firstFunction }: DebugSections, entries: Entries) {
    this.#firstFunction = firstFunction;
    this.entries = entries;
    this.#allowance = createAllowance((name) => section(name).length, entries.damage);
    this.#lists = createLists(section, this.#allowance);
    this.#reader = new ByteReader(info);
    this.#section = section;
  }

  has(entry: EntryId, attribute: number): boolean {
    return this.#find(entry, attribute) !== undefined;
  }

  text(entry: EntryId, attribute: number): string | undefined {
    const found = this.#find(entry, attribute);
    if (found === undefined) return undefined;
    const { form, reader } = found;
    const unit = this.entries.unitOf(entry);
    switch (form) {
      case FORM.string:
        return reader.text();
      case FORM.strp:
        return this.#textIn(".debug_str", reader.word(unit.offsetSize));
      case FORM.line_strp:
        return this.#textIn(".debug_line_str", reader.word(unit.offsetSize));
      case FORM.strx:
        return this.#indexedText(unit, reader.uleb());
      case FORM.strx1:
        return this.#indexedText(unit, reader.u8());
      case FORM.strx2:
        return this.#indexedText(unit, reader.u16());
      case FORM.strx3:
        return this.#indexedText(unit, reader.u24());
      case FORM.strx4:
        return this.#indexedText(unit, reader.u32());
      default:
        return undefined;
    }
  }

  number(entry: EntryId, attribute: number): number | undefined {
    const found = this.#find(entry, attribute);
    if (found === undefined) return undefined;
    const { form, reader } = found;
    switch (form) {
      case FORM.implicit_const:
        return found.constant;
      case FORM.flag_present:
        return 1;
      case FORM.data1:
      case FORM.flag:
        return reader.u8();
      case FORM.data2:
        return reader.u16();
      case FORM.data4:
        return reader.u32();
      case FORM.data8:
        return reader.u64();
      case FORM.udata:
      case FORM.loclistx:
      case FORM.rnglistx:
        return reader.uleb();
      case FORM.sdata:
        return reader.sleb();
      case FORM.sec_offset:
        return reader.word(this.entries.unitOf(entry).offsetSize);
      default:
        return undefined;
    }
  }

  address(entry: EntryId, attribute: number): number | undefined {
    const found = this.#find(entry, attribute);
    if (found === undefined) return undefined;
    const { form, reader } = found;
    const unit = this.entries.unitOf(entry);
    switch (form) {
      case FORM.addr:
        return reader.word(unit.addressSize);
      case FORM.addrx:
        return this.#indexedAddress(unit, reader.uleb());
      case FORM.addrx1:
        return this.#indexedAddress(unit, reader.u8());
      case FORM.addrx2:
        return this.#indexedAddress(unit, reader.u16());
      case FORM.addrx3:
        return this.#indexedAddress(unit, reader.u24());
      case FORM.addrx4:
        return this.#indexedAddress(unit, reader.u32());
      default:
        return undefined;
    }
  }

  entry(entry: EntryId, attribute: number): EntryId | undefined {
    const found = this.#find(entry, attribute);
    if (found === undefined) return undefined;
    const { form, reader } = found;
    const unit = this.entries.unitOf(entry);
    const offset =
      form === FORM.ref_sig8 ? this.#typeAt(signatureOf(reader)) : referredOffset(form, reader, unit);
    const index = offset === undefined ? -1 : this.entries.at(offset);
    return index === -1 ? undefined : index;
  }

  bytes(entry: EntryId, attribute: number): Uint8Array | undefined {
    const found = this.#find(entry, attribute);
    if (found === undefined) return undefined;
    const { form, reader } = found;
    switch (form) {
      case FORM.exprloc:
      case FORM.block:
        return reader.take(reader.uleb());
      case FORM.block1:
        return reader.take(reader.u8());
      case FORM.block2:
        return reader.take(reader.u16());
      case FORM.block4:
        return reader.take(reader.u32());
      default:
        return undefined;
    }
  }

  ranges(entry: EntryId): readonly CodeRange[] {
    const unit = this.entries.unitOf(entry);
    const listed = this.#find(entry, AT.ranges)?.form;
    if (listed === undefined) {
      const start = this.address(entry, AT.low_pc);
      if (start === undefined) return [];
      const length = this.number(entry, AT.high_pc);
      const end = length === undefined ? this.address(entry, AT.high_pc) : start + length;
      return end === undefined || end <= start ? [] : [{ start, end }];
    }
    const value = this.number(entry, AT.ranges) ?? 0;
    const sections = this.#listSections(unit);
    if (unit.version < 5)
      return this.#lists(entry, ".debug_ranges", value, (reader) => readRanges(reader, sections));
    const bytes = this.#section(".debug_rnglists");
    const at = listed === FORM.rnglistx ? this.#indexedList(unit, bytes, AT.rnglists_base, value) : value;
    return this.#lists(entry, ".debug_rnglists", at, (reader) => listedRanges(reader, sections));
  }

  places(entry: EntryId, attribute: number): readonly Place[] {
    const unit = this.entries.unitOf(entry);
    const address = (index: number) => this.#indexedAddress(unit, index);
    return this.#listedPlaces(entry, attribute).map(({ range, expression }) => ({
      ...(range === undefined ? {} : { range }),
      where: decodePlace(expression, unit.addressSize, address),
    }));
  }

  #listedPlaces(entry: EntryId, attribute: number): readonly ListedPlace[] {
    const form = this.#find(entry, attribute)?.form;
    if (form === undefined) return [];
    const expression = this.bytes(entry, attribute);
    if (expression !== undefined) return [{ expression }];
    const unit = this.entries.unitOf(entry);
    const value = this.number(entry, attribute) ?? 0;
    const sections = this.#listSections(unit);
    if (unit.version < 5)
      return this.#lists(entry, ".debug_loc", value, (reader) => readLocations(reader, sections, 4));
    const bytes = this.#section(".debug_loclists");
    const at = form === FORM.loclistx ? this.#indexedList(unit, bytes, AT.loclists_base, value) : value;
    return this.#lists(entry, ".debug_loclists", at, (reader) => readLocations(reader, sections, 5));
  }

  lines(unit: DebugUnit): LineTable {
    const offset = this.number(unit.root, AT.stmt_list) ?? -1;
    let table = this.#lines.get(offset);
    if (table === undefined) {
      const directory = this.text(unit.root, AT.comp_dir) ?? "";
      const name = this.text(unit.root, AT.name) ?? "";
      const named = { directory, name, addressSize: unit.addressSize };
      table = readLineTable(
        {
          bytes: this.#section(".debug_line"),
          text: (section, at) => this.#textIn(section, at),
          firstFunction: this.#firstFunction,
          mayRead: (length) => this.#allowance.spend(".debug_line", length),
        },
        offset,
        named,
      );
      this.#lines.set(offset, table);
    }
    return table;
  }

  #textIn(section: string, offset: number): string {
    const texts = (this.#texts[section] ??= createTexts(this.#section(section), section, this.#allowance));
    return texts(offset);
  }

  #find(entry: EntryId, attribute: number) {
    return findAttribute(this.#reader, this.entries, entry, attribute);
  }

  #listSections(unit: DebugUnit) {
    return {
      addressSize: unit.addressSize,
      base: this.#base(unit, AT.low_pc),
      address: (index: number) => this.#indexedAddress(unit, index),
    };
  }

  /** In the section, by what refers to it. */
  #typeAt(signature: string): number | undefined {
    this.#types ??= new Map(
      this.entries.units.flatMap(({ type }) => (type === undefined ? [] : [[type.signature, type.offset]])),
    );
    return this.#types.get(signature);
  }

  /** Of the unit; 0 where it has none. */
  #base(unit: DebugUnit, attribute: number): number {
    const key = `${unit.root} ${attribute}`;
    let base = this.#bases.get(key);
    if (base === undefined) {
      const isAddress = attribute === AT.low_pc;
      base = (isAddress ? this.address(unit.root, attribute) : this.number(unit.root, attribute)) ?? 0;
      this.#bases.set(key, base);
    }
    return base;
  }

  #indexedText(unit: DebugUnit, index: number): string {
    const bytes = this.#section(".debug_str_offsets");
    const base = this.#base(unit, AT.str_offsets_base) || (unit.offsetSize === 8 ? 16 : 8);
    const reader = new ByteReader(bytes, base + index * unit.offsetSize);
    const offset = reader.word(unit.offsetSize);
    return reader.overran ? "" : this.#textIn(".debug_str", offset);
  }

  #indexedAddress(unit: DebugUnit, index: number): number | undefined {
    const bytes = this.#section(".debug_addr");
    const base = this.#base(unit, AT.addr_base) || 8;
    const reader = new ByteReader(bytes, base + index * unit.addressSize);
    const address = reader.word(unit.addressSize);
    return reader.overran ? undefined : address;
  }

  #indexedList(unit: DebugUnit, bytes: Uint8Array, attribute: number, index: number): number {
    const base = this.#base(unit, attribute) || (unit.offsetSize === 8 ? 20 : 12);
    return base + new ByteReader(bytes, base + index * unit.offsetSize).word(unit.offsetSize);
  }
}
