/** Stacks that go on below exceptions, interrupts and system calls: GDB is given files that say how. */
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runProcess } from "@weft/weaver-bridge/kernel-build";
import { factsOfWord, type MachineFacts } from "@weft/weaver-bridge/machine";
import {
  type CodeRange,
  type Handler,
  handlerFrames,
  readDisassembly,
  readFrameRanges,
  type StubInstruction,
  stubFrames,
  trapEntries,
  trapFrames,
  trapStubs,
} from "../../engine/index.js";
import { makeOwnFolder } from "../../qemu/index.js";
import type { GdbConnection } from "../gdb/gdb-connection.js";
import { wordSize } from "../gdb/mi-commands.js";
import { addSymbolFile } from "../gdb/symbol-files.js";

export interface EntryFrames {
  /** After the kernel's symbols were read: the entries of Linux, or what other kernels' own assembler says of theirs. */
  describeEntries(gdb: GdbConnection, symbols: string): Promise<void>;
  /** What the CPU calls for exceptions, in any kernel. */
  describeHandlers(gdb: GdbConnection, handlers: readonly Handler[]): Promise<void>;
  /** GDB has ended. */
  forget(): Promise<void>;
}

/** Milliseconds; nm reads the symbols of a whole Linux in a few tenths of a second. */
const DEADLINE = 60_000;
/** Bytes; of more code than this one would wait for seconds. */
const MOST_CODE = 8n << 20n;

export function createEntryFrames(): EntryFrames {
  let folder: string | undefined;
  let handlers = 0;
  const add = async (gdb: GdbConnection, name: string, content: Buffer) => {
    folder ??= await makeOwnFolder();
    const file = join(folder, `${name}.elf`);
    await writeFile(file, content);
    await addSymbolFile(gdb, file);
  };
  return {
    async describeEntries(gdb, symbols) {
      const machine = factsOfWord(await wordSize(gdb));
      const functions = await functionsOf(symbols);
      const entries = trapEntries(functions);
      if (entries.length > 0) return add(gdb, "entries", trapFrames(entries, machine));
      if (functions.reduce((sum, { size }) => sum + size, 0n) > MOST_CODE) return;
      const stubs = await stubsOf(symbols, machine);
      if (stubs.length > 0) await add(gdb, "entries", stubFrames(stubs, machine));
    },
    async describeHandlers(gdb, described) {
      await add(gdb, `handlers-${++handlers}`, handlerFrames(described, factsOfWord(await wordSize(gdb))));
    },
    async forget() {
      if (folder !== undefined) await rm(folder, { recursive: true, force: true });
      folder = undefined;
    },
  };
}

async function stubsOf(file: string, machine: MachineFacts): Promise<StubInstruction[]> {
  const dump = async (...words: string[]) => {
    const { output } = await runProcess(["objdump", ...words, file], {
      directory: process.cwd(),
      deadline: DEADLINE,
    });
    return output.toString("latin1");
  };
  const [code, frames] = await Promise.all([
    dump("-d", "--no-show-raw-insn"),
    dump("--dwarf=frames", "--dwarf=no-follow-links"),
  ]);
  return trapStubs(readDisassembly(code, machine), readFrameRanges(frames), machine);
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
