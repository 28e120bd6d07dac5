/**
 * The whole of Linux in the language server: what memory the server and the process of its index take while the index is
 * made and after it, and how soon pointcuts over all units answer, as an editor asks them. Starts afresh: an index that is
 * there already is removed. `WEFT_BENCH_UNITS=kept` keeps it.
 */
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { EffectsResult, SearchPointcutResult } from "@weft/language-server/protocol";
import { type LspClient, startLspClient } from "../../support/lsp-client.js";
import { repository } from "../support/kernel-units.js";
import { milliseconds, printTable } from "../support/table.js";
import { POINTCUTS } from "./pointcuts.js";

const root = join(repository, "sample-projects/linux");
const server = [process.execPath, join(repository, "language-server/dist/main.js"), "--stdio"];
const EVERY_MS = 1000;

export async function benchIndexServer(): Promise<void> {
  const kept = join(root, ".weft");
  if (process.env.WEFT_BENCH_UNITS !== "kept" && existsSync(kept))
    for (const name of readdirSync(kept).filter((file) => file.startsWith("index.")))
      rmSync(join(kept, name), { recursive: true, force: true });
  const client = await startLspClient({
    command: server,
    folder: root,
    capabilities: { window: { workDoneProgress: true } },
  });
  const memory = watchMemory(client.process.pid as number);
  const started = performance.now();
  const aspect = pathToFileURL(join(root, "aspects/inode-owner.ah")).href;
  await client.until(
    () => client.request<EffectsResult>("weft/effects", { uri: aspect }),
    ({ state, effects }) => state === "ready" && effects.some(({ other }) => other.length > 0),
  );
  const whileRead = memory.highest();
  const reading = cpuOf(processesOf(client.process.pid as number).get("index"), true);
  const rows: string[][] = [];
  for (const expression of [POINTCUTS[0] as string, ...POINTCUTS, ...POINTCUTS])
    rows.push(await ask(client, aspect, expression));
  // The first answer also puts everything together; the last of each is the warm one.
  const warm = rows.slice(-POINTCUTS.length);
  console.log(
    `${warm[0]?.[4]} units, ready after ${milliseconds(performance.now() - started)}, CPU of the index ${milliseconds(reading)}, load ${loadavg()[0]?.toFixed(1)}\n`,
  );
  const after = memory.now();
  const own = memory.own();
  printTable(
    [
      "memory (goal: server under 500 MB)",
      "at most",
      "at most, while reading",
      "after the questions",
      "at most, without files that others map too",
    ],
    [...after].map(([name, megabytes]) => [
      name,
      `${memory.highest().get(name)?.toFixed(0)} MB`,
      `${whileRead.get(name)?.toFixed(0) ?? "-"} MB`,
      `${megabytes.toFixed(0)} MB`,
      `${own.get(name)?.toFixed(0) ?? "-"} MB`,
    ]),
  );
  console.log("");
  printTable(
    ["pointcut over all of them (goal: under 200 ms)", "join points", "wall", "CPU of the index"],
    warm.map((row) => row.slice(0, 4)),
  );
  memory.stop();
  await client.stop();
}

async function ask(client: LspClient, uri: string, expression: string): Promise<string[]> {
  const index = () => processesOf(client.process.pid as number).get("index");
  const asked = index();
  const [start, before] = [performance.now(), cpuOf(asked)];
  const question = { uri, expression, limit: 1000 };
  // A part is told at once while the index is starting or busy.
  const answer = await client.until(
    () => client.request<SearchPointcutResult>("weft/searchPointcut", question),
    ({ unitsSearched }) => unitsSearched > 0,
  );
  const wall = milliseconds(performance.now() - start);
  // A process that read much is replaced by another.
  const answering = index();
  const cpu = cpuOf(answering) - (answering === asked ? before : 0);
  return [expression, `${answer.total}`, wall, milliseconds(cpu), `${answer.unitsSearched}`];
}

/** The two that are ours, at one moment: each is at its most at another. */
const TOGETHER = "server + index";

/** Megabytes by process; `own` without the libraries and programs (libclang is a hundred) that clangd and others map as well. */
function watchMemory(pid: number) {
  const [highest, own] = [new Map<string, number>(), new Map<string, number>()];
  const look = (kind: "VmRSS" | "RssAnon", most: Map<string, number>) => {
    const found = new Map<string, number>();
    for (const [name, id] of processesOf(pid)) found.set(name, memoryOf(id, kind));
    found.set(TOGETHER, (found.get("server") ?? 0) + (found.get("index") ?? 0));
    for (const [name, megabytes] of found) most.set(name, Math.max(most.get(name) ?? 0, megabytes));
    return found;
  };
  const now = () => {
    look("RssAnon", own);
    return look("VmRSS", highest);
  };
  const timer = setInterval(now, EVERY_MS);
  return {
    now,
    own: () => new Map(own),
    highest: () => new Map(highest),
    stop: () => clearInterval(timer),
  };
}

/** The server and what it started; compilers come and go and are left out. */
function processesOf(server: number): Map<string, number> {
  const found = new Map([["server", server]]);
  for (const entry of readdirSync("/proc")) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      const stat = readFileSync(`/proc/${entry}/stat`, "utf8");
      if (Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]) !== server) continue;
      const command = readFileSync(`/proc/${entry}/cmdline`, "utf8");
      const name = /index-worker/.test(command) ? "index" : /clangd/.test(command) ? "clangd" : undefined;
      if (name !== undefined) found.set(name, Number(entry));
    } catch {
      // It is gone.
    }
  }
  return found;
}

function memoryOf(pid: number, kind: "VmRSS" | "RssAnon"): number {
  try {
    const found = new RegExp(`${kind}:\\s*(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, "utf8"));
    return Number(found?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** Milliseconds; `withChildren`: and of the preprocessors that it waited for. */
function cpuOf(pid: number | undefined, withChildren = false): number {
  if (pid === undefined) return 0;
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const times = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, withChildren ? 15 : 13)
    .map(Number);
  return times.reduce((sum, ticks) => sum + ticks * 10, 0);
}
