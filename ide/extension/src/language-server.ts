// The connection to Weft's language server: finds it, starts it, and passes on its own requests. Standard language
// features (hover, problems, completion, lenses) go through the client library without our doing.
import {
  type CrosscuttingChangedParams,
  crosscuttingChangedNotification,
  type EffectsChangedParams,
  effectsChangedNotification,
} from "@weft/language-server/protocol";
import * as vscode from "vscode";
import {
  CloseAction,
  ErrorAction,
  type ErrorHandler,
  LanguageClient,
  LSPErrorCodes,
  ResponseError,
  State,
  TransportKind,
} from "vscode-languageclient/node";
import { noted } from "./expected.js";
import { findProgram } from "./project/programs.js";
import type { WeftRequests } from "./protocol.js";
import { withConfirmation } from "./refactor/confirm-refactoring.js";
import { offerUndoOf } from "./refactor/undo-everywhere.js";

export interface LanguageServer extends vscode.Disposable {
  start(): Promise<void>;
  restart(): Promise<void>;
  /** The answer, or `undefined` while the server does not run or when it failed. */
  ask<Method extends keyof WeftRequests>(
    method: Method,
    question: WeftRequests[Method]["question"],
    token?: vscode.CancellationToken,
  ): Promise<WeftRequests[Method]["answer"] | undefined>;
  /** Says something that has no answer; nothing happens while the server does not run. */
  tell(method: string, message: object): void;
  /** Why there is no server, for people; `undefined` when it runs. */
  readonly problem: string | undefined;
  /** The problem goes away by itself in a moment. */
  readonly isStarting: boolean;
  /** It is asked as soon as it runs; what there is to say until then has changed. */
  readonly onWillStart: vscode.Event<void>;
  readonly onDidStart: vscode.Event<void>;
  readonly onDidStop: vscode.Event<void>;
  /** The effects of this file may have changed. */
  readonly onEffectsChanged: vscode.Event<string>;
  /** The map of these files may have changed. */
  readonly onMapChanged: vscode.Event<readonly string[]>;
}

const STARTING = "The language server is starting.";
const UNTRUSTED =
  "Trust this folder to see what is woven into it: weft.json names commands that the analysis may run.";

const languages = ["c", "cpp", "weft-aspect", "weft-klasy", "weft-idl", "weft-spec"];

export function createLanguageServer(): LanguageServer {
  let client: LanguageClient | undefined;
  let problem: string | undefined = vscode.workspace.isTrusted ? STARTING : UNTRUSTED;
  const starting = new vscode.EventEmitter<void>();
  const started = new vscode.EventEmitter<void>();
  const stopped = new vscode.EventEmitter<void>();
  const changed = new vscode.EventEmitter<string>();
  const mapChanged = new vscode.EventEmitter<readonly string[]>();

  const fail = (message: string) => {
    problem = message;
    stopped.fire();
    void vscode.window.showErrorMessage(message);
  };
  const gaveUp = () => {
    problem =
      'The language server ends again and again; its output says why. Then: "Weft: Restart Language Server".';
    stopped.fire();
    void offerRestart(problem, () => restart());
  };
  const start = async () => {
    if (client !== undefined || vscode.workspace.workspaceFolders === undefined) return;
    if (!vscode.workspace.isTrusted) return;
    const created = createClient(gaveUp);
    if (typeof created === "string") return fail(created);
    client = created;
    problem = STARTING;
    starting.fire();
    client.onNotification(effectsChangedNotification, ({ uri }: EffectsChangedParams) => changed.fire(uri));
    client.onNotification(crosscuttingChangedNotification, ({ uris }: CrosscuttingChangedParams) =>
      mapChanged.fire(uris),
    );
    client.onDidChangeState(({ newState }) => {
      if (newState === State.Running) {
        problem = undefined;
        started.fire();
      } else if (newState === State.Stopped) {
        problem ??= 'The language server has stopped. Run "Weft: Restart Language Server".';
        stopped.fire();
      }
    });
    await client
      .start()
      .catch((error: unknown) => client?.error(`The server did not start: ${String(error)}`));
  };
  const stop = async () => {
    const ending = client;
    client = undefined;
    await ending?.dispose().catch(noted("the end of the language server"));
  };
  const restart = async () => {
    await stop();
    await start();
  };
  return {
    start,
    restart,
    ask: async (method, question, token) => {
      if (client?.state !== State.Running) return undefined;
      type Answer = WeftRequests[typeof method]["answer"];
      // A token that is undefined would be taken for a second parameter.
      const asked =
        token === undefined
          ? client.sendRequest<Answer>(method, question)
          : client.sendRequest<Answer>(method, question, token);
      return asked.catch((error: unknown) => {
        client?.debug(`${method}: ${String(error)}`);
        return undefined;
      });
    },
    tell: (method, message) => {
      if (client?.state === State.Running) void client.sendNotification(method, message);
    },
    get problem() {
      return problem;
    },
    get isStarting() {
      return problem === STARTING;
    },
    onWillStart: starting.event,
    onDidStart: started.event,
    onDidStop: stopped.event,
    onEffectsChanged: changed.event,
    onMapChanged: mapChanged.event,
    dispose: () => void stop(),
  };
}

