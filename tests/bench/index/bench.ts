/**
 * Reading a kernel for the index beside compiling the same units: CPU time of both process trees, in one run. Then
 * what the index is for: a pointcut over all that was read. `WEFT_BENCH_UNITS=all` (or a number) says how many units.
 */
import { type ChildProcess, fork } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { loadProject, type Project, projectCommands } from "@weft/weaver-bridge/kernel-build";
import { parsePointcut } from "@weft/weaver-bridge/pointcut";
import { repository } from "../support/kernel-units.js";
import { measureFromNothing } from "../support/measure.js";
import { milliseconds, printTable, ratio } from "../support/table.js";
import { POINTCUTS } from "./pointcuts.js";

const worker = join(repository, "language-server/dist/index-worker.js");
const DEFAULT_UNITS = 40;
const SCALE_UNITS = 150;

interface Unit {
  readonly path: string;
  readonly directory: string;
  readonly argv: readonly string[];
}

interface Kernel {
  readonly name: string;
  readonly units: readonly Unit[];
}

export function benchIndex(): Promise<void> {
  return bench(unitsToRead());
}

/** The same over units that a real kernel's build names: see README.md. */
export function benchScale(): Promise<void> {
  const database = process.env.WEFT_BENCH_DATABASE;
  if (database === undefined)
    throw new Error("WEFT_BENCH_DATABASE names no compile_commands.json: see tests/bench/index/README.md");
  const folder = mkdtempSync(join(tmpdir(), "weft-bench-"));
  const description = { name: database, aspects: [], commands: { database: resolve(database) } };
  writeFileSync(join(folder, "weft.json"), JSON.stringify(description));
  try {
    return bench(spread(loadProject(folder).value as Project, SCALE_UNITS));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function bench({ name, units }: Kernel): Promise<void> {
  if (!existsSync(worker)) throw new Error("language-server/dist is missing: npm run build");
  const folder = mkdtempSync(join(tmpdir(), "weft-bench-"));
  console.log(`${units.length} units of ${name}, load ${loadavg()[0]?.toFixed(1)}\n`);
  try {
    const reading = await readAll(folder, units);
    const compiling = units.reduce((sum, unit) => sum + compile(unit, folder), 0);
    const again = await readAll(folder, units);
    printTable(
      ["", "CPU", "gcc -O2 -c", "ratio", "memory"],
      [
        row("reading (goal: 0.70x)", reading, compiling),
        row("starting again, nothing changed", again, compiling),
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

/** Spread evenly over the kernel, so that large and small units are in it as they are in the whole. */
function spread(project: Project, byDefault: number): Kernel {
  const all = projectCommands(project).value.map(({ directory, file, arguments: argv }) => ({
    path: resolve(directory, file),
    directory,
    argv,
  }));
  const wanted = process.env.WEFT_BENCH_UNITS ?? `${byDefault}`;
  const count = wanted === "all" ? all.length : Math.min(all.length, Number(wanted));
  const units = Array.from({ length: count }, (_, at) => all[Math.floor((at * all.length) / count)] as Unit);
  return { name: project.name, units };
}

interface Reading {
  /** Milliseconds, with the compilers' preprocessors. */
  readonly cpu: number;
  /** Megabytes, at most. */
  readonly memory: number;
  readonly answers: string[][];
}

async function readAll(root: string, units: readonly Unit[]): Promise<Reading> {
  // As the server starts it.
  const execArgv = ["--max-semi-space-size=4", "--liftoff-only"];
  const child = fork(worker, [root], { serialization: "advanced", execArgv });
  const ended = new Promise((done) => child.once("exit", done));
  await new Promise<void>((done) => {
    let active = true;
    child.on("message", (message: { kind: string; progress?: { active: boolean } }) => {
      if (message.kind === "progress") active = message.progress?.active === true;
      else if (message.kind === "changed" && !active) done();
    });
    child.send({ kind: "units", units, crashed: [] });
  });
  const cpu = cpuOf(child);
  const answers: string[][] = [];
  for (const text of [POINTCUTS[0] as string, ...POINTCUTS]) answers.push(await ask(child, text));
  const memory =
    Number(/VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
  child.disconnect();
  await ended;
  // The first answer also puts everything together.
  return { cpu, memory, answers: answers.slice(1) };
}

let lastId = 0;
async function ask(child: ChildProcess, text: string): Promise<string[]> {
  const id = ++lastId;
  const [before, start] = [cpuOf(child), performance.now()];
  const total = await new Promise<number>((done) => {
    child.on("message", (message: { kind: string; id?: number; answer?: { total: number } }) => {
      if (message.id === id) done(message.answer?.total ?? -1);
    });
    child.send({ kind: "search", id, expression: parsePointcut(text).value, aspects: [], limit: 1000 });
  });
  const wall = performance.now() - start;
  return [text, `${total}`, milliseconds(cpuOf(child) - before), milliseconds(wall)];
}

/** Of the process and of those that it waited for; milliseconds, in steps of ten. */
function cpuOf(child: ChildProcess): number {
  const stat = readFileSync(`/proc/${child.pid}/stat`, "utf8");
  const times = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 15)
    .map(Number);
  return times.reduce((sum, ticks) => sum + ticks * 10, 0);
}

function compile({ argv, directory }: Unit, folder: string): number {
  const words = argv.filter((word) => !/^-(?:Wp,-MM?D,|O[0-9sz]?$)/.test(word));
  const output = words.indexOf("-o");
  const command = output === -1 ? words : [...words.slice(0, output), ...words.slice(output + 2)];
  const compiler = [...command, "-O2", "-o", join(folder, "unit.o")];
  // Reading has just brought the files into memory.
  return measureFromNothing([{ argv: compiler, directory }]).cpu;
}

const row = (name: string, { cpu, memory }: Reading, compiling: number) => [
  name,
  milliseconds(cpu),
  milliseconds(compiling),
  ratio(cpu, compiling),
  `${memory.toFixed(0)} MB`,
];
