// "Show Specialization Contexts": the functions that residual code comes from, as a list that leads to the calls.
import { type ContextRow, type LabelledPlace, residualContextsRequest } from "@weft/language-server/protocol";
import * as vscode from "vscode";
import { goToPlace, placeText } from "../aspects/places.js";
import type { LanguageServer } from "../language-server.js";

interface Choice extends vscode.QuickPickItem {
  readonly place?: LabelledPlace;
}

export function registerContexts(server: LanguageServer): vscode.Disposable {
  return vscode.commands.registerCommand("weft.showContexts", async () => {
    const uri = vscode.window.activeTextEditor?.document.uri.toString();
    const answer = uri === undefined ? undefined : await server.ask(residualContextsRequest, { uri });
    const choices = answer?.contexts.flatMap((row) => choicesOf(row, 0)) ?? [];
    if (choices.length === 0) {
      const message =
        "No residual function comes from this file. Open a specialized C file, or its .spec file.";
      void vscode.window.showInformationMessage(server.problem ?? message);
      return;
    }
    const chosen = await vscode.window.showQuickPick(choices, {
      placeHolder: "What residual code comes from, and how large it is there; choose one to go to its call",
      matchOnDescription: true,
    });
    if (chosen?.place !== undefined) await goToPlace(chosen.place);
  });
}

function choicesOf({ name, size, place, calls }: ContextRow, depth: number): Choice[] {
  const at = place === undefined ? "" : `, ${placeText(place)}`;
  const label = `${"$(indent) ".repeat(depth)}${name}`;
  return [
    { label, description: `${size}${at}`, ...(place === undefined ? {} : { place }) },
    ...calls.flatMap((one) => choicesOf(one, depth + 1)),
  ];
}
