/** Stacks that go on below exceptions, interrupts and system calls: GDB is given files that say how. */
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runProcess } from "@weft/weaver-bridge/kernel-build";
import { type CodeRange, type Handler, handlerFrames, trapEntries, trapFrames } from "../../engine/index.js";
import { makeOwnFolder } from "../../qemu/index.js";
import { type GdbConnection, quote } from "../gdb/gdb-connection.js";
import { wordSize } from "../gdb/mi-commands.js";

export interface EntryFrames {
  /** After the kernel's symbols were read: the entries of Linux. Nothing happens for other kernels. */
  describeLinux(gdb: GdbConnection, symbols: string): Promise<void>;
  /** What the CPU calls for exceptions, in any kernel. */
  describeHandlers(gdb: GdbConnection, handlers: readonly Handler[]): Promise<void>;
  /** GDB has ended. */
  forget(): Promise<void>;
}

/** Milliseconds; nm reads the symbols of a whole Linux in a few tenths of a second. */
const DEADLINE = 60_000;

export function createEntryFrames(): EntryFrames {
  let folder: string | undefined;
  let handlers = 0;
  const add = async (gdb: GdbConnection, name: string, content: Buffer) => {
    folder ??= await makeOwnFolder();
    const file = join(folder, `${name}.elf`);
    await writeFile(file, content);
    await gdb.consoleCommand(`add-symbol-file ${quote(file)}`);
  };
  return {
    async describeLinux(gdb, symbols) {
      const entries = trapEntries(await functionsOf(symbols));
      if (entries.length > 0) await add(gdb, "entries", trapFrames(entries, (await wordSize(gdb)) === 8));
    },
    async describeHandlers(gdb, described) {
      await add(gdb, `handlers-${++handlers}`, handlerFrames(described, (await wordSize(gdb)) === 8));
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
