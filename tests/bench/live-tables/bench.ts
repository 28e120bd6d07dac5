/**
 * The six tables of "A Dynamic Aspect-oriented System for OS Kernels" (KLASY), measured in guests: `npm run bench --
 * live-tables`. The paper's machine is an Athlon XP of 2006; here QEMU counts instructions (`-icount`), the same in every run.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Hook, LiveGuest } from "../../support/live-guest/live-guest.js";
import { printTable } from "../support/table.js";
import { type BenchKernel, linux, linuxSample, miniUnix, type NullAdvice } from "./kernels.js";
import { measureNetwork, type NetworkMeasured } from "./network.js";
import { type Rounds, roundsOf } from "./rounds.js";

export async function benchLiveTables(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "weft-live-tables-"));
  try {
    linuxSample();
    const measured: Measured[] = [];
    for (const boot of [miniUnix, linux]) {
      const kernel = await boot(mkdtempSync(join(folder, "guest-")));
      try {
        measured.push(await measure(kernel));
      } finally {
        await kernel.guest.end();
      }
    }
    printTables(measured);
    printNetwork(await measureNetwork(mkdtempSync(join(folder, "guest-"))));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Measured {
  readonly name: string;
  readonly cost: { readonly jump: NullCost; readonly trap: NullCost };
  /** Of the kernel's own probes, where it has some. */
  readonly probes: ReadonlyMap<string, number>;
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
  for (const [what, pointcut, address] of [
    ["switches", kernel.switches.pointcut, kernel.switches.address],
    ["state", kernel.state, undefined],
  ] as const)
    for (const kind of ["counter", "time"] as const)
      counting.push({ name: `${what}, ${kind}`, ...(await countingAdvice(guest, kind, pointcut, address)) });
  const [probes, afterwards] = [probesOf(guest), await roundsOf(guest, ROUNDS)];
  return { ...{ name, cost, probes, before, counting, afterwards }, differing: kernel.differing() };
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
  readonly begun: number;
  /** By the kernel, where it counts that. */
  readonly own: number | undefined;
}

const BODIES = {
  counter: ["unsigned long long n;", "n++;"],
  time: ["unsigned long long t;", "t = __builtin_ia32_rdtsc();"],
} as const;

async function countingAdvice(
  guest: LiveGuest,
  kind: keyof typeof BODIES,
  pointcut: string,
  address: number | undefined,
): Promise<Omit<Counting, "name">> {
  const [state, body] = BODIES[kind];
  const hooks = woven(guest, `aspect A { ${state} advice ${pointcut} : before() { ${body} } };`);
  const from = await guest.counted(address);
  const rounds = await roundsOf(guest, ROUNDS);
  const to = await guest.counted(address);
  guest.unweave();
  return {
    ...{ hooks: hooks.length, rounds, calls: to.hits - from.hits, begun: to.begun - from.begun },
    own: address === undefined ? undefined : to.word - from.word,
  };
}

function probesOf(guest: LiveGuest): ReadonlyMap<string, number> {
  const said = [...guest.console().matchAll(/^probe: (\w+) (\d+) (\d+)/gm)];
  return new Map(said.map(([, name = "", calls, time]) => [name, Number(time) / Number(calls)]));
}

function printTables(measured: readonly Measured[]): void {
  printNullAdvice(measured);
  printUnprepared(measured);
  printCounting(measured);
}

const spelled = (value: number | undefined) =>
  value === undefined ? "-" : String(Math.round(value * 10) / 10);

function printNullAdvice(measured: readonly Measured[]): void {
  const rows = measured.flatMap(({ name, cost, probes }) => [
    ...(["jump", "trap"] as const).map((way) => [
      `${name}, ${way}`,
      ...(["no", "register", "stack"] as const).map((kind) => spelled(cost[way][kind])),
    ]),
    ...[...probes]
      .filter(([way]) => way !== "none")
      .map(([way, value]) => [
        `${name}, kprobe ${way}`,
        spelled(value - (probes.get("none") ?? 0)),
        "-",
        "-",
      ]),
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

function printUnprepared(measured: readonly Measured[]): void {
  const rows = measured.flatMap(({ name, before, afterwards, differing }) => [
    ...[...before].map(([benchmark, value]) => {
      const after = afterwards.get(benchmark) ?? Number.NaN;
      const more = `${(100 * (after / value - 1)).toFixed(1)} %`;
      return [`${name}, ${benchmark}`, spelled(value), spelled(after), more, PREPARED[benchmark] ?? ""];
    }),
    [`${name}, units that a plain make compiles otherwise`, String(differing), "-", "-", "-"],
  ]);
  console.log(
    "\nTable 2: an unprepared kernel, before anything was woven and after all of it is out again; instructions an operation\n",
  );
  printTable(["", "before", "unwoven", "overhead", "paper"], rows, "klasy-2");
}

function printCounting(measured: readonly Measured[]): void {
  const rows = measured.flatMap(({ name, before, counting }) =>
    [...before].map(([benchmark, value]) => [
      `${name}, ${benchmark}`,
      spelled(value),
      ...counting.map(
        ({ rounds }) => `${(100 * ((rounds.get(benchmark) ?? Number.NaN) / value - 1)).toFixed(1)} %`,
      ),
    ]),
  );
  console.log("\nTable 3: counting and time taking advice; instructions an operation, and how many more\n");
  const head = ["", "no aspect", ...(measured[0]?.counting ?? []).map(({ name }) => name)];
  printTable(head, rows, "klasy-3");
  const calls = measured.flatMap(({ name, counting }) =>
    counting.map((one) => [
      `${name}, ${one.name}`,
      ...[one.hooks, one.calls, one.begun].map(String),
      one.own === undefined ? "-" : String(one.own),
    ]),
  );
  console.log("\nTable 3: calls of the advice, beside what QEMU and the kernel count\n");
  printTable(["", "hooks", "calls", "by QEMU", "by the kernel"], calls, "klasy-3-calls");
}

function printNetwork({ packet, quanta, request }: NetworkMeasured): void {
  console.log("\nTable 4: two packets on their way through the network stack; thousands of instructions\n");
  const steps = packet.map(({ function: name, line, times }) => [
    name,
    String(line),
    ...[0, 1].map((one) => (times[one] === undefined ? "-" : times[one].toFixed(2))),
  ]);
  printTable(["", "line", "packet 1", "packet 2"], steps, "klasy-4");
  console.log(
    "\nTable 5: how long processes run between two switches, in milliseconds of 10^6 instructions\n",
  );
  const bins = [0, 2, 4, 6, 8, 10, 12, 14].map((from) => {
    const isLast = from === 14;
    const count = quanta.filter((time) => time >= from * 1e6 && (isLast || time < (from + 2) * 1e6)).length;
    return [isLast ? `${from}-` : `${from}-${from + 2}`, String(count)];
  });
  printTable(["", "frequency"], bins, "klasy-5");
  console.log(
    "\nTable 6: instructions of the kernel for a request, without and with the aspect of Table 5\n",
  );
  const more = `${(100 * (request.with / request.without - 1)).toFixed(2)} %`;
  const light = [spelled(request.without), spelled(request.with), more];
  // The sample's server has one page, and nothing that computes.
  printTable(["", "without", "with", "overhead"], [["light-weight service", ...light]], "klasy-6");
}
