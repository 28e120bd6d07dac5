/** Numbers of registers and of their parts, out of one list by number. */
import { type Code, Register } from "iced-x86";

/** What the readers of code must know of x86 with 32 or 64 bits. */
export interface X86 {
  readonly bits: 32 | 64;
  /** In bytes. */
  readonly word: 4 | 8;
  /** DWARF's number of the register that a call's result is in. */
  readonly result: number;
  /** Of a near jump by a register or memory. */
  readonly jumpIndirect: Code;
  /** Of a register or a part of one; undefined for others than the general ones. */
  registerNumber(register: Register): number | undefined;
  /** Of one that is a whole pointer when it was written: parts that leave the rest as it was are none. */
  wholeRegister(register: Register): number | undefined;
}

interface NamedRegister {
  /** Names under which all of it is written. */
  readonly whole: readonly Register[];
  readonly parts: readonly Register[];
}

export function createNumbers(list: readonly NamedRegister[]) {
  const whole = new Map(list.flatMap((one, number) => one.whole.map((name) => [name, number] as const)));
  const numbers = new Map([
    ...whole,
    ...list.flatMap(({ parts }, number) => parts.map((name) => [name, number] as const)),
  ]);
  return {
    registerNumber: (register: Register): number | undefined => numbers.get(register),
    wholeRegister: (register: Register): number | undefined => whole.get(register),
  };
}

/** Segments that may have a base of their own: what is addressed through them is no plain address. */
export const isPlainSegment = (segment: Register): boolean =>
  segment !== Register.FS && segment !== Register.GS;
