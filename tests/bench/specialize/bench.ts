/**
 * Instructions of specialized code, counted exactly: the generic function, one written by hand, what Weft makes of the
 * generic, and what the compiler makes of it when it is told the same facts. All must do the same.
 */
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { printTable, ratio } from "../support/table.js";

const here = import.meta.dirname;
const repository = resolve(here, "../../..");
const SUBJECTS = ["send_signal", "xdr_pair", "marshal", "filter_six", "filter_ten", "filter_fifteen"];
const WAYS = ["generic", "by_hand", "made", "assumed"];
const COMPILERS: readonly (readonly string[])[] = [
  ["gcc", "-O2"],
  ["clang-19", "-O2"],
];
const FLAGS = ["-m32", "-march=i686", "-std=gnu11", "-fno-strict-aliasing", "-fno-pie", "-w"];
const CALLS = 1000;

export function benchSpecialize(): void {
  const folder = mkdtempSync(join(tmpdir(), "weft-specialize-"));
  try {
    for (const name of ["subjects.c", "subjects.spec", "main.c"])
      copyFileSync(join(here, name), join(folder, name));
    const weft = join(repository, "weaver-bridge/dist/weft.js");
    const residual = execFileSync(
      process.execPath,
      [weft, "specialize", "subjects.spec", "--out", ".", "--", "gcc", ...FLAGS, "-c", "subjects.c"],
      { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] },
    );
    if (residual !== "") throw new Error(residual);
    // The file is named after the declarations, which is what the sources are called, too.
    execFileSync("mv", ["subjects.c", "residual.c"], { cwd: folder });
    copyFileSync(join(here, "subjects.c"), join(folder, "subjects.c"));
    for (const [compiler = "gcc", ...options] of COMPILERS) measure(folder, compiler, options);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function measure(folder: string, compiler: string, options: readonly string[]): void {
  const link = compiler.startsWith("clang") ? ["-fno-pie", "-no-pie"] : ["-no-pie"];
  execFileSync(compiler, [...FLAGS, ...link, ...options, "main.c", "-o", "main"], { cwd: folder });
  const rows = SUBJECTS.map((subject, index) => {
    const results = WAYS.map((_, way) =>
      execFileSync(join(folder, "main"), [`${index}`, `${way}`], { encoding: "utf8" }),
    );
    if (new Set(results).size !== 1) throw new Error(`${subject}: the ways differ: ${results.join(" ")}`);
    const [generic = 0, hand = 0, made = 0, assumed = 0] = WAYS.map((way, at) =>
      instructions(folder, `${subject}_${way}`, [`${index}`, `${at}`]),
    );
    const numbers = [generic, hand, made, assumed].map((one) => one.toFixed(1));
    return [subject, ...numbers, ratio(made, hand), ratio(generic, made), ratio(assumed, made)];
  });
  console.log(`\nInstructions for each call, ${[compiler, ...options].join(" ")}`);
  printTable(
    [
      "",
      "generic",
      "by hand",
      "Weft",
      "compiler with the facts",
      "Weft/hand",
      "generic/Weft",
      "compiler/Weft",
    ],
    rows,
  );
}

/** Of one call, with all that it calls. */
function instructions(folder: string, name: string, words: readonly string[]): number {
  const file = join(folder, "counts");
  const valgrind = ["--tool=callgrind", `--callgrind-out-file=${file}`, `--toggle-collect=${name}`];
  execFileSync("valgrind", [...valgrind, join(folder, "main"), ...words], { stdio: "ignore" });
  const total = /^(?:summary|totals): (\d+)/m.exec(readFileSync(file, "utf8"))?.[1];
  if (total === undefined) throw new Error(`callgrind counted nothing in ${name}`);
  return Number(total) / CALLS;
}
