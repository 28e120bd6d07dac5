/**
 * `weft ag++` beside g++ and beside Debian's ag++ on the same C++ kernel units: CPU time of the whole process tree, the
 * largest process, and the size of the woven text.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { repository } from "../support/kernel-units.js";
import { type Cost, type MeasuredCommand, measureInTurns } from "../support/measure.js";
import { milliseconds, printTable, ratio } from "../support/table.js";

const ROUNDS = Number(process.env.WEFT_BENCH_ROUNDS ?? 5);
const SAMPLE = join(repository, "sample-projects/mini-ecos");
const WEFT = join(repository, "weaver-bridge/cli/bin/weft");
/** Advice on executions, calls and members of most units. */
const CONFIGURATION = "everything";

type Variant = "plain" | "absent" | "matching" | "ag++";

interface Unit {
  readonly source: string;
  /** Flags of g++, without compiler, output and input. */
  readonly flags: readonly string[];
  readonly aspects: readonly string[];
}

export function benchAgxx(): void {
  if (spawnSync("ag++", ["--version"], { timeout: 10_000 }).error !== undefined)
    throw new Error("Debian's ag++ is missing: apt-get install aspectc++");
  const folder = mkdtempSync(join(tmpdir(), "weft-bench-agxx-"));
  try {
    const units = kernelUnits(folder);
    console.log(
      `weft ag++ beside g++ and ag++: ${units.length} units of mini-ecos (${CONFIGURATION}), least CPU time of ${ROUNDS} runs in turns\n`,
    );
    print(units.map((unit) => ({ unit, costs: costsOf(unit, folder), ...wovenSizes(unit, folder) })));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Asked of make, so that nobody repeats its flags. */
function kernelUnits(folder: string): Unit[] {
  const said = execFileSync(
    "make",
    [
      "-n",
      "-C",
      SAMPLE,
      "VARIANT=aspects",
      `CONFIG=${CONFIGURATION}`,
      "CXX=weft ag++",
      `BUILD=${join(folder, "build")}`,
    ],
    { encoding: "utf8", timeout: 60_000 },
  );
  return said.split("\n").flatMap((line): Unit[] => {
    const words = line.trim().split(/\s+/);
    const start = words.indexOf("--Xcompiler");
    const source = words.at(-1) ?? "";
    // The applications use what aspects introduce, so g++ alone can't compile them.
    const isKernel = source.endsWith(".cxx") && !source.startsWith("applications/");
    if (words[0] !== "weft" || start === -1 || !isKernel) return [];
    const aspects = words.flatMap((word, at) => (words[at - 1] === "-a" ? [word] : []));
    const flags = words.slice(start + 1, words.indexOf("-c")).filter((word) => !/^-M/.test(word));
    return [{ source, flags: flags.filter((word) => word !== "-fstack-usage"), aspects }];
  });
}

function costsOf({ source, flags, aspects }: Unit, folder: string): Record<Variant, Cost> {
  const absent = join(folder, "absent.ah");
  writeFileSync(absent, 'aspect Absent { advice execution("% nobody_calls_it_so(...)") : before() {} };\n');
  const compile = (variant: Variant, before: readonly string[]): MeasuredCommand => ({
    directory: SAMPLE,
    argv: [...before, ...flags, "-c", "-o", join(folder, `${variant.replace("+", "x")}.o`), source],
  });
  const named = (files: readonly string[]) => files.flatMap((file) => ["-a", file]);
  return measureInTurns(
    {
      plain: compile("plain", ["g++"]),
      absent: compile("absent", [WEFT, "ag++", "-p", ".", ...named([absent]), "--Xcompiler"]),
      matching: compile("matching", [WEFT, "ag++", "-p", ".", ...named(aspects), "--Xcompiler"]),
      "ag++": compile("ag++", [
        ...["ag++", "--target", "i686-pc-linux-gnu", "-p", "."],
        ...[...named(aspects), "--Xcompiler"],
      ]),
    },
    ROUNDS,
  );
}

interface WovenSizes {
  readonly unwoven: number;
  readonly woven: number;
  readonly peerWoven: number;
}

/** Bytes of preprocessed text without and with what was woven. */
function wovenSizes({ source, flags, aspects }: Unit, folder: string): WovenSizes {
  const named = aspects.flatMap((file) => ["-a", file]);
  const text = join(folder, "woven.ii");
  const run = (program: string, words: readonly string[]) =>
    execFileSync(program, [...words], {
      cwd: SAMPLE,
      timeout: 120_000,
      stdio: ["ignore", "pipe", "ignore"],
      maxBuffer: 1 << 28,
    });
  const unwoven = run("g++", [...flags, "-E", source]).length;
  run(WEFT, ["ag++", "-p", ".", ...named, "--weave_only", "--Xcompiler", ...flags, "-c", "-o", text, source]);
  const woven = statSync(text).size;
  run("ag++", [
    "--target",
    "i686-pc-linux-gnu",
    "-p",
    ".",
    ...named,
    "--weave_only",
    "--Xcompiler",
    ...flags,
    "-c",
    "-o",
    text,
    source,
  ]);
  const peer = existsSync(text) ? text : join(SAMPLE, `${basename(source, ".cxx")}.acc`);
  const peerWoven = run("g++", [...flags, "-E", "-x", "c++", peer]).length;
  for (const name of readdirSync(SAMPLE)) if (name.endsWith(".acc")) rmSync(join(SAMPLE, name));
  return { unwoven, woven, peerWoven };
}

interface Row extends WovenSizes {
  readonly unit: Unit;
  readonly costs: Record<Variant, Cost>;
}

function print(rows: readonly Row[]): void {
  const total = (variant: Variant) => rows.reduce((sum, { costs }) => sum + costs[variant].cpu, 0);
  const cells = (of: (variant: Variant) => number) => [
    milliseconds(of("plain")),
    ...(["absent", "matching", "ag++"] as const).flatMap((variant) => [
      milliseconds(of(variant)),
      ratio(of(variant), of("plain")),
    ]),
    ratio(of("ag++"), of("matching")),
  ];
  printTable(
    ["unit", "g++", "weft, absent", "ratio", "weft, matching", "ratio", "ag++", "ratio", "ag++ : weft"],
    [
      ...rows.map(({ unit, costs }) => [unit.source, ...cells((variant) => costs[variant].cpu)]),
      ["all", ...cells(total)],
    ],
  );
  console.log(
    `\nweft without a match: ${ratio(total("absent"), total("plain"))} of g++ (goal: at most 1.05x)` +
      `\nweft with matching advice: ${ratio(total("matching"), total("plain"))} of g++ (goal: at most 1.4x)` +
      `\nag++ needs ${ratio(total("ag++"), total("matching"))} of weft's time (goal: at least 1.5x)\n`,
  );
  printTable(
    ["unit", "unwoven", "weft's woven text", "ratio", "ag++'s", "ratio", "peak weft", "peak ag++"],
    rows.map(({ unit, unwoven, woven, peerWoven, costs }) => [
      unit.source,
      `${unwoven} B`,
      `${woven} B`,
      ratio(woven, unwoven),
      `${peerWoven} B`,
      ratio(peerWoven, unwoven),
      `${costs.matching.peak.toFixed(0)} MB`,
      `${costs["ag++"].peak.toFixed(0)} MB`,
    ]),
  );
}
