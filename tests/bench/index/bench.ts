/**
 * Reading a kernel for the index beside compiling the same units: CPU time of both process trees, in one run. Then
 * what the index is for: a pointcut over all that was read.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { loadProject, projectCommands } from "@weft/weaver-bridge/kernel-build";
import { repository } from "../support/kernel-units.js";
import { milliseconds, printTable, ratio } from "../support/table.js";
import { type Kernel, spread } from "./kernel.js";
import { POINTCUTS } from "./pointcuts.js";
import { compile, type Reading, readAll } from "./reading.js";

const DEFAULT_UNITS = 40;

export function benchIndex(): Promise<void> {
  return benchReading(unitsToRead(), POINTCUTS);
}

export async function benchReading({ name, units }: Kernel, pointcuts: readonly string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "weft-bench-"));
  console.log(`${units.length} units of ${name}, load ${loadavg()[0]?.toFixed(1)}\n`);
  try {
    const reading = await readAll(folder, units, pointcuts);
    const compiling = units.reduce((sum, unit) => sum + compile(unit, folder), 0);
    const again = await readAll(folder, units, pointcuts);
    printTable(
      ["", "CPU", "a unit", "gcc -O2 -c", "ratio", "until whole", "memory"],
      [
        row("reading (goal: 0.70x)", reading, compiling, units.length),
        row("starting again, nothing changed (goal: 5 s)", again, compiling, units.length),
      ],
    );
    console.log("");
    printTable(
      ["pointcut over all of them (goal: under 200 ms)", "join points", "CPU", "wall"],
      again.answers,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function unitsToRead(): Kernel {
  const linux = loadProject(join(repository, "sample-projects/linux")).value;
  const built = linux === undefined ? [] : projectCommands(linux).value;
  const project = built.length > 0 ? linux : loadProject(join(repository, "sample-projects/mini-unix")).value;
  if (project === undefined) throw new Error("sample-projects is broken");
  if (built.length === 0)
    console.log("sample-projects/linux is not built: mini-unix instead, whose units are tiny");
  return spread(project, DEFAULT_UNITS);
}

const row = (name: string, { cpu, whole, memory }: Reading, compiling: number, units: number) => [
  name,
  milliseconds(cpu),
  milliseconds(cpu / units),
  milliseconds(compiling),
  ratio(cpu, compiling),
  milliseconds(whole),
  `${memory.toFixed(0)} MB`,
];
