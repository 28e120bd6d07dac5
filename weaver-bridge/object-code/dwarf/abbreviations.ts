/** Tables of abbreviations: what attributes the entries with one number have, in which forms. */
import { ByteReader } from "../byte-reader.js";
import type { Allowance } from "./allowance.js";
import { FORM } from "./constants.js";
import { fixedLength, type UnitShape } from "./forms.js";

export interface Abbreviation {
  readonly tag: number;
  readonly hasChildren: boolean;
  readonly attributes: readonly number[];
  readonly forms: readonly number[];
  /** Values of `implicit_const`, 0 elsewhere. */
  readonly constants: readonly number[];
  /** Bytes of all values; -1 where these say it themselves. */
  readonly length: number;
}

/** By number; compilers count from 1. */
export type AbbreviationTable = ReadonlyMap<number, Abbreviation>;

export function createAbbreviations(bytes: Uint8Array, allowance: Allowance) {
  const known = new Map<string, AbbreviationTable>();
  return (offset: number, shape: UnitShape): AbbreviationTable => {
    const key = `${offset} ${shape.version <= 2} ${shape.addressSize} ${shape.offsetSize}`;
    let table = known.get(key);
    if (table === undefined) known.set(key, (table = readTable(bytes, offset, shape, allowance)));
    return table;
  };
}

/** An entry has each attribute once, and DWARF 5 and its extensions know two hundred. */
const MOST_ATTRIBUTES = 256;

/** Ends before what has more attributes than there are, and where tables overlap too often. */
function readTable(
  bytes: Uint8Array,
  offset: number,
  shape: UnitShape,
  allowance: Allowance,
): AbbreviationTable {
  const reader = new ByteReader(bytes, offset);
  const table = new Map<number, Abbreviation>();
  while (!reader.done) {
    const start = reader.at;
    const code = reader.uleb();
    if (code === 0) break;
    const tag = reader.uleb();
    const hasChildren = reader.u8() !== 0;
    const attributes: number[] = [];
    const forms: number[] = [];
    const constants: number[] = [];
    let length = 0;
    while (!reader.done) {
      const attribute = reader.uleb();
      const form = reader.uleb();
      const constant = form === FORM.implicit_const ? reader.sleb() : 0;
      if (attribute === 0 && form === 0) break;
      attributes.push(attribute);
      forms.push(form);
      constants.push(constant);
      const fixed = fixedLength(form, shape);
      length = length < 0 || fixed === undefined ? -1 : length + fixed;
    }
    if (attributes.length > MOST_ATTRIBUTES || !allowance.spend(".debug_abbrev", reader.at - start)) break;
    table.set(code, { tag, hasChildren, attributes, forms, constants, length });
  }
  return table;
}
