/**
 * Symbols of the user program that runs on a CPU, so that frames below the kernel's have names and lines. Programs share their
 * addresses, so GDB knows one at a time: that of the task whose stack is looked at.
 */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { TaskTable } from "@weft/weaver-bridge/model";
import type { GdbConnection } from "../gdb/gdb-connection.js";
import { unlessGdbRefuses } from "../gdb/gdb-refusal.js";
import { evaluate } from "../gdb/mi-commands.js";
import { addSymbolFile, removeSymbolFiles } from "../gdb/symbol-files.js";

export interface ProgramSymbols {
  /** The machine stands: GDB knows the program of the task on this CPU, and no other. */
  showFor(cpu: number): Promise<void>;
  /** The file of the program that GDB knows now. */
  shown(): string | undefined;
  /** GDB has read the kernel's symbols anew, and forgotten all others. */
  forget(): void;
}

/** Nothing happens without `programs` in the table. `folder` is the project's, `forGdb` says which file GDB may read. */
export function createProgramSymbols(
  gdb: GdbConnection,
  { struct, running, name, programs }: Partial<TaskTable>,
  folder: string,
  forGdb: (file: string) => Promise<string>,
): ProgramSymbols {
  let shown: string | undefined;
  const expressions = typeof running === "string" ? [running] : (running ?? []);
  const fileFor = async (cpu: number): Promise<string | undefined> => {
    for (const expression of expressions) {
      const task = expression.replaceAll("$cpu", String(cpu));
      const text = (await unlessGdbRefuses(evaluate(gdb, `((struct ${struct} *)(${task}))->${name}`))) ?? "";
      const called = /"([\w.-]+)/.exec(text)?.[1];
      const file =
        called === undefined ? undefined : resolve(folder, (programs ?? "").replaceAll("$name", called));
      if (file !== undefined && existsSync(file)) return forGdb(file);
    }
    return undefined;
  };
  return {
    async showFor(cpu) {
      if (programs === undefined || name === undefined) return;
      const file = await fileFor(cpu);
      if (file === shown) return;
      const old = shown;
      shown = file;
      if (old !== undefined) await removeSymbolFiles(gdb, [old]);
      if (file !== undefined) await addSymbolFile(gdb, file);
    },
    shown: () => shown,
    forget() {
      shown = undefined;
    },
  };
}