function createClient(onDidGiveUp: () => void): LanguageClient | string {
  const program = findProgram("server");
  if ("problem" in program) return program.problem;
  const executable = {
    command: program.node,
    args: [program.module, "--stdio"],
    transport: TransportKind.stdio,
  };
  return new WeftClient(
    "weft",
    "Weft Language Server",
    { run: executable, debug: executable },
    {
      errorHandler: restartAtMost(4, 180_000, onDidGiveUp),
      initializationFailedHandler: () => false,
      middleware: {
        // Cancelled while a long list is converted, the rest of it stays holes, which Theia fails on.
        provideCompletionItem: async (document, position, context, token, next) => {
          const found = await next(document, position, context, token);
          return token.isCancellationRequested ? undefined : found;
        },
        // Theia fails on an answer without signatures, which clangd gives where no call is.
        provideSignatureHelp: async (document, position, context, token, next) => {
          const help = await next(document, position, context, token);
          return help?.signatures[help.activeSignature] === undefined ? undefined : help;
        },
        resolveCodeAction: async (action, token, next) => {
          const resolved = await next(action, token);
          return resolved == null ? resolved : withConfirmation(resolved);
        },
        provideRenameEdits: async (document, position, newName, token, next) => {
          const edit = await next(document, position, newName, token);
          if (edit != null) await offerUndoOf(`Rename to ${newName}`, edit, document);
          return edit;
        },
      },
      initializationOptions: () => ({
        trusted: vscode.workspace.isTrusted,
        clangd: { beside: vscode.workspace.getConfiguration("weft").get<boolean>("clangd.beside") === true },
      }),
      documentSelector: languages.map((language) => ({ scheme: "file", language })),
      synchronize: {
        fileEvents: vscode.workspace.createFileSystemWatcher(
          "**/{weft.json,*.ah,*.klay,*.klasy,*.idl,*.defs,*.acf,*.c,*.h,*.cc,*.cpp,*.cxx,*.hh,*.hpp,*.hxx}",
        ),
      },
    },
  );
}

/** What the server refuses it says in plain words, which need no name of a request and no number around them. */
class WeftClient extends LanguageClient {
  override handleFailedRequest<Value>(
    ...given: Parameters<typeof LanguageClient.prototype.handleFailedRequest<Value>>
  ): Value {
    const [, , error, nothing, isShown = true] = given;
    const isRefused = error instanceof ResponseError && error.code === LSPErrorCodes.RequestFailed;
    if (!isRefused || !isShown) return super.handleFailedRequest(...given);
    void vscode.window.showWarningMessage(error.message);
    return nothing;
  }
}

/** Restarts a server that ended, but not for ever: after `most` ends within `milliseconds` it gives up, once. */
function restartAtMost(most: number, milliseconds: number, onDidGiveUp: () => void): ErrorHandler {
  let ends: number[] = [];
  return {
    error: () => ({ action: ErrorAction.Continue, handled: true }),
    closed: () => {
      const now = Date.now();
      ends = [...ends.filter((time) => now - time < milliseconds), now];
      if (ends.length < most) return { action: CloseAction.Restart, handled: true };
      if (ends.length === most) onDidGiveUp();
      return { action: CloseAction.DoNotRestart, handled: true };
    },
  };
}

async function offerRestart(message: string, restart: () => Promise<void>): Promise<void> {
  const action = await vscode.window.showErrorMessage(message, "Restart");
  if (action === "Restart") await restart();
}
