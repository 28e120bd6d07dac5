/** The process that keeps an index: how it is started, spoken to and ended. */
import { type ChildProcess, fork } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { IndexReply, IndexRequest } from "../protocol/index-protocol.js";
import { knownFlags } from "./engine-flags.js";

export interface IndexProcess {
  readonly pid: number | undefined;
  send(request: IndexRequest): void;
  /** It writes what it knows and goes, within {@link END_MS}; `onEnd` is not told. */
  end(): Promise<void>;
}

const END_MS = 10_000;

/** Undefined where its script is missing. `onEnd`: it ended by itself, and why; told once. */
export function startIndexProcess(
  root: string,
  onReply: (reply: IndexReply) => void,
  onEnd: (reason: string) => void,
): IndexProcess | undefined {
  const script = findScript();
  if (script === undefined) return undefined;
  const child = fork(script, [root], {
    // SQLite is asked little: what the optimizing compiler makes of it costs more than all its work.
    execArgv: [...knownFlags(["--max-semi-space-size=4", "--liftoff-only"]), ...loaderArguments(script)],
    // It lives as long as the editor does: little memory is worth more than a little time.
    // Texts and tables of units are megabytes: from the system, and back to it.
    env: { ...process.env, MALLOC_ARENA_MAX: "1", MALLOC_MMAP_THRESHOLD_: `${1 << 17}` },
    serialization: "advanced",
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  let isOver = false;
  let complaints = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    complaints = (complaints + text).slice(-2000);
  });
  child.on("message", (reply: IndexReply) => {
    if (!isOver) onReply(reply);
  });
  const ended = (reason: string) => {
    if (isOver) return;
    isOver = true;
    onEnd(complaints.trim() === "" ? reason : `${reason}: ${complaints.trim()}`);
  };
  child.on("error", (error) => ended(error.message));
  child.on("close", (code, signal) => ended(signal === null ? `exit code ${code}` : signal));
  return {
    pid: child.pid,
    send: (request) => void child.send(request, () => undefined),
    end() {
      isOver = true;
      return endOf(child);
    },
  };
}

function endOf(child: ChildProcess): Promise<void> {
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
