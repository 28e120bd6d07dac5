/**
 * A replay whose log does not fit waits for an event that never comes: QEMU neither answers nor ends. Its instructions and its
 * place in the log no longer change, while its threads hand the processor to each other, work, or sleep. A machine whose kernel
 * sleeps executes nothing for as long as it slept when it was recorded, but reads the clock from its log; one that is only
 * slow, as the host is busy, is waited for.
 */
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { leaveToWaiters, unlessRefused } from "@weft/weaver-bridge/model";
import { DebugError } from "./debug-error.js";
import { unlessQemuRefuses } from "./qmp-client.js";

export interface WatchedRun {
  readonly processId: number;
  /** The log that it reads, as QEMU opened it. */
  readonly log: string;
  /** Instructions since power-on, as QEMU says now. */
  position(): Promise<number>;
  /** `why` is what is told of its end. */
  kill(why: DebugError): void;
}

const LOOK_MS = 250;
/** Times that its threads left the processor to each other, while nothing came of it: thousands in a second, where it stands. */
const ROUNDS = 20_000;
/** Of a run that works or sleeps alone; the log is read by pieces of 4 KB, which a sleeping kernel makes last some seconds. */
const PATIENCE_MS = 10_000;
/** Ticks of processor time (10 ms) within that, after which it could have gone on. */
const TRIED = 150;
/** However busy the host is. */
const LONGEST_MS = 60_000;

interface Look {
  readonly position: number | undefined;
  /** Bytes of the log. */
  readonly read: number | undefined;
  readonly ticks: number;
  readonly rounds: number;
  readonly sleeps: boolean;
}

/** Settles as `work` does; rejects with `bad-recording`, QEMU having been ended, when the run stands still before. */
export async function whileItRuns<T>(work: Promise<T>, run: WatchedRun): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const stalled = new Promise<never>((_, reject) => {
    let since = Date.now();
    let first: Look | undefined;
    const look = async () => {
      const now = await lookAt(run);
      if (isOver) return;
      if (first === undefined || hasGoneOn(first, now)) {
        first = now;
        since = Date.now();
      }
      if (standsStill(first, now, Date.now() - since)) {
        const why = notFitting(now.position ?? first.position);
        run.kill(why);
        reject(why);
      } else timer = setTimeout(() => void look().catch(reject), LOOK_MS);
    };
    timer = setTimeout(() => void look().catch(reject), LOOK_MS);
  });
  try {
    return await Promise.race([work, stalled]);
  } finally {
    isOver = true;
    clearTimeout(timer);
    leaveToWaiters(stalled); // It lost the race.
  }
}

function hasGoneOn(first: Look, now: Look): boolean {
  return (now.position !== undefined && now.position !== first.position) || now.read !== first.read;
}

/** `waited`: milliseconds in which it has not gone on. */
function standsStill(first: Look, now: Look, waited: number): boolean {
  if (now.rounds - first.rounds >= ROUNDS || waited >= LONGEST_MS) return true;
  return waited >= PATIENCE_MS && (now.sleeps || now.ticks - first.ticks >= TRIED);
}

async function lookAt(run: WatchedRun): Promise<Look> {
  const silence = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), LOOK_MS).unref());
  const position = await Promise.race([unlessQemuRefuses(run.position()), silence]);
  // It has ended, which `work` says.
  const account = unlessRefused(() => accountOf(run));
  return { position, ...(account ?? { read: undefined, ticks: 0, rounds: 0, sleeps: false }) };
}

/** What the system says of it. Throws the system's error where it is gone. */
function accountOf({ processId, log }: WatchedRun): Omit<Look, "position"> {
  const folder = `/proc/${processId}`;
  const stat = readFileSync(`${folder}/stat`, "latin1");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const threads = readdirSync(`${folder}/task`).flatMap(
    (thread) => unlessRefused(() => readFileSync(`${folder}/task/${thread}/status`, "latin1")) ?? [],
  );
  return {
    read: readOf(folder, log),
    ticks: Number(fields[11]) + Number(fields[12]),
    rounds: threads.reduce((sum, told) => sum + numberIn(told, /^voluntary_ctxt_switches:\s*(\d+)/m), 0),
    sleeps: threads.every((told) => /^State:\s*S/m.test(told)),
  };
}

/** Where it stands in the file that it has open under that name. */
function readOf(folder: string, log: string): number | undefined {
  const isLog = (name: string) => unlessRefused(() => readlinkSync(`${folder}/fd/${name}`)) === log;
  const descriptor = readdirSync(`${folder}/fd`).find(isLog);
  return descriptor === undefined
    ? undefined
    : numberIn(readFileSync(`${folder}/fdinfo/${descriptor}`, "latin1"), /^pos:\s*(\d+)/m);
}

function numberIn(text: string, expression: RegExp): number {
  return Number(expression.exec(text)?.[1] ?? 0);
}

function notFitting(position: number | undefined): DebugError {
  const where = position === undefined ? "" : ` at instruction ${position}`;
  return new DebugError(
    "bad-recording",
    `The recorded run stands still${where}: its log does not fit the machine, so it is damaged, or another QEMU made it. Record the run again.`,
  );
}
