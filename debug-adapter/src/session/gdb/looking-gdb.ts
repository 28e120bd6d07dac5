/** A GDB beside the session's, that only looks: at a kernel's file, and at a machine where it is connected to one. */
import { GdbConnection, GdbProcess } from "./gdb-connection.js";
import { connectGdb, loadSymbols, runNothingLoaded, startGdb } from "./gdb-session.js";
import { createRingLog } from "./ring-log.js";

/** Milliseconds until it is connected. */
const DEADLINE = 60_000;

export interface LookingGdb {
  /** `symbols` is data: nothing that comes with it is run. `stub`: a unix socket; without one there is no machine. */
  readonly symbols: string;
  readonly stub?: string;
  /** Before anything is loaded. */
  readonly settings?: readonly string[];
}

/** What `work` makes of it; the GDB ends with that, or with what it throws. */
export async function withLookingGdb<T>(
  { symbols, stub, settings = [] }: LookingGdb,
  work: (gdb: GdbConnection) => Promise<T>,
): Promise<T> {
  const gdb = new GdbConnection(new GdbProcess("gdb", process.cwd(), true), createRingLog());
  try {
    await startGdb(gdb);
    for (const setting of settings) await gdb.sendCommand(`-gdb-set ${setting}`);
    await runNothingLoaded(gdb);
    await loadSymbols(gdb, symbols);
    if (stub !== undefined) await connectGdb(gdb, stub, DEADLINE);
    return await work(gdb);
  } finally {
    await gdb.gdbProcess.stop();
  }
}
