// The effects of the open files, kept until the server says that they changed. Everything that shows effects reads
// them here, so a file is asked for once however many views show it.
import { type EffectsResult, effectsRequest } from "@weft/language-server/protocol";
import * as vscode from "vscode";
import { isSourceFile } from "../active-editor.js";
import type { LanguageServer } from "../language-server.js";

export interface EffectStore extends vscode.Disposable {
  /** What is known now; `undefined` before the first answer. */
  get(uri: vscode.Uri): EffectsResult | undefined;
  /** The same, but a file that is not known yet is asked for. */
  find(uri: vscode.Uri): Promise<EffectsResult | undefined>;
  /** Why there are no effects at all (no server, no trust), for people. */
  readonly problem: string | undefined;
  /** The problem goes away by itself in a moment. */
  readonly isStarting: boolean;
  readonly onDidChange: vscode.Event<vscode.Uri>;
}

export function createEffectStore(server: LanguageServer): EffectStore {
  const answers = new Map<string, EffectsResult>();
  const running = new Map<string, vscode.CancellationTokenSource>();
  const changed = new vscode.EventEmitter<vscode.Uri>();

  const refresh = async (uri: vscode.Uri) => {
    const key = uri.toString();
    running.get(key)?.cancel();
    const source = new vscode.CancellationTokenSource();
    running.set(key, source);
    const answer = await server.ask(effectsRequest, { uri: key }, source.token);
    if (running.get(key) !== source) return;
    running.delete(key);
    const kept = keepWhileComputing(answers.get(key), answer);
    if (kept !== undefined) answers.set(key, kept);
    changed.fire(uri);
  };
  const refreshVisible = () => {
    for (const editor of vscode.window.visibleTextEditors) {
      if (isSourceFile(editor.document)) void refresh(editor.document.uri);
    }
  };
  const tellVisible = () => {
    for (const editor of vscode.window.visibleTextEditors) changed.fire(editor.document.uri);
  };
  const forgetAll = () => {
    answers.clear();
    tellVisible();
  };
  const subscriptions = [
    changed,
    server.onWillStart(tellVisible),
    server.onDidStart(refreshVisible),
    server.onDidStop(forgetAll),
    server.onEffectsChanged((uri) => {
      const changedUri = vscode.Uri.parse(uri, true);
      if (isVisible(changedUri)) void refresh(changedUri);
      else answers.delete(changedUri.toString());
    }),
    vscode.window.onDidChangeVisibleTextEditors((editors) => {
      for (const { document } of editors) {
        if (isSourceFile(document) && !answers.has(document.uri.toString())) void refresh(document.uri);
      }
    }),
    vscode.workspace.onDidCloseTextDocument((document) => answers.delete(document.uri.toString())),
  ];
  return {
    get: (uri) => answers.get(uri.toString()),
    find: async (uri) => {
      if (!answers.has(uri.toString())) await refresh(uri);
      return answers.get(uri.toString());
    },
    get problem() {
      return server.problem;
    },
    get isStarting() {
      return server.isStarting;
    },
    onDidChange: changed.event,
    dispose: () => vscode.Disposable.from(...subscriptions).dispose(),
  };
}

/** While the server computes, the marks of a moment ago are better than none: the editor moves them with the text. */
function keepWhileComputing(
  before: EffectsResult | undefined,
  now: EffectsResult | undefined,
): EffectsResult | undefined {
  if (now?.state === "computing" && now.effects.length === 0 && before !== undefined) {
    return { ...before, state: "computing" };
  }
  return now ?? before;
}

function isVisible(uri: vscode.Uri): boolean {
  return vscode.window.visibleTextEditors.some((editor) => editor.document.uri.toString() === uri.toString());
}
