/**
 * An LSP client for tests: starts the real server on stdio, keeps what it was told, and waits for events, never for
 * time. `$0` marks in texts are the test's own affair (see annotations); this file knows the protocol only.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from "vscode-jsonrpc/node";

export interface LspClient {
  readonly process: ChildProcess;
  /** Answer of the server to `initialize`. */
  readonly initialized: { readonly capabilities: Record<string, unknown> };
  request<T = unknown>(method: string, params: unknown): Promise<T>;
  notify(method: string, params: object): void;
  /** Opens a file under its uri; text from disk unless given. Returns the uri. */
  open(path: string, text?: string, languageId?: string): string;
  /** Replaces the whole text; returns the new version. */
  change(uri: string, text: string): number;
  /** Replaces the only occurrence of `before`; returns the new version. */
  replace(uri: string, before: string, after: string): number;
  /** Inserts text at a UTF-16 offset, as typing does; returns the new version. */
  insert(uri: string, offset: number, text: string): number;
  /** LSP position of the only occurrence of `text` (its start, plus `delta`) in an open document. */
  positionOf(uri: string, text: string, delta?: number): { line: number; character: number };
  /** Resolves with the first message (already seen or to come) of this kind for which `accept` holds. */
  waitFor<T = unknown>(method: string, accept?: (params: T) => boolean): Promise<T>;
  /** Parameters of all notifications of this kind so far. */
  all(method: string): readonly unknown[];
  /** Asks again after each event of the server until `accept` holds; the test's time limit is the only limit. */
  until<T>(ask: () => Promise<T>, accept: (answer: T) => boolean): Promise<T>;
  /** Diagnostics last published for the uri. */
  diagnostics(uri: string): readonly LspDiagnostic[];
  stop(): Promise<void>;
}

export interface LspDiagnostic {
  readonly range: { readonly start: LspPosition; readonly end: LspPosition };
  readonly severity: number;
  readonly code?: string | number;
  readonly source?: string;
  readonly message: string;
}

export interface LspPosition {
  readonly line: number;
  readonly character: number;
}

export interface LspClientOptions {
  /** Another server: program first. By default ours. */
  readonly command?: readonly string[];
  readonly folder?: string;
  readonly initializationOptions?: object;
  readonly environment?: NodeJS.ProcessEnv;
  readonly capabilities?: object;
}

interface Message {
  readonly method: string;
  readonly params: unknown;
}

const repository = join(dirname(fileURLToPath(import.meta.url)), "..", "..");

/** The server from its sources, so that tests need no bundle; `WEFT_TEST_BUNDLE=1` takes the bundle. */
export function serverCommand(): string[] {
  if (process.env.WEFT_TEST_BUNDLE === "1")
    return [join(repository, "language-server/dist/main.js"), "--stdio"];
  const loader = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;
  return [
    "--conditions=source",
    "--import",
    loader,
    join(repository, "language-server/src/main.ts"),
    "--stdio",
  ];
}

