/**
 * Keeps one clangd alive. The rest of the server sends requests as if clangd never died: it is started again at
 * once after a crash, and after growing pauses when it crashes again within 30 seconds; open documents and compile
 * commands are told to it anew; every request has a time limit. A clangd that answers nothing any more is killed.
 *
 * Doesn't know what the requests mean, and doesn't know aspects.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { leaveToWaiters } from "@weft/weaver-bridge/model";
import {
  type CancellationToken,
  createMessageConnection,
  ErrorCodes,
  type MessageConnection,
  ResponseError,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver/node";
import { createDocumentGate, type DocumentGate } from "./document-gate.js";

/** Why clangd can't answer now; `message` is for the user. */
export class ClangdUnavailable extends Error {
  readonly code: "missing" | "stopped" | "time-limit" | "crashed";
  constructor(code: ClangdUnavailable["code"], message: string) {
    super(message);
    this.code = code;
  }
}

export interface SupervisorOptions {
  readonly program: string;
  readonly arguments: readonly string[];
  readonly directory?: string;
  /** Called before each start, so that a restarted clangd gets the latest state. */
  readonly initializeParams: () => object;
  /** Sent after each start, in order: open documents. */
  readonly replay: () => readonly { readonly method: string; readonly params: object }[];
  readonly onNotification: (method: string, params: unknown) => void;
  readonly onRequest: (method: string, params: unknown) => Promise<unknown>;
  readonly log: (level: "error" | "info" | "debug", message: string) => void;
  readonly limits?: Partial<Limits>;
}

export interface Limits {
  readonly requestMs: number;
  readonly startMs: number;
  /**
   * Further crashes, each within this time of the one before, are answered by pauses of `pauseMs`, twice that, and so
   * on up to `longestPauseMs`.
   */
  readonly crashWindowMs: number;
  readonly pauseMs: number;
  readonly longestPauseMs: number;
  /** Requests in a row that run into the limit before clangd counts as hung. */
  readonly hungAfter: number;
}

const DEFAULT_LIMITS: Limits = {
  requestMs: 20_000,
  startMs: 15_000,
  crashWindowMs: 30_000,
  pauseMs: 500,
  longestPauseMs: 10_000,
  hungAfter: 3,
};

export interface Clangd {
  /** Capabilities of the first successful start; rejects with {@link ClangdUnavailable}. */
  readonly started: Promise<Record<string, unknown>>;
  readonly state: () => "starting" | "running" | "pausing" | "stopped";
  readonly pid: () => number | undefined;
  /** Waits for a restart that is under way, within the time limit. Rejects with {@link ClangdUnavailable}. */
  request(method: string, params: unknown, token?: CancellationToken): Promise<unknown>;
  /** Dropped while clangd is not running: the next start replays the state anyway. */
  notify(method: string, params: object): void;
  stop(): Promise<void>;
}

interface Running {
  readonly process: ChildProcess;
  readonly connection: MessageConnection;
  readonly capabilities: Record<string, unknown>;
}

export function superviseClangd(options: SupervisorOptions): Clangd {
  return new SupervisedClangd(options);
}

class SupervisedClangd implements Clangd {
  readonly started: Promise<Record<string, unknown>>;
  private readonly limits: Limits;
  private readonly documents: DocumentGate;
  private phase: "starting" | "running" | "pausing" | "stopped" = "starting";
  private running: Running | undefined;
  /** The start that is under way, or the last one. */
  private current: Promise<Running>;
  private readonly crashes: CrashPauses;
  private timer: NodeJS.Timeout | undefined;
  /** Requests in a row that got no answer. */
  private silent = 0;

  constructor(private readonly options: SupervisorOptions) {
    this.limits = { ...DEFAULT_LIMITS, ...options.limits };
    this.crashes = new CrashPauses(this.limits);
    this.documents = createDocumentGate((method, params) => {
      // The next clangd is told all documents anew.
      this.running?.connection
        .sendNotification(method, params)
        .catch((error: Error) => options.log("debug", `clangd was not told ${method}: ${error.message}`));
    });
    this.current = this.start();
    this.started = this.current.then((child) => child.capabilities);
    leaveToWaiters(this.started);
  }

  readonly state = () => this.phase;
  readonly pid = () => this.running?.process.pid;
  readonly notify = (method: string, params: object) => this.documents.notify(method, params);

  async request(method: string, params: unknown, token?: CancellationToken): Promise<unknown> {
    if (this.crashes.isPausing())
      throw new ClangdUnavailable(
        "crashed",
        "clangd crashed twice in a row and is started again in a moment",
      );
    const { requestMs } = this.limits;
    const answer = await withLimit(
      this.current.then((child) => send(child.connection, method, params, token)),
      requestMs,
      () => {
        if (++this.silent >= this.limits.hungAfter) this.running?.process.kill("SIGKILL");
        return new ClangdUnavailable("time-limit", `clangd gave no answer to ${method} in ${requestMs} ms`);
      },
    );
    this.silent = 0;
    return answer;
  }

  async stop(): Promise<void> {
    const child = this.running;
    this.running = undefined;
    this.phase = "stopped";
    clearTimeout(this.timer);
    if (child === undefined) return;
    const gone = new Promise<void>((resolve) => child.process.once("exit", () => resolve()));
    child.connection.sendRequest("shutdown").then(
      () => child.connection.sendNotification("exit"),
      (error: Error) => this.options.log("debug", `clangd was not asked to end: ${error.message}`),
    );
    const hard = setTimeout(() => child.process.kill("SIGKILL"), 1_000);
    await gone;
    clearTimeout(hard);
  }

