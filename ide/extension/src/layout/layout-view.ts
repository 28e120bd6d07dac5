// "Show Message Layout": draws, beside the editor, what the operation at the cursor sends. One view, which the next
// call reuses; it is drawn anew when the effects of any file change, from where its operation is declared then.
import {
  type IdlLayoutResult,
  idlLayoutRequest,
  type Position,
  showMessageLayoutCommand,
} from "@weft/language-server/protocol";
import * as vscode from "vscode";
import { columnBeside, isSourceFile } from "../active-editor.js";
import { createAsking } from "../asking.js";
import type { LanguageServer } from "../language-server.js";
import { drawPage } from "../pages.js";
import { layoutPage, messagePage } from "./layout-page.js";

const quietMilliseconds = 150;

interface Asked {
  readonly uri: string;
  readonly position: Position;
}

export function registerLayoutView(server: LanguageServer): vscode.Disposable {
  let panel: vscode.WebviewPanel | undefined;
  let asked: Asked | undefined;
  let drawn = "";
  let takesFocus = false;

  const asking = createAsking(async () => {
    const question = asked;
    if (question === undefined) return;
    const answer = await server.ask(idlLayoutRequest, question);
    if (panel === undefined || asked !== question) return;
    // Most edits change nothing here; what is not drawn anew does not flicker.
    const key = JSON.stringify(answer ?? server.problem ?? "");
    if (key !== drawn) {
      drawn = key;
      drawPage(panel, htmlOf(answer, server.problem), takesFocus);
      takesFocus = false;
      panel.title = titleOf(answer);
    }
    // From now on where the operation is declared counts: the cursor's line in C may go.
    const only = answer !== undefined && "operations" in answer ? answer.operations : [];
    const declared = only.length === 1 ? only[0]?.declaration : undefined;
    if (declared !== undefined) asked = { uri: declared.uri, position: declared.range.start };
  }, quietMilliseconds);
  const show = async (uri?: unknown, position?: Position) => {
    asked = typeof uri === "string" && position !== undefined ? { uri, position } : cursor();
    if (asked === undefined) {
      void vscode.window.showInformationMessage(
        "Open an .idl file or a C file that calls a stub, and put the cursor on the operation.",
      );
      return;
    }
    // The words above an operation show it beside what is read on; who asks for it by name goes there.
    const preserveFocus = typeof uri === "string";
    takesFocus = !preserveFocus;
    if (panel === undefined) {
      panel = vscode.window.createWebviewPanel(
        "weft.messageLayout",
        "Message Layout",
        {
          viewColumn: columnBeside(),
          preserveFocus,
        },
        { enableScripts: true },
      );
      const late = setTimeout(() => void vscode.window.showWarningMessage(BLOCKED), 15_000);
      panel.webview.onDidReceiveMessage(() => clearTimeout(late));
      panel.onDidDispose(() => {
        clearTimeout(late);
        panel = undefined;
        asked = undefined;
        drawn = "";
      });
    } else panel.reveal(undefined, preserveFocus);
    await asking.now();
  };
  return vscode.Disposable.from(
    vscode.commands.registerCommand(showMessageLayoutCommand, show),
    server.onEffectsChanged(asking.soon),
    server.onDidStart(asking.soon),
    asking,
    { dispose: () => panel?.dispose() },
  );
}

const BLOCKED =
  "The layout can't be drawn: the browser gives views no service worker. Allow third-party cookies for this address, " +
  "or start Weft with --desktop. The hover on the operation shows the same layout as text.";

function cursor(): Asked | undefined {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined || !isSourceFile(editor.document)) return undefined;
  return { uri: editor.document.uri.toString(), position: editor.selection.active };
}

function htmlOf(answer: IdlLayoutResult | undefined, problem: string | undefined): string {
  if (answer === undefined) return messagePage(problem ?? "The language server gave no answer.");
  return "message" in answer ? messagePage(answer.message) : layoutPage(answer.operations);
}

function titleOf(answer: IdlLayoutResult | undefined): string {
  const [first, ...others] = answer !== undefined && "operations" in answer ? answer.operations : [];
  return first !== undefined && others.length === 0 ? `Layout of ${first.name}` : "Message Layout";
}
