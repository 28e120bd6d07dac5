/**
 * ELF files: sections with their bytes, symbols, and what relocations of an object say. In a relocatable object, where
 * all sections begin at 0, each that will be loaded gets addresses of its own, and so does each undefined symbol, so that
 * an address means one thing in all kinds of files; of one that is loaded they are those that it has there. 32 and 64 bits,
 * little-endian.
 */
import { ByteReader, textAt, textsIn } from "../byte-reader.js";
import { ObjectError } from "../object-error.js";
import type { ElfFile, ElfSection, ElfSymbol } from "./elf-file.js";
import { applyRelocations } from "./relocations.js";

export interface ElfOptions {
  /** For compressed sections: zlib data to plain; without it such a file is refused. */
  readonly inflate?: (data: Uint8Array, most: { readonly maxOutputLength: number }) => Uint8Array;
  /** Where a relocatable object was loaded to. */
  readonly loaded?: LoadedPlaces;
}

/** Undefined for what was not loaded, or is not known there. */
export interface LoadedPlaces {
  section(name: string): number | undefined;
  /** Of what the object does not define. */
  symbol(name: string): number | undefined;
}

export const SECTION = { SYMTAB: 2, RELA: 4, NOBITS: 8, REL: 9, SYMTAB_SHNDX: 18 } as const;
const FLAG = { WRITE: 1, ALLOC: 2, EXEC: 4, GROUP: 0x200, COMPRESSED: 0x800 } as const;
const RELOCATABLE = 1;
/** Above what 16-bit code and the null page have, so that made-up addresses meet no small numbers. */
const FIRST_ADDRESS = 0x10_0000;
const MOST_SECTIONS = 1 << 20;

interface Header {
  name: number;
  type: number;
  flags: number;
  address: number;
  offset: number;
  size: number;
  link: number;
  info: number;
  align: number;
  entrySize: number;
}

/** A file whose pieces are read when they are asked for: of a kernel's most are not. */
export interface ByteSource {
  readonly length: number;
  /** Fewer bytes where the file ends before. */
  read(offset: number, length: number): Uint8Array;
}

const inMemory = (data: Uint8Array): ByteSource => ({
  length: data.length,
  read: (offset, length) => data.subarray(offset, offset + length),
});

const HEADER_LENGTH = 64;

