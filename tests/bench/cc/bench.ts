/** `weft cc` beside the plain compiler: CPU time of the whole process tree and of resident processes, and the largest process. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { UnitWeaveMap } from "@weft/weaver-bridge/model";
import { type KernelUnit, kernelUnits, repository } from "../support/kernel-units.js";
import { type Cost, type MeasuredCommand, measureInTurns } from "../support/measure.js";
import { milliseconds, printTable, ratio } from "../support/table.js";
import { type BenchAspects, benchAspects } from "./aspects.js";

const ROUNDS = Number(process.env.WEFT_BENCH_ROUNDS ?? 5);
const weft = join(repository, "weaver-bridge/cli/bin/weft");

type Variant = "plain" | "absent" | "present" | "concern" | "matching";

interface UnitCosts {
  readonly unit: KernelUnit;
  readonly costs: Readonly<Record<Variant, Cost>>;
  readonly effects: number;
}

export function benchCompiles(): void {
  if (!existsSync(join(repository, "weaver-bridge/dist/cc.cjs")))
    throw new Error("weaver-bridge/dist is missing: npm run build");
  const { name, linux, units } = kernelUnits();
  const aspects = benchAspects(linux);
  console.log(`weft cc beside the plain compiler: ${name}, median CPU time of ${ROUNDS} runs in turns\n`);
  const folder = mkdtempSync(join(tmpdir(), "weft-bench-"));
  try {
    for (const [variant, { text }] of Object.entries(aspects)) writeProject(join(folder, variant), text);
    print(
      units.map((unit) => costsOf(unit, folder)),
      aspects,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A project, since that is how kernels are built: with `weft.json` to check and a record to write for each unit. */
function writeProject(folder: string, text: string): void {
  mkdirSync(folder);
  writeFileSync(join(folder, "weft.json"), '{ "name": "bench", "aspects": ["bench.ah"] }\n');
  writeFileSync(join(folder, "bench.ah"), text);
}

function costsOf(unit: KernelUnit, folder: string): UnitCosts {
  const output = (variant: Variant) => join(folder, `${variant}.o`);
  const map = join(folder, "map.json");
  const compile = (variant: Variant, before: readonly string[]): MeasuredCommand => ({
    directory: unit.directory,
    argv: [
      ...before,
      ...unit.command,
      `-Wp,-MMD,${join(folder, `${variant}.d`)}`,
      ...["-c", "-o", output(variant), unit.source],
    ],
  });
  const woven = (variant: Variant) =>
    compile(variant, [weft, "cc", "--strict", "--project", join(folder, variant), "--map", map, "--"]);
  const commands = {
    plain: compile("plain", []),
    absent: woven("absent"),
    present: woven("present"),
    concern: woven("concern"),
    matching: woven("matching"),
  };
  const costs = measureInTurns(commands, ROUNDS);
  for (const variant of ["absent", "present"] as const)
    if (!readFileSync(output(variant)).equals(readFileSync(output("plain"))))
      throw new Error(`${unit.source}: the object differs although nothing matches`);
  const { effects } = JSON.parse(readFileSync(map, "utf8")) as UnitWeaveMap;
  const ratios = (["absent", "present", "concern", "matching"] as const).map(
    (variant) => `${variant} ${ratio(costs[variant].cpu, costs.plain.cpu)}`,
  );
  console.error(`${unit.source}: ${milliseconds(costs.plain.cpu)}, ${ratios.join(", ")}`);
  return { unit, costs, effects: effects.length };
}

function print(all: readonly UnitCosts[], aspects: Readonly<Record<string, BenchAspects>>): void {
  const variants = Object.keys(aspects) as Exclude<Variant, "plain">[];
  const cells = (costs: UnitCosts["costs"], key: keyof Cost, unit: string) =>
    variants.flatMap((variant) => [
      `${costs[variant][key].toFixed(0)} ${unit}`,
      ratio(costs[variant][key], costs.plain[key]),
    ]);
  const total = sumOf(all.map(({ costs }) => costs));
  const headOf = (unit: string) => ["unit", `plain ${unit}`, ...variants.flatMap((name) => [name, "ratio"])];
  printTable(
    [...headOf("CPU"), "effects"],
    [
      ...all.map(({ unit, costs, effects }) => [
        unit.source,
        milliseconds(costs.plain.cpu),
        ...cells(costs, "cpu", "ms"),
        String(effects),
      ]),
      [
        "all",
        milliseconds(total.plain.cpu),
        ...cells(total, "cpu", "ms"),
        String(sum(all.map((it) => it.effects))),
      ],
    ],
  );
  console.log("");
  for (const variant of variants)
    console.log(
      `${variant}: ${aspects[variant]?.title}: ${ratio(total[variant].cpu, total.plain.cpu)} of the plain compiler's CPU time (goal: ${aspects[variant]?.goal})`,
    );
  console.log("\nLargest process of a unit's compile\n");
  printTable(
    headOf("peak"),
    all.map(({ unit, costs }) => [
      unit.source,
      `${costs.plain.peak.toFixed(0)} MB`,
      ...cells(costs, "peak", "MB"),
    ]),
  );
}

function sumOf(all: readonly UnitCosts["costs"][]): UnitCosts["costs"] {
  const of = (variant: Variant): Cost => ({
    cpu: sum(all.map((costs) => costs[variant].cpu)),
    peak: Math.max(...all.map((costs) => costs[variant].peak)),
  });
  return {
    plain: of("plain"),
    absent: of("absent"),
    present: of("present"),
    concern: of("concern"),
    matching: of("matching"),
  };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
