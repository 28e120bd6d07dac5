/**
 * Child processes that can't outlive their use: each ends when asked, when its deadline passes, or when the
 * adapter dies (even by SIGKILL, where `setpriv` is there to ask the system for it).
 */
import { type ChildProcess, spawn } from "node:child_process";
import { findInPath, programInPath } from "@weft/weaver-bridge/kernel-build";

/** Milliseconds in which the output of a process that has ended is read. */
const HELD_OPEN = 2000;

export interface ChildExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface Child {
  readonly process: ChildProcess;
  /** Resolves when the process has ended; never rejects. */
  readonly exited: Promise<ChildExit>;
}

export interface ChildOptions {
  readonly cwd?: string;
  readonly stdin?: "pipe" | "ignore";
  /** A file's descriptor in place of a pipe. */
  readonly stdout?: number;
  /** In a session of its own, where a terminal's Ctrl-C does not end it. */
  readonly apart?: boolean | undefined;
  /** Added to the adapter's own. */
  readonly environment?: NodeJS.ProcessEnv;
}

/**
 * Resolves when the process runs; rejects with the system's error (`ENOENT`, `EACCES`) when it can't be started.
 * `program` is looked up in what PATH names absolutely: the working directory may be a folder that is only looked at.
 */
export async function startChild(
  program: string,
  args: readonly string[],
  options: ChildOptions = {},
): Promise<Child> {
  const path = program.includes("/") ? findInPath(program) : programInPath(program);
  if (path === undefined) throw Object.assign(new Error(`${program} not found`), { code: "ENOENT" });
  const guard = programInPath("setpriv");
  const [file, argv] =
    guard === undefined ? [path, args] : [guard, ["--pdeathsig", "KILL", "--", path, ...args]];
  const child = spawn(file, [...argv], {
    stdio: [options.stdin ?? "pipe", options.stdout ?? "pipe", "pipe"],
    env: { ...process.env, ...options.environment },
    detached: options.apart === true,
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
  });
  const exited = endOf(child);
  child.stdin?.on("error", () => {}); // The process may end before it has read all; its exit tells.
  await new Promise<void>((resolve, reject) => {
    child.once("spawn", resolve);
    child.once("error", reject);
  });
  children.add(child);
  child.once("exit", () => children.delete(child));
  return { process: child, exited };
}

/** Asks the process to end, and after `patience` milliseconds ends it. Resolves when it has ended. */
export async function endChild(child: Child, patience = 2000): Promise<void> {
  if (child.process.exitCode !== null || child.process.signalCode !== null) return;
  child.process.kill("SIGTERM");
  const timer = setTimeout(() => child.process.kill("SIGKILL"), patience);
  await child.exited;
  clearTimeout(timer);
}

/** When it has ended and its output was read, unless a program that it started goes on and holds the pipes open. */
function endOf(child: ChildProcess): Promise<ChildExit> {
  return new Promise((resolve) =>
    child.once("exit", (code, signal) => {
      // What came while this process was held up is read in the turn between the two.
      const late = setTimeout(() => setImmediate(() => resolve({ code, signal })), HELD_OPEN);
      child.once("close", () => {
        clearTimeout(late);
        resolve({ code, signal });
      });
    }),
  );
}

const children = new Set<ChildProcess>();

/** Last resort when the adapter itself is told to end: synchronous, and for every process started here. */
export function killAllChildren(): void {
  for (const child of children) child.kill("SIGKILL");
}

/** `exit code 3`, `signal SIGKILL`. */
export function describeExit(exit: ChildExit): string {
  return exit.signal === null ? `exit code ${exit.code}` : `signal ${exit.signal}`;
}