export async function startLspClient(options: LspClientOptions = {}): Promise<LspClient> {
  const [program = "", ...words] = options.command ?? [process.execPath, ...serverCommand()];
  const child = spawn(program, words, {
    stdio: ["pipe", "pipe", "pipe"],
    env: { ...process.env, ...options.environment },
  });
  const errors: string[] = [];
  child.stderr.setEncoding("utf8").on("data", (text: string) => errors.push(text));
  const connection = createMessageConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  const seen: Message[] = [];
  const listeners = new Set<() => void>();
  const diagnostics = new Map<string, readonly LspDiagnostic[]>();
  const texts = new Map<string, { text: string; version: number }>();
  connection.onNotification((method, params) => {
    seen.push({ method, params });
    if (method === "textDocument/publishDiagnostics") {
      const published = params as unknown as { uri: string; diagnostics: LspDiagnostic[] };
      diagnostics.set(published.uri, published.diagnostics);
    }
    for (const listener of [...listeners]) listener();
  });
  // The library keeps these from the handler of all notifications.
  connection.onUnhandledProgress((params) => {
    seen.push({ method: "$/progress", params });
    for (const listener of [...listeners]) listener();
  });
  connection.onRequest(() => null);
  connection.listen();
  child.once("exit", (code, signal) => {
    if (code !== 0 && signal !== "SIGKILL") process.stderr.write(errors.join(""));
    connection.dispose();
  });
  const nextEvent = () =>
    new Promise<void>((resolve) => {
      const listener = () => {
        listeners.delete(listener);
        resolve();
      };
      listeners.add(listener);
    });
  const change = (uri: string, contentChanges: object[], text: string) => {
    const version = (texts.get(uri)?.version ?? 0) + 1;
    texts.set(uri, { text, version });
    void connection.sendNotification("textDocument/didChange", {
      textDocument: { uri, version },
      contentChanges,
    });
    return version;
  };
  const rootUri = options.folder === undefined ? null : pathToFileURL(options.folder).href;
  const initialized = await connection.sendRequest<{ capabilities: Record<string, unknown> }>("initialize", {
    processId: process.pid,
    rootUri,
    workspaceFolders: rootUri === null ? null : [{ uri: rootUri, name: "test" }],
    capabilities: options.capabilities ?? defaultCapabilities,
    initializationOptions: {
      trusted: true,
      clangd: { backgroundIndex: false },
      ...options.initializationOptions,
    },
  });
  await connection.sendNotification("initialized", {});
  return {
    process: child,
    initialized,
    request: (method, params) => connection.sendRequest(method, params),
    notify: (method, params) => void connection.sendNotification(method, params),
    open(path, text = readFileSync(path, "utf8"), languageId = path.endsWith(".ah") ? "aspect" : "c") {
      const uri = pathToFileURL(path).href;
      texts.set(uri, { text, version: 1 });
      void connection.sendNotification("textDocument/didOpen", {
        textDocument: { uri, languageId, version: 1, text },
      });
      return uri;
    },
    change: (uri, text) => change(uri, [{ text }], text),
    replace(uri, before, after) {
      const { text } = texts.get(uri) ?? { text: "" };
      const start = only(text, before);
      const range = { start: positionAt(text, start), end: positionAt(text, start + before.length) };
      return change(
        uri,
        [{ range, text: after }],
        text.slice(0, start) + after + text.slice(start + before.length),
      );
    },
    insert(uri, offset, added) {
      const { text } = texts.get(uri) ?? { text: "" };
      const at = positionAt(text, offset);
      const whole = text.slice(0, offset) + added + text.slice(offset);
      return change(uri, [{ range: { start: at, end: at }, text: added }], whole);
    },
    positionOf(uri, wanted, delta = 0) {
      const { text } = texts.get(uri) ?? { text: "" };
      return positionAt(text, only(text, wanted) + delta);
    },
    async waitFor<T>(method: string, accept: (params: T) => boolean = () => true) {
      for (let at = 0; ; ) {
        for (; at < seen.length; at++) {
          const message = seen[at] as Message;
          if (message.method === method && accept(message.params as T)) return message.params as T;
        }
        await nextEvent();
      }
    },
    all: (method) => seen.filter((message) => message.method === method).map(({ params }) => params),
    async until(ask, accept) {
      for (;;) {
        const event = nextEvent();
        const answer = await ask();
        if (accept(answer)) return answer;
        await event;
      }
    },
    diagnostics: (uri) => diagnostics.get(uri) ?? [],
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exit = once(child, "exit");
      await connection.sendRequest("shutdown").catch(() => undefined);
      await connection.sendNotification("exit").catch(() => undefined);
      await exit;
    },
  };
}

const defaultCapabilities = {
  textDocument: {
    hover: { contentFormat: ["markdown", "plaintext"] },
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    completion: { completionItem: { snippetSupport: true } },
    publishDiagnostics: { versionSupport: true },
    semanticTokens: { requests: { full: true }, tokenTypes: [], tokenModifiers: [], formats: ["relative"] },
  },
};

function only(text: string, wanted: string): number {
  const at = text.indexOf(wanted);
  if (at === -1 || text.indexOf(wanted, at + 1) !== -1)
    throw new Error(`expected exactly one ${JSON.stringify(wanted)} in the document`);
  return at;
}

function positionAt(text: string, offset: number): LspPosition {
  const before = text.slice(0, offset).split("\n");
  return { line: before.length - 1, character: (before.at(-1) ?? "").length };
}
