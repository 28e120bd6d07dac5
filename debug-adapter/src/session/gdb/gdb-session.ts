/** GDB made ready: started, set up for kernels, symbols loaded, connected. No debug protocol in here. */
import { DebugError, errors } from "../../qemu/index.js";
import { withDeadline } from "./deadline.js";
import type { GdbConnection } from "./gdb-connection.js";
import { quote } from "./gdb-connection.js";
import { unlessGdbRefuses } from "./gdb-refusal.js";
import { connectTo } from "./mi-commands.js";

/** Settings that hold for every kernel. Read-only sections come from the file, so that code is not read twice. */
const SETTINGS = [
  "pagination off",
  "confirm off",
  "width 0",
  "height 0",
  "print pretty off",
  "print address on",
  "breakpoint pending on",
  // They stay in the stub while the machine stands: else each step sends hundreds of them to and fro.
  "breakpoint always-inserted on",
  "trust-readonly-sections on",
  "style enabled off",
  "python print-stack none",
  "debuginfod enabled off",
  // Else it opens the source for the line that it prints, and waits for a pipe there. Lines are the client's to show.
  "print frame-info location",
  "backtrace limit 10000",
  // A visit to the machine comes before what GDB asks.
  "remotetimeout 30",
];

/** Throws `gdb-missing`, `gdb-ended`. */
export async function startGdb(gdb: GdbConnection): Promise<void> {
  const start = gdb.spawn({ gdbAsync: true } as Parameters<GdbConnection["spawn"]>[0]);
  const end = await Promise.race([start, gdb.gdbProcess.ended]);
  if (end !== undefined) throw errors.gdbEnded(end);
  for (const setting of SETTINGS) await unlessGdbRefuses(gdb.sendCommand(`-gdb-set ${setting}`)); // Not in all versions.
}

/** What comes with symbols (scripts of sections, scripts beside the file) is not run: they are somebody else's. */
export async function runNothingLoaded(gdb: GdbConnection): Promise<void> {
  await gdb.sendCommand("-gdb-set auto-load no");
}

/** In place of what was said before: sources below `from`, by the debug information, are below `to`. */
export async function findSources(
  gdb: GdbConnection,
  folders: readonly { readonly from: string; readonly to: string }[],
): Promise<void> {
  await gdb.consoleCommand("unset substitute-path");
  for (const { from, to } of folders)
    await gdb.sendCommand(`-gdb-set substitute-path ${quote(from)} ${quote(to)}`);
}

export async function loadSymbols(gdb: GdbConnection, file: string): Promise<void> {
  await gdb.sendCommand(`-file-exec-and-symbols ${quote(file)}`);
}

/** `called` is what the user knows the target by. Throws `connect-failed`, or `stub-in-use` when something accepts the connection and does not answer, or closes it. */
export async function connectGdb(
  gdb: GdbConnection,
  target: string,
  deadline: number,
  called = target,
): Promise<void> {
  await gdb.sendCommand(`-gdb-set tcp connect-timeout ${Math.ceil(deadline / 1000)}`);
  try {
    await withDeadline(connectTo(gdb, target), deadline + 1000, () => errors.stubInUse(called));
  } catch (error) {
    if (error instanceof DebugError) throw error;
    const { message } = error as Error;
    throw /connection closed/i.test(message)
      ? errors.stubInUse(called)
      : errors.connectFailed(called, message);
  }
}
