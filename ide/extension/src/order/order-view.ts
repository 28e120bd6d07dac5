// "Show Order of Aspects": which aspects meet, in which order and why. One view, drawn anew when effects change.
import { type OrderResult, orderEditRequest, orderRequest } from "@weft/language-server/protocol";
import * as vscode from "vscode";
import { columnBeside } from "../active-editor.js";
import { createAsking } from "../asking.js";
import { toRange } from "../aspects/places.js";
import type { LanguageServer } from "../language-server.js";
import { drawPage } from "../pages.js";
import { type OrderMessage, orderMessagePage, orderPage } from "./order-page.js";

const quietMilliseconds = 250;

export function registerOrderView(server: LanguageServer): vscode.Disposable {
  let panel: vscode.WebviewPanel | undefined;
  let drawn = "";
  let takesFocus = false;

  const asking = createAsking(async () => {
    if (panel === undefined) return;
    const answer = await server.ask(orderRequest, {});
    // What is not drawn anew keeps its scroll position.
    const key = JSON.stringify(answer ?? server.problem);
    if (panel === undefined || key === drawn) return;
    drawn = key;
    drawPage(panel, htmlOf(answer, server.problem), takesFocus);
    takesFocus = false;
  }, quietMilliseconds);
  const show = async () => {
    takesFocus = true;
    if (panel === undefined) {
      panel = vscode.window.createWebviewPanel(
        "weft.order",
        "Order of Aspects",
        { viewColumn: columnBeside(), preserveFocus: false },
        { enableScripts: true, retainContextWhenHidden: true },
      );
      panel.webview.onDidReceiveMessage((message: OrderMessage) => answerTo(message, server));
      panel.onDidDispose(() => {
        panel = undefined;
        drawn = "";
      });
    } else panel.reveal();
    await asking.now();
  };
  return vscode.Disposable.from(
    vscode.commands.registerCommand("weft.showOrder", show),
    server.onEffectsChanged(asking.soon),
    server.onDidStart(asking.soon),
    asking,
    { dispose: () => panel?.dispose() },
  );
}

async function answerTo(message: OrderMessage, server: LanguageServer): Promise<void> {
  if (message.kind === "open") {
    const uri = vscode.Uri.parse(message.place.uri, true);
    const viewColumn = vscode.ViewColumn.One;
    await vscode.window.showTextDocument(uri, { selection: toRange(message.place), viewColumn });
  } else if (message.kind === "order") {
    const edit = await server.ask(orderEditRequest, { outer: message.outer, inner: message.inner });
    if (edit === undefined || "message" in edit)
      return void vscode.window.showWarningMessage(
        edit?.message ?? server.problem ?? "The language server gave no answer.",
      );
    const uri = vscode.Uri.parse(edit.uri, true);
    const change = new vscode.WorkspaceEdit();
    change.replace(uri, toRange(edit), edit.text);
    await vscode.workspace.applyEdit(change);
    const start = toRange(edit).start;
    // Unsaved: the user sees what was written, and may undo it.
    await vscode.window.showTextDocument(uri, {
      selection: new vscode.Range(start, start),
      viewColumn: vscode.ViewColumn.One,
    });
  }
}

function htmlOf(answer: OrderResult | undefined, problem: string | undefined): string {
  return answer === undefined
    ? orderMessagePage(problem ?? "The language server gave no answer.")
    : orderPage(answer);
}
