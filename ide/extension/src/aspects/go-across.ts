// "Go to Advice or Advised Lines": from the cursor's line to the other end of its relations; a list when there are
// several. From residual code it leads to what that was made of.
import {
  type LabelledPlace,
  relationsRequest,
  relationWords,
  showPlacesCommand,
} from "@weft/language-server/protocol";
import * as vscode from "vscode";
import { isSourceFile, tellNoSource } from "../active-editor.js";
import type { LanguageServer } from "../language-server.js";
import { originalPlace } from "../original-place.js";
import { goToPlace, type PlaceChoice, placeText } from "./places.js";

export function registerGoAcross(server: LanguageServer): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.commands.registerCommand("weft.goAcross", (from?: unknown) => goAcross(server, lineOf(from))),
    // Code lenses of the language server run this one, with the places that they name.
    vscode.commands.registerCommand(
      showPlacesCommand,
      (_uri: string, _at: unknown, places: readonly LabelledPlace[]) =>
        goTo(
          places.map((place) => choiceOf(place, place.label, "")),
          "What affects this line",
        ),
    ),
  );
}

/** From 0; the menu at the margin says which line it was opened at, from 1. */
function lineOf(from: unknown): number | undefined {
  const { lineNumber } = (from ?? {}) as { lineNumber?: unknown };
  return typeof lineNumber === "number" ? lineNumber - 1 : undefined;
}

async function goAcross(server: LanguageServer, marked: number | undefined): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined || !isSourceFile(editor.document)) return tellNoSource();
  const line = marked ?? editor.selection.active.line;
  const original = await originalPlace(editor.document, line);
  if (original !== undefined) {
    const document = await vscode.workspace.openTextDocument(original.uri);
    await vscode.window.showTextDocument(document, { selection: original.range });
    return;
  }
  const at = { line, character: 0 };
  const uri = editor.document.uri.toString();
  const known = await server.ask(relationsRequest, { uri, range: { start: at, end: at } });
  const choices = (known?.elements ?? []).flatMap(({ relations }) =>
    relations.flatMap(({ kind, ends }) =>
      ends.map((end) =>
        choiceOf(
          end,
          end.label,
          `${relationWords[kind]}${end.reason === undefined ? "" : `: ${end.reason}`}`,
        ),
      ),
    ),
  );
  if (choices.length === 0) {
    const reason =
      known?.state === "ready"
        ? `Nothing relates to line ${line + 1}`
        : (server.problem ?? "Weft still reads this file");
    void vscode.window.setStatusBarMessage(reason, 4000);
  }
  await goTo(choices, `What line ${line + 1} relates to`);
}

function choiceOf(place: LabelledPlace, label: string, detail: string): PlaceChoice {
  return { label, description: placeText(place), detail, place };
}

/** Goes to the only place, or to the one that the user picks. */
async function goTo(choices: readonly PlaceChoice[], question: string): Promise<void> {
  const options = { placeHolder: question, matchOnDescription: true };
  const choice = choices.length > 1 ? await vscode.window.showQuickPick(choices, options) : choices[0];
  if (choice !== undefined) await goToPlace(choice.place);
}
