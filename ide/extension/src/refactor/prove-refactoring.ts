// "Weft: Prove Refactoring": asks the server whether the refactoring that is in preview leaves the object code as it
// was, and shows what it says. Progress with cancel comes from the server, as for any of its long requests.
import { proveRefactoringRequest } from "@weft/language-server/protocol";
import * as vscode from "vscode";
import type { LanguageServer } from "../language-server.js";

export function registerProveRefactoring(server: LanguageServer): vscode.Disposable {
  return vscode.commands.registerCommand("weft.proveRefactoring", async () => {
    const proof = await server.ask(proveRefactoringRequest, {});
    if (proof === undefined) {
      void vscode.window.showWarningMessage(server.problem ?? "The proof was cancelled; nothing is known.");
      return;
    }
    const [first = "", ...more] = proof.summary.trim().split("\n");
    const show =
      proof.status === "unchanged" ? vscode.window.showInformationMessage : vscode.window.showWarningMessage;
    const details = more.length === 0 ? [] : ["Show All"];
    if ((await show(first, ...details)) === undefined) return;
    const content = `${proof.title}\n\n${proof.summary}`;
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content }));
  });
}
