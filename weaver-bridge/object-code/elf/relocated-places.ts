/** What the relocations of a section ask for, read back from the made-up addresses that {@link readElf} gave. */
import { ByteReader } from "../byte-reader.js";
import type { ElfFile, ElfSection, ElfSymbol } from "./elf-file.js";

export interface RelocatedPlace {
  /** In the section. */
  readonly at: number;
  /** The place's own address is taken from the value. */
  readonly isRelative: boolean;
  readonly symbol: ElfSymbol;
  readonly addend: number;
}

const REL = 9;
const ABSOLUTE = 1;
const RELATIVE = [2, 4];

/** Of an i386 object; undefined where one is of a kind that is not read here. */
export function relocatedPlaces(file: ElfFile, section: ElfSection): RelocatedPlace[] | undefined {
  const places: RelocatedPlace[] = [];
  const view = new DataView(section.bytes.buffer, section.bytes.byteOffset, section.bytes.byteLength);
  for (const table of file.sections) {
    if (table.type !== REL || table.info !== section.index) continue;
    const reader = new ByteReader(table.bytes);
    for (let count = Math.floor(table.bytes.length / 8); count > 0; count--) {
      const [at, info] = [reader.u32(), reader.u32()];
      const symbol = file.symbols[info >>> 8];
      const kind = info & 0xff;
      const isRelative = RELATIVE.includes(kind);
      if (symbol === undefined || !(isRelative || kind === ABSOLUTE)) return undefined;
      const value = view.getInt32(at, true);
      const addend = (value - symbol.address + (isRelative ? section.address + at : 0)) | 0;
      places.push({ at, isRelative, symbol, addend });
    }
  }
  return places.sort((left, right) => left.at - right.at);
}
