// One entry in the status bar: how much of the current file is affected, or why that is not known.
import * as vscode from "vscode";
import { isSourceFile } from "../active-editor.js";
import type { EffectStore } from "./effect-store.js";
import { countAdvice, lineMarks } from "./line-marks.js";

export function registerStatus(store: EffectStore): vscode.Disposable {
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
      const lines = lineMarks(known.effects).length;
      const busy = known.state === "computing" ? "$(sync~spin)" : "$(git-compare)";
      const unit = ["weft-aspect", "weft-klasy"].includes(document.languageId)
        ? "advice"
        : document.languageId === "weft-idl"
          ? `operation${lines === 1 ? "" : "s"}`
          : `affected line${lines === 1 ? "" : "s"}`;
      showText(
        `${busy} ${lines} ${unit}`,
        `Weft: ${countAdvice(known.effects) || "nothing affects this file"}`,
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
    vscode.window.onDidChangeActiveTextEditor(show),
  );
}
