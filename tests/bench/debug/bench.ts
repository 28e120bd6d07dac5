/**
 * What the debugger costs beside plain GDB on the same guest: the first stop, a step over a line, setting a pointcut's
 * breakpoints, and what thousands of stops leave behind. Wall time, medians, both in turns: read the ratios, and the load.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { readResolvedPointcut } from "../../../debug-adapter/src/engine/index.js";
import { guestArguments, guestProgram, loadProject } from "../../../weaver-bridge/kernel-build/index.js";
import { type DapClient, startDapClient } from "../../support/dap-client.js";
import { milliseconds, printTable, ratio } from "../support/table.js";
import { type PlainGdb, startPlainGdb } from "./plain-gdb.js";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const WEFT = join(ROOT, "weaver-bridge/dist/weft.js");
/** Each from the entry of an advised function, so that both peers stay in the kernel. */
const ROUNDS = 6;
const STEPS = 4;
/** `WEFT_BENCH_STOPS` makes it shorter. */
const STOPS = Number(process.env.WEFT_BENCH_STOPS ?? 10_000);
const EVERY_FUNCTION = 'execution("% %(...)")';

export async function benchDebug(): Promise<void> {
  const room = mkdtempSync(join(tmpdir(), "weft-debug-bench-"));
  const folder = join(room, "mini-unix");
  try {
    cpSync(join(ROOT, "sample-projects/mini-unix"), folder, {
      recursive: true,
      filter: (file) => !file.endsWith("/build"),
    });
    execFileSync(process.execPath, [WEFT, "build", folder], { stdio: "ignore" });
    await besidePlainGdb(room, folder);
    await stepBack(room, folder);
    await manyStops(room, folder);
    await countedHits(folder);
    const linux = join(ROOT, ".work/linux");
    if (existsSync(join(linux, "build/linux/vmlinux"))) await firstStopOf(room, linux, "start_kernel");
  } finally {
    rmSync(room, { recursive: true, force: true });
  }
}

const load = () => `load ${loadavg()[0]?.toFixed(1)}`;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

async function start(folder: string, settings: object): Promise<DapClient> {
  const client = startDapClient(process.execPath, [join(ROOT, "debug-adapter/dist/main.js")]);
  await client.request("initialize", { adapterID: "weft", linesStartAt1: true, pathFormat: "path" });
  await client.request("launch", {
    ...{ type: "weft", request: "launch", project: folder, build: "never" },
    ...settings,
  });
  await client.event("initialized");
  await client.request("configurationDone");
  await client.event("stopped");
  return client;
}

async function go(client: DapClient, command: string): Promise<void> {
  await client.request(command, { threadId: 1 });
  await client.event("stopped");
}

async function plain(
  room: string,
  folder: string,
  stopAt: string,
  qemu: readonly string[] = [],
): Promise<PlainGdb> {
  const { value: project } = loadProject(folder);
  if (project?.run === undefined) throw new Error(`${folder} has no "run"`);
  const words = [
    guestProgram(project.run),
    ...guestArguments(project, project.run),
    "-display",
    "none",
    ...qemu,
  ];
  const symbols = join(folder, project.build?.symbols ?? "");
  const gdb = await startPlainGdb(words, folder, symbols, join(room, `stub-${performance.now()}`));
  await gdb.ask(`-break-insert -t ${stopAt}`);
  await gdb.run("-exec-continue");
  return gdb;
}

async function besidePlainGdb(room: string, folder: string): Promise<void> {
  let client: DapClient | undefined;
  let gdb: PlainGdb | undefined;
  const first = await timed(async () => (client = await start(folder, { stopAt: "sys_open" })));
  const firstPlain = await timed(async () => (gdb = await plain(room, folder, "sys_open")));
  const [ours, peer] = [client as unknown as DapClient, gdb as unknown as PlainGdb];
  const steps: number[] = [];
  const peerSteps: number[] = [];
  await ours.request("setFunctionBreakpoints", { breakpoints: [{ name: "sys_open" }] });
  await peer.ask("-break-insert sys_open");
  for (let round = 0; round < ROUNDS; round++) {
    for (let step = 0; step < STEPS; step++) {
      steps.push(await timed(() => go(ours, "next")));
      peerSteps.push(await timed(() => peer.run("-exec-next")));
    }
    await go(ours, "continue");
    await peer.run("-exec-continue");
  }
  const set = () => ours.request("setFunctionBreakpoints", { breakpoints: [{ name: EVERY_FUNCTION }] });
  const firstAnswer = await timed(set);
  await ours.request("setFunctionBreakpoints", { breakpoints: [] });
  const again = await timed(set);
  const addresses = placesOf(folder, EVERY_FUNCTION);
  const byHand = await timed(async () => {
    for (const address of addresses) await peer.ask(`-break-insert *${address}`);
  });
  await Promise.all([ours.dispose(), peer.end()]);
  const row = (what: string, value: number, other: number, goal: string) => [
    ...[what, milliseconds(value), milliseconds(other), ratio(value, other), goal],
  ];
  console.log(`mini-unix, ${load()}`);
  printTable(
    ["", "Weft", "plain GDB", "ratio", "goal"],
    [
      row("first stop", first, firstPlain, ""),
      row("step over a line (median)", median(steps), median(peerSteps), "60 ms"),
      row(`breakpoint at ${addresses.length} places`, again, byHand, "1 s with 500"),
      row("the same, asked for the first time", firstAnswer, byHand, ""),
    ],
  );
}

