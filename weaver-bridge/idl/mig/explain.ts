/** Messages of Mach as text for people: `weft idl --explain` and hovers. */
import { layOutMig, type MigField, type MigMessage, type MigRoutineLayout } from "./layout.js";
import type { MigType } from "./types.js";
import type { MigUnit } from "./unit.js";
import { ipcCodeText } from "./words.js";

/** `undefined` for a file of types alone. */
export function explainMig(unit: MigUnit): string | undefined {
  const { subsystem, machine } = unit;
  if (subsystem === undefined) return undefined;
  const kernel = [subsystem.kernelUser ? "kernel user" : "", subsystem.kernelServer ? "kernel server" : ""];
  const marks = kernel.filter(Boolean).map((word) => `, ${word}`);
  const head = `subsystem ${subsystem.name}, messages from ${subsystem.base}, Mach on ${machine.name}${marks.join("")}`;
  const texts = layOutMig(unit).routines.flatMap((routine) => ["", ...explainRoutine(routine)]);
  return `${[head, ...texts].join("\n")}\n`;
}

/** What `weft idl` says where nothing else is asked. */
export function summarizeMig({ subsystem, routines, types, machine }: MigUnit): string {
  const count = (number: number, what: string) => `${number} ${what}${number === 1 ? "" : "s"}`;
  const declared = count(types.length, "type");
  if (subsystem === undefined) return `${declared}, no subsystem: a file for others to include`;
  return `subsystem ${subsystem.name}: ${count(routines.length, "routine")} for Mach on ${machine.name}, ${declared}; --explain shows the messages, --kernel v2|x0|v4 makes stubs for L4`;
}

export function explainRoutine({ routine, request, reply }: MigRoutineLayout): string[] {
  const { simple, name, userName, serverName } = routine;
  const names = userName === name && serverName === name ? "" : `, user ${userName}, server ${serverName}`;
  return [
    `  ${simple ? "simpleroutine" : "routine"} ${name}${names}`,
    ...explainMessage(request),
    ...(reply === undefined ? ["    no reply"] : explainMessage(reply)),
  ];
}

function explainMessage({ direction, id, bytes, leastBytes, complex, fields }: MigMessage): string[] {
  const size = leastBytes === bytes ? `${bytes} bytes` : `${leastBytes} to ${bytes} bytes`;
  const carries = { always: ", complex", "may be": ", perhaps complex", never: "" }[complex];
  const lines = fields.map(
    (field) => `      ${`+${field.descriptor.offset} +${field.offset}`.padEnd(14)} ${fieldText(field)}`,
  );
  return [`    ${direction} ${id}: ${size}${carries}`, ...lines];
}

function fieldText({ name, argument, bytes, padding, variable, count, descriptor }: MigField): string {
  const type = argument?.type;
  const what =
    type === undefined
      ? "integer 32"
      : `${argument?.type.name === "" ? "" : `${argument?.type.name}, `}${ipcText(type)}`;
  const many = count === 1 && !variable ? "" : ` x ${count}`;
  const size = type?.inLine === false ? "out of line: the address, " : variable ? "up to " : "";
  const words = [
    `${name}: ${what}${type?.inLine === false ? "" : many}`,
    `${size}${bytes} byte${bytes === 1 ? "" : "s"}`,
    padding > 0 && !variable ? `${padding} of padding` : "",
    descriptor.long ? "long descriptor" : "",
    type?.indefinite === true ? "or out of line" : "",
    argument?.dealloc === "yes"
      ? "deallocated"
      : argument?.dealloc === "maybe"
        ? "deallocated on demand"
        : "",
  ];
  return words.filter(Boolean).join(", ");
}

function ipcText({ sent, received }: MigType): string {
  const [a, b] = [ipcCodeText(sent), ipcCodeText(received)];
  return a === b ? a : `${a} received as ${b}`;
}
