// One entry in the status bar: how much of the current file is affected, or why that is not known. It leads to the list.
import type { EditorEffect } from "@weft/language-server/protocol";
import * as vscode from "vscode";
import { isSourceFile } from "../active-editor.js";
import type { ShownEffects } from "../shown/shown-effects.js";
import { affectedLines, affectedWords } from "./affected-lines.js";
import type { EffectStore } from "./effect-store.js";
import { countAdvice, lineMarks } from "./line-marks.js";

export function registerStatus(store: EffectStore, shown: ShownEffects): vscode.Disposable {
  const item = vscode.window.createStatusBarItem("weft.status", vscode.StatusBarAlignment.Right, 90);
  item.name = "Weft";
  item.command = "weft.affectedLines.focus";
  const show = () => {
    const document = vscode.window.activeTextEditor?.document;
    const known = document && store.get(document.uri);
    if (document === undefined || !isSourceFile(document)) item.hide();
    else if (known === undefined && (store.problem === undefined || store.isStarting))
      showText("$(sync~spin) Weft", store.problem ?? "Weft reads this file.");
    else if (known === undefined) showText("$(circle-slash) Weft", store.problem ?? "");
    else if (known.state === "failed")
      showText("$(warning) Weft", known.message ?? "This file can't be analysed.");
    else {
      const busy = known.state === "computing" ? "$(sync~spin)" : "$(git-compare)";
      showText(
        `${busy} ${numberWords(document, known.effects, shown)}`,
        `Weft: ${countAdvice(known.effects) || "nothing affects this file"}. Press to see the lines.`,
      );
    }
  };
  const showText = (text: string, tooltip: string) => {
    item.text = text;
    item.tooltip = tooltip;
    item.show();
  };
  show();
  return vscode.Disposable.from(
    item,
    store.onDidChange(show),
    shown.onDidChange(show),
    vscode.window.onDidChangeActiveTextEditor(show),
  );
}

/** What advises others counts that; what is only advised counts its lines, as the explorer and the views do. */
function numberWords(
  { languageId }: vscode.TextDocument,
  effects: readonly EditorEffect[],
  { filter }: ShownEffects,
): string {
  const lines = affectedLines(effects, filter);
  const sources = lineMarks(effects.filter(({ role }) => role === "source")).length;
  const also = lines.all === 0 ? "" : `, ${affectedWords(lines)}`;
  if (languageId === "weft-aspect" || languageId === "weft-klasy") return `${sources} advice${also}`;
  if (languageId !== "weft-idl") return affectedWords(lines);
  const operations = lineMarks(effects).length;
  return `${operations} operation${operations === 1 ? "" : "s"}`;
}
