/**
 * A replay whose log does not fit waits for an event that never comes: QEMU neither answers nor ends. It is told by its
 * instructions, which no longer become more, while it had processor time to go on or sleeps. A machine that is only slow, as
 * the host is busy, is waited for.
 */
import { readFileSync } from "node:fs";
import { leaveToWaiters, unlessRefused } from "@weft/weaver-bridge/model";
import { DebugError } from "./debug-error.js";
import { unlessQemuRefuses } from "./qmp-client.js";

export interface WatchedRun {
  readonly processId: number;
  /** Instructions since power-on, as QEMU says now. */
  position(): Promise<number>;
  kill(): void;
}

const LOOK_MS = 500;
/** It stands still for so long; then it is ended. */
const PATIENCE_MS = 3_000;
/** Ticks of processor time (10 ms) within that, after which it could have gone on. */
const TRIED = 150;
/** However busy the host is. */
const LONGEST_MS = 60_000;

interface Look {
  readonly position: number | undefined;
  readonly ticks: number;
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
      if (first === undefined || (now.position !== undefined && now.position !== first.position)) {
        first = now;
        since = Date.now();
      }
      const waited = Date.now() - since;
      const couldGoOn = now.sleeps || now.ticks - first.ticks >= TRIED;
      if (waited >= LONGEST_MS || (waited >= PATIENCE_MS && couldGoOn)) {
        run.kill();
        reject(standsStill(now.position ?? first.position));
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

async function lookAt(run: WatchedRun): Promise<Look> {
  const silence = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), LOOK_MS).unref());
  const position = await Promise.race([unlessQemuRefuses(run.position()), silence]);
  // It has ended, which `work` says.
  return (
    unlessRefused(() => {
      const stat = readFileSync(`/proc/${run.processId}/stat`, "latin1");
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      return { position, ticks: Number(fields[11]) + Number(fields[12]), sleeps: fields[0] === "S" };
    }) ?? { position, ticks: 0, sleeps: false }
  );
}

function standsStill(position: number | undefined): DebugError {
  const where = position === undefined ? "" : ` at instruction ${position}`;
  return new DebugError(
    "bad-recording",
    `The recorded run stands still${where}: its log does not fit the machine, so it is damaged, or another QEMU made it. Record the run again.`,
  );
}
