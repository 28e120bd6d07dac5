/**
 * `weft ag++` beside g++ and beside Debian's ag++ on the same units: CPU time of the whole process tree and of resident
 * processes, the largest process, and the size of the woven text.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, extname, join } from "node:path";
import { repository } from "../support/kernel-units.js";
import { type Cost, type MeasuredCommand, measureFromNothing, measureInTurns } from "../support/measure.js";
import { milliseconds, printTable, ratio } from "../support/table.js";
import { type BenchUnit, hostedUnits, kernelUnits } from "./units.js";

const ROUNDS = Number(process.env.WEFT_BENCH_ROUNDS ?? 5);
const WEFT = join(repository, "weaver-bridge/cli/bin/weft");
/** Advice on executions, calls and members of most units. */
const CONFIGURATION = "everything";

type Variant = "plain" | "absent" | "matching" | "ag++" | "woven";
type Commands = Readonly<Record<Variant, MeasuredCommand>> & { readonly tangled?: MeasuredCommand };
type Costs = Readonly<Record<Variant, Cost>> & { readonly tangled?: Cost };

export function benchAgxx(): void {
  if (spawnSync("ag++", ["--version"], { timeout: 10_000 }).error !== undefined)
    throw new Error("Debian's ag++ is missing: apt-get install aspectc++");
  const folder = mkdtempSync(join(tmpdir(), "weft-bench-agxx-"));
  try {
    benchGroup(`units of mini-ecos (${CONFIGURATION})`, kernelUnits(CONFIGURATION, folder), folder);
    benchGroup("units that use the standard library", hostedUnits(), folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function benchGroup(title: string, units: readonly BenchUnit[], folder: string): void {
  console.log(
    `weft ag++ beside g++ and ag++: ${units.length} ${title}, median CPU time of ${ROUNDS} runs in turns\n`,
  );
  const commands = units.map((unit) => commandsOf(unit, folder));
  print(
    units.map((unit, at) => {
      const sizes = wovenSizes(unit, folder);
      const costs = measureInTurns<string>(commands[at] as Record<string, MeasuredCommand>, ROUNDS);
      return { unit, costs: costs as Costs, ...sizes };
    }),
  );
  printFirstBuild(commands);
}

/**
 * `woven`: g++ alone on the text that weft wove, which no weaver of such text can be quicker than. `tangled`: g++ on the
 * unit with the same concerns written in by hand, which no weaver can be quicker than.
 */
function commandsOf(
  { directory, source, flags, aspects, peerWords, tangled }: BenchUnit,
  folder: string,
): Commands {
  const absent = join(folder, "absent.ah");
  writeFileSync(absent, 'aspect Absent { advice execution("% nobody_calls_it_so(...)") : before() {} };\n');
  const compile = (variant: Variant, before: readonly string[]): MeasuredCommand => ({
    directory,
    argv: [...before, ...flags, "-c", "-o", join(folder, `${variant.replace("+", "x")}.o`), source],
  });
  const named = (files: readonly string[]) => files.flatMap((file) => ["-a", file]);
  const text = join(folder, `${basename(source, extname(source))}.ii`);
  const textFlags = flags.filter((word) => !/^-[DI]/.test(word));
  return {
    plain: compile("plain", ["g++"]),
    woven: { directory, argv: ["g++", ...textFlags, "-c", "-o", join(folder, "woven.o"), text] },
    absent: compile("absent", [WEFT, "ag++", "-p", ".", ...named([absent]), "--Xcompiler"]),
    matching: compile("matching", [WEFT, "ag++", "-p", ".", ...named(aspects), "--Xcompiler"]),
    "ag++": compile("ag++", ["ag++", ...peerWords, "-p", ".", ...named(aspects), "--Xcompiler"]),
    ...(tangled === undefined ? {} : { tangled: byHand(tangled) }),
  };
  function byHand(unit: Pick<BenchUnit, "source" | "flags">): MeasuredCommand {
    const output = join(folder, "tangled.o");
    return { directory, argv: ["g++", ...unit.flags, "-c", "-o", output, unit.source] };
  }
}

interface WovenSizes {
  readonly unwoven: number;
  readonly woven: number;
  readonly peerWoven: number;
}

/** Bytes of preprocessed text without and with what was woven; the latter stays in the folder. */
function wovenSizes({ directory, source, flags, aspects, peerWords }: BenchUnit, folder: string): WovenSizes {
  const named = aspects.flatMap((file) => ["-a", file]);
  const stem = basename(source, extname(source));
  const run = (program: string, words: readonly string[]) =>
    execFileSync(program, [...words], {
      cwd: directory,
      timeout: 120_000,
      stdio: ["ignore", "pipe", "ignore"],
      maxBuffer: 1 << 28,
      env: { ...process.env, WEFT_RESIDENT: "off" },
    });
  const weaveOnly = (text: string) => [
    ...["-p", ".", ...named, "--weave_only", "--Xcompiler"],
    ...[...flags, "-c", "-o", text, source],
  ];
  const unwoven = run("g++", [...flags, "-E", source]).length;
  const text = join(folder, `${stem}.ii`);
  run(WEFT, ["ag++", ...weaveOnly(text)]);
  const woven = statSync(text).size;
  const peerText = join(folder, `${stem}.peer`);
  run("ag++", [...peerWords, ...weaveOnly(peerText)]);
  const peer = existsSync(peerText) ? peerText : join(directory, `${stem}.acc`);
  const peerWoven = run("g++", [...flags, "-E", "-x", "c++", peer]).length;
  for (const name of readdirSync(directory)) if (name.endsWith(".acc")) rmSync(join(directory, name));
  return { unwoven, woven, peerWoven };
}

interface Row extends WovenSizes {
  readonly unit: BenchUnit;
  readonly costs: Costs;
}

function print(rows: readonly Row[]): void {
  const total = (variant: Variant) => rows.reduce((sum, { costs }) => sum + costs[variant].cpu, 0);
  const cells = (of: (variant: Variant) => number) => [
    milliseconds(of("plain")),
    ...(["woven", "absent", "matching", "ag++"] as const).flatMap((variant) => [
      milliseconds(of(variant)),
      ratio(of(variant), of("plain")),
    ]),
    ratio(of("ag++"), of("matching")),
  ];
  printTable(
    [
      "unit",
      "g++",
      "woven text",
      "ratio",
      "weft, absent",
      "ratio",
      "weft, matching",
      "ratio",
      "ag++",
      "ratio",
      "ag++ : weft",
    ],
    [
      ...rows.map(({ unit, costs }) => [unit.source, ...cells((variant) => costs[variant].cpu)]),
      ["all", ...cells(total)],
    ],
  );
  console.log(
    `\ng++ alone on the woven text: ${ratio(total("woven"), total("plain"))} of g++ on the unit` +
      `\nweft without a match: ${ratio(total("absent"), total("plain"))} of g++ (goal: at most 1.05x)` +
      `\nweft with matching advice: ${ratio(total("matching"), total("plain"))} of g++ (goal: at most 1.4x)` +
      `\nag++ needs ${ratio(total("ag++"), total("matching"))} of weft's time (goal: at least 1.5x)\n`,
  );
  printAgainstHand(rows, total("plain"));
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

/** What the concerns themselves cost the compiler is no weaver's fault. */
function printAgainstHand(rows: readonly Row[], plain: number): void {
  const byHand = rows.reduce((sum, { costs }) => sum + (costs.tangled?.cpu ?? Number.NaN), 0);
  if (Number.isNaN(byHand)) return;
  const over = (variant: Variant) =>
    ratio(
      rows.reduce((sum, { costs }) => sum + costs[variant].cpu, 0),
      byHand,
    );
  console.log(
    `g++ on the same concerns written by hand: ${milliseconds(byHand)}, ${ratio(byHand, plain)} of g++ without them; ` +
      `against it g++ on the woven text needs ${over("woven")}, weft with matching advice ${over("matching")}, ` +
      `ag++ ${over("ag++")}\n`,
  );
}

function printFirstBuild(commands: readonly Commands[]): void {
  const cost = (variant: Variant) => measureFromNothing(commands.map((all) => all[variant]));
  const [plain, absent, matching, peer] = [cost("plain"), cost("absent"), cost("matching"), cost("ag++")];
  console.log(
    `\nAll units once, with residents that start anew: g++ ${milliseconds(plain.cpu)}, ` +
      `weft without a match ${ratio(absent.cpu, plain.cpu)}, with matching advice ${ratio(matching.cpu, plain.cpu)}, ` +
      `ag++ ${ratio(peer.cpu, plain.cpu)}\n`,
  );
}
