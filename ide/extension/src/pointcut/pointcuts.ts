// Live pointcuts: the view, the marks in editors and the box to try one share one pointcut. It follows the cursor in
// aspect files and every keystroke there.
import * as vscode from "vscode";
import type { LanguageServer } from "../language-server.js";
import type { Projects } from "../project/projects.js";
import { insertAdvice } from "./insert-advice.js";
import { createLivePointcut } from "./live-pointcut.js";
import { registerNewAspect } from "./new-aspect.js";
import { PointcutTree } from "./pointcut-tree.js";
import { showPreviewMarks } from "./preview-marks.js";
import { createTryPointcut } from "./try-pointcut.js";

export function registerPointcuts(server: LanguageServer, projects: Projects): vscode.Disposable {
  const live = createLivePointcut(server);
  const box = createTryPointcut(server, live);
  const follow = (editor: vscode.TextEditor | undefined) => {
    // A late event of an editor must not take the place of what is typed in the box.
    if (box.isOpen) return;
    if (editor?.document.languageId !== "weft-aspect" || editor.document.uri.scheme !== "file") return;
    live.ask({ uri: editor.document.uri.toString(), position: editor.selection.active });
  };
  return vscode.Disposable.from(
    live,
    new PointcutTree(live),
    showPreviewMarks(live),
    registerNewAspect(server, live, projects),
    vscode.commands.registerCommand("weft.tryPointcut", box.open),
    server.onDidStart(() => follow(vscode.window.activeTextEditor)),
    vscode.window.onDidChangeActiveTextEditor(follow),
    vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => follow(textEditor)),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      const editor = vscode.window.activeTextEditor;
      if (editor?.document === document) follow(editor);
    }),
    vscode.commands.registerCommand("weft.clearPointcut", () => live.clear()),
    vscode.commands.registerCommand("weft.insertAdvice", () => {
      if (live.stale !== undefined) {
        void vscode.window.showInformationMessage(`Nothing is inserted: ${live.stale}`);
        return undefined;
      }
      const expression = live.answer?.expression;
      if (expression !== undefined) return insertAdvice(server, expression);
      void vscode.window.showInformationMessage("Try a pointcut first: Weft: Try a Pointcut.");
      return undefined;
    }),
  );
}
