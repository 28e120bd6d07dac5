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
  /** Nowhere; the value is a register's and so much, without the lowest bits where a pointer was tagged with them. */
  | { readonly kind: "sum"; readonly register: number; readonly offset: number }
  /** Nowhere; it is the frame's base and so much: the address of something in the frame. */
  | { readonly kind: "frame-sum"; readonly offset: number }
  | { readonly kind: "constant"; readonly value: number }
  /** The canonical frame address and so many bytes: what the frame's base is. */
  | { readonly kind: "frame-address"; readonly offset: number }
  /** In several places, one behind the other in the value; sizes in bytes. */
  | { readonly kind: "pieces"; readonly pieces: readonly Piece[] }
  /** Computed, or as it was when the function was entered. */
  | { readonly kind: "other" }
  /** The optimizer removed it. */
  | { readonly kind: "none" };

interface Piece {
  readonly where: ValuePlace;
  readonly size: number;
}

const OP = {
  addr: 0x03,
  deref: 0x06,
  const1u: 0x08,
  const1s: 0x09,
  const2u: 0x0a,
  const2s: 0x0b,
  const4u: 0x0c,
  const4s: 0x0d,
  constu: 0x10,
  consts: 0x11,
  pick: 0x15,
  and: 0x1a,
  plus: 0x22,
  plus_uconst: 0x23,
  bra: 0x28,
  skip: 0x2f,
  lit0: 0x30,
  reg0: 0x50,
  breg0: 0x70,
  regx: 0x90,
  fbreg: 0x91,
  bregx: 0x92,
  piece: 0x93,
  call_frame_cfa: 0x9c,
  stack_value: 0x9f,
  addrx: 0xa1,
  entry_value: 0xa3,
  GNU_entry_value: 0xf3,
} as const;

const OTHER: ValuePlace = { kind: "other" };
const NONE: ValuePlace = { kind: "none" };

/** `address` gives those of `.debug_addr`. */
export function decodePlace(
  expression: Uint8Array,
  addressSize: number,
  address: (index: number) => number | undefined = () => undefined,
): ValuePlace {
  if (expression.length === 0) return { kind: "none" };
  const reader = new ByteReader(expression);
  const pieces: Piece[] = [];
  while (!reader.done) {
    const start = reader.at;
    let where = expression[start] === OP.piece ? NONE : placeBefore(reader, addressSize, address);
    if (reader.done && pieces.length === 0) return reader.overran ? OTHER : (where ?? OTHER);
    if (where === undefined) {
      // The others may be understood.
      where = OTHER;
      reader.at = start;
      skipPlace(reader);
    }
    if (reader.u8() !== OP.piece) return OTHER;
    pieces.push({ where, size: reader.uleb() });
  }
  return reader.overran ? OTHER : { kind: "pieces", pieces };
}

/** To what ends a piece, or is not known. */
function skipPlace(reader: ByteReader): void {
  while (!reader.done && reader.bytes[reader.at] !== OP.piece) {
    const op = reader.u8();
    if (op === OP.entry_value || op === OP.GNU_entry_value) {
      const length = reader.uleb();
      reader.at += length;
    } else if (op >= OP.breg0 && op < OP.breg0 + 32) reader.sleb();
    else if (op === OP.fbreg || op === OP.plus_uconst || op === OP.constu || op === OP.consts) reader.uleb();
    else if (op >= OP.const1u && op <= OP.const4s) reader.at += 1 << ((op - OP.const1u) >> 1);
    else if (!isPlain(op)) return;
  }
}

/** Has nothing behind it: arithmetic, comparisons, small numbers, registers. */
const isPlain = (op: number) =>
  (op >= OP.deref && op <= OP.reg0 + 31 && op !== OP.pick && op !== OP.skip && op !== OP.bra) ||
  op === OP.stack_value ||
  op === OP.call_frame_cfa;

/** To the end of the expression, or of a piece; undefined for what is not understood. */
function placeBefore(
  reader: ByteReader,
  addressSize: number,
  address: (index: number) => number | undefined,
): ValuePlace | undefined {
  let place = firstPlace(reader, addressSize, address);
  let isValue = false;
  while (!reader.done && reader.bytes[reader.at] !== OP.piece) {
    const op = reader.u8();
    if (op === OP.stack_value) {
      place = asValue(place);
      isValue = true;
      continue;
    }
    const moved = op === OP.plus_uconst ? further(place, reader.uleb()) : changed(place, op, reader);
    if (moved === undefined) return undefined;
    place = moved;
  }
  return place.kind === "constant" && !isValue ? OTHER : place;
}

/** So many bytes. */
function further(place: ValuePlace, distance: number): ValuePlace | undefined {
  switch (place.kind) {
    case "indirect":
    case "frame":
    case "frame-address":
      return { ...place, offset: place.offset + distance };
    case "memory":
      return { ...place, address: place.address + distance };
    default:
      return undefined;
  }
}

/** By a number that follows, and what is done with it. */
function changed(place: ValuePlace, op: number, reader: ByteReader): ValuePlace | undefined {
  const number = constant(reader, op);
  if (number.kind !== "constant") return undefined;
  const done = reader.u8();
  if (place.kind === "frame-address" && done === OP.plus) return further(place, number.value);
  return place.kind === "indirect" && done === OP.and && isPointerMask(number.value) ? place : undefined;
}

/** Keeps all but the lowest bits. */
const isPointerMask = (mask: number) => mask < 0 && mask >= -8 && (-mask & (-mask - 1)) === 0;

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
      return { kind: "frame-address", offset: 0 };
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
