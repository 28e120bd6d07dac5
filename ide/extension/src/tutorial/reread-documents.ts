// After files were changed on the disk: resolves when the open documents below a folder say what the disk says. An edit
// before that would be one of the older text, and saving it would ask which of the two is meant.
import { readFile } from "node:fs/promises";
import { noneIfRefused } from "@weft/weaver-bridge/model";
import * as vscode from "vscode";

const DEADLINE = 10_000;
const PAUSE = 100;

export async function reread(folder: vscode.Uri): Promise<void> {
  const end = Date.now() + DEADLINE;
  const open = vscode.workspace.textDocuments.filter(
    ({ uri }) => uri.scheme === "file" && uri.path.startsWith(`${folder.path}/`),
  );
  while (Date.now() < end) {
    const read = await Promise.all(open.map(isAsOnDisk));
    if (read.every(Boolean)) return;
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}

/** A file that is gone has nothing to say. */
async function isAsOnDisk(document: vscode.TextDocument): Promise<boolean> {
  if (document.isClosed) return true;
  const text = await readFile(document.uri.fsPath, "utf8").catch(noneIfRefused);
  return text === undefined || text === document.getText();
}
