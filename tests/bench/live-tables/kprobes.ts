/** Table 1 beside kprobes: one hit of a hook, of an optimized kprobe and of an int3 kprobe, at one instruction in one guest. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type StoppedGuest, stopGuest } from "@weft/weaver-bridge/guest";
import type { LiveGuest } from "../../support/live-guest/live-guest.js";
import { symbolOf } from "../../support/live-guest/system-map.js";
import { printTable, ratio } from "../support/table.js";
import { type Kprobe, type KprobeGuest, startKprobeGuest } from "./kprobe-guest.js";
import { roundsOf } from "./rounds.js";

/** The guest is the Linux of `sample-projects/linux-live`, which is built the first time. */
export async function benchLiveKprobes(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "weft-live-kprobes-"));
  try {
    const kprobes = await startKprobeGuest(folder);
    try {
      printCosts(await measure(kprobes));
    } finally {
      await kprobes.end();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Hooked {
  readonly name: string;
  /** The system call that comes to it once: see `probe-init.c`. */
  readonly call: string;
}

const PREAD: Hooked = { name: "ksys_pread64", call: "pread" };
/** What it reads of a file is jumped to, and ends it: Weft takes a trap. */
const PIDFD: Hooked = { name: "pidfd_pid", call: "signal" };

/** Bytes into a function: so far its hook may be. */
const SHORT = 32;

/** Extra instructions of one hit. */
interface Cost {
  readonly way: string;
  readonly at: number;
  readonly place: string;
  /** Single steps from the function's entry to its caller. */
  readonly steps: number;
  /** By QEMU's count, of a whole system call. */
  readonly counted: number;
}

const EXECUTION = `execution("% ${PREAD.name}(...)")`;
const READ = `get("% file::private_data") && within("% ${PIDFD.name}(...)")`;
const aspect = (where: string, when: string, state: string, body: string) =>
  `aspect A { ${state} advice ${where} : ${when} { ${body} } };`;

/** The first of each list is what the others in it are compared with. */
async function measure(kprobes: KprobeGuest): Promise<(readonly Cost[])[]> {
  const ways = await waysIn(kprobes);
  const jump = (way: string, state: string, body: string, when = "before()") =>
    ways.weft(`jump, ${way}`, PREAD, aspect(EXECUTION, when, state, body));
  const trap = (way: string, state: string, body: string) =>
    ways.weft(`trap, ${way}`, PIDFD, aspect(READ, "before()", state, body));
  const [entry, no] = [await jump("no", "", ""), await trap("no", "", "")];
  const [atEntry, atRead] = [
    { hooked: PREAD, at: entry.at },
    { hooked: PIDFD, at: no.at },
  ];
  return [
    [
      entry,
      await jump("register", "unsigned seen;", "seen = tjp->arg0;"),
      await jump("stack", "long long seen;", "seen = tjp->arg3;"),
      await jump("counting", "unsigned n;", "n++;"),
      ...(await ways.kprobes("kprobe", atEntry)),
    ],
    [
      no,
      await trap("register", "void *seen;", "seen = tjp->target;"),
      ...(await ways.kprobes("kprobe", atRead)),
    ],
    [
      await jump("after(), counting", "unsigned n;", "n++;", "after()"),
      ...(await ways.kprobes("kretprobe", atEntry)),
    ],
  ];
}

interface Place {
  readonly hooked: Hooked;
  readonly at: number;
}

/** In which an instruction is hooked: each is put in, measured, and taken out again. */
async function waysIn(kprobes: KprobeGuest) {
  const { guest, build } = kprobes;
  const bare = new Map<Hooked, Spent>();
  for (const hooked of [PREAD, PIDFD]) bare.set(hooked, await spentIn(guest, build, hooked));
  const costOf = async (way: string, { hooked, at }: Place): Promise<Cost> => {
    const [now, before] = [await spentIn(guest, build, hooked), bare.get(hooked) as Spent];
    const place = `${hooked.name}+0x${(at - symbolOf(build, hooked.name)).toString(16)}`;
    return { way, at, place, steps: now.steps - before.steps, counted: now.counted - before.counted };
  };
  return {
    weft: async (way: string, hooked: Hooked, text: string) => {
      const file = join(guest.root, "bench.ah");
      writeFileSync(file, text);
      const entry = symbolOf(build, hooked.name);
      // Where the function was inlined there are others, to which the system call does not come.
      const hook = guest.weave(file).find(({ address }) => entry <= address && address < entry + SHORT);
      if (hook === undefined || !way.startsWith(hook.how)) throw new Error(`${hooked.name}: no ${way}`);
      const cost = await costOf(`Weft: ${way}`, { hooked, at: hook.address });
      guest.unweave();
      return cost;
    },
    /** As the kernel likes it; without jumps; and for a kprobe, with a handler for after the instruction. */
    kprobes: async (kind: Kprobe["kind"], place: Place) => {
      const costs: Cost[] = [];
      for (const [why, settings] of SETTINGS) {
        if (settings.hasPostHandler && kind === "kretprobe") continue;
        const became = await kprobes.put({ at: place.at, kind, ...settings });
        costs.push(await costOf(`${became} ${kind}${why}`, place));
        await kprobes.takeOut();
      }
      return costs;
    },
  };
}

const SETTINGS: readonly [string, Omit<Kprobe, "at" | "kind">][] = [
  ["", { mayJump: true }],
  [", optimization off", { mayJump: false }],
  [", post_handler", { mayJump: true, hasPostHandler: true }],
];

interface Spent {
  readonly steps: number;
  readonly counted: number;
}

async function spentIn(guest: LiveGuest, build: string, { name, call }: Hooked): Promise<Spent> {
  const steps = await stepsThrough(guest, symbolOf(build, name));
  const counted = (await roundsOf(guest, 2)).get(call);
  if (counted === undefined) throw new Error(`nothing is said of ${call}`);
  return { steps, counted };
}

const PATIENCE = 30_000;
const MOST_STEPS = 5000;
/** Registers as the stub gives them. */
const [ESP, EIP] = [16, 32];

/** Instructions from the function's entry until it has returned; interrupts are off. */
async function stepsThrough({ root }: LiveGuest, entry: number): Promise<number> {
  const { stub } = JSON.parse(readFileSync(join(root, ".weft/live/guest.json"), "utf8")) as { stub: string };
  const guest = await stopGuest(stub);
  try {
    const thread = await guest.runToAny([entry], PATIENCE);
    if (thread === undefined) throw new Error(`nobody comes to 0x${entry.toString(16)}`);
    return await stepsToCaller(guest, thread);
  } finally {
    await guest.leave();
  }
}

async function stepsToCaller(guest: StoppedGuest, thread: string): Promise<number> {
  const stack = (await guest.registers(thread)).readUInt32LE(ESP);
  const caller = (await guest.read(stack, 4)).readUInt32LE(0);
  for (let steps = 1; steps < MOST_STEPS; steps++) {
    await guest.stepThread(thread);
    const registers = await guest.registers(thread);
    if (registers.readUInt32LE(EIP) === caller && registers.readUInt32LE(ESP) === stack + 4) return steps;
  }
  throw new Error(`0x${caller.toString(16)} is not come back to`);
}

function printCosts(measured: readonly (readonly Cost[])[]): void {
  const rows = measured.flatMap((costs) =>
    costs.map(({ way, place, steps, counted }) => [
      ...[way, place, String(steps), String(Math.round(100 * counted) / 100)],
      ratio(steps, costs[0]?.steps ?? Number.NaN),
    ]),
  );
  console.log("Table 1 beside kprobes: extra instructions of one hit, in one guest of Linux 6.1\n");
  printTable(["", "at", "by steps", "by QEMU", "to Weft's"], rows, "klasy-1-kprobes");
}
