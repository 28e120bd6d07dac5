/**
 * Random C programs by csmith, with advice that changes nothing woven into all of them: each prints a checksum of all
 * its state, which must be that of the plain program. WEFT_BENCH_PROGRAMS and WEFT_BENCH_SEED say how many, and which.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CLANG } from "../../support/compilers.js";
import { repository } from "../support/kernel-units.js";
import { printTable } from "../support/table.js";
import { ADVICE } from "./advice.js";

const WEFT = join(repository, "weaver-bridge/cli/bin/weft");
const COMPILERS = [
  ["gcc", "-m32", "-O1"],
  ["gcc", "-m64", "-O2"],
  [CLANG, "-m64", "-O2"],
];
const HEADERS = ["-w", "-I/usr/include/csmith"];

const VERDICTS = ["same", "no match", "different", "refused", "not compiled"] as const;
type Verdict = (typeof VERDICTS)[number];

export function benchRandomC(): void {
  const programs = Number(process.env.WEFT_BENCH_PROGRAMS ?? 20);
  const first = Number(process.env.WEFT_BENCH_SEED ?? 1);
  if (spawnSync("csmith", ["--version"], { cwd: tmpdir() }).status !== 0)
    throw new Error("csmith is missing: apt-get install csmith libcsmith-dev");
  const counts = new Map<string, number>();
  let seed = first;
  for (let found = 0; found < programs; seed++) {
    const folder = mkdtempSync(join(tmpdir(), "weft-random-"));
    try {
      if (tryProgram(seed, folder, counts)) found++;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  console.log(`seeds ${first} to ${seed - 1}; programs that run longer than 5 s are left out`);
  const rows = Object.keys(ADVICE).flatMap((advice) =>
    COMPILERS.map((compiler) => {
      const key = `${advice}, ${compiler.join(" ")}`;
      return [key, ...VERDICTS.map((verdict) => String(counts.get(`${key}: ${verdict}`) ?? 0))];
    }),
  );
  printTable(["advice", ...VERDICTS], rows);
}

/** False for a program that ends too late to compare anything. */
function tryProgram(seed: number, folder: string, counts: Map<string, number>): boolean {
  const source = join(folder, "t.c");
  run(["csmith", "-s", String(seed), "--max-funcs", "6", "--max-block-depth", "3", "-o", source], folder);
  for (const compiler of COMPILERS) {
    run([...compiler, ...HEADERS, "-o", "plain", source], folder);
    const plain = run([join(folder, "plain")], folder, 5_000);
    if (plain.status !== 0) return false;
    for (const [advice, text] of Object.entries(ADVICE)) {
      writeFileSync(join(folder, "a.ah"), text);
      const verdict = weaveAndRun(compiler, source, folder, plain.output);
      const key = `${advice}, ${compiler.join(" ")}: ${verdict}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
      if (verdict !== "same" && verdict !== "no match") console.log(`seed ${seed}, ${key}`);
    }
  }
  return true;
}

function weaveAndRun(compiler: readonly string[], source: string, folder: string, expected: string): Verdict {
  const map = join(folder, "t.map.json");
  const weave = [WEFT, "cc", "--aspects", "a.ah", "--map", map, "--"];
  const built = run([...weave, ...compiler, ...HEADERS, "-c", "-o", "t.o", source], folder);
  if (/error\[weft\//.test(built.output)) return "refused";
  if (built.status !== 0) return "not compiled";
  if (JSON.parse(readFileSync(map, "utf8")).effects.length === 0) return "no match";
  if (run([...compiler, "-o", "woven", "t.o"], folder).status !== 0) return "not compiled";
  return run([join(folder, "woven")], folder, 60_000).output === expected ? "same" : "different";
}

function run(command: readonly string[], cwd: string, timeout = 120_000) {
  const [program = "", ...words] = command;
  const { status, stdout, stderr } = spawnSync(program, words, { cwd, timeout, encoding: "latin1" });
  return { status, output: `${stdout}${stderr}` };
}
