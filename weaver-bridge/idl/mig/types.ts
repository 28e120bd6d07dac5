/** Types of MIG, resolved: what a message says of a value, and how many bytes of it stand there. Plain data. */
import type { Span } from "../parse/source.js";
import type { Machine } from "./machine.js";
import type { IpcFlag, TypeSpec } from "./tree.js";
import {
  BYTE,
  CHAR,
  INTEGER_16,
  INTEGER_32,
  INTEGER_64,
  isPortName,
  POLYMORPHIC,
  STRING_C,
} from "./words.js";

export type Dealloc = "no" | "yes" | "maybe";

export interface MigType {
  /** "" while it has none. */
  readonly name: string;
  /** Undefined for types that MIG knows by itself. */
  readonly span: Span | undefined;
  readonly spec: TypeSpec | undefined;
  /** `msgt_name` as sent and as received; -1 (polymorphic) is told at run time. */
  readonly sent: number;
  readonly received: number;
  /** `msgt_size`: bits of an element, and how many; both unsigned and of 32 bits. */
  readonly size: number;
  readonly number: number;
  readonly inLine: boolean;
  readonly longForm: boolean;
  readonly dealloc: Dealloc;
  /** C passes it by value. */
  readonly byValue: boolean;
  readonly isString: boolean;
  readonly variable: boolean;
  /** In line while it is short, else out of line. */
  readonly indefinite: boolean;
  /** Of arrays, pointers and copies. */
  readonly element: MigType | undefined;
  readonly align: number;
  /** As written with the IPC type, which every type made of it inherits. */
  readonly flags: readonly IpcFlag[];
  readonly userType: string | undefined;
  readonly serverType: string | undefined;
  readonly transType: string | undefined;
  readonly inTran: string | undefined;
  readonly inTranPayload: string | undefined;
  readonly outTran: string | undefined;
  readonly destructor: string | undefined;
}

export const UNTRANSLATED = {
  userType: undefined,
  serverType: undefined,
  transType: undefined,
  inTran: undefined,
  inTranPayload: undefined,
  outTran: undefined,
  destructor: undefined,
};

const PLAIN: MigType = {
  name: "",
  span: undefined,
  spec: undefined,
  sent: 0,
  received: 0,
  size: 0,
  number: 1,
  inLine: true,
  longForm: false,
  dealloc: "no",
  byValue: true,
  isString: false,
  variable: false,
  indefinite: false,
  element: undefined,
  align: 1,
  flags: [],
  ...UNTRANSLATED,
};

/** An IPC type of so many bits. */
export function ipcType(sent: number, received: number, size: number, machine: Machine): MigType {
  const isString = sent === STRING_C;
  const align = Math.min(machine.word, size >>> 3);
  return { ...PLAIN, sent, received, size, align, byValue: !isString, isString };
}

/** Names that MIG knows before any declaration. */
export function builtInTypes(machine: Machine): Map<string, MigType> {
  const integer = (name: string, code: number, bytes: number): [string, MigType] => [
    name,
    { ...ipcType(code, code, bytes * 8, machine), name, userType: name, serverType: name, transType: name },
  ];
  const word = machine.pointer === 8 ? INTEGER_64 : INTEGER_32;
  return new Map([
    integer("char", CHAR, 1),
    integer("short", INTEGER_16, 2),
    integer("int", INTEGER_32, 4),
    integer("uintptr_t", word, machine.pointer),
    integer("intptr_t", word, machine.pointer),
  ]);
}

export const BYTE_TYPE = (machine: Machine): MigType => ipcType(BYTE, BYTE, 8, machine);

/** Bytes of a value where it stands in the message: of a pointer, if it is out of line. */
export function bytesOf(type: MigType, machine: Machine): number {
  if (!type.inLine) return machine.pointer;
  return ((Math.imul(type.number, type.size) + 7) >>> 0) >>> 3;
}

/** Bits of all elements, as mig counts them. */
export function bitsOf(type: MigType): number {
  return Math.imul(type.number, type.size) >>> 0;
}

export function isPort(type: MigType): boolean {
  return isPortName(type.sent) || isPortName(type.received);
}

export function isPolymorphic(type: MigType): boolean {
  return type.sent === POLYMORPHIC || type.received === POLYMORPHIC;
}

/** Elements of the array's own element type, which may be an array itself. */
export function elementsOf(type: MigType): number {
  const inner = type.element?.number ?? 1;
  return inner === 0 ? 0 : Math.floor(type.number / inner);
}
