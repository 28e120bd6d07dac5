/**
 * External processes with a deadline and a cancel, always: nothing that Weft starts can hang it. Output is collected or
 * passed through. A process that can't be started, runs out of time or is cancelled is a typed error, an exit code is
 * a result. Collected processes run in a group of their own, which ends with us at the latest.
 */
import { type ChildProcess, type IOType, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { getPriority, setPriority } from "node:os";
import { unlessRefused } from "../../model/index.js";
import { ProcessError } from "./process-error.js";
import { programInPath } from "./programs.js";
import { stoodStill, watchStandstill } from "./standstill.js";
import { startUnfinished } from "./unfinished.js";
import { confined, isUntrusted, longestRun, noteLate, withoutTheirs } from "./untrusted-run.js";
import { namedFolders } from "./writable-folders.js";

export interface RunOptions {
  readonly directory: string;
  /** Standard input; without it there is none (or ours, with `inherit`). */
  readonly input?: string | Uint8Array | undefined;
  /** Encoding of `input` when it is a string; latin1 by default, as unit text is. */
  readonly inputEncoding?: BufferEncoding;
  /** Open files of ours that it gets, by the number that they have there. */
  readonly descriptors?: ReadonlyMap<number, number> | undefined;
  readonly environment?: NodeJS.ProcessEnv;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds; five minutes by default. */
  readonly deadline?: number | undefined;
  /** Who only reads files is stopped when it stands still: what it reads is a pipe to which nobody writes. */
  readonly endsAtStandstill?: boolean;
  /** For what nobody waits for. */
  readonly niceness?: number | undefined;
  /** `inherit`: the process shares our streams (input too, unless `input` is given) and nothing is collected. */
  readonly streams?: "collect" | "inherit";
  /** Its end is all that is left of this call: who runs programs for others may leave them to it, and say it went well. */
  readonly isLast?: boolean;
  /** Bytes; whoever writes more is stopped. */
  readonly mostOutput?: number;
  /** Called with each piece of output instead of collecting it; with `inherit` of standard output alone. */
  readonly onOutput?: (piece: Buffer, stream: "out" | "error") => void;
}

export interface RunResult {
  /** Undefined when a signal ended it. */
  readonly code: number | undefined;
  readonly endedBy: NodeJS.Signals | undefined;
  readonly output: Buffer;
  readonly errors: Buffer;
}

const FIVE_MINUTES = 300_000;
/** A process group of its own, or on our own streams a process with all that it has started. */
type Kind = "group" | "tree";

/** What must end when we do. */
const live = new Map<number, Kind>();
process.on("exit", () => {
  for (const [pid, kind] of live) endProcess(pid, kind, kind === "group" ? "SIGKILL" : "SIGTERM");
});

/**
 * Ends all that is running, for whoever dies of a signal (`exit` handlers don't run then). Gently: a compiler that is
 * asked to end removes its half-written object.
 */
export function endProcesses(): void {
  for (const [pid, kind] of live) endProcess(pid, kind, "SIGTERM");
}

type ProcessRunner = (argv: readonly string[], options: RunOptions) => Promise<RunResult>;

let runner: ProcessRunner = runAsChild;

/** From now on somebody else runs what we want run: a resident process has its callers do it. */
export function runProcessesBy(other: ProcessRunner): void {
  runner = other;
}

/** Then our descriptors are not those of whom we run programs for. */
export function runsThroughOthers(): boolean {
  return runner !== runAsChild;
}

/** Starts a program in a group of its own. Throws an error with a `code`, as Node does. */
export type ProcessStarter = (
  argv: readonly string[],
  options: {
    readonly directory: string;
    readonly environment: NodeJS.ProcessEnv;
    readonly input: Buffer;
  },
) => { readonly pid: number; readonly ended: Promise<RunResult> };

let starter: ProcessStarter | undefined;

/** From now on collected processes start so: Node copies page tables, which takes long in a large process. */
export function startProcessesBy(other: ProcessStarter): void {
  starter = other;
}

/** Throws {@link ProcessError}; the process and what it started in its group are gone by then. */
export async function runProcess(argv: readonly string[], options: RunOptions): Promise<RunResult> {
  if (!isUntrusted()) return runner(argv, options);
  const words = loadsMemory(options.input) ?? confined(argv, namedFolders(argv, options));
  if (typeof words === "string") throw refused(argv[0] ?? "", words);
  const deadline = Math.min(options.deadline ?? FIVE_MINUTES, longestRun(argv));
  try {
    const environment = withoutTheirs(options.environment ?? process.env);
    return await runner(words, { ...options, environment, deadline, mostOutput: MOST_OUTPUT });
  } catch (error) {
    if (!(error instanceof ProcessError) || error.code !== "process-deadline") throw error;
    noteLate();
    // What it is behind says nothing to anybody.
    throw new ProcessError(error.code, error.message.replace(words[0] ?? "", argv[0] ?? ""), {
      cause: error,
    });
  }
}

/** Preprocessed text may name a precompiled header, an image of the compiler's memory: that is no data. */
function loadsMemory(input: RunOptions["input"]): string | undefined {
  return input !== undefined && Buffer.from(input).includes("pch_preprocess")
    ? "the text has the compiler load a precompiled header"
    : undefined;
}

/** Text that a folder that nobody trusts can make of a unit: a file may include itself a thousand times over. */
const MOST_OUTPUT = 256 << 20;

async function runStarted(
  start: ProcessStarter,
  argv: readonly string[],
  options: RunOptions,
): Promise<RunResult> {
  const [program = ""] = argv;
  const { directory, environment = process.env, input = "", inputEncoding = "latin1", niceness } = options;
  if (options.signal?.aborted) throw cancelled(program);
  const over = startUnfinished();
  let started: ReturnType<ProcessStarter>;
  try {
    const bytes = typeof input === "string" ? Buffer.from(input, inputEncoding) : Buffer.from(input);
    started = start(argv, { directory, environment, input: bytes });
  } catch (cause) {
    over();
    throw notStarted(program, directory, cause as Error);
  }
  if (niceness !== undefined) makeNice(started.pid, niceness);
  const watch = superviseProcess({ pid: started.pid, kind: "group", over }, program, options);
  try {
    const result = await started.ended;
    if (watch.stopped !== undefined) throw watch.stopped;
    return result;
  } finally {
    watch.settle();
  }
}

interface Supervision {
  /** Why it was ended. */
  readonly stopped: ProcessError | undefined;
  stop(reason: ProcessError): void;
  /** It is gone. */
  settle(): void;
}

interface StartedProcess {
  readonly pid: number | undefined;
  readonly kind: Kind;
  /** It was unfinished before it was started: a signal may come as soon as it runs. */
  readonly over: () => void;
}

/** Ends it at its deadline, when it is cancelled, and when we end. */
function superviseProcess(
  { pid, kind, over }: StartedProcess,
  program: string,
  { signal, deadline = FIVE_MINUTES, endsAtStandstill = false }: RunOptions,
): Supervision {
  if (pid !== undefined) live.set(pid, kind);
  let stopped: ProcessError | undefined;
  const stop = (reason: ProcessError) => {
    stopped ??= reason;
    endProcess(pid, kind, "SIGTERM");
    setTimeout(() => endProcess(pid, kind, "SIGKILL"), 2000).unref();
  };
  const timer = setTimeout(() => stop(late(program, deadline)), deadline);
  const unwatch =
    pid === undefined || !endsAtStandstill ? () => {} : watchStandstill(pid, () => stop(stoodStill(program)));
  const abort = () => stop(cancelled(program));
  signal?.addEventListener("abort", abort, { once: true });
  return {
    get stopped() {
      return stopped;
    },
    stop,
    settle() {
      clearTimeout(timer);
      unwatch();
      if (pid !== undefined) live.delete(pid);
      over();
      signal?.removeEventListener("abort", abort);
    },
  };
}

function runAsChild(argv: readonly string[], options: RunOptions): Promise<RunResult> {
  const isPlain =
    options.streams !== "inherit" && options.onOutput === undefined && options.mostOutput === undefined;
  if (starter !== undefined && isPlain && (options.descriptors?.size ?? 0) === 0)
    return runStarted(starter, argv, options);
  const inherit = options.streams === "inherit";
  const [program = "", ...rest] = argv;
  return new Promise((resolve, reject) => {
    if (options.signal?.aborted) return reject(cancelled(program));
    const output: Buffer[] = [];
    const errors: Buffer[] = [];
    const over = startUnfinished();
    let child: ChildProcess;
    try {
      child = spawn(program, rest, {
        cwd: options.directory,
        env: options.environment ?? process.env,
        stdio: streamsOf(options),
        detached: !inherit,
      });
    } catch (cause) {
      over();
      return reject(notStarted(program, options.directory, cause as Error));
    }
    const kind = inherit ? "tree" : "group";
    if (options.niceness !== undefined && child.pid !== undefined) makeNice(child.pid, options.niceness);
    const watch = superviseProcess({ pid: child.pid, kind, over }, program, options);
    const flood = () => watch.stop(flooded(program));
    collect(child.stdout, output, "out", options, flood);
    collect(child.stderr, errors, "error", options, flood);
    child.stdin?.on("error", () => {}); // the process may end without reading all
    child.stdin?.end(options.input ?? "", options.inputEncoding ?? "latin1");
    child.on("error", (cause) => {
      watch.settle();
      reject(notStarted(program, options.directory, cause));
    });
    child.on("close", (code, endedBy) => {
      watch.settle();
      if (watch.stopped !== undefined) return reject(watch.stopped);
      resolve({
        code: code ?? undefined,
        endedBy: endedBy ?? undefined,
        output: Buffer.concat(output),
        errors: Buffer.concat(errors),
      });
    });
  });
}

function streamsOf({ streams, input, descriptors, onOutput }: RunOptions): (IOType | number)[] {
  const all: (IOType | number)[] =
    streams === "inherit"
      ? [input === undefined ? "inherit" : "pipe", onOutput === undefined ? "inherit" : "pipe", "inherit"]
      : [input === undefined ? "ignore" : "pipe", "pipe", "pipe"];
  for (const [number, file] of descriptors ?? []) {
    while (all.length <= number) all.push("ignore");
    all[number] = file;
  }
  return all;
}

function makeNice(pid: number, niceness: number): void {
  // Refused where it is gone already; then there is nothing to hold back.
  unlessRefused(() => setPriority(pid, Math.max(getPriority(), niceness)));
}

function collect(
  stream: NodeJS.ReadableStream | null,
  into: Buffer[],
  name: "out" | "error",
  options: RunOptions,
  onFlood: () => void,
): void {
  const { mostOutput = Number.POSITIVE_INFINITY, onOutput } = options;
  let bytes = 0;
  stream?.on("data", (piece: Buffer) => {
    bytes += piece.length;
    if (bytes > mostOutput) onFlood();
    else if (onOutput === undefined) into.push(piece);
    else onOutput(piece, name);
  });
}

function endProcess(pid: number | undefined, kind: Kind, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  // A compiler's driver may not pass signals on, and what it runs may ignore those of the terminal.
  const targets = kind === "group" ? [-pid] : [pid, ...descendants(pid)];
  // Refused where it ended by itself.
  for (const target of targets) unlessRefused(() => process.kill(target, signal));
}

/** Empty where the system does not tell. */
function descendants(pid: number): number[] {
  const listed = unlessRefused(() => readFileSync(`/proc/${pid}/task/${pid}/children`, "latin1")) ?? "";
  const children = listed.split(" ").filter(Boolean).map(Number);
  return children.flatMap((child) => [child, ...descendants(child)]);
}

/** Also of a process that is another user's. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function notStarted(program: string, directory: string, cause: Error): ProcessError {
  const missing = (cause as NodeJS.ErrnoException).code === "ENOENT";
  return new ProcessError(
    missing ? "process-not-found" : "process-not-started",
    missing
      ? `${program} was not found (working directory ${directory})`
      : `${program} could not be started: ${cause.message}`,
    { cause },
  );
}

/** Who tries several names goes on to the next where the machine has none of this one. */
function refused(program: string, why: string): ProcessError {
  return new ProcessError(
    program.includes("/") || programInPath(program) !== undefined ? "process-refused" : "process-not-found",
    `${program} was not run, as nothing of this folder may run: ${why}`,
  );
}

function flooded(program: string): ProcessError {
  return new ProcessError(
    "process-deadline",
    `${program} wrote more than ${MOST_OUTPUT >> 20} MB and was stopped`,
  );
}

/** A program took more than its milliseconds. */
export function late(program: string, deadline: number): ProcessError {
  return new ProcessError(
    "process-deadline",
    `${program} did not end within ${deadline / 1000} seconds and was stopped`,
  );
}

function cancelled(program: string): ProcessError {
  return new ProcessError("process-cancelled", `${program} was cancelled`);
}
