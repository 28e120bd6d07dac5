// "Why Dynamic?" at an expression: a list that leads back from what it reads to what nobody said, and declares it.
import {
  type LabelledPlace,
  type TextInsertion,
  type WhyDynamicCause,
  whyDynamicRequest,
} from "@weft/language-server/protocol";
import * as vscode from "vscode";
import { goToPlace, placeText } from "../aspects/places.js";
import type { LanguageServer } from "../language-server.js";
import { insertText } from "./insert-text.js";

interface Choice extends vscode.QuickPickItem {
  readonly place?: LabelledPlace;
  readonly edit?: TextInsertion;
}

export function registerWhyDynamic(server: LanguageServer): vscode.Disposable {
  return vscode.commands.registerCommand("weft.whyDynamic", async () => {
    const editor = vscode.window.activeTextEditor;
    if (editor === undefined || editor.document.languageId !== "c") {
      void vscode.window.showInformationMessage(
        "Put the cursor on an expression of a specialized C function.",
      );
      return;
    }
    const answer = await server.ask(whyDynamicRequest, {
      uri: editor.document.uri.toString(),
      position: editor.selection.active,
    });
    if (answer === undefined || "message" in answer) {
      void vscode.window.showInformationMessage(
        answer?.message ?? server.problem ?? "The language server gave no answer.",
      );
      return;
    }
    const choices = answer.residuals.flatMap(({ residual, causes }): Choice[] => [
      { label: residual, kind: vscode.QuickPickItemKind.Separator },
      ...causes.flatMap((cause) => choicesOf(cause, 0)),
    ]);
    const chosen = await vscode.window.showQuickPick(choices, {
      placeHolder: "Why it is left for the running program; choose a place to go to, or a fact to declare",
      matchOnDescription: true,
    });
    if (chosen?.edit !== undefined) await insertText(chosen.edit, "VALUE");
    else if (chosen?.place !== undefined) await goToPlace(chosen.place);
  });
}

function choicesOf({ place, why, fact, causes }: WhyDynamicCause, depth: number): Choice[] {
  const indent = "$(indent) ".repeat(depth);
  return [
    { label: `${indent}${why}`, description: placeText(place), place },
    ...(fact === undefined
      ? []
      : [
          {
            label: `${indent}$(add) Declare ${fact.text}`,
            description: placeText(placeAt(fact.edit)),
            edit: fact.edit,
          },
        ]),
    ...causes.flatMap((cause) => choicesOf(cause, depth + 1)),
  ];
}

const placeAt = ({ uri, position }: TextInsertion) => ({ uri, range: { start: position, end: position } });
