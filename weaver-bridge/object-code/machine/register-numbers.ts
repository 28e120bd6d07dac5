/** Numbers of registers and of their parts, out of one list by number. */
import { Register } from "iced-x86";

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
