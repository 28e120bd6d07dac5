/**
 * The thread that specializes, as the server sees it: one question at a time, each with a deadline; a question that is not
 * wanted any more ends soon. It starts when it is first asked, and anew when it died or took too long.
 */
import { existsSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Worker, type WorkerOptions } from "node:worker_threads";
import { privateFolder } from "@weft/weaver-bridge/kernel-build";
import { settled } from "@weft/weaver-bridge/model";
import type { LookedUp } from "@weft/weaver-bridge/partial-eval";
import {
  CANCELLED,
  type LookQuestion,
  type SpecializeAnswer,
  type SpecializeQuestion,
  type WorkerAnswer,
  type WorkerData,
} from "./worker-protocol.js";

export interface ResidualWorker {
  /** Undefined when it was cancelled. Rejects with what failed. */
  specialize(
    question: Omit<SpecializeQuestion, "kind">,
    signal: AbortSignal,
  ): Promise<SpecializeAnswer | undefined>;
  /** Undefined where the unit has no such function, or can't be read. Rejects with what failed. */
  look(question: Omit<LookQuestion, "kind">): Promise<LookedUp | undefined>;
  dispose(): Promise<void>;
}

type Question = SpecializeQuestion | LookQuestion;

const DEADLINE_MS = 60_000;
const MOST_MEGABYTES = 1_500;

export function createResidualWorker(): ResidualWorker {
  const shared = new SharedArrayBuffer(4);
  const flags = new Int32Array(shared);
  const overlays = privateFolder("weft-residuals-");
  process.once("exit", () => rmSync(overlays, { recursive: true, force: true }));
  let worker: Worker | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let lastId = 0;
  let isDisposed = false;

  const start = (): Worker => {
    const started = startThread(findScript(), {
      workerData: { flags: shared, overlays } satisfies WorkerData,
      resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES },
    });
    started.unref();
    started.on("error", () => undefined); // told to whom it answers
    return started;
  };
  const askNow = (question: Question, signal: AbortSignal | undefined): Promise<WorkerAnswer | undefined> => {
    if (isDisposed || signal?.aborted === true) return Promise.resolve(undefined);
    const id = ++lastId;
    const own = (worker ??= start());
    return new Promise((resolve, reject) => {
      const cancel = () => Atomics.store(flags, CANCELLED, id);
      const end = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", cancel);
        own.off("message", receive).off("error", fail).off("exit", gone);
      };
      const renew = (message: string) => {
        end();
        worker = undefined;
        void own.terminate();
        reject(new Error(message));
      };
      const receive = (answer: WorkerAnswer) => {
        if (answer.id !== id) return;
        end();
        resolve(answer);
      };
      const fail = (error: Error) => renew(error.message);
      const gone = () => renew("the thread that specializes ended");
      const timer = setTimeout(() => renew(`it took more than ${DEADLINE_MS / 1000} s`), DEADLINE_MS);
      signal?.addEventListener("abort", cancel);
      own.on("message", receive).on("error", fail).on("exit", gone);
      own.postMessage({ ...question, id });
    });
  };
  const ask = (question: Question, signal?: AbortSignal): Promise<WorkerAnswer | undefined> => {
    const answer = last.then(() => askNow(question, signal));
    last = settled(answer);
    return answer;
  };

  return {
    async specialize(question, signal) {
      const said = await ask({ kind: "specialize", ...question }, signal);
      if (said?.kind === "failed") throw new Error(said.message);
      return said?.kind === "specialize" ? said.answer : undefined;
    },
    async look(question) {
      const said = await ask({ kind: "look", ...question });
      if (said?.kind === "failed") throw new Error(said.message);
      return said?.kind === "look" ? said.answer : undefined;
    },
    async dispose() {
      isDisposed = true;
      await worker?.terminate();
      rmSync(overlays, { recursive: true, force: true });
    },
  };
}

function findScript(): string {
  const folder = dirname(fileURLToPath(import.meta.url));
  const names = ["worker-main.ts", "worker-main.js", "residual-worker.js"];
  return names.map((name) => join(folder, name)).find((file) => existsSync(file)) ?? join(folder, "none");
}

/** From sources a thread has to be given the loader by code of its own. */
function startThread(script: string, options: WorkerOptions): Worker {
  if (!script.endsWith(".ts")) return new Worker(script, options);
  const loader = import.meta.resolve("tsx/esm/api");
  const code = `import(${JSON.stringify(loader)}).then(({ register }) => { register(); return import(${JSON.stringify(pathToFileURL(script).href)}); });`;
  return new Worker(code, { ...options, eval: true, execArgv: ["--conditions=source"] });
}
