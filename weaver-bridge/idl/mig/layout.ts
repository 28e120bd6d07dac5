/**
 * Messages of Mach as GNU MIG lays them out: a header, then for each value a descriptor and its bytes, padded to words.
 * Plain data: offsets and sizes in bytes, at their largest. Oracle: the C structs that migcom writes.
 */
import type { Machine } from "./machine.js";
import { bytesOf, elementsOf, isPolymorphic, isPort, type MigType } from "./types.js";
import { type Argument, isIn, isOut, type MigUnit, type Routine } from "./unit.js";
import { INTEGER_32 } from "./words.js";

export interface MigField {
  /** As the argument; `RetCode`, and `…Cnt` for the room that a client has. */
  readonly name: string;
  /** Undefined for what no argument is. */
  readonly argument: Argument | undefined;
  readonly descriptor: { readonly offset: number; readonly bytes: number; readonly long: boolean };
  readonly offset: number;
  /** Without padding. Of arrays of variable size: at most so many. */
  readonly bytes: number;
  readonly padding: number;
  /** The message ends earlier where it has less. */
  readonly variable: boolean;
  /** Elements that stand there. */
  readonly count: number;
}

export interface MigMessage {
  readonly direction: "request" | "reply";
  readonly id: number;
  readonly fields: readonly MigField[];
  /** With everything at its largest: `sizeof` of mig's struct. */
  readonly bytes: number;
  /** Bytes at the end of that which mig does not send: an odd array of variable size stands before them. */
  readonly unsent: number;
  /** With all arrays of variable size empty. */
  readonly leastBytes: number;
  /** It carries rights or memory, always or perhaps: the kernel looks into it. */
  readonly complex: "never" | "may be" | "always";
}

export interface MigRoutineLayout {
  readonly routine: Routine;
  readonly request: MigMessage;
  /** Undefined for a simpleroutine. */
  readonly reply: MigMessage | undefined;
}

export type MigRoutines = readonly MigRoutineLayout[];

export interface MigLayout {
  readonly unit: MigUnit;
  readonly routines: MigRoutines;
}

/** Replies are told from requests by it. */
const REPLY_ID = 100;

export function layOutMig(unit: MigUnit): MigLayout {
  return { unit, routines: unit.routines.map((routine) => layOutRoutine(unit, routine)) };
}

export function layOutRoutine(unit: MigUnit, routine: Routine): MigRoutineLayout {
  const id = ((unit.subsystem?.base ?? 0) + routine.number) >>> 0;
  const requestFields = routine.arguments.flatMap((argument) => [
    ...(isIn(argument) ? [valueIn(argument)] : []),
    ...(argument.countInOut ? [word(`${argument.name}Cnt`)] : []),
  ]);
  const replyFields = [word("RetCode"), ...routine.arguments.filter(isOut).map(valueIn)];
  const message = (direction: MigMessage["direction"], values: readonly Value[]) =>
    layOut(unit.machine, direction, direction === "request" ? id : (id + REPLY_ID) >>> 0, values);
  const reply = routine.simple ? undefined : message("reply", replyFields);
  return { routine, request: message("request", requestFields), reply };
}

interface Value {
  readonly name: string;
  readonly argument: Argument | undefined;
  readonly type: Pick<
    MigType,
    "sent" | "received" | "variable" | "inLine" | "indefinite" | "size" | "number" | "element"
  >;
  readonly long: boolean;
}

function valueIn(argument: Argument): Value {
  return { name: argument.name, argument, type: argument.type, long: argument.longForm };
}

function word(name: string): Value {
  const type = {
    sent: INTEGER_32,
    received: INTEGER_32,
    variable: false,
    inLine: true,
    indefinite: false,
    size: 32,
    number: 1,
    element: undefined,
  };
  return { name, argument: undefined, type, long: false };
}

function layOut(
  machine: Machine,
  direction: MigMessage["direction"],
  id: number,
  values: readonly Value[],
): MigMessage {
  const fields: MigField[] = [];
  let end = machine.header;
  let least = machine.header;
  let sent = machine.header;
  for (const { name, argument, type, long } of values) {
    const descriptor = { offset: end, bytes: long ? machine.longDescriptor : machine.shortDescriptor, long };
    const offset = roundUp(end + descriptor.bytes, machine.word);
    const bytes = bytesOf(type as MigType, machine);
    const variable = type.variable && type.inLine;
    const room = variable ? unionRoom(bytes, machine) : roundUp(bytes, machine.word);
    const count = type.inLine ? elementsOf(type as MigType) : 0;
    fields.push({ name, argument, descriptor, offset, bytes, padding: room - bytes, variable, count });
    end = offset + room;
    least = roundUp(least + descriptor.bytes, machine.word) + (variable ? 0 : room);
    sent = roundUp(sent + descriptor.bytes, machine.word) + roundUp(bytes, machine.word);
  }
  return {
    direction,
    id,
    fields,
    bytes: end,
    unsent: Math.max(0, lastByte(fields, machine) - sent),
    leastBytes: least,
    complex: complexity(values.map(({ type }) => type as MigType)),
  };
}

/** Where the last field ends, without what only pads the struct. */
function lastByte(fields: readonly MigField[], { header, word }: Machine): number {
  const last = fields[fields.length - 1];
  return last === undefined ? header : last.offset + roundUp(last.bytes, word);
}

/**
 * In C a union with the address of what is out of line, and behind it the padding of the array, which the union has
 * already: where the array is no multiple of a word, the next field stands a word later than the message's size allows.
 */
function unionRoom(bytes: number, { pointer, word }: Machine): number {
  const padding = roundUp(bytes, word) - bytes;
  return roundUp(roundUp(Math.max(bytes, pointer), pointer) + padding, word);
}

function complexity(types: readonly MigType[]): MigMessage["complex"] {
  if (types.some((type) => isPort(type) || !type.inLine)) return "always";
  return types.some((type) => isPolymorphic(type) || type.indefinite) ? "may be" : "never";
}

function roundUp(value: number, to: number): number {
  return Math.ceil(value / to) * to;
}
