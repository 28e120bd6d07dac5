/**
 * Tables of "A Dynamic Aspect-oriented System for OS Kernels" (KLASY): 1 to 3 in a guest of mini-unix, `npm run bench --
 * live-tables`, 4 to 6 in one of Linux, `npm run bench -- live-network`, and 1 beside kprobes, `npm run bench --
 * live-kprobes`. The paper's machine is an Athlon XP of 2006; here QEMU counts instructions (`-icount`).
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Hook, LiveGuest } from "../../support/live-guest/live-guest.js";
import { printTable } from "../support/table.js";
import { type BenchKernel, miniUnix, type NullAdvice } from "./kernels.js";
import { withNetworkGuest } from "./linux.js";
import { benchPackets } from "./packets.js";
import { type Rounds, roundsOf } from "./rounds.js";
import { benchWeb } from "./web.js";

export async function benchLiveTables(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "weft-live-tables-"));
  try {
    const kernel = await miniUnix(folder);
    try {
      printTables(await measure(kernel));
    } finally {
      await kernel.guest.end();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The guest is the Linux of `sample-projects/linux-live`, which is built the first time. */
export function benchLiveNetwork(): Promise<void> {
  return withNetworkGuest(async (network) => {
    await benchPackets(network);
    await benchWeb(network);
  });
}

interface Measured {
  readonly name: string;
  readonly cost: { readonly jump: NullCost; readonly trap: NullCost };
  readonly differing: number;
  readonly before: Rounds;
  readonly counting: readonly Counting[];
  readonly afterwards: Rounds;
}

type NullCost = Readonly<Record<keyof NullAdvice, number | undefined>>;

async function measure(kernel: BenchKernel): Promise<Measured> {
  const { name, guest } = kernel;
  const before = await roundsOf(guest, ROUNDS);
  const cost = { jump: await nullCost(guest, kernel.jump), trap: await nullCost(guest, kernel.trap) };
  const counting: Counting[] = [];
  for (const what of ["switches", "state"] as const)
    for (const kind of ["counter", "time"] as const)
      counting.push({ name: `${what}, ${kind}`, ...(await countingAdvice(guest, kind, kernel[what])) });
  const afterwards = await roundsOf(guest, ROUNDS);
  return { name, cost, before, counting, afterwards, differing: kernel.differing() };
}

const ROUNDS = 2;

async function nullCost(guest: LiveGuest, advice: NullAdvice): Promise<NullCost> {
  const of = async (text: string | undefined) =>
    text === undefined ? undefined : extraInstructions(guest, text);
  return { no: await of(advice.no), register: await of(advice.register), stack: await of(advice.stack) };
}

/** Of the first hook of the aspect: with it, less without it. */
async function extraInstructions(guest: LiveGuest, text: string): Promise<number> {
  const [hook] = woven(guest, text);
  if (hook === undefined) throw new Error(`no hook: ${text}`);
  const hooked = await guest.steps(hook);
  guest.unweave();
  return hooked - (await guest.steps(hook));
}

function woven(guest: LiveGuest, text: string): readonly Hook[] {
  const file = join(guest.root, "bench.ah");
  writeFileSync(file, text);
  return guest.weave(file);
}

interface Counting {
  readonly name: string;
  readonly hooks: number;
  readonly rounds: Rounds;
  readonly calls: number;
  /** By QEMU's plugin. */
  readonly begun: number;
}

const BODIES = {
  counter: ["unsigned long long n;", "n++;"],
  time: ["unsigned long long t;", "t = __builtin_ia32_rdtsc();"],
} as const;

async function countingAdvice(
  guest: LiveGuest,
  kind: keyof typeof BODIES,
  pointcut: string,
): Promise<Omit<Counting, "name">> {
  const [state, body] = BODIES[kind];
  const hooks = woven(guest, `aspect A { ${state} advice ${pointcut} : before() { ${body} } };`);
  const from = await guest.counted();
  const rounds = await roundsOf(guest, ROUNDS);
  const to = await guest.counted();
  guest.unweave();
  return { hooks: hooks.length, rounds, calls: to.hits - from.hits, begun: to.begun - from.begun };
}

function printTables(measured: Measured): void {
  printNullAdvice(measured);
  printUnprepared(measured);
  printCounting(measured);
}

const spelled = (value: number | undefined) =>
  value === undefined ? "-" : String(Math.round(value * 10) / 10);

function printNullAdvice({ name, cost }: Measured): void {
  const rows = (["jump", "trap"] as const).map((way) => [
    `${name}, ${way}`,
    ...(["no", "register", "stack"] as const).map((kind) => spelled(cost[way][kind])),
  ]);
  console.log("Table 1: what a null advice costs, in instructions (the paper: nanoseconds)\n");
  printTable(["", "no", "register", "stack"], rows, "klasy-1");
}

/** The overhead of the paper's kernel, which its own compiler had to prepare. */
const PREPARED: Readonly<Record<string, string>> = {
  dhry2reg: "0 %",
  syscall: "1 %",
  pipe: "12 %",
  execl: "5 %",
  context: "4 %",
};

function printUnprepared({ name, before, afterwards, differing }: Measured): void {
  const rows = [...before].map(([benchmark, value]) => {
    const after = afterwards.get(benchmark) ?? Number.NaN;
    const more = `${(100 * (after / value - 1)).toFixed(1)} %`;
    return [`${name}, ${benchmark}`, spelled(value), spelled(after), more, PREPARED[benchmark] ?? ""];
  });
  console.log(
    `\nTable 2: instructions an operation, before anything was woven and after all of it is out again; a plain make compiles ${differing} of the kernel's units by another command\n`,
  );
  printTable(["", "before", "unwoven", "overhead", "paper"], rows, "klasy-2");
}

function printCounting({ name, before, counting }: Measured): void {
  const rows = [...before].map(([benchmark, value]) => [
    `${name}, ${benchmark}`,
    spelled(value),
    ...counting.map(
      ({ rounds }) => `${(100 * ((rounds.get(benchmark) ?? Number.NaN) / value - 1)).toFixed(1)} %`,
    ),
  ]);
  console.log("\nTable 3: counting and time taking advice; instructions an operation, and how many more\n");
  printTable(["", "no aspect", ...counting.map((one) => one.name)], rows, "klasy-3");
  const calls = counting.map((one) => [
    `${name}, ${one.name}`,
    ...[one.hooks, one.calls, one.begun].map(String),
  ]);
  console.log("\nTable 3: calls of the advice, beside what QEMU counts\n");
  printTable(["", "hooks", "calls", "by QEMU"], calls, "klasy-3-calls");
}
