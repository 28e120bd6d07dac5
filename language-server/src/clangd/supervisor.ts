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
import { createDocumentGate } from "./document-gate.js";

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
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  let state: "starting" | "running" | "pausing" | "stopped" = "starting";
  let running: Running | undefined;
  let lastCrash = Number.NEGATIVE_INFINITY;
  let inARow = 0;
  let timer: NodeJS.Timeout | undefined;
  let silent = 0;
  let pausedUntil = 0;

  const onDeath = (reason: string, canRestart: boolean) => {
    if (state === "stopped") return;
    if (!canRestart) {
      state = "stopped";
      options.log("error", `clangd ${reason}`);
      return;
    }
    const now = Date.now();
    inARow = now - lastCrash < limits.crashWindowMs ? inARow + 1 : 0;
    const pause = inARow === 0 ? 0 : Math.min(limits.pauseMs * 2 ** (inARow - 1), limits.longestPauseMs);
    lastCrash = now;
    pausedUntil = now + pause;
    running = undefined;
    state = "pausing";
    options.log("error", `clangd ${reason}; starting it again ${pause === 0 ? "now" : `in ${pause} ms`}`);
    current = new Promise((resolve, reject) => {
      timer = setTimeout(() => void start().then(resolve, reject), pause);
    });
    leaveToWaiters(current);
  };

  const start = async (): Promise<Running> => {
    state = "starting";
    silent = 0;
    const child = await launch({ ...options, onNotification }, limits, onDeath);
    if (stopped()) {
      child.process.kill("SIGKILL");
      throw new ClangdUnavailable("stopped", "clangd was stopped");
    }
    running = child;
    state = "running";
    documents.reset();
    for (const { method, params } of options.replay()) documents.notify(method, params);
    options.log("info", `clangd runs (process ${child.process.pid})`);
    return child;
  };
  const stopped = () => state === "stopped";

  const documents = createDocumentGate((method, params) => {
    running?.connection.sendNotification(method, params).catch(() => undefined);
  });
  const onNotification = (method: string, params: unknown) => {
    if (documents.admits(method, params)) options.onNotification(method, params);
  };

  let current = start();
  const started = current.then((child) => child.capabilities);
  leaveToWaiters(started);

  return {
    started,
    state: () => state,
    pid: () => running?.process.pid,
    notify: documents.notify,
    async request(method, params, token) {
      if (Date.now() < pausedUntil)
        throw new ClangdUnavailable(
          "crashed",
          "clangd crashed twice in a row and is started again in a moment",
        );
      const answer = await withLimit(
        current.then((child) => send(child.connection, method, params, token)),
        limits.requestMs,
        () => {
          if (++silent >= limits.hungAfter && running !== undefined) running.process.kill("SIGKILL");
          return new ClangdUnavailable(
            "time-limit",
            `clangd gave no answer to ${method} in ${limits.requestMs} ms`,
          );
        },
      );
      silent = 0;
      return answer;
    },
    async stop() {
      const child = running;
      running = undefined;
      state = "stopped";
      clearTimeout(timer);
      if (child === undefined) return;
      const gone = new Promise<void>((resolve) => child.process.once("exit", () => resolve()));
      child.connection.sendRequest("shutdown").then(
        () => child.connection.sendNotification("exit"),
        () => undefined,
      );
      const hard = setTimeout(() => child.process.kill("SIGKILL"), 1_000);
      await gone;
      clearTimeout(hard);
    },
  };
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
