/** How long the value of an attribute is, by its form; and passing over it. */
import type { ByteReader } from "../byte-reader.js";
import { FORM } from "./constants.js";

/** What the length of some forms depends on. */
export interface UnitShape {
  readonly version: number;
  readonly addressSize: number;
  /** 8 in 64-bit DWARF. */
  readonly offsetSize: number;
}

const FIXED: Partial<Record<number, number>> = {
  [FORM.flag_present]: 0,
  [FORM.implicit_const]: 0,
  [FORM.data1]: 1,
  [FORM.flag]: 1,
  [FORM.ref1]: 1,
  [FORM.strx1]: 1,
  [FORM.addrx1]: 1,
  [FORM.data2]: 2,
  [FORM.ref2]: 2,
  [FORM.strx2]: 2,
  [FORM.addrx2]: 2,
  [FORM.strx3]: 3,
  [FORM.addrx3]: 3,
  [FORM.data4]: 4,
  [FORM.ref4]: 4,
  [FORM.strx4]: 4,
  [FORM.addrx4]: 4,
  [FORM.ref_sup4]: 4,
  [FORM.data8]: 8,
  [FORM.ref8]: 8,
  [FORM.ref_sig8]: 8,
  [FORM.ref_sup8]: 8,
  [FORM.data16]: 16,
};

/** Undefined where the bytes themselves say it. */
export function fixedLength(
  form: number,
  { version, addressSize, offsetSize }: UnitShape,
): number | undefined {
  switch (form) {
    case FORM.addr:
      return addressSize;
    case FORM.ref_addr:
      return version <= 2 ? addressSize : offsetSize;
    case FORM.strp:
    case FORM.line_strp:
    case FORM.sec_offset:
    case FORM.strp_sup:
    case FORM.GNU_ref_alt:
    case FORM.GNU_strp_alt:
      return offsetSize;
    default:
      return FIXED[form];
  }
}

/** False for a form that is not known: what follows can't be read. */
export function skipForm(reader: ByteReader, form: number, shape: UnitShape): boolean {
  const length = fixedLength(form, shape);
  if (length !== undefined) {
    reader.skip(length);
    return true;
  }
  switch (form) {
    case FORM.sdata:
    case FORM.udata:
    case FORM.ref_udata:
    case FORM.strx:
    case FORM.addrx:
    case FORM.loclistx:
    case FORM.rnglistx:
      reader.skipLeb();
      return true;
    case FORM.string:
      reader.skipText();
      return true;
    case FORM.exprloc:
    case FORM.block:
      reader.skip(reader.uleb());
      return true;
    case FORM.block1:
      reader.skip(reader.u8());
      return true;
    case FORM.block2:
      reader.skip(reader.u16());
      return true;
    case FORM.block4:
      reader.skip(reader.u32());
      return true;
    case FORM.indirect: {
      const real = reader.uleb();
      return real !== FORM.indirect && skipForm(reader, real, shape);
    }
    default:
      return false;
  }
}
