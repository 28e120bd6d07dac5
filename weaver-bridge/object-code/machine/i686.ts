/** What is i686, all of it: registers by DWARF's numbers, widths, and what a call leaves alone. */
import { Register } from "iced-x86";

export const BITS = 32;
export const WORD = 4;

/** DWARF's numbers, which are those of the machine's instructions too. A result of one word is in EAX. */
export const EAX = 0;
export const ECX = 1;
export const ESP = 4;
export const EBP = 5;
export const REGISTERS = 8;

/**
 * What a call changes for certain. By the rules it may change ECX and EDX too; where they are used behind a call all the same,
 * the compiler knew that the function leaves them alone.
 */
export const CLOBBERED: readonly number[] = [EAX];

const FULL: readonly Register[] = [
  Register.EAX,
  Register.ECX,
  Register.EDX,
  Register.EBX,
  Register.ESP,
  Register.EBP,
  Register.ESI,
  Register.EDI,
];
const PARTS: readonly (readonly Register[])[] = [
  [Register.AX, Register.AL, Register.AH],
  [Register.CX, Register.CL, Register.CH],
  [Register.DX, Register.DL, Register.DH],
  [Register.BX, Register.BL, Register.BH],
  [Register.SP],
  [Register.BP],
  [Register.SI],
  [Register.DI],
];

const NUMBERS = new Map<Register, number>();
for (const [number, register] of FULL.entries()) NUMBERS.set(register, number);
const WHOLE = new Map(NUMBERS);
for (const [number, parts] of PARTS.entries()) for (const part of parts) NUMBERS.set(part, number);

/** Of a register or a part of one; undefined for others than the eight. */
export const registerNumber = (register: Register): number | undefined => NUMBERS.get(register);

/** Only of the 32-bit ones. */
export const wholeRegister = (register: Register): number | undefined => WHOLE.get(register);

/** Segments that may have a base of their own: what is addressed through them is no plain address. */
export const isPlainSegment = (segment: Register): boolean =>
  segment !== Register.FS && segment !== Register.GS;
