/** The CPU's table of handlers, as the machine has it where it stands. */
import { GATE_SIZE, type Gate, gateIn } from "../../engine/index.js";
import type { GdbConnection } from "./gdb-connection.js";
import { readMemory } from "./mi-commands.js";

/** What QEMU's monitor says of the CPU's registers; empty where no QEMU is behind the stub. */
export function monitorRegisters(gdb: GdbConnection): Promise<string> {
  return gdb.consoleCommand("monitor info registers").catch(() => "");
}

/** `unreadable`: no memory is there. `undefined`: nothing is in the gate. */
export async function readGate(
  gdb: GdbConnection,
  at: bigint,
  word: 4 | 8,
): Promise<Gate | "unreadable" | undefined> {
  const bytes = await readMemory(gdb, at, GATE_SIZE[word]).catch(() => undefined);
  return bytes === undefined ? "unreadable" : gateIn(bytes, word);
}
