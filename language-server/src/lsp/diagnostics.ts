/** Publishes what clangd and we say about a file as one list, each time either changes. */
import type { Connection, Diagnostic } from "vscode-languageserver/node";
import { shownProblems } from "../analysis/problems.js";
import { isAspectPath, uriOfPath, type Workspace } from "../workspace/index.js";
import { problemToLsp } from "./to-lsp.js";

export interface Diagnostics {
  /** clangd's newest list for a file, already in that file's own positions. */
  fromClangd(path: string, diagnostics: readonly Diagnostic[], version?: number): void;
  /** Our own problems of the file may have changed. */
  refresh(path: string): void;
  /** All units are known. True when something of the aspect is held back, until clangd says what it thinks of it by now. */
  release(path: string): boolean;
  /** The file was closed: clangd has nothing more to say. */
  forget(path: string): void;
}

/** What clangd says about a misused `tjp`, in terms of the struct that stands for it, we say in the aspect's. */
function repeatsOurs({ range, message }: Diagnostic, ours: readonly Diagnostic[]): boolean {
  if (typeof message !== "string" || !/__weft_(?:(?!__weft_|tjp)\w)*tjp/.test(message)) return false;
  return ours.some(
    (own) => String(own.code).startsWith("weave/") && own.range.start.line === range.start.line,
  );
}

/**
 * While a project is read for the first time, an aspect is shown to clangd with the first unit that it reaches: names that
 * others declare look unknown. What is wrong with the form of the text stays so.
 */
function isEarly({ code }: Diagnostic): boolean {
  return !String(code).startsWith("expected");
}

export function createDiagnostics(connection: Connection, workspace: Workspace): Diagnostics {
  const clangd = new Map<string, readonly Diagnostic[]>();
  const published = new Map<string, string>();
  /** Aspects of which what is early is held back. */
  const held = new Set<string>();
  /** Those that clangd was asked to look at again, since all is known now. */
  const awaited = new Set<string>();
  const publish = (path: string, version?: number) => {
    const open = workspace.documents.openText(path);
    const ours = shownProblems(workspace.snapshot(), path).map(problemToLsp);
    if (isAspectPath(path) && workspace.snapshot().isFirstRead(path)) held.add(path);
    const theirs = (clangd.get(path) ?? []).filter(
      (diagnostic) => !repeatsOurs(diagnostic, ours) && !(held.has(path) && isEarly(diagnostic)),
    );
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
      if (awaited.delete(path)) held.delete(path);
      publish(path, version);
    },
    refresh: (path) => publish(path),
    release(path) {
      if (!held.has(path) || awaited.has(path)) return false;
      awaited.add(path);
      return true;
    },
    forget(path) {
      clangd.delete(path);
      held.delete(path);
      awaited.delete(path);
      publish(path);
    },
  };
}
