/**
 * Programs of C and C++ in which each call, read, write and execution counts itself, with advice that counts: after each
 * statement both must be the same. What is missed has to be told at its line. WEFT_BENCH_PROGRAMS, WEFT_BENCH_SEED and
 * WEFT_BENCH_LANGUAGE (`c`, `c++`) say how many, which, and of what; a unit has 25 programs. With WEFT_BENCH_KEEP, a folder,
 * units that fail stay there.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CLANG, CLANGXX } from "../../support/compilers.js";
import { repository } from "../support/kernel-units.js";
import { printTable } from "../support/table.js";
import { randomUnit } from "./program.js";

const WEFT = join(repository, "weaver-bridge/cli/bin/weft");
const PROGRAMS_OF_A_UNIT = 25;
const COMMANDS = {
  c: [
    ["gcc", "-O1", "-std=gnu17"],
    [CLANG, "-O1", "-std=gnu17"],
    ["gcc", "-O0", "-std=gnu99"],
    ["gcc", "-O2", "-std=gnu2x"],
  ],
  "c++": [
    ["g++", "-O0", "-std=gnu++20"],
    [CLANGXX, "-O1", "-std=gnu++20"],
  ],
} as const;
const KINDS = ["before", "after", "around"] as const;

const aspects = (kind: (typeof KINDS)[number]) => {
  const count = (name: string) =>
    kind === "around" ? `around() { ${name}++; tjp->proceed(); }` : `${kind}() { ${name}++; }`;
  return `extern long nc, ng, ns, ne;
aspect Counts {
  advice call("% c(...)") : ${count("nc")}
  advice get("% g%" || "% object::m%") : ${count("ng")}
  advice set("% g%" || "% object::m%") : ${count("ns")}
  advice execution("% ...::%go(...)") : before() { ne++; }
};
`;
};

const VERDICTS = [
  "all counted",
  "missed and told",
  "missed in silence",
  "not woven",
  "not compiled",
] as const;
type Verdict = (typeof VERDICTS)[number];

export function benchSelfCounting(): void {
  const units = Math.ceil(Number(process.env.WEFT_BENCH_PROGRAMS ?? 100) / PROGRAMS_OF_A_UNIT);
  const first = Number(process.env.WEFT_BENCH_SEED ?? 1);
  const folder = mkdtempSync(join(tmpdir(), "weft-counting-"));
  const rows: string[][] = [];
  try {
    for (const language of ["c", "c++"] as const) {
      if ((process.env.WEFT_BENCH_LANGUAGE ?? language) !== language) continue;
      const counts = new Map<Verdict, number>();
      for (let seed = first; seed < first + units; seed++)
        for (const [verdict, programs] of judgeUnit(language, seed, folder))
          counts.set(verdict, (counts.get(verdict) ?? 0) + programs);
      rows.push([language, ...VERDICTS.map((verdict) => String(counts.get(verdict) ?? 0))]);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  printTable(["programs", ...VERDICTS], rows);
}

function judgeUnit(language: "c" | "c++", seed: number, folder: string): [Verdict, number][] {
  const text = randomUnit(language, seed, PROGRAMS_OF_A_UNIT);
  const source = language === "c" ? "u.c" : "u.cc";
  const command = COMMANDS[language][seed % COMMANDS[language].length] as readonly string[];
  writeFileSync(join(folder, source), text);
  writeFileSync(join(folder, "a.ah"), aspects(KINDS[seed % KINDS.length] ?? "before"));
  rmSync(join(folder, "u"), { force: true });
  const words = [...command, "-w", "-Wno-narrowing", "-fno-delete-null-pointer-checks", source, "-o", "u"];
  const built = run([WEFT, "cc", "--aspects", "a.ah", "--", ...words], folder);
  if (built.status !== 0) {
    const plain = run(words, folder);
    const said = plain.status === 0 ? built.output : `the compiler alone: ${plain.output}`;
    report(`seed ${seed}, ${command.join(" ")}: ${said.slice(0, 1500)}`, text, language, seed);
    return [["not compiled", PROGRAMS_OF_A_UNIT]];
  }
  if (built.output.includes("[weft/cc/not-woven]")) {
    report(`seed ${seed}, ${command.join(" ")}: ${built.output.slice(0, 1500)}`, text, language, seed);
    return [["not woven", PROGRAMS_OF_A_UNIT]];
  }
  const { output, status } = run([join(folder, "u")], folder);
  const wrong = output.match(/^\d+: .*$/gm) ?? [];
  const lines = text.split("\n");
  const programOf = (line: number) =>
    lines
      .slice(0, line)
      .findLastIndex((before) => /^(?!int main).*\brun\d+(?:_go)?\(|^\S.*\b[Snl]run\d+ [{=]/.test(before));
  const warnings = built.output.matchAll(/u\.cc?:(\d+):\d+: warning\[weft/g);
  const told = new Set(Array.from(warnings, ([, line]) => programOf(Number(line))));
  const silent = wrong.filter((said) => !told.has(programOf(Number.parseInt(said, 10))));
  if (status !== 0 && wrong.length === 0) silent.push(`ended with ${status}`);
  for (const said of new Set(silent))
    report(
      `seed ${seed}, ${command.join(" ")}, ${said}\n    ${lines[Number.parseInt(said, 10) - 1]}`,
      text,
      language,
      seed,
    );
  const countOf = (found: readonly string[]) =>
    new Set(found.map((said) => programOf(Number.parseInt(said, 10)))).size;
  const missed = countOf(wrong);
  const inSilence = countOf(silent);
  return [
    ["missed in silence", inSilence],
    ["missed and told", missed - Math.min(missed, inSilence)],
    ["all counted", PROGRAMS_OF_A_UNIT - Math.max(missed, inSilence)],
  ];
}

function report(said: string, text: string, language: string, seed: number): void {
  console.log(said);
  const { WEFT_BENCH_KEEP: keep } = process.env;
  if (keep !== undefined) writeFileSync(join(keep, `${seed}.${language === "c" ? "c" : "cc"}`), text);
}

function run(command: readonly string[], cwd: string) {
  const [program = "", ...words] = command;
  const { status, stdout, stderr } = spawnSync(program, words, { cwd, timeout: 120_000, encoding: "latin1" });
  return { status, output: `${stdout}${stderr}` };
}