/** Throws {@link ObjectError}. */
export function readElf(file: Uint8Array | ByteSource, options: ElfOptions = {}): ElfFile {
  const data = file instanceof Uint8Array ? inMemory(file) : file;
  const start = data.read(0, HEADER_LENGTH);
  const head = new ByteReader(start);
  if (head.u32() !== 0x464c457f || data.length < 52) throw new ObjectError("it is no ELF file");
  const bits = start[4] === 2 ? 64 : 32;
  if (start[5] !== 1) throw new ObjectError("it is an ELF file for a big-endian machine");
  head.at = 16;
  const isRelocatable = head.u16() === RELOCATABLE;
  const machine = head.u16();
  const headers = readHeaders(data, start, bits);
  const names = headers.names;
  const sections = headers.list.map((header, index) =>
    toSection(header, index, { data, bits, names, inflate: options.inflate }),
  );
  if (isRelocatable) giveAddresses(sections, options.loaded);
  let known: ElfSymbol[] | undefined;
  const symbols = () =>
    (known ??= readSymbols(sections, bits, isRelocatable ? (options.loaded ?? NOWHERE) : undefined));
  if (isRelocatable) applyRelocations(sections, symbols(), { bits, machine });
  const loaded = sections
    .filter(({ isLoaded, size }) => isLoaded && size > 0)
    .sort((left, right) => left.address - right.address);
  return {
    ...{ machine, bits, isRelocatable, sections },
    get symbols() {
      return symbols();
    },
    section: (name) => sections.find((one) => one.name === name),
    sectionAt: (address) => loaded.find((one) => one.address <= address && address < one.address + one.size),
  };
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Offsets in the file's header of where the sections' table is and how large; bytes of a section's header and of a symbol. */
const LAYOUTS = {
  32: { table: 32, counts: 46, section: 40, symbol: 16 },
  64: { table: 40, counts: 58, section: 64, symbol: 24 },
} as const;

function readHeaders(data: ByteSource, beginning: Uint8Array, bits: 32 | 64) {
  const layout = LAYOUTS[bits];
  const head = new ByteReader(beginning, layout.table);
  const start = bits === 64 ? head.u64() : head.u32();
  head.at = layout.counts;
  const [size, count, namesAt] = [head.u16(), head.u16(), head.u16()];
  const read = (bytes: Uint8Array, index: number): Header => {
    const at = new ByteReader(bytes, index * size);
    const [name, type] = [at.u32(), at.u32()];
    const word = () => (bits === 64 ? at.s64() : at.u32());
    const [flags, address, offset, length] = [word(), word(), word(), word()];
    const [link, info] = [at.u32(), at.u32()];
    const [align, entrySize] = [word(), word()];
    return { name, type, flags, address, offset, size: length, link, info, align, entrySize };
  };
  // With more than 65,279 sections the first header holds both numbers.
  const first = start === 0 || start >= data.length ? undefined : read(data.read(start, HEADER_LENGTH), 0);
  const all = count === 0 ? (first?.size ?? 0) : count;
  if (first === undefined || all === 0) throw new ObjectError("it has no sections: it was stripped of them");
  if (size < layout.section || all > MOST_SECTIONS || start + all * size > data.length)
    throw new ObjectError("its table of sections lies outside of the file: it is damaged or cut off");
  const table = data.read(start, all * size);
  const list = Array.from({ length: all }, (_, index) => read(table, index));
  const ofNames = list[namesAt === 0xffff ? first.link : namesAt];
  const names = ofNames === undefined ? new Uint8Array(0) : data.read(ofNames.offset, ofNames.size);
  return { list, names };
}

/** What all sections of a file are read from. */
interface SectionSource {
  readonly data: ByteSource;
  readonly bits: 32 | 64;
  /** The section of the sections' names. */
  readonly names: Uint8Array;
  readonly inflate: ElfOptions["inflate"] | undefined;
}

function toSection(
  header: Header,
  index: number,
  { data, bits, names, inflate }: SectionSource,
): Mutable<ElfSection> {
  const spelled = textAt(names, header.name);
  // The older way of compressing: the name says it, and what is compressed begins with its size.
  const isOldCompressed = spelled.startsWith(".zdebug_");
  const name = isOldCompressed ? `.debug_${spelled.slice(".zdebug_".length)}` : spelled;
  const isLoaded = (header.flags & FLAG.ALLOC) !== 0;
  const inFile = header.type !== SECTION.NOBITS && index > 0;
  const length = inFile ? Math.max(0, Math.min(header.size, data.length - header.offset)) : 0;
  const isCompressed = inFile && (header.flags & FLAG.COMPRESSED) !== 0;
  const OLD_HEADER = 12;
  let bytes = isCompressed
    ? inflated(data.read(header.offset, length), name, bits, inflate)
    : isOldCompressed
      ? inflatedAt(data.read(header.offset, length), OLD_HEADER, name, inflate)
      : undefined;
  return {
    ...{ index, name, type: header.type, address: isLoaded ? header.address : 0 },
    size: inFile ? (bytes?.length ?? length) : index === 0 ? 0 : header.size,
    ...{ align: header.align, link: header.link, info: header.info, isLoaded },
    ...((header.flags & FLAG.GROUP) === 0 ? {} : { isGrouped: true }),
    isCode: (header.flags & FLAG.EXEC) !== 0,
    isWritable: (header.flags & FLAG.WRITE) !== 0,
    get bytes() {
      return (bytes ??= data.read(header.offset, length));
    },
    set bytes(replaced) {
      bytes = replaced;
    },
  };
}

function inflated(
  bytes: Uint8Array,
  name: string,
  bits: 32 | 64,
  inflate: ElfOptions["inflate"] | undefined,
): Uint8Array {
  const ZLIB = 1;
  const kind = new ByteReader(bytes).u32();
  return inflatedAt(bytes, bits === 64 ? 24 : 12, name, kind === ZLIB ? inflate : undefined);
}

/** What a compressed section may become: debug information of a Linux has some hundred megabytes, and packs by less than ten. */
const MOST_PLAIN = 1 << 30;
const MOST_RATIO = 100;

/** Behind a header. */
function inflatedAt(
  bytes: Uint8Array,
  header: number,
  name: string,
  inflate: ElfOptions["inflate"] | undefined,
): Uint8Array {
  if (inflate === undefined)
    throw new ObjectError(
      `its section ${name} is compressed in a way that is not read here (link with --compress-debug-sections=none)`,
    );
  try {
    return inflate(bytes.subarray(header), {
      maxOutputLength: Math.min(MOST_PLAIN, bytes.length * MOST_RATIO),
    });
  } catch (cause) {
    throw new ObjectError(`its compressed section ${name} is damaged`, { cause });
  }
}

function giveAddresses(sections: readonly Mutable<ElfSection>[], loaded: LoadedPlaces | undefined): void {
  let next = FIRST_ADDRESS;
  for (const section of sections) {
    if (!section.isLoaded) continue;
    const known = loaded?.section(section.name);
    if (known !== undefined) {
      section.address = known;
      continue;
    }
    const align = Math.min(Math.max(section.align, 16), 4096);
    section.address = Math.ceil(next / align) * align;
    next = section.address + section.size + 16;
  }
}

const KINDS = ["other", "object", "function", "section", "file"] as const;
const BINDINGS = ["local", "global", "weak"] as const;
const UNDEFINED = 0;
const ABSOLUTE = 0xfff1;
const EXTENDED = 0xffff;

/** Of an object that was loaded nowhere. */
const NOWHERE: LoadedPlaces = { section: () => undefined, symbol: () => undefined };

/** `places`: of a relocatable object, where it was loaded to. */
function readSymbols(
  sections: readonly ElfSection[],
  bits: 32 | 64,
  places: LoadedPlaces | undefined,
): ElfSymbol[] {
  const table = sections.find(({ type }) => type === SECTION.SYMTAB);
  if (table === undefined) return [];
  const nameAt = textsIn(sections[table.link]?.bytes ?? new Uint8Array(0));
  const entries = new SymbolEntries(sections, table, bits);
  const addresses = new SymbolAddresses(sections, places);
  const symbols: ElfSymbol[] = [];
  let unit: string | undefined;
  for (let index = 0; index < entries.count; index++) {
    entries.read(index);
    const { place } = entries;
    const kind = KINDS[entries.info & 15] ?? "other";
    const binding = BINDINGS[entries.info >> 4] ?? "global";
    const name = kind === "section" ? (sections[place]?.name ?? "") : nameAt(entries.name);
    if (kind === "file") unit = name;
    // Tens of thousands: written out, since that is quicker than to spread.
    const address = addresses.of(name, place, entries.value);
    const symbol: Mutable<ElfSymbol> = { name, address, size: entries.size, kind, binding };
    if (addresses.isPlaced(place) || place === ABSOLUTE) symbol.section = place;
    if (binding === "local" && unit !== undefined && kind !== "file") symbol.unit = unit;
    symbols.push(symbol);
  }
  return symbols;
}

/** Where symbols of a file are; those of a relocatable object get places of their own where none are known. */
class SymbolAddresses {
  private lastUndefined: number;

  constructor(
    private readonly sections: readonly ElfSection[],
    private readonly places: LoadedPlaces | undefined,
  ) {
    const beyond = Math.max(FIRST_ADDRESS, ...sections.map(({ address, size }) => address + size));
    this.lastUndefined = Math.ceil((beyond + 4096) / 4096) * 4096;
  }

  isPlaced(place: number): boolean {
    return place !== UNDEFINED && place < 0xff00 && this.sections[place] !== undefined;
  }

  of(name: string, place: number, value: number): number {
    if (this.places === undefined) return value;
    if (place === UNDEFINED && name !== "") return this.places.symbol(name) ?? (this.lastUndefined += 16);
    return this.isPlaced(place) ? (this.sections[place] as ElfSection).address + value : value;
  }
}

/** The entries of a table of symbols, each read into the same fields. */
class SymbolEntries {
  /** Offset of the name. */
  name = 0;
  value = 0;
  size = 0;
  info = 0;
  /** Number of the section, or a word of the format's. */
  place = 0;
  readonly count: number;
  private readonly reader: ByteReader;
  /** Numbers of sections that are too large for an entry. */
  private readonly extended: ByteReader | undefined;

  constructor(
    sections: readonly ElfSection[],
    { bytes, index }: ElfSection,
    private readonly bits: 32 | 64,
  ) {
    this.count = Math.floor(bytes.length / LAYOUTS[bits].symbol);
    this.reader = new ByteReader(bytes);
    const extended = sections.find(({ type, link }) => type === SECTION.SYMTAB_SHNDX && link === index);
    this.extended = extended && new ByteReader(extended.bytes);
  }

  read(index: number): void {
    const { reader } = this;
    reader.at = index * LAYOUTS[this.bits].symbol;
    this.name = reader.u32();
    if (this.bits === 64) {
      this.readKind();
      this.value = reader.s64();
      this.size = reader.u64();
    } else {
      this.value = reader.u32();
      this.size = reader.u32();
      this.readKind();
    }
    if (this.place !== EXTENDED || this.extended === undefined) return;
    this.extended.at = index * 4;
    this.place = this.extended.u32();
  }

  private readKind(): void {
    this.info = this.reader.u8();
    this.reader.u8();
    this.place = this.reader.u16();
  }
}
