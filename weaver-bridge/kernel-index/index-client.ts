/**
 * The index as the server sees it: one process per project, started when it is first needed and again whenever it
 * dies. A question that it could not answer because it died is asked again once.
 */
import { type ChildProcess, fork } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type {
  CandidatesAnswer,
  CandidatesQuestion,
  EffectsAnswer,
  EffectsQuestion,
  IndexedUnit,
  IndexProgress,
  IndexQuestion,
  IndexReply,
  IndexRequest,
  NameAnswer,
  NameQuestion,
  SearchAnswer,
  SearchQuestion,
} from "./index-protocol.js";

export type { IndexProgress };

export interface KernelIndex {
  /** Its process starts loading what was kept, and answers from that before it is told the units. */
  start(): void;
  setUnits(units: readonly IndexedUnit[]): void;
  /** Absolute. */
  filesChanged(paths: readonly string[]): void;
  /** Files that somebody works on, absolute: what is not read yet is read in order of use. */
  prefer(paths: readonly string[]): void;
  /** Somebody typed just now: reading leaves more to that. */
  typed(): void;
  /** Reading stops until files or units change. */
  pause(): void;
  search(question: SearchQuestion, signal?: AbortSignal): Promise<SearchAnswer>;
  candidates(question: CandidatesQuestion): Promise<CandidatesAnswer>;
  names(question: NameQuestion): Promise<NameAnswer>;
  effects(question: EffectsQuestion): Promise<EffectsAnswer>;
  readonly progress: IndexProgress;
  /** Of the process, for reports. */
  readonly pid: number | undefined;
  /** Until its process wrote what it knows and is gone. */
  dispose(): Promise<void>;
}

export interface IndexEvents {
  /** What questions are answered from changed. */
  readonly onDidChange: () => void;
  readonly onProgress: (progress: IndexProgress) => void;
  readonly log: (level: "error" | "info", message: string) => void;
}

type Distribute<T> = T extends unknown ? Omit<T, "id"> : never;

