/**
 * Programs that stand before those of `PATH` while a kernel is built: for builds that take no compiler by a variable
 * (scripts, generators of build files, `gcc` in each rule), and in place of a cross toolchain that is not installed.
 */
import { chmodSync, existsSync, readdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { unlessRefused } from "../../model/index.js";
import { writeAtomically } from "../files/atomic-write.js";
import { readRegular } from "../files/read-regular.js";
import { findInPath, isCompilerName } from "../process/programs.js";
import { quoted, splitWords } from "./response-file.js";

export interface StandIns {
  /** Folder that they are in, absolute: it comes first in `PATH`. */
  readonly folder: string;
  /** Words that are asked for and not there: what nobody can stand in for. */
  readonly missing: readonly string[];
}

/**
 * Writes them, and removes what was there else. `programs` maps a name to the command that runs instead (`"gcc -m32"`).
 * `wrap`: what comes before a compiler, words of the shell. Throws the system's error.
 */
export function writeStandIns(
  folder: string,
  programs: Readonly<Record<string, string>>,
  wrap: string,
): StandIns {
  const missing: string[] = [];
  const names = Object.keys(programs);
  if (existsSync(folder))
    for (const name of readdirSync(folder))
      if (!names.includes(name)) rmSync(join(folder, name), { force: true });
  for (const [name, command] of Object.entries(programs)) {
    const [program = "", ...words] = splitWords(command);
    // By its whole path: the name alone would mean the stand-in itself.
    const found = findInPath(program, folder);
    if (found === undefined) missing.push(program);
    const before = isCompilerName(name) && wrap !== "" ? `${wrap} ` : "";
    const text = `#!/bin/sh\nexec ${before}${[found ?? program, ...words].map(quoted).join(" ")} "$@"\n`;
    write(join(folder, basename(name)), text);
  }
  return { folder, missing };
}

/** Build systems look at the time of the compiler: what is the same stays. */
function write(file: string, text: string): void {
  if (unlessRefused(() => readRegular(file, "utf8")) !== text) writeAtomically(file, text);
  chmodSync(file, 0o755);
}
