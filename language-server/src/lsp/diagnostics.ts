/** Publishes what clangd and we say about a file as one list, each time either changes. */
import type { Connection, Diagnostic } from "vscode-languageserver/node";
import { shownProblems } from "../analysis/problems.js";
import { uriOfPath, type Workspace } from "../workspace/index.js";
import { problemToLsp } from "./to-lsp.js";

export interface Diagnostics {
  /** clangd's newest list for a file, already in that file's own positions. */
  fromClangd(path: string, diagnostics: readonly Diagnostic[], version?: number): void;
  /** Our own problems of the file may have changed. */
  refresh(path: string): void;
  /** The file was closed: clangd has nothing more to say. */
  forget(path: string): void;
}

/** What clangd says about a misused `tjp`, in terms of the struct that stands for it, we say in the aspect's. */
function saidByUs({ range, message }: Diagnostic, ours: readonly Diagnostic[]): boolean {
  if (typeof message !== "string" || !/__weft_\w*tjp/.test(message)) return false;
  return ours.some(
    (own) => String(own.code).startsWith("weave/") && own.range.start.line === range.start.line,
  );
}

export function createDiagnostics(connection: Connection, workspace: Workspace): Diagnostics {
  const clangd = new Map<string, readonly Diagnostic[]>();
  const published = new Map<string, string>();
  const publish = (path: string, version?: number) => {
    const open = workspace.documents.openText(path);
    const ours = shownProblems(workspace.snapshot(), path).map(problemToLsp);
    const theirs = (clangd.get(path) ?? []).filter((diagnostic) => !saidByUs(diagnostic, ours));
    const diagnostics = [...theirs, ...ours];
    const shown = version ?? open?.version;
    const key = JSON.stringify([diagnostics, open === undefined]);
    if (
      published.get(path) === key ||
      (diagnostics.length === 0 && !published.has(path) && open === undefined)
    )
      return;
    published.set(path, key);
    void connection.sendDiagnostics({
      uri: open?.uri ?? uriOfPath(path),
      diagnostics,
      ...(shown === undefined ? {} : { version: shown }),
    });
  };
  return {
    fromClangd(path, diagnostics, version) {
      clangd.set(path, diagnostics);
      publish(path, version);
    },
    refresh: (path) => publish(path),
    forget(path) {
      clangd.delete(path);
      publish(path);
    },
  };
}
