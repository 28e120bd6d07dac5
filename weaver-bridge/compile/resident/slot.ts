/**
 * The resident's end of a slot (see `cli/bin/ask-resident.sh`): requests come in, steps go out. A step is shell text that
 * the caller reads and carries out; its answer is one line.
 */
import { closeSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { Socket } from "node:net";
import { join } from "node:path";
import { unlessRefused } from "../../model/index.js";

/** What a caller says of itself. */
export interface ResidentRequest {
  readonly umask: number;
  readonly pid: number;
  readonly directory: string;
  /** Folder of the bundle that it belongs to. */
  readonly bundle: string;
  readonly isTerminal: boolean;
  /** `WEFT_PROJECT` and `TMPDIR`; empty when unset. */
  readonly project: string;
  readonly temporary: string;
  /** For `keepSourceFiles`. */
  readonly searched: string;
  /** The caller's folder for what can be made again. */
  readonly cache: string;
  /** `cc` or `ag++`, and what follows. */
  readonly words: readonly string[];
}

export interface Slot {
  /** A file of the slot, for what goes to a program and comes from it. */
  file(name: string): string;
  /** Lines of callers, in order: `go` and the answers to steps. */
  nextLine(): Promise<string>;
  request(): ResidentRequest;
  /** Gives the caller a step. */
  step(script: string | Uint8Array): void;
  /** The slot is free for the next caller. */
  release(): void;
  /** Takes the slot itself; false when a caller has it, true also when the slot is gone. */
  claim(): boolean;
  /** Process id of who has claimed the slot; 0, which is alive, when nobody tells. */
  claimant(): number;
}

export function openSlot(folder: string): Slot {
  const file = (name: string) => join(folder, name);
  // Writers too, so that no open waits for the other end and no reader sees an end before we do.
  const answer = openSync(file("answer"), "r+");
  const lines: string[] = [];
  let waiting: ((line: string) => void) | undefined;
  let rest = "";
  const asked = new Socket({ fd: openSync(file("ask"), "r+"), readable: true, writable: false });
  asked.setEncoding("latin1");
  asked.on("data", (piece: string) => {
    const pieces = (rest + piece).split("\n");
    rest = pieces.pop() as string;
    lines.push(...pieces);
    deliver();
  });
  function deliver() {
    if (waiting === undefined || lines.length === 0) return;
    const resolve = waiting;
    waiting = undefined;
    resolve(lines.shift() as string);
  }
  return {
    file,
    nextLine: () =>
      new Promise((resolve) => {
        waiting = resolve;
        deliver();
      }),
    request: () => readRequest(readFileSync(file("request"), "utf8")),
    step(script) {
      // A new file each time: the shell may still be reading the last one. It looks for one when `answer` says so. What
      // takes the place of another by its name or by truncation, file systems write to the disk at once.
      rmSync(file("step"), { force: true });
      writeFileSync(file("step"), script);
      writeSync(answer, "\n");
    },
    release: () => rmSync(file("claim"), { force: true }),
    claim() {
      try {
        closeSync(openSync(file("claim"), "wx"));
        return true;
      } catch (error) {
        // A slot that is gone is nobody's.
        return (error as NodeJS.ErrnoException).code === "ENOENT";
      }
    },
    claimant() {
      return unlessRefused(() => Number(readFileSync(file("claim"), "latin1")) || 0) ?? 0;
    },
  };
}

function readRequest(text: string): ResidentRequest {
  const [
    umask = "",
    pid,
    directory = "",
    bundle = "",
    terminal,
    project = "",
    temporary = "",
    searched = "",
    cache = "",
    ...words
  ] = text.split("\0").slice(0, -1);
  return {
    umask: Number.parseInt(umask, 8),
    pid: Number(pid),
    directory,
    bundle,
    isTerminal: terminal === "tty",
    project,
    temporary,
    searched,
    cache,
    words,
  };
}
