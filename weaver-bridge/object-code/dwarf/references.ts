/** Where in `.debug_info` the entry is that an attribute refers to. */
import type { ByteReader } from "../byte-reader.js";
import { FORM } from "./constants.js";
import type { DebugUnit } from "./entries.js";

/** Undefined for a form that says it otherwise. */
export function referredOffset(form: number, reader: ByteReader, unit: DebugUnit): number | undefined {
  switch (form) {
    case FORM.ref1:
      return unit.offset + reader.u8();
    case FORM.ref2:
      return unit.offset + reader.u16();
    case FORM.ref4:
      return unit.offset + reader.u32();
    case FORM.ref8:
      return unit.offset + reader.u64();
    case FORM.ref_udata:
      return unit.offset + reader.uleb();
    case FORM.ref_addr:
      return reader.word(unit.version <= 2 ? unit.addressSize : unit.offsetSize);
    default:
      return undefined;
  }
}
