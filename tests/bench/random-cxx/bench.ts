/**
 * Random C++ programs with random aspects, built with `weft ag++` and with Debian's `ag++`: both must print the same.
 * A difference is made smaller and shown. WEFT_BENCH_PROGRAMS and WEFT_BENCH_SEED say how many, and which.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { repository } from "../support/kernel-units.js";
import { printTable } from "../support/table.js";
import { type Part, shrink, textOf } from "./parts.js";
import { createRandom } from "./random.js";
import { randomAspects } from "./random-aspects.js";
import { randomProgram } from "./random-program.js";

const WEFT = join(repository, "weaver-bridge/cli/bin/weft");
const OPTIONS = ["-p", ".", "--data_joinpoints", "--builtin_operators", "-w", "main.cc", "-o", "program"];
const DIALECTS = ["gnu++98", "gnu++11", "gnu++14", "gnu++17"];
const SHRINKING_BUDGET = 150;

type Verdict = "same" | "different" | "not built by weft" | "not built by ag++" | "neither";
const VERDICTS: readonly Verdict[] = [
  "same",
  "different",
  "not built by weft",
  "not built by ag++",
  "neither",
];

interface Trial {
  readonly verdict: Verdict;
  readonly weft: string;
  readonly peer: string;
}

export function benchRandomCxx(): void {
  if (spawnSync("ag++", ["--version"]).error !== undefined)
    throw new Error("ag++ is missing: apt-get install aspectc++");
  const programs = Number(process.env.WEFT_BENCH_PROGRAMS ?? 20);
  const first = Number(process.env.WEFT_BENCH_SEED ?? 1);
  const counts = new Map<Verdict, number>();
  const folder = mkdtempSync(join(tmpdir(), "weft-random-cxx-"));
  try {
    for (let seed = first; seed < first + programs; seed++) {
      const random = createRandom(seed);
      const dialect = random.pick(DIALECTS);
      const program = randomProgram(random);
      const whole: Part = { head: "", parts: [program.source, randomAspects(random, program)], tail: "" };
      const { verdict } = tryBoth(whole, dialect, folder);
      counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
      if (verdict === "different" || verdict === "not built by weft")
        report(seed, dialect, verdict, whole, folder);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  console.log(`seeds ${first} to ${first + programs - 1}`);
  printTable([...VERDICTS], [VERDICTS.map((verdict) => String(counts.get(verdict) ?? 0))]);
}

function report(seed: number, dialect: string, verdict: Verdict, whole: Part, folder: string): void {
  const small = shrink(whole, (part) => tryBoth(part, dialect, folder).verdict === verdict, SHRINKING_BUDGET);
  const { weft, peer } = tryBoth(small, dialect, folder);
  console.log(
    `\n== seed ${seed}, ${dialect}: ${verdict}\n${textOf(small).trim()}\n-- weft ag++\n${weft}\n-- ag++\n${peer}`,
  );
}

function tryBoth(whole: Part, dialect: string, folder: string): Trial {
  if (typeof whole === "string") return { verdict: "neither", weft: "", peer: "" };
  const [source, aspects] = whole.parts;
  if (source === undefined || aspects === undefined) return { verdict: "neither", weft: "", peer: "" };
  const project = join(folder, "project");
  rmSync(project, { recursive: true, force: true });
  mkdirSync(project);
  writeFileSync(join(project, "main.cc"), textOf(source));
  writeFileSync(join(project, "a.ah"), textOf(aspects));
  const ours = buildAndRun([WEFT, "ag++"], dialect, project);
  const theirs = buildAndRun(["ag++"], dialect, project);
  const texts = { weft: ours.text, peer: theirs.text };
  if (!ours.ran) return { verdict: theirs.ran ? "not built by weft" : "neither", ...texts };
  if (!theirs.ran) return { verdict: "not built by ag++", ...texts };
  return { verdict: ours.text === theirs.text ? "same" : "different", ...texts };
}

function buildAndRun(
  command: readonly string[],
  dialect: string,
  cwd: string,
): { ran: boolean; text: string } {
  const [program = "", ...words] = command;
  const build = spawnSync(program, [...words, `-std=${dialect}`, ...OPTIONS], {
    cwd,
    timeout: 120_000,
    encoding: "latin1",
  });
  const messages = `${build.stdout}${build.stderr}`;
  if (build.status !== 0) return { ran: false, text: messages.slice(0, 2000) };
  const run = spawnSync(join(cwd, "program"), { timeout: 10_000, encoding: "latin1" });
  // Aspects that select nothing build anyway; a program that ends badly says so.
  return {
    ran: true,
    text: run.status === 0 ? run.stdout : `${run.stdout}status ${run.status} ${run.signal}`,
  };
}