/** Where Weft stops for the pointcut. */
function placesOf(folder: string, pointcut: string): string[] {
  const words = ["live", "resolve", "--json", "--image=build/mini-unix.elf", `--pointcut=${pointcut}`];
  const { stdout } = spawnSync(process.execPath, [WEFT, ...words], { cwd: folder, encoding: "utf8" });
  return readResolvedPointcut(stdout).places.map(({ address }) => `0x${address.toString(16)}`);
}

/** Back from the end of a run, of which checkpoints were left on the way there. */
async function stepBack(room: string, folder: string): Promise<void> {
  const recording = join(room, "run.weftrun");
  const made = spawnSync(process.execPath, [WEFT, "debug", recording, "--record", folder], {
    encoding: "utf8",
  });
  const instructions = Number(/Recorded (\d+)/.exec(made.stderr)?.[1]);
  const client = await start(folder, { replay: recording, stopAt: "machine_stop" });
  const times: number[] = [];
  for (let step = 0; step < 9; step++) times.push(await timed(() => go(client, "stepBack")));
  await client.dispose();
  const guest = (instructions * 128) / 1e9;
  console.log(
    `step back after ${(instructions / 1e6).toFixed(0)} million instructions (${guest.toFixed(1)} s of guest time): the first ${milliseconds(times[0] ?? 0)}, then ${milliseconds(median(times.slice(1)))} (goal 1 s after 10 s), ${load()}`,
  );
}

async function manyStops(room: string, folder: string): Promise<void> {
  const qemu = ["-append", "init=/bin/work"];
  const client = await start(folder, { stopAt: "sys_sleep", qemu });
  const peer = await plain(room, folder, "sys_sleep", qemu);
  await peer.ask("-break-insert syscall_dispatch");
  await client.request("setFunctionBreakpoints", { breakpoints: [{ name: "syscall_dispatch" }] });
  const rows: string[][] = [];
  const begin = performance.now();
  for (let stop = 1; stop <= STOPS; stop++) {
    await go(client, "continue");
    await client.request("stackTrace", { threadId: 1, levels: 20 });
    await peer.run("-exec-continue");
    await peer.ask("-stack-list-frames 0 19");
    if (stop % (STOPS / 5) === 0)
      rows.push([
        `${stop}`,
        `${memoryOf(client.process.pid)} MB`,
        `${memoryOf(gdbOf(client.process.pid))} MB`,
        `${memoryOf(peer.process.pid)} MB`,
      ]);
  }
  const each = (performance.now() - begin) / STOPS;
  await Promise.all([client.dispose(), peer.end()]);
  console.log(`${STOPS} stops, each with its stack, ${milliseconds(each)} each with plain GDB's, ${load()}`);
  printTable(["stops", "adapter", "GDB", "plain GDB"], rows);
}

const HITS = 1_000_000;
const LOGGED = 200;

/** A logpoint stops the machine at each hit; a counter that is woven in does not. */
async function countedHits(folder: string): Promise<void> {
  const qemu = ["-append", "init=/bin/change-facts", "-icount", "shift=3,sleep=off"];
  const client = await start(folder, { stopAt: "sys_attach", qemu });
  const says = async (expression: string) =>
    (await client.request<{ result: string }>("evaluate", { expression, context: "repl" })).result;
  const pointcut = 'execution("% filter_by(...)" || "% syscall_dispatch(...)")';
  const woven = await timed(() => says(`count ${pointcut}`));
  const hits = async () => Number.parseInt(await says("counts"), 10);
  await client.request("continue", { threadId: 1 });
  let counted = 0;
  const time = await timed(async () => {
    while ((counted = await hits()) < HITS);
  });
  await client.dispose();
  const logging = await start(folder, { stopAt: "sys_attach", qemu });
  const path = join(folder, "kernel/syscall.c");
  const line =
    readFileSync(path, "utf8")
      .split("\n")
      .findIndex((text) => text.includes("syscall_dispatch(")) + 1;
  const breakpoints = [{ line, logMessage: "hit" }];
  await logging.request("setBreakpoints", { source: { path }, breakpoints });
  await logging.request("continue", { threadId: 1 });
  const logs = () =>
    logging
      .output("console")
      .split("\n")
      .filter((text) => text === "hit").length;
  const stops = await timed(async () => {
    while (logs() < LOGGED) await after(5);
  });
  await logging.dispose();
  console.log(
    `${counted} hits counted by the kernel in ${milliseconds(time)} (woven in ${milliseconds(woven)}): ${((time * 1000) / counted).toFixed(2)} µs each; a logpoint's ${milliseconds(stops / LOGGED)} each, ${load()}`,
  );
}

function memoryOf(pid: number | undefined): string {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return (Number(kilobytes) / 1024).toFixed(0);
}

function gdbOf(adapter: number | undefined): number | undefined {
  const found = spawnSync("pgrep", ["-P", `${adapter}`, "gdb"], { encoding: "utf8" }).stdout.trim();
  return found === "" ? undefined : Number(found.split("\n")[0]);
}

async function firstStopOf(room: string, folder: string, stopAt: string): Promise<void> {
  let client: DapClient | undefined;
  let gdb: PlainGdb | undefined;
  const first = await timed(async () => (client = await start(folder, { stopAt })));
  await client?.dispose();
  const peer = await timed(async () => (gdb = await plain(room, folder, stopAt)));
  await gdb?.end();
  console.log(
    `first stop on Linux: ${milliseconds(first)}, plain GDB ${milliseconds(peer)}, ${ratio(first, peer)} (goal 10 s), ${load()}`,
  );
}
