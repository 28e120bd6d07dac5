// "Declare Specialization…": a declaration for the function at the cursor, or for stubs of an IDL file, in the file of
// declarations beside it.
import { declareSpecializationRequest, declareStubsRequest } from "@weft/language-server/protocol";
import * as vscode from "vscode";
import type { LanguageServer } from "../language-server.js";
import { insertText } from "./insert-text.js";

export function registerDeclareSpecialization(server: LanguageServer): vscode.Disposable {
  return vscode.commands.registerCommand("weft.declareSpecialization", async () => {
    const editor = vscode.window.activeTextEditor;
    const language = editor?.document.languageId;
    if (editor === undefined || (language !== "c" && language !== "weft-idl")) {
      const message = "Put the cursor into a function of a C file, or an operation of an IDL file, first.";
      void vscode.window.showInformationMessage(message);
      return;
    }
    const question = { uri: editor.document.uri.toString(), position: editor.selection.active };
    const answer =
      language === "c"
        ? await server.ask(declareSpecializationRequest, question)
        : await server.ask(declareStubsRequest, question);
    if (answer === undefined || "message" in answer) {
      const message = answer?.message ?? server.problem ?? "The language server gave no answer.";
      void vscode.window.showInformationMessage(message);
      return;
    }
    await insertText(answer.insertion, /(?<=\t)\/\* .* \*\//.exec(answer.insertion.newText)?.[0]);
  });
}
