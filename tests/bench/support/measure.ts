/**
 * What a command costs: CPU time (user and system) of it, of all it waits for and of Weft's resident processes meanwhile,
 * and the largest process among them. CPU time is little disturbed by other work on the machine; peers run in turns.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
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
  /** As the first time: what Weft keeps of this very call is removed before. */
  readonly isNew?: boolean;
}

let program: string | undefined;
let room: string | undefined;
let cache: string | undefined;

/**
 * The median CPU time and the largest peak of `rounds` runs each, one after the other in turns, after one that does not
 * count. Throws when one fails.
 */
export function measureInTurns<Name extends string>(
  commands: Readonly<Record<Name, MeasuredCommand>>,
  rounds: number,
): Record<Name, Cost> {
  const names = Object.keys(commands) as Name[];
  const all = new Map<Name, Cost[]>(names.map((name) => [name, []]));
  for (let round = 0; round <= rounds; round++)
    for (const name of names) {
      const cost = measure(commands[name]);
      if (round > 0) all.get(name)?.push(cost);
    }
  return Object.fromEntries([...all].map(([name, costs]) => [name, summary(costs)])) as Record<Name, Cost>;
}

function summary(costs: readonly Cost[]): Cost {
  const sorted = costs.map(({ cpu }) => cpu).sort((a, b) => a - b);
  return {
    cpu: sorted[Math.floor(sorted.length / 2)] ?? 0,
    peak: Math.max(...costs.map(({ peak }) => peak)),
  };
}

/** One run each, none before: where nothing of Weft runs yet, as at the start of a build. */
export function measureFromNothing(commands: readonly MeasuredCommand[], deadline?: number): Cost {
  endResidents();
  if (cache !== undefined) rmSync(cache, { recursive: true, force: true });
  const costs = commands.map((command) => measure(command, deadline));
  return {
    cpu: costs.reduce((sum, { cpu }) => sum + cpu, 0),
    peak: Math.max(...costs.map(({ peak }) => peak)),
  };
}

/** `deadline` in milliseconds. */
function measure({ argv, directory, isNew = false }: MeasuredCommand, deadline = 600_000): Cost {
  program ??= buildProgram();
  room ??= makeRoom();
  cache ??= makeFolder("weft-bench-cache-");
  if (isNew) rmSync(join(cache, "weft/known"), { recursive: true, force: true });
  const report = join(program, "..", "report");
  const run = spawnSync(program, [report, room, ...argv], {
    cwd: directory,
    env: { ...process.env, XDG_RUNTIME_DIR: room, XDG_CACHE_HOME: cache },
    stdio: ["ignore", "ignore", "pipe"],
    encoding: "utf8",
    timeout: deadline,
  });
  if (run.status !== 0) throw new Error(`${argv.join(" ")}\nended with ${run.status}:\n${run.stderr}`);
  const [user = 0, system = 0, peak = 0, resident = 0, residentPeak = 0] = readFileSync(report, "utf8")
    .split(" ")
    .map(Number);
  const largest = resident > 0 ? Math.max(peak, residentPeak) : peak;
  return { cpu: (user + system + resident) / 1000, peak: largest / 1024 };
}

function buildProgram(): string {
  const folder = makeFolder("weft-measure-");
  const source = join(fileURLToPath(import.meta.url), "..", "measure.c");
  execFileSync("gcc", ["-O1", "-o", join(folder, "measure"), source], { timeout: 60_000 });
  return join(folder, "measure");
}

/** For residents that nobody else calls. */
function makeRoom(): string {
  const folder = mkdtempSync(join(tmpdir(), "weft-bench-room-"));
  process.on("exit", () => {
    endResidents();
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

function makeFolder(prefix: string): string {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function endResidents(): void {
  if (room === undefined) return;
  for (const slots of readdirSync(room))
    for (const slot of readdirSync(join(room, slots))) endResident(join(room, slots, slot));
}

function endResident(slot: string): void {
  try {
    process.kill(Number(readFileSync(join(slot, "resident"), "latin1")));
  } catch {
    // It has ended by itself.
  }
  rmSync(slot, { recursive: true, force: true });
}