  private async start(): Promise<Running> {
    this.phase = "starting";
    this.silent = 0;
    const onNotification = (method: string, params: unknown) => {
      if (this.documents.admits(method, params)) this.options.onNotification(method, params);
    };
    const child = await launch({ ...this.options, onNotification }, this.limits, (reason, canRestart) =>
      this.clangdEnded(reason, canRestart),
    );
    if (this.isStopped()) {
      child.process.kill("SIGKILL");
      throw new ClangdUnavailable("stopped", "clangd was stopped");
    }
    this.running = child;
    this.phase = "running";
    this.documents.reset();
    for (const { method, params } of this.options.replay()) this.documents.notify(method, params);
    this.options.log("info", `clangd runs (process ${child.process.pid})`);
    return child;
  }

  private clangdEnded(reason: string, canRestart: boolean): void {
    if (this.isStopped()) return;
    if (!canRestart) {
      this.phase = "stopped";
      this.options.log("error", `clangd ${reason}`);
      return;
    }
    const pause = this.crashes.add();
    this.running = undefined;
    this.phase = "pausing";
    this.options.log(
      "error",
      `clangd ${reason}; starting it again ${pause === 0 ? "now" : `in ${pause} ms`}`,
    );
    this.current = new Promise((resolve, reject) => {
      this.timer = setTimeout(() => void this.start().then(resolve, reject), pause);
    });
    leaveToWaiters(this.current);
  }

  /** It may have become so while something was waited for. */
  private isStopped(): boolean {
    return this.phase === "stopped";
  }
}

/** How long to wait after a crash. */
class CrashPauses {
  private last = Number.NEGATIVE_INFINITY;
  private inARow = 0;
  private until = 0;

  constructor(private readonly limits: Limits) {}

  /** Milliseconds until clangd is to be started again. */
  add(): number {
    const { crashWindowMs, pauseMs, longestPauseMs } = this.limits;
    const now = Date.now();
    this.inARow = now - this.last < crashWindowMs ? this.inARow + 1 : 0;
    const pause = this.inARow === 0 ? 0 : Math.min(pauseMs * 2 ** (this.inARow - 1), longestPauseMs);
    this.last = now;
    this.until = now + pause;
    return pause;
  }

  isPausing(): boolean {
    return Date.now() < this.until;
  }
}

async function launch(
  options: SupervisorOptions,
  limits: Limits,
  onDeath: (reason: string, canRestart: boolean) => void,
): Promise<Running> {
  const child = spawn(options.program, [...options.arguments], {
    stdio: ["pipe", "pipe", "pipe"],
    ...(options.directory === undefined ? {} : { cwd: options.directory }),
  });
  const died = new Promise<never>((_, reject) => {
    let reported = false;
    const report = (reason: string, canRestart: boolean) => {
      if (reported) return;
      reported = true;
      reject(new ClangdUnavailable("crashed", `clangd ${reason}`));
      onDeath(reason, canRestart);
    };
    child.once("error", (error) => report(`could not be run: ${error.message}`, false));
    child.once("exit", (code, signal) =>
      report(signal === null ? `ended with code ${code}` : `was ended by ${signal}`, true),
    );
  });
  leaveToWaiters(died);
  child.stdin.on("error", () => undefined);
  child.stderr.setEncoding("utf8").on("data", (text: string) => options.log("debug", text.trimEnd()));
  const connection = createMessageConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  connection.onError(([error]) => options.log("error", `clangd connection: ${error.message}`));
  connection.onNotification((method, params) => options.onNotification(method, params));
  connection.onRequest((method, params) => options.onRequest(method, params));
  connection.listen();
  child.once("exit", () => connection.dispose());
  const begin = async () => {
    const answer = await connection.sendRequest("initialize", options.initializeParams());
    await connection.sendNotification("initialized", {});
    return answer;
  };
  // Of a clangd that ends, the write that its end meets may fail first ("write EPIPE"); the end itself says how.
  const begun = begin().catch((error) => {
    if (isAnswer(error)) throw error;
    return died;
  });
  const answer = (await withLimit(Promise.race([begun, died]), limits.startMs, () => {
    child.kill("SIGKILL");
    return new ClangdUnavailable("time-limit", `clangd did not start in ${limits.startMs} ms`);
  })) as { capabilities?: Record<string, unknown> };
  return { process: child, connection, capabilities: answer.capabilities ?? {} };
}

/** A request that dies with its clangd says so; cancellation is passed on. */
async function send(
  connection: MessageConnection,
  method: string,
  params: unknown,
  token: CancellationToken | undefined,
): Promise<unknown> {
  const died = () => new ClangdUnavailable("crashed", `clangd died while it answered ${method}`);
  let listener: { dispose(): void } | undefined;
  const death = new Promise<never>((_, reject) => {
    listener = connection.onDispose(() => reject(died()));
  });
  leaveToWaiters(death);
  try {
    const answer =
      token === undefined
        ? connection.sendRequest(method, params)
        : connection.sendRequest(method, params, token);
    return await Promise.race([answer, death]);
  } catch (error) {
    if (isAnswer(error) || error instanceof ClangdUnavailable) throw error;
    throw died();
  } finally {
    listener?.dispose();
  }
}

/** clangd's own error, and none that the connection library makes of the end of a stream, which has the same class. */
function isAnswer(error: unknown): boolean {
  return error instanceof ResponseError && !ENDS_OF_STREAMS.includes(error.code);
}

const ENDS_OF_STREAMS: readonly number[] = [
  ErrorCodes.MessageWriteError,
  ErrorCodes.PendingResponseRejected,
  ErrorCodes.ConnectionInactive,
];

async function withLimit<T>(work: Promise<T>, ms: number, onLimit: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(onLimit()), ms);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
