// Workspace trust: weft.json can name commands to run, so what reads it waits until the user trusts the folder.
import * as vscode from "vscode";

/** Runs `action` once: now in a trusted workspace, else when trust is granted. */
export function whenTrusted(action: () => void): vscode.Disposable {
  if (vscode.workspace.isTrusted) {
    action();
    return new vscode.Disposable(() => {});
  }
  const waiting = vscode.workspace.onDidGrantWorkspaceTrust(() => {
    waiting.dispose();
    action();
  });
  return waiting;
}

/** True in a trusted workspace; else tells the user what is held back, and why. */
export function isTrustedFor(what: string): boolean {
  if (vscode.workspace.isTrusted) return true;
  void vscode.window.showWarningMessage(needsTrust(what));
  return false;
}

export function needsTrust(what: string): string {
  return `${what} needs a trusted folder: weft.json names commands that would run. Trust the folder first (command "Manage Workspace Trust").`;
}
