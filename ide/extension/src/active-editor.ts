// Which editor is in front, as context keys: `weft.isSource` for C, C++, aspects and IDL, `weft.isWovenSource` for what
// has a woven text, `weft.isAspect` for aspects, `weft.hasLayout` for IDL and what may call its stubs. Theia forgets the editor's own keys while a menu
// is open, so menus use these.
import * as vscode from "vscode";

export function trackActiveEditor(): vscode.Disposable {
  let last: vscode.TextEditor | undefined;
  const show = (editor: vscode.TextEditor | undefined) => {
    const language = isSourceFile(editor?.document) ? editor?.document.languageId : undefined;
    if (language !== undefined) last = editor;
    void vscode.commands.executeCommand("setContext", "weft.isSource", language !== undefined);
    const woven = language === "c" || language === "cpp";
    void vscode.commands.executeCommand("setContext", "weft.isWovenSource", woven);
    void vscode.commands.executeCommand("setContext", "weft.isAspect", isAspectFile(editor?.document));
    void vscode.commands.executeCommand("setContext", "weft.hasLayout", woven || language === "weft-idl");
  };
  show(vscode.window.activeTextEditor);
  return vscode.Disposable.from(
    vscode.window.onDidChangeActiveTextEditor(show),
    vscode.commands.registerCommand("weft.backToSource", () => backTo(last)),
  );
}

/** From a view or page to where the cursor was in a source. */
async function backTo(editor: vscode.TextEditor | undefined): Promise<void> {
  if (editor === undefined || editor.document.isClosed) return tellNoSource();
  const viewColumn = editor.viewColumn ?? vscode.ViewColumn.One;
  await vscode.window.showTextDocument(editor.document, { viewColumn });
}

/** What a question about a line says without one. */
export function tellNoSource(): void {
  void vscode.window.showInformationMessage(
    "Open a source file first (C, C++, an aspect or an interface) and put the cursor on the line that is meant.",
  );
}

/** Where a page stands beside the editor in front: in the other of two columns, a third leaves none room to read. */
export function columnBeside(): vscode.ViewColumn {
  const { viewColumn } = vscode.window.tabGroups.activeTabGroup;
  return viewColumn === vscode.ViewColumn.One ? vscode.ViewColumn.Beside : vscode.ViewColumn.One;
}

export function isAspectFile(document: vscode.TextDocument | undefined): boolean {
  return document?.languageId === "weft-aspect" || document?.languageId === "weft-klasy";
}

/** The aspect that a menu was opened on, or that of the editor in front. */
export async function aspectMeant(uri: vscode.Uri | undefined): Promise<vscode.TextDocument | undefined> {
  if (uri instanceof vscode.Uri) return vscode.workspace.openTextDocument(uri);
  const front = vscode.window.activeTextEditor?.document;
  return isAspectFile(front) ? front : undefined;
}

/** True for files on disk in a language that takes part in weaving. */
export function isSourceFile(document: vscode.TextDocument | undefined): boolean {
  return (
    document?.uri.scheme === "file" &&
    ["c", "cpp", "weft-aspect", "weft-klasy", "weft-idl"].includes(document.languageId)
  );
}
