/** `weft cc` beside the plain compiler: CPU time of the whole process tree and of resident processes, and the largest process. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { UnitWeaveMap } from "@weft/weaver-bridge/model";
import { type KernelUnit, kernelUnits, repository } from "../support/kernel-units.js";
import { type Cost, type MeasuredCommand, measureInTurns } from "../support/measure.js";
import { milliseconds, printTable, ratio } from "../support/table.js";
import { type BenchAspects, benchAspects } from "./aspects.js";

const ROUNDS = Number(process.env.WEFT_BENCH_ROUNDS ?? 5);
const weft = join(repository, "weaver-bridge/cli/bin/weft");

type Variant = keyof ReturnType<typeof benchAspects>;
/** `plain`: the compiler alone; `NAME, new`: no answer of the last time is there. */
type Column = "plain" | Variant | `${Variant}, new`;
/** Units in which nothing matches have an answer that is kept. */
const UNMATCHED: readonly Variant[] = ["absent", "present", "wildcards"];
const VARIANTS: readonly Variant[] = [...UNMATCHED, "typical", "concern", "matching"];
const COLUMNS: readonly Column[] = VARIANTS.flatMap((variant) =>
  UNMATCHED.includes(variant) || variant === "typical" ? [`${variant}, new` as const, variant] : [variant],
);

interface UnitCosts {
  readonly unit: KernelUnit;
  readonly costs: Readonly<Record<Column, Cost>>;
  /** Join points of each set of aspects. */
  readonly effects: Readonly<Partial<Record<Variant, number>>>;
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
  const outputOf = (variant: "plain" | Variant) => join(folder, `${variant}.o`);
  const compile = (variant: "plain" | Variant, before: readonly string[] = []): MeasuredCommand => ({
    directory: unit.directory,
    argv: [
      ...before,
      ...unit.command,
      `-Wp,-MMD,${join(folder, `${variant}.d`)}`,
      ...["-c", "-o", outputOf(variant), unit.source],
    ],
  });
  const woven = (column: Exclude<Column, "plain">): MeasuredCommand => {
    const variant = column.replace(", new", "") as Variant;
    const command = compile(variant, [weft, "cc", "--strict", "--project", join(folder, variant), "--"]);
    return { ...command, isNew: column !== variant };
  };
  const commands = Object.fromEntries<MeasuredCommand>([
    ["plain", compile("plain")],
    ...COLUMNS.map((column) => [column, woven(column as Exclude<Column, "plain">)] as const),
  ]) as Record<Column, MeasuredCommand>;
  const costs = measureInTurns(commands, ROUNDS);
  const effects = Object.fromEntries(
    VARIANTS.map((variant) => [variant, effectsIn(join(folder, variant))]),
  ) as UnitCosts["effects"];
  for (const variant of VARIANTS)
    if (effects[variant] === 0 && !readFileSync(outputOf(variant)).equals(readFileSync(outputOf("plain"))))
      throw new Error(`${unit.source}: the object differs although nothing matches`);
  const ratios = COLUMNS.map((column) => `${column} ${ratio(costs[column].cpu, costs.plain.cpu)}`);
  console.error(`${unit.source}: ${milliseconds(costs.plain.cpu)}, ${ratios.join("; ")}`);
  return { unit, costs, effects };
}

/** Join points of the project's only unit, whose record is forgotten for the next. */
function effectsIn(project: string): number {
  const records = join(project, ".weft/units");
  const [name = ""] = readdirSync(records).filter((file) => file.endsWith(".json"));
  const { map } = JSON.parse(readFileSync(join(records, name), "utf8")) as { map: UnitWeaveMap };
  rmSync(records, { recursive: true });
  return map.effects.length;
}

function print(all: readonly UnitCosts[], aspects: Readonly<Record<Variant, BenchAspects>>): void {
  const total = (column: Column, of: readonly UnitCosts[] = all) =>
    of.reduce((sum, { costs }) => sum + costs[column].cpu, 0);
  printTable(
    ["unit", "plain", ...COLUMNS],
    [
      ...all.map(({ unit, costs }) => [
        unit.source,
        milliseconds(costs.plain.cpu),
        ...COLUMNS.map((column) => ratio(costs[column].cpu, costs.plain.cpu)),
      ]),
      ["all", milliseconds(total("plain")), ...COLUMNS.map((column) => ratio(total(column), total("plain")))],
    ],
  );
  console.log("\nOf the plain compiler's CPU time; new: nothing is kept of the same compile\n");
  for (const column of COLUMNS) {
    const variant = column.replace(", new", "") as Variant;
    const [untouched, woven] = [0, 1].map((side) =>
      all.filter(({ effects }) => ((effects[variant] ?? 0) > 0 ? 1 : 0) === side),
    ) as [UnitCosts[], UnitCosts[]];
    const parts = [["untouched", untouched] as const, ["woven", woven] as const].filter(
      ([, units]) => units.length > 0,
    );
    const said = parts.map(
      ([word, units]) => `${units.length} ${word} ${ratio(total(column, units), total("plain", units))}`,
    );
    console.log(`${column}: ${said.join(", ")} (goal: ${aspects[variant].goal}): ${aspects[variant].title}`);
  }
  const peak = (column: Column) => Math.max(...all.map(({ costs }) => costs[column].peak));
  console.log(
    `\nLargest process: plain ${peak("plain").toFixed(0)} MB, with Weft ${Math.max(...COLUMNS.map(peak)).toFixed(0)} MB`,
  );
}
