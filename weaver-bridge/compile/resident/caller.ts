/** Has the caller of a request run programs and print, in the words of `cli/bin/ask-resident.sh`. */

import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
import { late, ProcessError, quoted, type RunOptions, type RunResult } from "../../kernel-build/index.js";
import { settled, unlessRefused } from "../../model/index.js";
import type { Slot } from "./slot.js";

export interface Caller {
  /** In place of a child process of our own. */
  run(argv: readonly string[], options: RunOptions): Promise<RunResult>;
  /** Kept until the caller next hears of us. */
  print(stream: 1 | 2, text: string | Uint8Array): void;
  /** The call ends so instead of with its code. */
  die(signal: NodeJS.Signals): void;
  /** The last step. */
  end(code: number): Promise<void>;
  refuse(): Promise<void>;
}

const EMPTY = Buffer.alloc(0);

/** Milliseconds, where nobody says how long a program may take. */
const FIVE_MINUTES = 300_000;

export function createCaller(slot: Slot, pid: number): Caller {
  let printed: Buffer[] = [];
  let endedBy: NodeJS.Signals | undefined;
  let isGone = false;

  async function ask(script: string): Promise<string> {
    slot.step(Buffer.concat([...printed, Buffer.from(script)]));
    printed = [];
    return slot.nextLine();
  }

  // The caller carries out one step at a time; who runs programs side by side waits here for his turn.
  let turn: Promise<unknown> = Promise.resolve();

  async function runAlone(argv: readonly string[], options: RunOptions): Promise<RunResult> {
    const { input, inputEncoding = "latin1", streams, directory, deadline = FIVE_MINUTES, signal } = options;
    const here = directory === process.cwd();
    if (options.isLast === true && streams === "inherit" && input === undefined && here) {
      const said = await ask(becoming(argv));
      if (said === "missing") throw missing(argv, directory);
      isGone = true;
      return { code: 0, endedBy: undefined, output: EMPTY, errors: EMPTY };
    }
    const fed = input === undefined ? undefined : slot.file("in");
    if (fed !== undefined) writeFileSync(fed, input as string | Uint8Array, { encoding: inputEncoding });
    const files =
      streams === "inherit" ? [fed ?? "", "", ""] : [fed ?? "/dev/null", slot.file("out"), slot.file("err")];
    const words = `weft_run ${[...files, ...argv].map(quoted).join(" ")}`;
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      endChildren(pid);
    }, deadline);
    const said = await endedBySignal(signal, pid, () =>
      ask(here ? `${words}\n` : `(cd ${quoted(directory)} && ${words})\n`),
    );
    clearTimeout(timer);
    requireWanted(signal, argv);
    if (isLate) throw late(argv[0] ?? "", deadline);
    if (said === "missing") throw missing(argv, directory);
    const [output, errors] =
      streams === "inherit" ? [EMPTY, EMPTY] : files.slice(1).map((file) => readFileSync(file));
    // The next ones are new files, which no disk sees.
    for (const name of ["in", "out", "err"]) rmSync(slot.file(name), { force: true });
    return { ...outcomeOf(Number(said)), output: output as Buffer, errors: errors as Buffer };
  }

  return {
    run(argv, options) {
      const result = turn.then(() => runAlone(argv, options));
      turn = settled(result);
      return result;
    },
    print(stream, text) {
      printed.push(printing(stream, Buffer.from(text as string)));
    },
    die(signal) {
      endedBy = signal;
    },
    async end(code) {
      if (isGone) return;
      const last = endedBy === undefined ? `exit ${code}` : `weft_die ${endedBy.slice(3)}`;
      // In one line, which the shell reads before it says that it is done with the slot.
      await ask(`echo end >&8; ${last}\n`);
    },
    async refuse() {
      await ask("weft_refused\n");
    },
  };
}

function missing([program]: readonly string[], directory: string): ProcessError {
  return new ProcessError("process-not-found", `${program} was not found (working directory ${directory})`);
}

/** The shell becomes the program. */
function becoming(argv: readonly string[]): string {
  const [program = "", ...words] = argv.map(quoted);
  const call = `exec ${[program, ...words].join(" ")} <&5 5<&- 6<&- 8<&-`;
  return `if command -v ${program} >/dev/null; then echo gone >&8; ${call}; fi; echo missing >&8\n`;
}

/** What the caller runs meanwhile ends with the signal. */
async function endedBySignal<T>(
  signal: AbortSignal | undefined,
  pid: number,
  run: () => Promise<T>,
): Promise<T> {
  const cancel = () => endChildren(pid);
  signal?.addEventListener("abort", cancel, { once: true });
  try {
    return await run();
  } finally {
    signal?.removeEventListener("abort", cancel);
  }
}

function requireWanted(signal: AbortSignal | undefined, [program]: readonly string[]): void {
  if (signal?.aborted === true) throw new ProcessError("process-cancelled", `${program} was cancelled`);
}

/** Of the process and of those between it and the programs. */
function endChildren(pid: number): void {
  const listed = unlessRefused(() => readFileSync(`/proc/${pid}/task/${pid}/children`, "latin1")) ?? "";
  for (const child of listed.split(" ").filter(Boolean).map(Number)) {
    endChildren(child);
    unlessRefused(() => process.kill(child, "SIGTERM")); // It may have ended by itself.
  }
}

/** The shell says 128 and the signal's number of whom a signal ended; compilers have no such exit codes. */
function outcomeOf(code: number): Pick<RunResult, "code" | "endedBy"> {
  const endedBy = Object.entries(constants.signals).find(([, number]) => number === code - 128)?.[0];
  return endedBy === undefined ? { code, endedBy } : { code: undefined, endedBy: endedBy as NodeJS.Signals };
}

/** Shell text that prints the bytes. */
function printing(stream: 1 | 2, bytes: Buffer): Buffer {
  const pieces = bytes.toString("latin1").split("\0");
  const lines = pieces.map((piece) => `printf %s ${quoted(piece)} >&${stream}\n`);
  return Buffer.from(lines.join(`printf '\\0' >&${stream}\n`), "latin1");
}
