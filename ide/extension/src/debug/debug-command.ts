// Commands that the debugger answers.
import * as vscode from "vscode";

/** What goes wrong in it is shown in its own words. */
export function debugCommand(name: string, work: () => Thenable<unknown>): vscode.Disposable {
  return vscode.commands.registerCommand(name, async () => {
    try {
      await work();
    } catch (error) {
      void vscode.window.showErrorMessage((error as Error).message);
    }
  });
}
