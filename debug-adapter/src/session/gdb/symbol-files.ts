/** Files of symbols beside the kernel's own: they come and go while the machine stands. */
import { type GdbConnection, quote } from "./gdb-connection.js";

/** `place`: what else `add-symbol-file` takes, as addresses of sections. */
export async function addSymbolFile(gdb: GdbConnection, file: string, place = ""): Promise<void> {
  await gdb.consoleCommand(`add-symbol-file ${quote(file)} ${place}`.trimEnd());
}

/** The machine stands. Rejects where GDB has no such file; all others are gone then too. */
export async function removeSymbolFiles(gdb: GdbConnection, files: readonly string[]): Promise<void> {
  if (files.length === 0) return;
  await forgetInlined(gdb);
  const removals = files.map((file) => gdb.consoleCommand(`remove-symbol-file ${quote(file)}`));
  for (const { reason } of (await Promise.allSettled(removals)).filter(isRejected)) throw reason;
}

const isRejected = (result: PromiseSettledResult<unknown>) => result.status === "rejected";

/**
 * GDB (seen in 13 and 18) remembers which inlined functions begin where it stopped, also when the file that has them is taken
 * away, and then looks them up in freed memory. It forgets them when its frames begin at another address: that is given to
 * each processor and taken back in one command, so that nobody sees it. Shown is then the innermost of these functions.
 */
async function forgetInlined(gdb: GdbConnection): Promise<void> {
  await gdb.consoleCommand("thread apply all -q -s call (void) ($pc = $pc + 1, $pc = $pc - 1)");
}