interface Asked {
  readonly question: Distribute<IndexQuestion>;
  attempts: number;
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

const IDLE: IndexProgress = { done: 0, total: 0, active: false };
/** Deaths in a row without a unit read in between, after which it is not started any more. */
const MOST_DEATHS = 5;
const RESTART_MS = 200;
/**
 * A process that read so many units is replaced by one that only loads what was read: a third of its memory is holes that
 * parsing left. Once nothing is asked any more.
 */
const WORN_AFTER = 200;
const LOOK_AGAIN_MS = 2_000;
/** It writes what it knows before it ends. */
const END_MS = 10_000;

/**
 * `unitsAfter`: it is told the units, looks at their files and reads them, no sooner; unless {@link KernelIndex.start} is
 * called, its process starts no sooner either. `wornAfter`: {@link WORN_AFTER}, but in tests.
 */
export function openKernelIndex(
  root: string,
  events: IndexEvents,
  { unitsAfter, wornAfter = WORN_AFTER }: { unitsAfter?: Promise<void>; wornAfter?: number } = {},
): KernelIndex {
  const asked = new Map<number, Asked>();
  /** Units during which it died, with the number of times. */
  const deaths = new Map<string, number>();
  let units: readonly IndexedUnit[] | undefined;
  let preferred: readonly string[] = [];
  let progress = IDLE;
  let child: ChildProcess | undefined;
  let restart: NodeJS.Timeout | undefined;
  let barren = 0;
  /** Units that the process read. */
  let readByChild = 0;
  let renewal: NodeJS.Timeout | undefined;
  /** The process that was replaced still writes. */
  let ending: Promise<void> | undefined;
  let lastId = 0;
  let disposed = false;
  let mayRead = unitsAfter === undefined;
  let mayStart = mayRead;

  const crashed = () => [...deaths].flatMap(([path, count]) => (count > 1 ? [path] : []));
  const start = (): ChildProcess | undefined => {
    const script = findScript();
    if (disposed || script === undefined || barren >= MOST_DEATHS) return undefined;
    const started = fork(script, [root], {
      // SQLite is asked little: what the optimizing compiler makes of it costs more than all its work.
      execArgv: ["--max-semi-space-size=4", "--liftoff-only", ...loaderArguments(script)],
      // It lives as long as the editor does: little memory is worth more than a little time.
      // Texts and tables of units are megabytes: from the system, and back to it.
      env: { ...process.env, MALLOC_ARENA_MAX: "1", MALLOC_MMAP_THRESHOLD_: `${1 << 17}` },
      serialization: "advanced",
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    let complaints = "";
    started.stderr?.setEncoding("utf8").on("data", (text: string) => {
      complaints = (complaints + text).slice(-2000);
    });
    started.on("message", (reply: IndexReply) => {
      if (started === child) receive(reply);
    });
    const end = (reason: string) => {
      if (started !== child) return;
      child = undefined;
      died(complaints.trim() === "" ? reason : `${reason}: ${complaints.trim()}`);
    };
    started.on("error", (error) => end(error.message));
    started.on("close", (code, signal) => end(signal === null ? `exit code ${code}` : signal));
    return started;
  };
  const send = (request: IndexRequest) => {
    child?.send(request, () => undefined);
  };
  const tellUnits = () => {
    if (!mayRead || units === undefined) return;
    send({ kind: "prefer", paths: preferred });
    send({ kind: "units", units, crashed: crashed() });
  };
  const ensure = () => {
    if (!mayStart || child !== undefined || restart !== undefined || ending !== undefined) return;
    readByChild = 0;
    child = start();
    if (child === undefined) return failAll("the index can't be started");
    tellUnits();
    for (const [id, { question }] of asked) send({ ...question, id } as IndexRequest);
  };
  const died = (reason: string) => {
    if (disposed) return;
    events.log("error", `the index of ${root} ended (${reason}) and is started again`);
    barren++;
    const { reading } = progress;
    if (reading !== undefined) deaths.set(reading, (deaths.get(reading) ?? 0) + 1);
    for (const [id, one] of asked)
      if (++one.attempts > 1) {
        asked.delete(id);
        one.reject(new Error(`the index ended twice (${reason})`));
      }
    // At once, unless it died of what it did first.
    restart = setTimeout(
      () => {
        restart = undefined;
        ensure();
      },
      barren > 1 ? RESTART_MS : 0,
    );
  };
  const renewSoon = () => {
    clearTimeout(renewal);
    renewal = setTimeout(() => {
      const isBusy = asked.size > 0 || progress.active;
      if (isBusy) return renewSoon();
      if (child === undefined || readByChild < wornAfter) return;
      const old = child;
      child = undefined;
      ending = endProcess(old).then(() => {
        ending = undefined;
        if (!disposed) ensure();
      });
    }, LOOK_AGAIN_MS);
  };
  const failAll = (message: string) => {
    for (const one of asked.values()) one.reject(new Error(message));
    asked.clear();
  };
  const receive = (reply: IndexReply) => {
    switch (reply.kind) {
      case "ready":
        return;
      case "log":
        return events.log("info", reply.message);
      case "progress":
        if (reply.progress.done > progress.done) barren = 0;
        readByChild += Math.max(0, reply.progress.done - progress.done);
        progress = reply.progress;
        if (!progress.active && readByChild >= wornAfter) renewSoon();
        return events.onProgress(progress);
      case "changed":
        barren = 0;
        return events.onDidChange();
      default: {
        const one = asked.get(reply.id);
        asked.delete(reply.id);
        if (reply.kind === "answer") one?.resolve(reply.answer);
        else one?.reject(new Error(reply.message));
      }
    }
  };
  const ask = <T>(question: Distribute<IndexQuestion>, signal?: AbortSignal): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      if (disposed) return reject(new Error("the server ends"));
      if (signal?.aborted) return reject(signal.reason);
      const id = ++lastId;
      asked.set(id, { question, attempts: 0, resolve: resolve as (answer: unknown) => void, reject });
      signal?.addEventListener("abort", () => {
        if (asked.delete(id)) reject(signal.reason);
      });
      if (child === undefined) ensure();
      else send({ ...question, id } as IndexRequest);
    });

  void unitsAfter?.then(() => {
    mayRead = true;
    mayStart = true;
    if (child !== undefined) tellUnits();
    else if (units !== undefined || asked.size > 0) ensure();
  });

  return {
    start() {
      mayStart = true;
      ensure();
    },
    setUnits(all) {
      units = all;
      if (child === undefined) ensure();
      else tellUnits();
    },
    filesChanged: (paths) => send({ kind: "changed", paths }),
    prefer(paths) {
      preferred = paths;
      send({ kind: "prefer", paths });
    },
    typed() {
      if (progress.active) send({ kind: "typed" });
    },
    pause: () => send({ kind: "pause" }),
    search: (question, signal) => ask({ kind: "search", ...question }, signal),
    candidates: (question) => ask({ kind: "candidates", ...question }),
    names: (question) => ask({ kind: "names", ...question }),
    effects: (question) => ask({ kind: "effects", ...question }),
    get progress() {
      return progress;
    },
    get pid() {
      return child?.pid;
    },
    async dispose() {
      disposed = true;
      clearTimeout(restart);
      clearTimeout(renewal);
      failAll("the server ends");
      const last = child;
      child = undefined;
      await Promise.all([ending, last === undefined ? undefined : endProcess(last)]);
    },
  };
}

/** It writes what it knows and goes, within {@link END_MS}. */
function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined)
    return Promise.resolve();
  return new Promise((resolve) => {
    const deadline = setTimeout(() => child.kill("SIGKILL"), END_MS);
    child.once("exit", () => {
      clearTimeout(deadline);
      resolve();
    });
    if (child.connected) child.disconnect();
  });
}

function findScript(): string | undefined {
  const folder = dirname(fileURLToPath(import.meta.url));
  return ["index-main.ts", "index-main.js", "index-worker.js"]
    .map((name) => join(folder, name))
    .find((file) => existsSync(file));
}

function loaderArguments(script: string): string[] {
  if (!script.endsWith(".ts")) return [];
  const loader = pathToFileURL(createRequire(script).resolve("tsx"));
  return ["--import", loader.href, "--conditions=source"];
}
