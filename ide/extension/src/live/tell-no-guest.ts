import * as vscode from "vscode";

const BOOT = "Boot Kernel for Live Weaving";

/** With a button that boots one. */
export function tellNoGuest(message: string): void {
  void vscode.window.showErrorMessage(message, BOOT).then((chosen) => {
    if (chosen === BOOT) void vscode.commands.executeCommand("weft.run-live");
  });
}
