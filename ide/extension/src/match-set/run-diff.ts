// Runs `weft diff` as a process of its own: with progress, and with an end when it is cancelled or late.
import { spawn } from "node:child_process";
import * as vscode from "vscode";
import { findProgram } from "../project/programs.js";
import type { MatchSetDifference } from "./differences.js";

export interface DiffRequest {
  /** Folder of `weft.json`. */
  readonly project: string;
  /** What to compare, as `weft diff` takes it: revisions, or `--config A --config B`. */
  readonly words: readonly string[];
  /** Texts of unsaved editors count for the working tree. */
  readonly withUnsaved: boolean;
  /** Milliseconds. */
  readonly deadline: number;
}

export type DiffAnswer =
  | { readonly difference: MatchSetDifference }
  | { readonly markdown: string }
  | { readonly problem: string }
  | { readonly cancelled: true };

/** `onProgress` gets units done and units in all. Never rejects. */
export function runDiff(
  request: DiffRequest,
  form: "json" | "markdown",
  token: vscode.CancellationToken,
  onProgress: (done: number, all: number) => void = () => {},
): Promise<DiffAnswer> {
  const program = findProgram("cli");
  if ("problem" in program) return Promise.resolve(program);
  return new Promise((resolve) => {
    const words = ["diff", ...request.words, `--${form}`, "--progress", "--unsaved", "-"];
    const child = spawn(program.node, [program.module, ...words], { cwd: request.project, stdio: "pipe" });
    let out = "";
    let errors = "";
    let rest = "";
    let ending: "cancelled" | "late" | undefined;
    const end = (why: "cancelled" | "late") => {
      ending ??= why;
      child.kill("SIGTERM");
    };
    const timer = setTimeout(() => end("late"), request.deadline);
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
    const finish = (answer: DiffAnswer) => {
      clearTimeout(timer);
      cancelling.dispose();
      resolve(answer);
    };
    child.on("error", (error) => finish({ problem: `weft diff can't be started: ${error.message}` }));
    child.on("close", (code) => {
      if (ending === "cancelled") finish({ cancelled: true });
      else if (ending === "late")
        finish({ problem: `weft diff had no answer after ${request.deadline / 1000} s and was ended` });
      else finish(answerOf(form, out, `${errors}${rest}`.trim(), code));
    });
    child.stdin.on("error", () => {});
    child.stdin.end(JSON.stringify(request.withUnsaved ? unsavedTexts() : {}));
  });
}

function answerOf(form: "json" | "markdown", out: string, errors: string, code: number | null): DiffAnswer {
  if (form === "markdown") return out === "" ? { problem: said(errors, code) } : { markdown: out };
  try {
    const answer = JSON.parse(out) as MatchSetDifference;
    return answer.differences === undefined ? { problem: said(errors, code) } : { difference: answer };
  } catch {
    return { problem: said(errors, code) };
  }
}

function said(errors: string, code: number | null): string {
  return errors.split("\n")[0] || `weft diff ended with code ${code}`;
}

function unsavedTexts(): Record<string, string> {
  const unsaved = vscode.workspace.textDocuments.filter(
    ({ isDirty, uri }) => isDirty && uri.scheme === "file",
  );
  return Object.fromEntries(unsaved.map((document) => [document.uri.fsPath, document.getText()]));
}
