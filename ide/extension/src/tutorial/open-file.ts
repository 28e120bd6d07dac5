// Opens a file of the learner's copy, with the cursor in the line that holds a text; makes the file where there is none.
import * as vscode from "vscode";
import { isThere } from "../expected.js";

export async function openFile(folder: vscode.Uri, file: string, line?: string): Promise<void> {
  const uri = vscode.Uri.joinPath(folder, file);
  if (!(await isThere(uri))) await vscode.workspace.fs.writeFile(uri, new Uint8Array());
  const document = await vscode.workspace.openTextDocument(uri);
  const lines = document.getText().split("\n");
  const at = line === undefined ? 0 : lines.findIndex((one) => one.includes(line.trim()));
  const position = new vscode.Position(Math.max(at, 0), 0);
  const selection = new vscode.Range(position, position);
  // Beside it are pages and woven texts, which a file that opens there would hide.
  const viewColumn = vscode.ViewColumn.One;
  await vscode.window.showTextDocument(document, {
    viewColumn,
    ...(line === undefined ? {} : { selection }),
  });
}
