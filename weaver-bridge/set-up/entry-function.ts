/** Where a kernel written in C begins, by the names that kernels have for it. Reads sources as they are written. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { CompileCommand } from "../kernel-build/index.js";

export interface EntryFunction {
  readonly name: string;
  /** Absolute. */
  readonly file: string;
  readonly hasParameters: boolean;
}

const NAMES = ["start_kernel", "kernel_main", "kernelMain", "kmain", "k_main", "kernel_start", "kern_init"];
/** What programs that come with a kernel are called as well: only without parameters it is the kernel's. */
const COMMON = ["i386_init", "cmain", "main", "init"];

export function findEntry(units: readonly CompileCommand[]): EntryFunction | undefined {
  const texts = units.map(({ directory, file }) => ({
    file: resolve(directory, file),
    text: read(resolve(directory, file)),
  }));
  for (const name of [...NAMES, ...COMMON]) {
    const definition = new RegExp(
      `^(?:[A-Za-z_][\\w \\t*]*[\\s*])?${name}\\s*\\(([^;{}()]*)\\)\\s*(?:\\w+\\s*)*\\{`,
      "m",
    );
    for (const { file, text } of texts) {
      const parameters = definition.exec(text)?.[1]?.trim();
      if (parameters === undefined) continue;
      const hasParameters = parameters !== "" && parameters !== "void";
      if (!hasParameters || NAMES.includes(name)) return { name, file, hasParameters };
    }
  }
  return undefined;
}

function read(file: string): string {
  try {
    return readFileSync(file, "latin1");
  } catch {
    return "";
  }
}
