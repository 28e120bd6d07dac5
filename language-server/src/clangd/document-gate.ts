/**
 * Holds back that a document is closed until clangd has read it. clangd 19 waits forever in a thread of its own when a
 * document is closed that was opened and changed a moment before; such a thread keeps one of as many places to work as
 * there are processors, and once all are taken nothing is answered any more, for any file.
 *
 * A document that is opened again meanwhile was never closed for clangd: it gets the new text as a change.
 */
import { fileURLToPath } from "node:url";

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
  return {
    notify(method, params) {
      if (!/\/did(Open|Close)$/.test(method)) return send(method, params);
      const { uri, version, text } = (params as TextParams).textDocument;
      const file = fileOf(uri);
      if (method === "textDocument/didClose") {
        if (unread.has(file)) closing.set(file, params);
        else send(method, params);
      } else if (closing.delete(file)) {
        send("textDocument/didChange", { textDocument: { uri, version }, contentChanges: [{ text }] });
      } else {
        unread.add(file);
        send(method, params);
      }
    },
    admits(method, params) {
      if (method !== "textDocument/publishDiagnostics") return true;
      const file = fileOf((params as { uri: string }).uri);
      unread.delete(file);
      const close = closing.get(file);
      if (close === undefined) return true;
      closing.delete(file);
      send("textDocument/didClose", close);
      return false;
    },
    reset() {
      unread.clear();
      closing.clear();
    },
  };
}

/** clangd spells uris in its own way. */
function fileOf(uri: string): string {
  try {
    return fileURLToPath(uri);
  } catch {
    return uri;
  }
}
