// Takes a change of several files back in all of them. Theia's undo knows one file at a time, and nothing of files that
// it changed without opening them, so half of a rename would stay; VS Code asks by itself.
import * as vscode from "vscode";
import { applied, textOf } from "./file-texts.js";

export interface FileChange {
  readonly uri: vscode.Uri;
  /** Empty for a file that the change made. */
  readonly before: string;
  readonly after: string;
}

const ALL = "Undo in All Files";

interface Undoable {
  readonly title: string;
  readonly changes: readonly FileChange[];
}

let last: Undoable | undefined;

export function registerUndoEverywhere(): vscode.Disposable {
  return vscode.commands.registerCommand("weft.undoEverywhere", () => last && undo(last));
}

/** `before` holds the texts by URI. */
export function changesOf(edit: vscode.WorkspaceEdit, before: ReadonlyMap<string, string>): FileChange[] {
  return edit.entries().map(([uri, edits]) => {
    const text = before.get(uri.toString()) ?? "";
    return { uri, before: text, after: applied(text, edits) };
  });
}

/**
 * Says that the change is made, with a button that takes it back; the command does the same by keyboard. The message goes
 * when there is nothing to take back, or no way to.
 */
export function offerUndo(title: string, changes: readonly FileChange[]): void {
  if (vscode.env.uriScheme !== "theia" || changes.length < 2) return;
  const own: Undoable = { title, changes };
  withdraw?.();
  keep(own);
  const message = `${title}: ${changes.length} files changed. Ctrl+Z takes back one of them.`;
  let timer: NodeJS.Timeout | undefined;
  const following = vscode.workspace.onDidChangeTextDocument(() => {
    clearTimeout(timer);
    timer = setTimeout(() => void applies(changes).then((holds) => holds || withdraw?.()), SETTLED);
  });
  const end = () => {
    clearTimeout(timer);
    following.dispose();
    if (withdraw === takeAway) withdraw = undefined;
  };
  const takeAway = () => {
    end();
    void vscode.commands.executeCommand("weft.withdrawNotification", message);
  };
  withdraw = takeAway;
  void vscode.window.showInformationMessage(message, ALL).then((answer) => {
    end();
    if (answer === ALL) return undo(own);
  });
}

/** Takes the message away that offers to undo. */
let withdraw: (() => void) | undefined;

/** Milliseconds in which an edit of several parts is whole. */
const SETTLED = 700;

/** Every file has one of the two texts, and not each its old one. */
async function applies(changes: readonly FileChange[]): Promise<boolean> {
  const texts = await Promise.all(changes.map(({ uri }) => textOf(uri)));
  return (
    changes.every(({ before, after }, at) => texts[at] === before || texts[at] === after) &&
    changes.some(({ after }, at) => texts[at] === after)
  );
}

/** The same for an edit that the editor is about to make: said once the file in which it was asked for has it. */
export async function offerUndoOf(
  title: string,
  edit: vscode.WorkspaceEdit,
  asked: vscode.TextDocument,
): Promise<void> {
  if (vscode.env.uriScheme !== "theia" || edit.size < 2) return;
  const before = new Map<string, string>();
  for (const [uri] of edit.entries()) before.set(uri.toString(), await textOf(uri));
  const changes = changesOf(edit, before);
  const own = changes.find(({ uri }) => uri.toString() === asked.uri.toString());
  watch?.dispose();
  watch = vscode.workspace.onDidChangeTextDocument(({ document }) => {
    if (document !== asked || document.getText() !== own?.after) return;
    watch?.dispose();
    offerUndo(title, changes);
  });
}

let watch: vscode.Disposable | undefined;

function keep(undoable: Undoable | undefined): void {
  last = undoable;
  void vscode.commands.executeCommand("setContext", "weft.canUndoEverywhere", undoable !== undefined);
}

/** All or nothing: a file may have been edited since, or taken back already. */
async function undo(own: Undoable): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  const open: vscode.Uri[] = [];
  for (const { uri, before, after } of own.changes) {
    const text = await textOf(uri);
    if (text === before) continue;
    if (text !== after) {
      void vscode.window.showErrorMessage(
        `${vscode.workspace.asRelativePath(uri)} was edited after "${own.title}", so nothing is taken back. Undo that edit, then run "Weft: ${ALL}" again.`,
      );
      return;
    }
    if (before === "") edit.deleteFile(uri);
    else {
      const document = await vscode.workspace.openTextDocument(uri);
      edit.replace(uri, new vscode.Range(document.positionAt(0), document.positionAt(text.length)), before);
      open.push(uri);
    }
  }
  if (!(await vscode.workspace.applyEdit(edit))) {
    void vscode.window.showErrorMessage("The editor could not take the change back.");
    return;
  }
  for (const uri of open) await (await vscode.workspace.openTextDocument(uri)).save();
  if (last === own) {
    keep(undefined);
    withdraw?.();
  }
  vscode.window.setStatusBarMessage(`Taken back: ${own.title}`, 5_000);
}
