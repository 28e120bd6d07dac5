// Which woven text a virtual document shows: everything stands in its uri, so it can be opened again.
import type { WovenForm } from "@weft/language-server/protocol";
import * as vscode from "vscode";

export const wovenScheme = "weft-woven";

export interface WovenChoice {
  /** Uri of the source or header. */
  readonly source: string;
  readonly form: WovenForm;
  /** This aspect alone. */
  readonly aspect?: string;
  /** Of its advice only that at this position. */
  readonly advice?: number;
  /** Uri of the unit, for a header. */
  readonly unit?: string;
}

/** The name in the tab is that of the source, with what is shown of it before its ending. */
export function wovenUri(choice: WovenChoice): vscode.Uri {
  const source = vscode.Uri.parse(choice.source, true);
  const words = [
    choice.form === "inline" || choice.form === "residual" ? choice.form : "woven",
    ...(choice.aspect === undefined ? [] : [choice.aspect]),
    ...(choice.advice === undefined ? [] : [`advice-${choice.advice + 1}`]),
  ];
  const path = source.path.replace(/(\.[^./]*)?$/, (ending) => `.${words.join(".")}${ending}`);
  return source.with({ scheme: wovenScheme, path, query: JSON.stringify(choice) });
}

export function wovenChoice(uri: vscode.Uri): WovenChoice {
  return JSON.parse(uri.query) as WovenChoice;
}
