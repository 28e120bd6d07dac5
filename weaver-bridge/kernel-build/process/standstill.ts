/**
 * Processes that wait for one and the same thing: who opens a pipe to which nobody writes, or reads a device that is silent.
 * A disk is waited for in another state, and who works for short times is woken in between.
 */
import { readdirSync, readFileSync } from "node:fs";
import { unlessRefused } from "../../model/index.js";
import { ProcessError } from "./process-error.js";

/** Milliseconds between two looks. */
const LOOK = 1_000;
/** Looks in a row that find the same. */
const MOST = 4;

/**
 * Calls `found` once when `pid` and all that it started have slept for three seconds without being woken. Ends by the function
 * that it returns. Where the system tells nothing of processes (`/proc`), nothing is found.
 */
export function watchStandstill(pid: number, found: () => void): () => void {
  let before: string | undefined;
  let same = 0;
  const timer = setInterval(() => {
    const now = sleepOf(pid);
    same = now === undefined || now !== before ? 1 : same + 1;
    before = now;
    if (same < MOST) return;
    clearInterval(timer);
    found();
  }, LOOK);
  timer.unref();
  return () => clearInterval(timer);
}

/** How often each thread of the processes went to sleep; undefined where one is awake, or nobody knows. */
function sleepOf(pid: number): string | undefined {
  const threads = unlessRefused(() => readdirSync(`/proc/${pid}/task`)) ?? [];
  const all = threads.map((thread) => sleepOfThread(`/proc/${pid}/task/${thread}`));
  return all.length === 0 || all.includes(undefined) ? undefined : all.join();
}

function sleepOfThread(folder: string): string | undefined {
  const told = unlessRefused(() => readFileSync(`${folder}/status`, "latin1")) ?? "";
  const children = unlessRefused(() => readFileSync(`${folder}/children`, "latin1"));
  const [, times] = /^voluntary_ctxt_switches:\s*(\d+)/m.exec(told) ?? [];
  if (!/^State:\s*S/m.test(told) || times === undefined || children === undefined) return undefined;
  const started = children
    .split(" ")
    .filter(Boolean)
    .map((child) => sleepOf(Number(child)));
  return started.includes(undefined) ? undefined : [times, ...started].join();
}

/** Why such a program was stopped. */
export function stoodStill(program: string): ProcessError {
  return new ProcessError(
    "process-deadline",
    `${program} stood still and was stopped: something that it reads is a pipe or a device to which nobody writes`,
  );
}
