// The cursor stays in its line of the source while a text between the lines is made anew: Theia sets the whole text, and
// the cursor to its end.
import type { WovenRows } from "@weft/language-server/protocol";
import * as vscode from "vscode";
import { wovenChoice, wovenScheme } from "./woven-document.js";
import { lineFor, originOf } from "./woven-rows.js";

export interface KeptPlace extends vscode.Disposable {
  /** The cursor goes to the line that shows `line` of the source, and comes back there. */
  stand(editor: vscode.TextEditor, line: number): void;
}

export function keepPlace(rowsOf: (uri: vscode.Uri) => readonly WovenRows[]): KeptPlace {
  /** Lines of sources by the text's uri. */
  const places = new Map<string, number>();
  const restore = (editor: vscode.TextEditor) => {
    const { uri } = editor.document;
    const line = places.get(uri.toString());
    const at = line === undefined ? undefined : lineFor(rowsOf(uri), wovenChoice(uri).source, line);
    if (at === undefined) return;
    editor.selection = new vscode.Selection(at, 0, at, 0);
    editor.revealRange(editor.selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  };
  const listening = vscode.Disposable.from(
    vscode.window.onDidChangeTextEditorSelection(({ textEditor, selections, kind }) => {
      const { uri } = textEditor.document;
      // Without a kind nobody moved it.
      if (uri.scheme !== wovenScheme || kind === undefined || !places.has(uri.toString())) return;
      const origin = originOf(rowsOf(uri), selections[0]?.active.line ?? 0);
      if (origin?.uri === wovenChoice(uri).source) places.set(uri.toString(), origin.line);
    }),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      for (const editor of vscode.window.visibleTextEditors)
        if (editor.document === document && document.uri.scheme === wovenScheme) restore(editor);
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => places.delete(uri.toString())),
  );
  return {
    stand(editor, line) {
      places.set(editor.document.uri.toString(), line);
      restore(editor);
    },
    dispose: () => listening.dispose(),
  };
}
