/**
 * The CPU's tables in words, as commands of the debug console: `page EXPRESSION` (the way from an address to its page),
 * `pages` (what is mapped), `gdt` and `idt`. They ask QEMU's monitor, so they need a machine of QEMU.
 */
import {
  CONTROL_REGISTERS,
  type CpuTable,
  controlRegisters,
  descriptorText,
  GATE_SIZE,
  gateIn,
  gateText,
  isLongMode,
  isLongSystem,
  isProtectedMode,
  MODE_REGISTER,
  pageEntryText,
  pagingIsOn,
  pagingOf,
  registerIn,
  tableIn,
  vectorText,
  walkPages,
} from "@weft/weaver-bridge/machine";
import { hex } from "../../engine/index.js";
import type { GdbConnection } from "../gdb/gdb-connection.js";
import { unlessGdbRefuses } from "../gdb/gdb-refusal.js";
import { monitorRegisters } from "../gdb/handler-table.js";
import { codePlace, type FrameReference, numberOf, readMemory } from "../gdb/mi-commands.js";

/** A command of the console, or `undefined` when it is none of these. */
export function tableCommand(text: string): TableCommand | undefined {
  const [, name = "", rest = ""] = /^(page|pages|gdt|idt)(?:\s+(.+))?$/s.exec(text) ?? [];
  if (name === "page") return rest === "" ? undefined : { name, expression: rest };
  return rest === "" && (name === "pages" || name === "gdt" || name === "idt") ? { name } : undefined;
}

export type TableCommand =
  | { readonly name: "page"; readonly expression: string }
  | { readonly name: "pages" | "gdt" | "idt" };

/** Lines for the console. Throws the reason when the machine can't tell. */
export async function showTable(
  gdb: GdbConnection,
  command: TableCommand,
  frame: FrameReference,
): Promise<string> {
  if (command.name === "page") return pageOf(gdb, command.expression, frame);
  const registers = await monitorRegisters(gdb);
  if (registers === "") throw new Error(NO_MONITOR);
  if (command.name === "pages") return mapped(gdb, registers);
  const table = tableIn(registers, command.name === "gdt" ? "GDT" : "IDT");
  if (table === undefined) throw new Error(NO_MONITOR);
  const isLong = isLongMode(registerIn(registers, MODE_REGISTER));
  if (!isProtectedMode(registers))
    throw new Error("The CPU is in real mode: segments and interrupts have no descriptors there.");
  return command.name === "gdt" ? gdtText(gdb, table, isLong) : idtText(gdb, table, isLong);
}

const NO_MONITOR =
  "Only a machine of QEMU tells its CPU's tables: a memory dump and other debug stubs have no monitor.";

async function pageOf(gdb: GdbConnection, expression: string, frame: FrameReference): Promise<string> {
  const address = await numberOf(gdb, expression, frame);
  const control = await controlOf(gdb, frame);
  if (control === undefined) throw new Error("This debug stub does not tell the CPU's control registers.");
  const paging = pagingOf(control);
  if (paging === undefined) return `${hex(address)}: paging is off, the address is physical`;
  const way = await walkPages((at, count) => readPhysical(gdb, at, count), paging, address);
  const last = way.at(-1);
  if (last === undefined) throw new Error(NO_MONITOR);
  const place = last.physical === undefined ? "not mapped" : `physical ${hex(last.physical)}`;
  return [`${hex(address)}: ${place}`, ...way.map((one) => `  ${pageEntryText(one, paging)}`)].join("\n");
}

async function controlOf(gdb: GdbConnection, frame: FrameReference) {
  const values: Record<string, bigint> = {};
  for (const name of CONTROL_REGISTERS) {
    const value = await unlessGdbRefuses(numberOf(gdb, `$${name}`, frame));
    if (value === undefined) return undefined;
    values[name] = value;
  }
  const mode = await unlessGdbRefuses(numberOf(gdb, `$${MODE_REGISTER}`, frame));
  return controlRegisters(values, isLongMode(mode ?? 0n));
}

/** Empty where it can't be read. */
async function readPhysical(gdb: GdbConnection, address: bigint, count: number): Promise<Buffer> {
  const told = (await unlessGdbRefuses(gdb.consoleCommand(`monitor xp /${count}xb ${hex(address)}`))) ?? "";
  const bytes = [...told.matchAll(/\b0x([\da-f]{2})\b/g)].map(([, byte = ""]) => Number.parseInt(byte, 16));
  return Buffer.from(bytes);
}

async function mapped(gdb: GdbConnection, registers: string): Promise<string> {
  if (!pagingIsOn(registers)) return "Paging is off: addresses are physical.";
  const told = await gdb.consoleCommand("monitor info mem");
  const lines = [...told.matchAll(/^([\da-f]+)-([\da-f]+) ([\da-f]+) (\S+)/gm)].map(
    ([, start = "", end = "", , rights = ""]) => {
      const words = [
        rights.includes("u") ? "user" : "kernel only",
        rights.includes("w") ? "writable" : "read-only",
      ];
      return `${hex(BigInt(`0x${start}`))} to ${hex(BigInt(`0x${end}`) - 1n)}: ${words.join(", ")}`;
    },
  );
  return lines.length === 0 ? "Nothing is mapped." : lines.join("\n");
}

async function gdtText(gdb: GdbConnection, { base, limit }: CpuTable, isLong: boolean): Promise<string> {
  const bytes = await readMemory(gdb, base, limit + 1);
  const lines: string[] = [];
  for (let at = 0; at + 8 <= bytes.length; at += 8) {
    const one = bytes.subarray(at, at + 8);
    const upper = at + 16 <= bytes.length ? bytes.subarray(at + 8, at + 16) : undefined;
    const text = descriptorText(one, upper, isLong);
    if (text !== undefined) lines.push(`  0x${at.toString(16)}: ${text}`);
    if (isLong && isLongSystem(one)) at += 8;
  }
  return [`GDT at ${hex(base)}, ${(limit + 1) / 8} places`, ...lines].join("\n");
}

async function idtText(gdb: GdbConnection, { base, limit }: CpuTable, isLong: boolean): Promise<string> {
  const word = isLong ? 8 : 4;
  const size = GATE_SIZE[word];
  const bytes = await readMemory(gdb, base, limit + 1);
  const lines: string[] = [];
  for (let vector = 0; (vector + 1) * size <= bytes.length; vector++) {
    const one = bytes.subarray(vector * size, (vector + 1) * size);
    const gate = gateIn(one, word);
    if (gate === undefined) continue;
    const { symbol } = gate.isTask ? { symbol: "" } : await codePlace(gdb, gate.handler);
    const place = gate.isTask ? "" : ` ${hex(gate.handler)}${symbol === "" ? "" : ` ${symbol}`},`;
    lines.push(`  ${vectorText(vector)}:${place} ${gateText(one)}`);
  }
  return [`IDT at ${hex(base)}, ${Math.floor((limit + 1) / size)} places`, ...lines].join("\n");
}
