// Asks `weft diff`, also with the texts of unsaved editors.
import { unlessBroken } from "@weft/weaver-bridge/model";
import * as vscode from "vscode";
import { runWeft } from "../project/run-weft.js";
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

/** With the working tree. */
export function lastCommit(project: string, deadline: number, withUnsaved: boolean): DiffRequest {
  return { project, words: ["HEAD"], withUnsaved, deadline };
}

export type DiffAnswer =
  | { readonly difference: MatchSetDifference }
  | { readonly markdown: string }
  | { readonly problem: string }
  | { readonly cancelled: true };

/** `onProgress` gets units done and units in all. Never rejects. */
export async function runDiff(
  request: DiffRequest,
  form: "json" | "markdown",
  token: vscode.CancellationToken,
  onProgress?: (done: number, all: number) => void,
): Promise<DiffAnswer> {
  const { project, deadline } = request;
  const words = ["diff", ...request.words, `--${form}`, "--progress", "--unsaved", "-"] as const;
  const input = JSON.stringify(request.withUnsaved ? unsavedTexts() : {});
  const answer = await runWeft({ words, project, input, deadline }, token, onProgress);
  return "out" in answer ? answerOf(form, answer) : answer;
}

function answerOf(
  form: "json" | "markdown",
  { out, said }: { readonly out: string; readonly said: string },
): DiffAnswer {
  if (form === "markdown") return out === "" ? { problem: said } : { markdown: out };
  return (
    unlessBroken(() => {
      const answer = JSON.parse(out) as MatchSetDifference;
      return answer.differences === undefined ? { problem: said } : { difference: answer };
    }) ?? { problem: said }
  );
}

function unsavedTexts(): Record<string, string> {
  const unsaved = vscode.workspace.textDocuments.filter(
    ({ isDirty, uri }) => isDirty && uri.scheme === "file",
  );
  return Object.fromEntries(unsaved.map((document) => [document.uri.fsPath, document.getText()]));
}
