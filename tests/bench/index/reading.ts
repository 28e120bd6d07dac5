/** The index process as the server runs it, asked over its channel: what reading takes, and what answers do. */
import { type ChildProcess, fork } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parsePointcut } from "@weft/weaver-bridge/pointcut";
import { repository } from "../support/kernel-units.js";
import { measureFromNothing } from "../support/measure.js";
import { milliseconds } from "../support/table.js";
import type { Unit } from "./kernel.js";

const worker = join(repository, "language-server/dist/index-worker.js");

export interface Reading {
  /** Milliseconds, with the compilers' preprocessors. */
  readonly cpu: number;
  /** Milliseconds until everything is known and an answer is of all units. */
  readonly whole: number;
  /** Megabytes, at most. */
  readonly memory: number;
  readonly answers: string[][];
}

export async function readAll(
  root: string,
  units: readonly Unit[],
  pointcuts: readonly string[],
): Promise<Reading> {
  if (!existsSync(worker)) throw new Error("language-server/dist is missing: npm run build");
  // As the server starts it.
  const execArgv = ["--max-semi-space-size=4", "--liftoff-only"];
  const child = fork(worker, [root], { serialization: "advanced", execArgv });
  const started = performance.now();
  const ended = new Promise((done) => child.once("exit", done));
  await new Promise<void>((done) => {
    let active = true;
    child.on("message", (message: { kind: string; progress?: { active: boolean } }) => {
      if (message.kind === "progress") active = message.progress?.active === true;
      else if (message.kind === "changed" && !active) done();
    });
    child.send({ kind: "units", units, crashed: [] });
  });
  const [cpu, whole] = [cpuOf(child), performance.now() - started];
  const answers: string[][] = [];
  for (const text of [pointcuts[0] as string, ...pointcuts]) answers.push(await ask(child, text));
  const memory =
    Number(/VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
  child.disconnect();
  await ended;
  // The first answer also puts everything together.
  return { cpu, whole, memory, answers: answers.slice(1) };
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

/** Milliseconds of CPU. */
export function compile({ argv, directory }: Unit, folder: string): number {
  const words = argv.filter((word) => !/^-(?:Wp,-MM?D,|O[0-9sz]?$)/.test(word));
  const output = words.indexOf("-o");
  const command = output === -1 ? words : [...words.slice(0, output), ...words.slice(output + 2)];
  const compiler = [...command, "-O2", "-o", join(folder, "unit.o")];
  // Reading has just brought the files into memory.
  return measureFromNothing([{ argv: compiler, directory }]).cpu;
}
