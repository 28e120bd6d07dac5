// Runs the weft command as a process of its own: with progress, and with an end when it is cancelled or late.
import { spawn } from "node:child_process";
import type * as vscode from "vscode";
import { findProgram } from "./programs.js";

export interface WeftRun {
  /** The command and its options. */
  readonly words: readonly [string, ...string[]];
  /** Folder of `weft.json`. */
  readonly project: string;
  /** For its standard input. */
  readonly input?: string;
  /** Milliseconds. */
  readonly deadline: number;
}

export type WeftAnswer =
  /** What it printed; the first line of `said` is for people. */
  | { readonly out: string; readonly errors: string; readonly said: string; readonly code: number }
  | { readonly problem: string }
  | { readonly cancelled: true };

/** `onProgress` gets units done and units in all. Never rejects. */
export function runWeft(
  { words, project, input, deadline }: WeftRun,
  token: vscode.CancellationToken,
  onProgress: (done: number, all: number) => void = () => {},
): Promise<WeftAnswer> {
  const program = findProgram("cli");
  if ("problem" in program) return Promise.resolve(program);
  const name = `weft ${words[0]}`;
  return new Promise((resolve) => {
    const child = spawn(program.node, [program.module, ...words], { cwd: project, stdio: "pipe" });
    let out = "";
    let errors = "";
    let rest = "";
    let ending: "cancelled" | "late" | undefined;
    const end = (why: "cancelled" | "late") => {
      ending ??= why;
      child.kill("SIGTERM");
    };
    const timer = setTimeout(() => end("late"), deadline);
    const cancelling = token.onCancellationRequested(() => end("cancelled"));
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      out += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      const lines = (rest + text).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        const progress = /^progress (\d+)\/(\d+)$/.exec(line);
        if (progress === null) errors += `${line}\n`;
        else onProgress(Number(progress[1]), Number(progress[2]));
      }
    });
    const finish = (answer: WeftAnswer) => {
      clearTimeout(timer);
      cancelling.dispose();
      resolve(answer);
    };
    child.on("error", (error) => finish({ problem: `${name} can't be started: ${error.message}` }));
    child.on("close", (code) => {
      if (ending === "cancelled") finish({ cancelled: true });
      else if (ending === "late")
        finish({ problem: `${name} had no answer after ${deadline / 1000} s and was ended` });
      else {
        const [first] = `${errors}${rest}`.trim().split("\n");
        const told = first || `${name} ended with code ${code}`;
        finish({ out, errors: `${errors}${rest}`, said: told, code: code ?? 1 });
      }
    });
    child.stdin.on("error", () => {});
    child.stdin.end(input ?? "");
  });
}
