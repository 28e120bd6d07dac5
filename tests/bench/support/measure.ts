/**
 * What a command costs: CPU time (user and system) of it and all it waits for, and the largest process among them. CPU
 * time and the minimum of several runs are little disturbed by other work on the machine; peers run in turns.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export interface Cost {
  /** Milliseconds of CPU. */
  readonly cpu: number;
  /** Megabytes. */
  readonly peak: number;
}

export interface MeasuredCommand {
  readonly argv: readonly string[];
  readonly directory: string;
}

let program: string | undefined;

/** The least CPU time and the largest peak of `rounds` runs each, one after the other in turns. Throws when one fails. */
export function measureInTurns<Name extends string>(
  commands: Readonly<Record<Name, MeasuredCommand>>,
  rounds: number,
): Record<Name, Cost> {
  const names = Object.keys(commands) as Name[];
  const best = new Map<Name, Cost>();
  for (let round = 0; round < rounds; round++)
    for (const name of names) {
      const cost = measure(commands[name]);
      const known = best.get(name) ?? cost;
      best.set(name, { cpu: Math.min(known.cpu, cost.cpu), peak: Math.max(known.peak, cost.peak) });
    }
  return Object.fromEntries(best) as Record<Name, Cost>;
}

function measure({ argv, directory }: MeasuredCommand): Cost {
  program ??= buildProgram();
  const report = join(program, "..", "report");
  const run = spawnSync(program, [report, ...argv], {
    cwd: directory,
    stdio: ["ignore", "ignore", "pipe"],
    encoding: "utf8",
    timeout: 600_000,
  });
  if (run.status !== 0) throw new Error(`${argv.join(" ")}\nended with ${run.status}:\n${run.stderr}`);
  const [user = 0, system = 0, peak = 0] = readFileSync(report, "utf8").split(" ").map(Number);
  return { cpu: (user + system) / 1000, peak: peak / 1024 };
}

function buildProgram(): string {
  const folder = mkdtempSync(join(tmpdir(), "weft-measure-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  const source = join(fileURLToPath(import.meta.url), "..", "measure.c");
  execFileSync("gcc", ["-O1", "-o", join(folder, "measure"), source], { timeout: 60_000 });
  return join(folder, "measure");
}
