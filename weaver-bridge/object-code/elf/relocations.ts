/** Relocations of an object that is not linked yet, done in copies of its sections with the addresses that these got. */
import { ByteReader } from "../byte-reader.js";
import type { ElfFile, ElfSection, ElfSymbol } from "./elf-file.js";

const RELA = 4;
const REL = 9;

/** The address of a variable is loaded from a table that the linker makes, or would: see {@link loadedByAddress}. */
const FROM_TABLE: Record<ElfFile["machine"], readonly number[]> = {
  i386: [3, 43],
  "x86-64": [41, 42],
  other: [],
};
/** Of i386: the way to that table, and places counted from it. It is taken to be at 0. */
const [FROM_THERE, TABLE] = [9, 10];
const [MOVE, ADDRESS] = [0x8b, 0x8d];

/** How wide, and whether the place's own address is taken from the value. */
type Rule = readonly [width: 1 | 2 | 4 | 8, isRelative: boolean];

/** By number, of each machine: those that compilers write to code and debug information. The others leave zeros. */
const RULES: Record<ElfFile["machine"], Record<number, Rule>> = {
  i386: {
    1: [4, false],
    2: [4, true],
    3: [4, false],
    4: [4, true],
    [FROM_THERE]: [4, false],
    [TABLE]: [4, true],
    43: [4, false],
    20: [2, false],
    21: [2, true],
    22: [1, false],
    23: [1, true],
  },
  "x86-64": {
    1: [8, false],
    2: [4, true],
    4: [4, true],
    10: [4, false],
    11: [4, false],
    24: [8, true],
    41: [4, true],
    42: [4, true],
  },
  other: {},
};

/** Replaces the bytes of sections that have relocations. */
export function applyRelocations(
  sections: readonly ElfSection[],
  symbols: readonly ElfSymbol[],
  file: Pick<ElfFile, "bits" | "machine">,
): void {
  const rules = RULES[file.machine];
  for (const table of sections) {
    if (table.type !== REL && table.type !== RELA) continue;
    const target = sections[table.info] as { bytes: Uint8Array } & ElfSection;
    if (target === undefined || target.bytes.length === 0) continue;
    target.bytes = Uint8Array.from(target.bytes);
    const view = new DataView(target.bytes.buffer);
    for (const { offset, kind, index, given } of relocationsOf(table, file.bits)) {
      const rule = rules[kind];
      const symbol = symbols[index];
      if (rule === undefined || symbol === undefined || offset + rule[0] > view.byteLength) continue;
      const [width, isRelative] = rule;
      if (FROM_TABLE[file.machine].includes(kind) && !loadedByAddress(target.bytes, offset)) continue;
      const value = file.machine === "i386" && kind === TABLE ? 0 : symbol.address;
      const addend = given ?? readAddend(view, offset, width);
      store(view, offset, width, value + addend - (isRelative ? target.address + offset : 0));
    }
  }
}

interface Relocation {
  readonly offset: number;
  readonly kind: number;
  /** Of the symbol. */
  readonly index: number;
  /** The addend; undefined where it stands at the place itself. */
  readonly given: number | undefined;
}

function* relocationsOf(table: ElfSection, bits: 32 | 64): Generator<Relocation> {
  const hasAddend = table.type === RELA;
  const size = (bits === 64 ? 16 : 8) + (hasAddend ? bits / 8 : 0);
  const reader = new ByteReader(table.bytes);
  for (let count = Math.floor(table.bytes.length / size); count > 0; count--) {
    const offset = reader.word(bits / 8);
    // In 64 bits the symbol is the high word; in 32 bits, three bytes.
    const low = reader.u32();
    const [kind, index] = bits === 64 ? [low, reader.u32()] : [low & 0xff, low >>> 8];
    const given = hasAddend ? reader.s32() : undefined;
    if (hasAddend && bits === 64) reader.skip(4);
    yield { offset, kind, index, given };
  }
}

/** As linkers do where the variable is near enough: the load becomes a `lea`. False for what is no load. */
function loadedByAddress(code: Uint8Array, operand: number): boolean {
  if (code[operand - 2] !== MOVE) return false;
  code[operand - 2] = ADDRESS;
  return true;
}

function readAddend(view: DataView, offset: number, width: Rule[0]): number {
  if (width === 1) return view.getInt8(offset);
  return width === 2 ? view.getInt16(offset, true) : view.getInt32(offset, true);
}

function store(view: DataView, offset: number, width: Rule[0], value: number): void {
  if (width === 1) view.setInt8(offset, value);
  else if (width === 2) view.setInt16(offset, value, true);
  else view.setInt32(offset, value, true);
  if (width === 8) view.setInt32(offset + 4, Math.floor(value / 0x1_0000_0000), true);
}
