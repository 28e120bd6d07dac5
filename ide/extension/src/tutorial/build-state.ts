// Whether the woven kernel was built from the files as they are: from the build tasks that ran in this window, and from
// the age of the weave map, which also builds outside of it write.
import { statSync } from "node:fs";
import { join } from "node:path";
import type { Answer, BuildState } from "@weft/weaver-bridge/tutorial";
import * as vscode from "vscode";

export interface BuildWatch extends vscode.Disposable {
  /** `files`: paths inside the folder that a build may read. */
  state(folder: vscode.Uri, files: readonly string[]): Answer<BuildState>;
  readonly onDidChange: vscode.Event<void>;
}

export function watchBuilds(): BuildWatch {
  const changed = new vscode.EventEmitter<void>();
  let running = 0;
  let last: { readonly at: number; readonly code: number | undefined } | undefined;
  const isBuild = ({ task }: vscode.TaskExecution) =>
    task.definition.type === "weft" && task.definition.command === "build";
  const subscriptions = [
    changed,
    vscode.tasks.onDidStartTaskProcess(({ execution }) => {
      if (!isBuild(execution)) return;
      running++;
      changed.fire();
    }),
    vscode.tasks.onDidEndTaskProcess(({ execution, exitCode }) => {
      if (!isBuild(execution)) return;
      running = Math.max(0, running - 1);
      last = { at: Date.now(), code: exitCode };
      changed.fire();
    }),
  ];
  return {
    onDidChange: changed.event,
    state: (folder, files) => {
      if (running > 0) return { value: { state: "running" } };
      const mapped = timeOf(join(folder.fsPath, ".weft", "weave-map.json"));
      if (last !== undefined && last.code !== 0 && last.at > mapped)
        return { value: { state: "failed", message: firstError(folder) } };
      const built = Math.max(mapped, last?.at ?? 0);
      if (built === 0) return { value: { state: "none" } };
      const isDirty = vscode.workspace.textDocuments.some(
        ({ isDirty, uri }) => isDirty && uri.path.startsWith(`${folder.path}/`),
      );
      const isStale = isDirty || files.some((file) => timeOf(join(folder.fsPath, file)) > built);
      return { value: { state: isStale ? "stale" : "ok" } };
    },
    dispose: () => vscode.Disposable.from(...subscriptions).dispose(),
  };
}

function timeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function firstError(folder: vscode.Uri): string {
  for (const [uri, problems] of vscode.languages.getDiagnostics()) {
    const error = problems.find(({ severity }) => severity === vscode.DiagnosticSeverity.Error);
    if (error !== undefined && uri.path.startsWith(`${folder.path}/`))
      return `\`${uri.path.slice(folder.path.length + 1)}\`, line ${error.range.start.line + 1}: ${error.message}`;
  }
  return "the terminal below says why";
}
