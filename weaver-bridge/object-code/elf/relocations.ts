/** Relocations of an object that is not linked yet, done in copies of its sections with the addresses that these got. */
import { machineOf, type RelocationRule, type RelocationRules } from "../../machine/code.js";
import { ByteReader } from "../byte-reader.js";
import type { ElfFile, ElfSection, ElfSymbol } from "./elf-file.js";

const RELA = 4;
const REL = 9;

/** Replaces the bytes of sections that have relocations; of machines that are not known none. */
export function applyRelocations(
  sections: readonly ElfSection[],
  symbols: readonly ElfSymbol[],
  file: Pick<ElfFile, "bits" | "machine">,
): void {
  const rules = machineOf(file)?.relocations;
  if (rules === undefined) return;
  for (const table of sections) {
    if (table.type !== REL && table.type !== RELA) continue;
    const target = sections[table.info] as { bytes: Uint8Array } & ElfSection;
    if (target === undefined || target.bytes.length === 0) continue;
    target.bytes = Uint8Array.from(target.bytes);
    for (const relocation of relocationsOf(table, file.bits)) relocate(target, relocation, symbols, rules);
  }
}

function relocate(
  { bytes, address }: ElfSection,
  { offset, kind, index, given }: Relocation,
  symbols: readonly ElfSymbol[],
  rules: RelocationRules,
): void {
  const rule = rules.kinds[kind];
  const symbol = symbols[index];
  if (rule === undefined || symbol === undefined || offset + rule[0] > bytes.byteLength) return;
  const [width, isRelative] = rule;
  if (rules.fromTable.includes(kind) && !rules.loadAddress(bytes, offset)) return;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const value = kind === rules.toTable ? 0 : symbol.address;
  const addend = given ?? readAddend(view, offset, width);
  store(view, offset, width, value + addend - (isRelative ? address + offset : 0));
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

function readAddend(view: DataView, offset: number, width: RelocationRule[0]): number {
  if (width === 1) return view.getInt8(offset);
  return width === 2 ? view.getInt16(offset, true) : view.getInt32(offset, true);
}

function store(view: DataView, offset: number, width: RelocationRule[0], value: number): void {
  if (width === 1) view.setInt8(offset, value);
  else if (width === 2) view.setInt16(offset, value, true);
  else view.setInt32(offset, value, true);
  if (width === 8) view.setInt32(offset + 4, Math.floor(value / 0x1_0000_0000), true);
}
