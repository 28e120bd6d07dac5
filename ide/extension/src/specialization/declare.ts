// "Declare Specialization…": a declaration for the function at the cursor, in the file of declarations beside it.
import { declareSpecializationRequest } from "@weft/language-server/protocol";
import * as vscode from "vscode";
import type { LanguageServer } from "../language-server.js";
import { insertText } from "./insert-text.js";

export function registerDeclareSpecialization(server: LanguageServer): vscode.Disposable {
  return vscode.commands.registerCommand("weft.declareSpecialization", async () => {
    const editor = vscode.window.activeTextEditor;
    if (editor === undefined || editor.document.languageId !== "c") {
      void vscode.window.showInformationMessage("Put the cursor into a function of a C file first.");
      return;
    }
    const answer = await server.ask(declareSpecializationRequest, {
      uri: editor.document.uri.toString(),
      position: editor.selection.active,
    });
    if (answer === undefined || "message" in answer) {
      const message = answer?.message ?? server.problem ?? "The language server gave no answer.";
      void vscode.window.showInformationMessage(message);
      return;
    }
    await insertText(answer.insertion, /\/\* .* \*\//.exec(answer.insertion.newText)?.[0]);
  });
}
