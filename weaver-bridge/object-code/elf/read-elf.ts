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

export const SECTION = { SYMTAB: 2, RELA: 4, NOBITS: 8, REL: 9 } as const;
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
  const sections = headers.list.map((header, index) => toSection(header, index, data, bits, names, options));
  if (isRelocatable) giveAddresses(sections, options.loaded);
  let known: ElfSymbol[] | undefined;
  const symbols = () => (known ??= readSymbols(sections, bits, isRelocatable, options.loaded));
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

function readHeaders(data: ByteSource, beginning: Uint8Array, bits: 32 | 64) {
  const head = new ByteReader(beginning, bits === 64 ? 40 : 32);
  const start = bits === 64 ? head.u64() : head.u32();
  head.at = bits === 64 ? 58 : 46;
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
  const least = bits === 64 ? 64 : 40;
  if (size < least || all > MOST_SECTIONS || start + all * size > data.length)
    throw new ObjectError("its table of sections lies outside of the file: it is damaged or cut off");
  const table = data.read(start, all * size);
  const list = Array.from({ length: all }, (_, index) => read(table, index));
  const ofNames = list[namesAt === 0xffff ? first.link : namesAt];
  const names = ofNames === undefined ? new Uint8Array(0) : data.read(ofNames.offset, ofNames.size);
  return { list, names };
}

function toSection(
  header: Header,
  index: number,
  data: ByteSource,
  bits: 32 | 64,
  names: Uint8Array,
  { inflate }: ElfOptions,
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
  inflate: ElfOptions["inflate"],
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
  inflate: ElfOptions["inflate"],
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

function readSymbols(
  sections: readonly ElfSection[],
  bits: 32 | 64,
  isRelocatable: boolean,
  loaded: LoadedPlaces | undefined,
): ElfSymbol[] {
  const table = sections.find(({ type }) => type === SECTION.SYMTAB);
  if (table === undefined) return [];
  const nameAt = textsIn(sections[table.link]?.bytes ?? new Uint8Array(0));
  const beyond = Math.max(FIRST_ADDRESS, ...sections.map(({ address, size }) => address + size));
  let undefinedAt = Math.ceil((beyond + 4096) / 4096) * 4096;
  const size = bits === 64 ? 24 : 16;
  const found: ElfSymbol[] = [];
  let unit: string | undefined;
  const extended = sections.find(({ type, link }) => type === 18 && link === table.index)?.bytes;
  const reader = new ByteReader(table.bytes);
  for (let at = 0; at + size <= table.bytes.length; at += size) {
    reader.at = at;
    const nameFrom = reader.u32();
    let [value, length, info, place] = [0, 0, 0, 0];
    if (bits === 64) {
      info = reader.u8();
      reader.u8();
      place = reader.u16();
      value = reader.s64();
      length = reader.u64();
    } else {
      value = reader.u32();
      length = reader.u32();
      info = reader.u8();
      reader.u8();
      place = reader.u16();
    }
    if (place === EXTENDED && extended !== undefined) place = new ByteReader(extended, (at / size) * 4).u32();
    const kind = KINDS[info & 15] ?? "other";
    const binding = BINDINGS[info >> 4] ?? "global";
    const section = sections[place];
    const name = kind === "section" ? (section?.name ?? "") : nameAt(nameFrom);
    if (kind === "file") unit = name;
    const isUndefined = place === UNDEFINED;
    const isPlaced = !isUndefined && place < 0xff00 && section !== undefined;
    const address =
      isUndefined && isRelocatable && name !== ""
        ? (loaded?.symbol(name) ?? (undefinedAt += 16))
        : isPlaced && isRelocatable
          ? section.address + value
          : value;
    // Tens of thousands: written out, since that is quicker than to spread.
    const symbol: Mutable<ElfSymbol> = { name, address, size: length, kind, binding };
    if (isPlaced || place === ABSOLUTE) symbol.section = place;
    if (binding === "local" && unit !== undefined && kind !== "file") symbol.unit = unit;
    found.push(symbol);
  }
  return found;
}
