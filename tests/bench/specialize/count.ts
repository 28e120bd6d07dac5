/** Instructions of one function, counted exactly. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

export const FLAGS = ["-m32", "-march=i686", "-std=gnu11", "-fno-strict-aliasing", "-fno-pie", "-w"];
/** So many the program makes. */
export const CALLS = 1000;

/** Of one call, with all that it calls. */
export function instructions(folder: string, name: string, words: readonly string[]): number {
  const file = join(folder, "counts");
  const valgrind = [
    "--tool=callgrind",
    "--smc-check=all",
    `--callgrind-out-file=${file}`,
    `--toggle-collect=${name}`,
  ];
  execFileSync("valgrind", [...valgrind, join(folder, "main"), ...words], { stdio: "ignore" });
  const total = /^(?:summary|totals): (\d+)/m.exec(readFileSync(file, "utf8"))?.[1];
  if (total === undefined) throw new Error(`callgrind counted nothing in ${name}`);
  return Number(total) / CALLS;
}
