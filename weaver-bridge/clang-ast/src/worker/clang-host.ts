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
  return new WorkerHost(options);
}

class WorkerHost implements ClangHost {
  private readonly waiting: Job[] = [];
  private worker: WorkerProcess | undefined;
  private running: Job | undefined;
  private bounds: ParseBounds | undefined;
  private disposed = false;
  private lastId = 0;
  /** The worker answered: it can start, and does not die of that. */
  private answered = false;

  constructor(private readonly options: ClangHostOptions) {}

  parse(text: string, options: ParseOptions, signal?: AbortSignal): Promise<UnitFacts> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      if (this.disposed) return reject(disposal());
      const cancel = () => {
        const index = this.waiting.indexOf(job);
        if (index !== -1) this.waiting.splice(index, 1);
        reject(signal?.reason);
      };
      const settled = () => signal?.removeEventListener("abort", cancel);
      const job: Job = {
        ...{ id: ++this.lastId, text, options },
        resolve: (facts) => {
          settled();
          resolve(facts);
        },
        reject: (reason) => {
          settled();
          reject(reason);
        },
      };
      signal?.addEventListener("abort", cancel, { once: true });
      this.waiting.push(job);
      this.pump();
    });
  }

  prepare(): void {
    if (this.disposed || this.worker !== undefined) return;
    try {
      this.worker = this.start();
      this.worker.setBusy(false);
    } catch (error) {
      if (!(error instanceof ClangError)) throw error; // Else the parse says why.
    }
  }

  dispose(): void {
    this.disposed = true;
    this.bounds?.end();
    for (const job of [this.running, ...this.waiting.splice(0)]) job?.reject(disposal());
    this.running = undefined;
    this.replaceWorker();
  }

  get pid(): number | undefined {
    return this.worker?.pid;
  }

  /** The next job runs, if none does. */
  private pump(): void {
    if (this.running !== undefined || this.disposed) return;
    const job = this.waiting.shift();
    if (job === undefined) return;
    this.running = job;
    this.bounds = undefined;
    try {
      this.worker ??= this.start();
    } catch (cause) {
      const message = "the libclang worker can't be started";
      this.finish(() => job.reject(new ClangError("worker-failed", message, undefined, { cause })));
      return;
    }
    this.worker.setBusy(true);
    this.worker.send({ id: job.id, text: job.text, options: job.options });
    this.bounds = boundParse(this.worker, this.options);
  }

  private finish(settle: () => void): void {
    this.bounds?.end();
    this.running = undefined;
    settle();
    this.pump();
  }

  private replaceWorker(): void {
    const old = this.worker;
    this.worker = undefined;
    old?.kill();
  }

  private start(): WorkerProcess {
    const script = this.options.workerScript ?? findWorkerScript();
    if (script === undefined) throw new Error("its script clang-worker.js is missing beside the program");
    this.answered = false;
    const started = startWorker(script, {
      onReply: (reply) => {
        const { running } = this;
        if (started === this.worker && reply.kind !== "ready" && reply.id === running?.id)
          this.receive(reply, running);
      },
      onEnd: (reason, ready) => {
        if (started !== this.worker) return;
        this.worker = undefined;
        if (this.running !== undefined) this.fail(this.running, reason, ready);
        else if (this.answered) this.prepare();
      },
    });
    return started;
  }

  private receive(reply: Exclude<WorkerReply, { kind: "ready" }>, job: Job): void {
    this.worker?.setBusy(false);
    this.answered = true;
    const crashed = reply.kind === "failed" && reply.code === "parse-crashed";
    const swollen = reply.kind === "facts" && reply.memory > (this.options.memoryLimit ?? MEMORY_LIMIT);
    if (crashed || swollen) this.replaceWorker();
    this.finish(() => {
      if (reply.kind === "facts")
        job.resolve(withLineMap(unpackFacts(reply.facts), job.text, job.options.fileName));
      else if (reply.code === undefined) job.reject(new Error(reply.message));
      else job.reject(new ClangError(reply.code, reply.message, reply.hint));
    });
  }

  /** The worker ended in the middle of a job. */
  private fail(job: Job, reason: string, ready: boolean): void {
    const { fileName } = job.options;
    const exceeded = this.bounds?.exceeded;
    const error = exceeded
      ? new ClangError("parse-timeout", `libclang took ${exceeded} on ${fileName} and was stopped`)
      : ready
        ? new ClangError("parse-crashed", `the libclang worker died on ${fileName} (${reason})`)
        : new ClangError("worker-failed", `the libclang worker can't be started (${reason})`);
    this.finish(() => job.reject(error));
  }
}

function disposal(): ClangError {
  return new ClangError("disposed", "the libclang host was shut down before the answer came");
}
