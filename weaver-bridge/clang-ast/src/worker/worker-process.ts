/** Starting and ending one worker process; knows messages but no requests. */
import { type ChildProcess, fork } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { unlessRefused } from "../../../model/index.js";
import { scriptFolder } from "./script-folder.js";
import type { WorkerReply, WorkerRequest } from "./worker-protocol.js";

export interface WorkerProcess {
  readonly pid: number | undefined;
  send(request: WorkerRequest): void;
  /** A busy worker keeps the host's process alive, an idle one does not. */
  setBusy(busy: boolean): void;
  /** Bytes that it has in memory; 0 where the system does not tell. */
  memory(): number;
  kill(): void;
}

export interface WorkerEvents {
  onReply(reply: WorkerReply): void;
  /** Once, whatever the cause: `ready` tells whether it ever was; `reason` is for people. */
  onEnd(reason: string, ready: boolean): void;
}

export function startWorker(script: string, events: WorkerEvents): WorkerProcess {
  const child = fork(script, [], {
    execArgv: loaderArguments(script),
    serialization: "advanced",
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  let complaints = "";
  let ready = false;
  let ended = false;
  const end = (reason: string) => {
    if (ended) return;
    ended = true;
    const said = complaints.trim();
    events.onEnd(said ? `${reason}: ${said}` : reason, ready);
  };
  child.stderr?.setEncoding("latin1").on("data", (text: string) => {
    complaints = (complaints + text).slice(-2000);
  });
  child.on("message", (reply: WorkerReply) => {
    if (reply.kind === "ready") ready = true;
    else events.onReply(reply);
  });
  child.on("error", (error) => end(error.message));
  // `close` rather than `exit`: the messages and complaints are in by then.
  child.on("close", (code, signal) => end(signal ? `ended by ${signal}` : `ended with exit code ${code}`));
  return {
    pid: child.pid,
    send: (request) => {
      child.send(request, (error) => {
        if (error) child.kill("SIGKILL");
      });
    },
    setBusy: (busy) => setReferenced(child, busy),
    memory: () => residentMemory(child.pid),
    kill: () => child.kill("SIGKILL"),
  };
}

/** The worker's script beside this code: source, compiled, or bundled under the name `clang-worker`. */
export function findWorkerScript(): string | undefined {
  const folder = scriptFolder();
  return ["worker-main.ts", "worker-main.js", "clang-worker.js", "clang-worker.mjs", "clang-worker.cjs"]
    .map((name) => path.join(folder, name))
    .find((file) => existsSync(file));
}

// TypeScript source needs a loader; compiled code must not inherit the one of a test runner.
function loaderArguments(script: string): string[] {
  if (!script.endsWith(".ts")) return [];
  const loader = pathToFileURL(createRequire(script).resolve("tsx"));
  return ["--import", loader.href, "--conditions=source"];
}

function setReferenced(child: ChildProcess, referenced: boolean): void {
  const change = referenced ? "ref" : "unref";
  child[change]();
  child.channel?.[change]();
  (child.stderr as unknown as { ref(): void; unref(): void } | null)?.[change]();
}

function residentMemory(pid: number | undefined): number {
  // It has ended, or the system does not tell.
  return (
    unlessRefused(() => {
      const status = readFileSync(`/proc/${pid}/status`, "latin1");
      return 1024 * Number(/^VmRSS:\s*(\d+) kB$/m.exec(status)?.[1] ?? 0);
    }) ?? 0
  );
}
