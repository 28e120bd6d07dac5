/**
 * Which unit is analysed next, one at a time per lane: what the user edits first, then what is open, then the rest of
 * the project. An edit makes a run obsolete: it is cancelled and its unit waits again, until typing pauses. Knows
 * paths and priorities only; what a run does is the caller's.
 */

export interface AnalysisQueue {
  /** The unit must be analysed (again), `delayMs` after the last such call for it. */
  invalidate(path: string, delayMs?: number): void;
  remove(path: string): void;
  /** True while the unit waits. */
  isWaiting(path: string): boolean;
  /** True while the unit waits or runs. */
  isPending(path: string): boolean;
  /** Units that wait or run. */
  readonly pendingCount: () => number;
  dispose(): void;
}

export interface QueueOptions {
  /** Must settle soon after `signal` is aborted. A rejection is a fault, told by `onFault`. */
  readonly run: (path: string, signal: AbortSignal) => Promise<void>;
  readonly onFault?: (path: string, error: unknown) => void;
  /** True for files in front of the user: they have a lane of their own and never wait for the background. */
  readonly isForeground: (path: string) => boolean;
  /** Called when the last pending unit is done. */
  readonly onIdle: () => void;
}

type Lane = "foreground" | "background";

interface Run {
  readonly path: string;
  readonly controller: AbortController;
}

export function createAnalysisQueue(options: QueueOptions): AnalysisQueue {
  /** In order of arrival; the value is the time before which a unit must not start. */
  const waiting = new Map<string, number>();
  const running: Partial<Record<Lane, Run>> = {};
  let timer: NodeJS.Timeout | undefined;
  let disposed = false;

  const laneOf = (path: string): Lane => (options.isForeground(path) ? "foreground" : "background");

  const pump = () => {
    clearTimeout(timer);
    if (disposed) return;
    const now = Date.now();
    start("foreground", now);
    if (running.foreground === undefined && !hasWaiting("foreground")) start("background", now);
    const soonest = Math.min(...[...waiting.values()].filter((time) => time > now));
    if (Number.isFinite(soonest)) timer = setTimeout(pump, soonest - now);
  };

  const hasWaiting = (lane: Lane) => [...waiting.keys()].some((path) => laneOf(path) === lane);

  const start = (lane: Lane, now: number) => {
    if (running[lane] !== undefined) return;
    const ready = [...waiting].filter(
      ([path, time]) => time <= now && laneOf(path) === lane && !isRunning(path),
    );
    const path = (lane === "foreground" ? ready.at(-1) : ready[0])?.[0];
    if (path === undefined) return;
    waiting.delete(path);
    const run = { path, controller: new AbortController() };
    running[lane] = run;
    options
      .run(path, run.controller.signal)
      .catch((error: unknown) => options.onFault?.(path, error))
      .finally(() => {
        delete running[lane];
        pump();
        if (
          waiting.size === 0 &&
          running.foreground === undefined &&
          running.background === undefined &&
          !disposed
        )
          options.onIdle();
      });
  };

  const isRunning = (path: string) => running.foreground?.path === path || running.background?.path === path;
  const cancel = (path: string) => {
    for (const run of Object.values(running)) if (run.path === path) run.controller.abort();
  };

  return {
    invalidate(path, delayMs = 0) {
      cancel(path);
      waiting.delete(path);
      waiting.set(path, Date.now() + delayMs);
      pump();
    },
    remove(path) {
      cancel(path);
      waiting.delete(path);
    },
    isWaiting: (path) => waiting.has(path),
    isPending: (path) => waiting.has(path) || isRunning(path),
    pendingCount: () => waiting.size + Object.keys(running).length,
    dispose() {
      disposed = true;
      clearTimeout(timer);
      waiting.clear();
      for (const run of Object.values(running)) run.controller.abort();
    },
  };
}
