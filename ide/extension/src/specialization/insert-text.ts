// Puts text into a file of declarations, opens it there and selects what the user has to write.
import type { TextInsertion } from "@weft/language-server/protocol";
import * as vscode from "vscode";

/** `placeholder`: the word in the new text to select; without it the cursor stands behind the text. */
export async function insertText(
  { uri: file, position, newText }: TextInsertion,
  placeholder?: string,
): Promise<void> {
  const uri = vscode.Uri.parse(file, true);
  const edit = new vscode.WorkspaceEdit();
  edit.createFile(uri, { ignoreIfExists: true });
  edit.insert(uri, new vscode.Position(position.line, position.character), newText);
  if (!(await vscode.workspace.applyEdit(edit))) {
    void vscode.window.showErrorMessage(`${vscode.workspace.asRelativePath(uri)} can't be changed.`);
    return;
  }
  const document = await vscode.workspace.openTextDocument(uri);
  const start = document.offsetAt(new vscode.Position(position.line, position.character));
  const found = placeholder === undefined ? -1 : newText.indexOf(placeholder);
  const from = start + (found === -1 ? newText.length : found);
  const to = from + (found === -1 ? 0 : (placeholder ?? "").length);
  const selection = new vscode.Range(document.positionAt(from), document.positionAt(to));
  await vscode.window.showTextDocument(document, { selection });
}
