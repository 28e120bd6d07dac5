/** The CPU's table of handlers, as the machine has it where it stands. */
import { GATE_SIZE, type Gate, gateIn } from "@weft/weaver-bridge/machine";
import type { GdbConnection } from "./gdb-connection.js";
import { unlessGdbRefuses } from "./gdb-refusal.js";
import { readMemory } from "./mi-commands.js";

/** What QEMU's monitor says of the CPU's registers; empty where no QEMU is behind the stub. */
export async function monitorRegisters(gdb: GdbConnection): Promise<string> {
  return (await unlessGdbRefuses(gdb.consoleCommand("monitor info registers"))) ?? "";
}

/** `unreadable`: no memory is there. `undefined`: nothing is in the gate. */
export async function readGate(
  gdb: GdbConnection,
  at: bigint,
  word: 4 | 8,
): Promise<Gate | "unreadable" | undefined> {
  const bytes = await unlessGdbRefuses(readMemory(gdb, at, GATE_SIZE[word]));
  return bytes === undefined ? "unreadable" : gateIn(bytes, word);
}
