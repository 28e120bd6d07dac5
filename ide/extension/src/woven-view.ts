// The woven text of a source file, read-only, beside it. It is asked for anew whenever the effects of its source change.
import { wovenTextRequest } from "@weft/language-server/protocol";
import * as vscode from "vscode";
import type { LanguageServer } from "./language-server.js";

const scheme = "weft-woven";

export function registerWovenView(server: LanguageServer): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const provider: vscode.TextDocumentContentProvider = {
    onDidChange: changed.event,
    provideTextDocumentContent: async (uri, token) => {
      const answer = await server.ask(wovenTextRequest, { uri: sourceOf(uri) }, token);
      if (answer !== undefined && "text" in answer) return answer.text;
      return explanation(answer?.message ?? server.problem ?? "The language server gave no answer.");
    },
  };
  const refresh = (source: string) => {
    for (const { uri } of vscode.workspace.textDocuments) {
      if (uri.scheme === scheme && sourceOf(uri) === source) changed.fire(uri);
    }
  };
  const refreshAll = () => {
    for (const { uri } of vscode.workspace.textDocuments) if (uri.scheme === scheme) changed.fire(uri);
  };
  return vscode.Disposable.from(
    changed,
    vscode.workspace.registerTextDocumentContentProvider(scheme, provider),
    server.onEffectsChanged((uri) => refresh(vscode.Uri.parse(uri, true).toString())),
    server.onDidStart(refreshAll),
    vscode.commands.registerCommand("weft.showWoven", showBeside),
  );
}

async function showBeside(): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const source = editor?.document;
  if (source === undefined || source.uri.scheme !== "file") {
    void vscode.window.showInformationMessage(
      "Open a C or C++ file first; its woven text is then shown beside it.",
    );
    return;
  }
  const document = await vscode.workspace.openTextDocument(wovenUri(source.uri));
  await vscode.languages.setTextDocumentLanguage(document, source.languageId);
  await vscode.window.showTextDocument(document, {
    viewColumn: vscode.ViewColumn.Beside,
    preserveFocus: true,
    preview: false,
  });
  // Theia takes the focus all the same; typing goes on in the source.
  await vscode.window.showTextDocument(source, { viewColumn: editor?.viewColumn ?? vscode.ViewColumn.One });
}

/** The name in the tab is that of the source with `woven` before its ending; the query holds the source itself. */
function wovenUri(source: vscode.Uri): vscode.Uri {
  const path = source.path.replace(/(\.[^./]*)?$/, (ending) => `.woven${ending}`);
  return source.with({ scheme, path, query: source.toString() });
}

function sourceOf(woven: vscode.Uri): string {
  return vscode.Uri.parse(woven.query, true).toString();
}

function explanation(message: string): string {
  return `/* There is no woven text.\n   ${message.replaceAll("*/", "* /").replaceAll("\n", "\n   ")} */\n`;
}
