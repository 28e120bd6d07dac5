/**
 * The supervisor of the worker process: parses one unit after another, restarts the worker when it dies, and turns
 * every way of failing into a typed error. Requests wait in order; a cancelled one leaves the queue at once, and if
 * it is already running its answer is dropped.
 */
import type { UnitFacts } from "../../../model/index.js";
import { ClangError } from "../clang-error.js";
import { unpackFacts } from "../pack/pack-facts.js";
import { type ParseOptions, withLineMap } from "../parse-in-process.js";
import { boundParse, type ParseBounds, type ParseLimits } from "./parse-bounds.js";
import { findWorkerScript, startWorker, type WorkerProcess } from "./worker-process.js";
import type { WorkerReply } from "./worker-protocol.js";

export interface ClangHost {
  /**
   * `text` is preprocessed and latin1. Rejects with {@link ClangError}, or with the signal's reason when cancelled.
   * Errors in the text are diagnostics of the facts.
   */
  parse(text: string, options: ParseOptions, signal?: AbortSignal): Promise<UnitFacts>;
  /** Something is parsed soon: the worker starts meanwhile. */
  prepare(): void;
  /** Ends the worker; what waits or runs is rejected with `disposed`. */
  dispose(): void;
  /** Of the current worker, for reports. */
  readonly pid: number | undefined;
}

export interface ClangHostOptions extends ParseLimits {
  /** Script of the worker (`worker-main.ts`, or a bundle of it); by default looked for beside this module. */
  readonly workerScript?: string;
  /** Bytes of resident memory above which an idle worker is replaced. */
  readonly memoryLimit?: number;
}

interface Job {
  readonly id: number;
  readonly text: string;
  readonly options: ParseOptions;
  resolve(facts: UnitFacts): void;
  reject(reason: unknown): void;
}

const MEMORY_LIMIT = 600e6;

export function createClangHost(options: ClangHostOptions = {}): ClangHost {
  const waiting: Job[] = [];
  let worker: WorkerProcess | undefined;
  let running: Job | undefined;
  let bounds: ParseBounds | undefined;
  let disposed = false;
  let lastId = 0;
  /** The worker answered: it can start, and does not die of that. */
  let answered = false;

  const pump = () => {
    if (running !== undefined || disposed) return;
    const job = waiting.shift();
    if (job === undefined) return;
    running = job;
    bounds = undefined;
    try {
      worker ??= start();
    } catch (cause) {
      const message = "the libclang worker can't be started";
      return finish(() => job.reject(new ClangError("worker-failed", message, undefined, { cause })));
    }
    worker.setBusy(true);
    worker.send({ id: job.id, text: job.text, options: job.options });
    bounds = boundParse(worker, options);
  };

  const finish = (settle: () => void) => {
    bounds?.end();
    running = undefined;
    settle();
    pump();
  };

  const replaceWorker = () => {
    const old = worker;
    worker = undefined;
    old?.kill();
  };

  const start = (): WorkerProcess => {
    const script = options.workerScript ?? findWorkerScript();
    if (script === undefined) throw new Error("its script clang-worker.js is missing beside the program");
    answered = false;
    const started = startWorker(script, {
      onReply: (reply) => {
        if (started === worker && reply.kind !== "ready" && reply.id === running?.id) receive(reply, running);
      },
      onEnd: (reason, ready) => {
        if (started !== worker) return;
        worker = undefined;
        if (running !== undefined) fail(running, reason, ready);
        else if (answered) prepare();
      },
    });
    return started;
  };

  const prepare = () => {
    if (disposed || worker !== undefined) return;
    try {
      worker = start();
      worker.setBusy(false);
    } catch (error) {
      if (!(error instanceof ClangError)) throw error; // Else the parse says why.
    }
  };

  const receive = (reply: Exclude<WorkerReply, { kind: "ready" }>, job: Job) => {
    worker?.setBusy(false);
    answered = true;
    const crashed = reply.kind === "failed" && reply.code === "parse-crashed";
    const swollen = reply.kind === "facts" && reply.memory > (options.memoryLimit ?? MEMORY_LIMIT);
    if (crashed || swollen) replaceWorker();
    finish(() => {
      if (reply.kind === "facts")
        job.resolve(withLineMap(unpackFacts(reply.facts), job.text, job.options.fileName));
      else if (reply.code === undefined) job.reject(new Error(reply.message));
      else job.reject(new ClangError(reply.code, reply.message, reply.hint));
    });
  };

  const fail = (job: Job, reason: string, ready: boolean) => {
    const { fileName } = job.options;
    const error = bounds?.exceeded
      ? new ClangError("parse-timeout", `libclang took ${bounds.exceeded} on ${fileName} and was stopped`)
      : ready
        ? new ClangError("parse-crashed", `the libclang worker died on ${fileName} (${reason})`)
        : new ClangError("worker-failed", `the libclang worker can't be started (${reason})`);
    finish(() => job.reject(error));
  };

  return {
    parse: (text, parseOptions, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        if (disposed) return reject(disposal());
        const job: Job = { id: ++lastId, text, options: parseOptions, resolve, reject };
        const cancel = () => {
          const index = waiting.indexOf(job);
          if (index !== -1) waiting.splice(index, 1);
          reject(signal?.reason);
        };
        const settled = () => signal?.removeEventListener("abort", cancel);
        job.resolve = (facts) => {
          settled();
          resolve(facts);
        };
        job.reject = (reason) => {
          settled();
          reject(reason);
        };
        signal?.addEventListener("abort", cancel, { once: true });
        waiting.push(job);
        pump();
      }),
    prepare,
    dispose: () => {
      disposed = true;
      bounds?.end();
      for (const job of [running, ...waiting.splice(0)]) job?.reject(disposal());
      running = undefined;
      replaceWorker();
    },
    get pid() {
      return worker?.pid;
    },
  };
}

function disposal(): ClangError {
  return new ClangError("disposed", "the libclang host was shut down before the answer came");
}
