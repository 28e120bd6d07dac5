/** Stacks that go on below exceptions, interrupts and system calls of Linux: GDB is given a file that says how. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runProcess } from "@weft/weaver-bridge/kernel-build";
import { type CodeRange, trapEntries, trapFrames } from "../engine/index.js";
import { type GdbConnection, quote } from "./gdb-connection.js";
import { evaluate } from "./mi-commands.js";

export interface LinuxEntries {
  /** After the kernel's symbols were read. Nothing happens for other kernels. */
  describe(gdb: GdbConnection, symbols: string): Promise<void>;
  /** GDB has ended. */
  forget(): Promise<void>;
}

/** Milliseconds; nm reads the symbols of a whole Linux in a few tenths of a second. */
const DEADLINE = 60_000;

export function createLinuxEntries(): LinuxEntries {
  let folder: string | undefined;
  return {
    async describe(gdb, symbols) {
      const entries = trapEntries(await functionsOf(symbols));
      if (entries.length === 0) return;
      folder ??= await mkdtemp(join(tmpdir(), "weft-entries-"));
      const file = join(folder, "entries.elf");
      await writeFile(file, trapFrames(entries, (await evaluate(gdb, "sizeof(void *)")) === "8"));
      await gdb.consoleCommand(`add-symbol-file ${quote(file)}`);
    },
    async forget() {
      if (folder !== undefined) await rm(folder, { recursive: true, force: true });
      folder = undefined;
    },
  };
}

async function functionsOf(file: string): Promise<CodeRange[]> {
  const { output } = await runProcess(["nm", "-S", "--defined-only", file], {
    directory: process.cwd(),
    deadline: DEADLINE,
  });
  const lines = output.toString().matchAll(/^([\da-f]+) ([\da-f]+) [tTwW] (\S+)$/gm);
  return [...lines].map(([, start = "", size = "", name = ""]) => ({
    name,
    start: BigInt(`0x${start}`),
    size: BigInt(`0x${size}`),
  }));
}
