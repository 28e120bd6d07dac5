/**
 * How long a kernel developer waits: `weft live weave` of thousands of hooks into a running Linux, as a command of its own
 * each time, and from a save to the new advice under `weft live weave --watch`. WEFT_WEAVE_ROUNDS: 5 by default.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type LiveGuest, launcher, weft } from "../../support/live-guest/live-guest.js";
import { buildLinuxLive, startNetworkGuest } from "../live-tables/linux.js";
import { printTable } from "../support/table.js";

const POINTCUTS = [
  'execution("% ksys_read(...)")',
  'access("% sk_buff::len") || access("% sk_buff::data")',
  'access("% task_struct::%")',
  'access("% sk_buff::%")',
];

export async function benchLiveWeave(): Promise<void> {
  const rounds = Number(process.env.WEFT_WEAVE_ROUNDS ?? 5);
  const folder = mkdtempSync(join(tmpdir(), "weft-live-weave-"));
  try {
    buildLinuxLive();
    const { guest } = await startNetworkGuest(folder, []);
    try {
      const rows = POINTCUTS.map((pointcut) => wovenRow(guest.root, pointcut, rounds));
      printTable(
        ["advice on", "hooks", "traps", "wall (goal for 2,500: 2 s)", "guest stopped (goal: 100 ms)"],
        rows,
      );
      printTable(
        ["a line of an advice, from save to woven again (goal: 1 s)", "wall"],
        await savedRows(guest, rounds),
      );
    } finally {
      await guest.end();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const advice = (pointcut: string, by = 1) =>
  `aspect Counting { unsigned n; advice ${pointcut} : before() { n += ${by}; } };\n`;

interface Woven {
  readonly hooks: readonly { readonly how: "jump" | "trap" }[];
  readonly stopped: number;
}

/** The first round, in which facts are made and kept, does not count. */
function wovenRow(root: string, pointcut: string, rounds: number): string[] {
  const file = join(root, "counting.ah");
  writeFileSync(file, advice(pointcut));
  const walls: number[] = [];
  const stops: number[] = [];
  let hooks: Woven["hooks"] = [];
  for (let round = 0; round <= rounds; round++) {
    const began = performance.now();
    const woven = JSON.parse(weft(root, "live", "weave", file, "--json")) as Woven;
    const wall = performance.now() - began;
    weft(root, "live", "unweave");
    hooks = woven.hooks;
    if (round === 0) continue;
    walls.push(wall);
    stops.push(woven.stopped);
  }
  const traps = hooks.filter(({ how }) => how === "trap").length;
  return [pointcut, String(hooks.length), String(traps), seconds(walls), `${median(stops).toFixed(0)} ms`];
}

async function savedRows({ root }: LiveGuest, rounds: number): Promise<string[][]> {
  const rows: string[][] = [];
  for (const pointcut of POINTCUTS.slice(0, 2)) {
    const file = join(root, "saved.ah");
    writeFileSync(file, advice(pointcut));
    const watching = spawn(launcher, ["live", "weave", file, "--watch"], { cwd: root });
    try {
      rows.push([pointcut, seconds(await timesOfSaves(watching, file, pointcut, rounds))]);
    } finally {
      watching.kill();
    }
    weft(root, "live", "unweave");
  }
  return rows;
}

const WOVEN = /woven again in (\d+) ms/g;
const PATIENCE = 60_000;

async function timesOfSaves(
  watching: ChildProcess,
  file: string,
  pointcut: string,
  rounds: number,
): Promise<number[]> {
  let [output, errors] = ["", ""];
  watching.stdout?.on("data", (piece: Buffer) => (output += piece.toString()));
  watching.stderr?.on("data", (piece: Buffer) => (errors += piece.toString()));
  const until = async (is: () => boolean) => {
    for (const late = Date.now() + PATIENCE; !is(); await sleep(20))
      if (watching.exitCode !== null || Date.now() > late) throw new Error(`not woven again:\n${errors}`);
  };
  await until(() => output !== "");
  for (let round = 0; round <= rounds; round++) {
    writeFileSync(file, advice(pointcut, round + 2));
    await until(() => [...errors.matchAll(WOVEN)].length > round);
  }
  return [...errors.matchAll(WOVEN)].slice(1).map(([, time]) => Number(time));
}

const seconds = (times: readonly number[]) => `${(median(times) / 1000).toFixed(2)} s`;

function median(values: readonly number[]): number {
  return [...values].sort((left, right) => left - right)[values.length >> 1] ?? Number.NaN;
}
