// "Go to Advice or Advised Lines": from the cursor's line to the other end of its effects; a list when there are several.
import { type EditorEffect, type LabelledPlace, showPlacesCommand } from "@weft/language-server/protocol";
import * as vscode from "vscode";
import type { EffectStore } from "../effects/effect-store.js";
import { placeText, toRange } from "./places.js";

export function registerGoAcross(store: EffectStore): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.commands.registerCommand("weft.goAcross", () => goAcross(store)),
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

async function goAcross(store: EffectStore): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) return;
  const line = editor.selection.active.line;
  const known = await store.find(editor.document.uri);
  const effects = (known?.effects ?? []).filter((effect) => covers(effect, line));
  const isSource = effects[0]?.role === "source";
  const choices = [...effects]
    .sort((a, b) => a.order - b.order)
    .flatMap((effect) =>
      effect.other.map((place) =>
        isSource ? choiceOf(place, place.label, "") : choiceOf(place, effect.title, effect.reason),
      ),
    );
  if (choices.length === 0) {
    const reason = known?.state === "ready" ? `No advice at line ${line + 1}` : "Weft still reads this file";
    void vscode.window.setStatusBarMessage(reason, 4000);
  }
  await goTo(choices, isSource ? "Lines that this advice affects" : "What affects this line");
}

/** An advised line counts where the effect starts; advice counts in its whole body. */
function covers(effect: EditorEffect, line: number): boolean {
  const last = effect.role === "source" ? effect.range.end.line : effect.range.start.line;
  return effect.range.start.line <= line && line <= last;
}

interface Choice extends vscode.QuickPickItem {
  readonly place: LabelledPlace;
}

function choiceOf(place: LabelledPlace, label: string, detail: string): Choice {
  return { label, description: placeText(place), detail, place };
}

/** Goes to the only place, or to the one that the user picks. */
async function goTo(choices: readonly Choice[], question: string): Promise<void> {
  const options = { placeHolder: question, matchOnDescription: true };
  const choice = choices.length > 1 ? await vscode.window.showQuickPick(choices, options) : choices[0];
  if (choice === undefined) return;
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(choice.place.uri, true));
  const { start } = toRange(choice.place);
  await vscode.window.showTextDocument(document, { selection: new vscode.Range(start, start) });
}
