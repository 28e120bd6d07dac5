/** The file whose symbols the debugger has, while somebody may build it anew, or made it without what a debugger needs. */
import { stat } from "node:fs/promises";
import { noneIfRefused } from "@weft/weaver-bridge/model";
import type { GdbConnection } from "../gdb/gdb-connection.js";

export interface KernelFile {
  /** What the user should know now and was not told yet, a sentence; of a file that was built again since its symbols were read. */
  news(): Promise<string | undefined>;
}

const BUILT_AGAIN =
  "The kernel was built again: this machine runs the one from before, so lines may have moved. Restart to debug the new one.";
const NO_LINES =
  "The kernel's file has no line numbers: functions have names, and no lines to stop or to step at. Build it with -g.";

export async function watchKernelFile(file: string): Promise<KernelFile> {
  const versionOf = async () => {
    const { mtimeMs, size } = await stat(file);
    return `${mtimeMs} ${size}`;
  };
  const read = await versionOf().catch(noneIfRefused);
  let isTold = false;
  return {
    async news() {
      if (isTold) return undefined;
      // While it is being linked there may be none.
      const now = (await versionOf().catch(noneIfRefused)) ?? read;
      isTold = now !== read;
      return isTold ? BUILT_AGAIN : undefined;
    },
  };
}

/** What GDB misses in the symbols that it has read, a sentence. */
export async function lackOfSymbols(gdb: GdbConnection): Promise<string | undefined> {
  const lack = await gdb.consoleCommand("info sources -basename //").then(
    () => "",
    (error: Error) => error.message,
  );
  return lack.startsWith("No symbol table") ? NO_LINES : undefined;
}
