/**
 * Holds back that a document is closed until clangd has read it. clangd 19 waits forever in a thread of its own when a
 * document is closed that was opened and changed a moment before; such a thread keeps one of as many places to work as
 * there are processors, and once all are taken nothing is answered any more, for any file.
 *
 * A document that is opened again meanwhile was never closed for clangd: it gets the new text as a change.
 */
import { fileURLToPath } from "node:url";
import { unlessRefused } from "@weft/weaver-bridge/model";

export interface DocumentGate {
  /** Sends the message on, now or later. */
  notify(method: string, params: object): void;
  /** What clangd says unasked; false where it is about a document that is closed by now. */
  admits(method: string, params: unknown): boolean;
  /** clangd was started anew and knows no document. */
  reset(): void;
}

interface TextParams {
  readonly textDocument: { readonly uri: string; readonly version?: number; readonly text?: string };
}

export function createDocumentGate(send: (method: string, params: object) => void): DocumentGate {
  /** Of which clangd has not said anything since they were opened. */
  const unread = new Set<string>();
  /** Messages to send once it has. */
  const closing = new Map<string, object>();
  /** Closed, and clangd did not say so yet: it empties the list of problems, without a version. */
  const leaving = new Map<string, number>();
  const close = (file: string, params: object) => {
    leaving.set(file, (leaving.get(file) ?? 0) + 1);
    send("textDocument/didClose", params);
  };
  /** What it says in between is about the document as it was before. */
  const isOutdated = (file: string, version: number | undefined): boolean => {
    const left = leaving.get(file) ?? 0;
    if (left === 0) return false;
    if (version !== undefined) return true;
    if (left === 1) leaving.delete(file);
    else leaving.set(file, left - 1);
    return true;
  };
  return {
    notify(method, params) {
      if (!/\/did(Open|Close)$/.test(method)) return send(method, params);
      const { uri, version, text } = (params as TextParams).textDocument;
      const file = fileOf(uri);
      if (method === "textDocument/didClose") {
        if (unread.has(file)) closing.set(file, params);
        else close(file, params);
      } else if (closing.delete(file)) {
        send("textDocument/didChange", { textDocument: { uri, version }, contentChanges: [{ text }] });
      } else {
        unread.add(file);
        send(method, params);
      }
    },
    admits(method, params) {
      if (method !== "textDocument/publishDiagnostics") return true;
      const { uri, version } = params as { uri: string; version?: number };
      const file = fileOf(uri);
      if (isOutdated(file, version)) return !unread.has(file);
      unread.delete(file);
      const held = closing.get(file);
      if (held === undefined) return true;
      closing.delete(file);
      close(file, held);
      return false;
    },
    reset() {
      unread.clear();
      closing.clear();
      leaving.clear();
    },
  };
}

/** clangd spells uris in its own way. */
function fileOf(uri: string): string {
  return unlessRefused(() => fileURLToPath(uri)) ?? uri;
}
