/** DWARF expressions, as far as compilers use them to say where variables of C are. */
import { ByteReader } from "../byte-reader.js";

/** Where a value is, or what it is. Registers by DWARF's numbers of the machine. */
export type ValuePlace =
  | { readonly kind: "register"; readonly register: number }
  /** In memory at a register's value and so many bytes. */
  | { readonly kind: "indirect"; readonly register: number; readonly offset: number }
  /** In memory at the frame's base and so many bytes. */
  | { readonly kind: "frame"; readonly offset: number }
  /** In memory at a fixed address. */
  | { readonly kind: "memory"; readonly address: number }
  /** Nowhere; the value is a register's and so much. */
  | { readonly kind: "sum"; readonly register: number; readonly offset: number }
  /** Nowhere; it is the frame's base and so much: the address of something in the frame. */
  | { readonly kind: "frame-sum"; readonly offset: number }
  | { readonly kind: "constant"; readonly value: number }
  /** The frame's base itself: the canonical frame address. */
  | { readonly kind: "frame-address" }
  /** In pieces, computed, or as it was when the function was entered. */
  | { readonly kind: "other" }
  /** The optimizer removed it. */
  | { readonly kind: "none" };

const OP = {
  addr: 0x03,
  const1u: 0x08,
  const1s: 0x09,
  const2u: 0x0a,
  const2s: 0x0b,
  const4u: 0x0c,
  const4s: 0x0d,
  constu: 0x10,
  consts: 0x11,
  plus_uconst: 0x23,
  lit0: 0x30,
  reg0: 0x50,
  breg0: 0x70,
  regx: 0x90,
  fbreg: 0x91,
  bregx: 0x92,
  call_frame_cfa: 0x9c,
  stack_value: 0x9f,
  addrx: 0xa1,
} as const;

const OTHER: ValuePlace = { kind: "other" };

/** `address` gives those of `.debug_addr`. */
export function decodePlace(
  expression: Uint8Array,
  addressSize: number,
  address: (index: number) => number | undefined = () => undefined,
): ValuePlace {
  if (expression.length === 0) return { kind: "none" };
  const reader = new ByteReader(expression);
  let place = firstPlace(reader, addressSize, address);
  while (!reader.done) {
    const op = reader.u8();
    if (op === OP.plus_uconst && (place.kind === "indirect" || place.kind === "frame"))
      place = { ...place, offset: place.offset + reader.uleb() };
    else if (op === OP.plus_uconst && place.kind === "memory")
      place = { ...place, address: place.address + reader.uleb() };
    else if (op === OP.stack_value) place = asValue(place);
    else return OTHER;
  }
  return reader.overran
    ? OTHER
    : place.kind === "constant" && expression.at(-1) !== OP.stack_value
      ? OTHER
      : place;
}

function firstPlace(
  reader: ByteReader,
  addressSize: number,
  address: (index: number) => number | undefined,
): ValuePlace {
  const op = reader.u8();
  if (op >= OP.reg0 && op < OP.reg0 + 32) return { kind: "register", register: op - OP.reg0 };
  if (op >= OP.breg0 && op < OP.breg0 + 32)
    return { kind: "indirect", register: op - OP.breg0, offset: reader.sleb() };
  if (op >= OP.lit0 && op < OP.lit0 + 32) return { kind: "constant", value: op - OP.lit0 };
  switch (op) {
    case OP.addr:
      return { kind: "memory", address: reader.word(addressSize) };
    case OP.addrx: {
      const found = address(reader.uleb());
      return found === undefined ? OTHER : { kind: "memory", address: found };
    }
    case OP.regx:
      return { kind: "register", register: reader.uleb() };
    case OP.bregx:
      return { kind: "indirect", register: reader.uleb(), offset: reader.sleb() };
    case OP.fbreg:
      return { kind: "frame", offset: reader.sleb() };
    case OP.call_frame_cfa:
      return { kind: "frame-address" };
    default:
      return constant(reader, op);
  }
}

function constant(reader: ByteReader, op: number): ValuePlace {
  switch (op) {
    case OP.const1u:
      return { kind: "constant", value: reader.u8() };
    case OP.const1s:
      return { kind: "constant", value: reader.s8() };
    case OP.const2u:
      return { kind: "constant", value: reader.u16() };
    case OP.const2s:
      return { kind: "constant", value: reader.s16() };
    case OP.const4u:
      return { kind: "constant", value: reader.u32() };
    case OP.const4s:
      return { kind: "constant", value: reader.s32() };
    case OP.constu:
      return { kind: "constant", value: reader.uleb() };
    case OP.consts:
      return { kind: "constant", value: reader.sleb() };
    default:
      return OTHER;
  }
}

function asValue(place: ValuePlace): ValuePlace {
  switch (place.kind) {
    case "indirect":
      return { ...place, kind: "sum" };
    case "frame":
      return { ...place, kind: "frame-sum" };
    case "memory":
      return { kind: "constant", value: place.address };
    case "constant":
      return place;
    default:
      return OTHER;
  }
}
