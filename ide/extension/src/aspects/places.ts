// Places that the language server names, turned into what the editor opens.
import type { LabelledPlace } from "@weft/language-server/protocol";
import * as vscode from "vscode";

type BarePlace = Pick<LabelledPlace, "uri" | "range">;

export function toRange({ range }: BarePlace): vscode.Range {
  return new vscode.Range(range.start.line, range.start.character, range.end.line, range.end.character);
}

/** The command that shows a place in an editor: selected, in the middle of the window. */
export function openCommand(place: BarePlace): vscode.Command {
  const start = toRange(place).start;
  return {
    command: "vscode.open",
    title: "Open",
    arguments: [vscode.Uri.parse(place.uri, true), { selection: new vscode.Range(start, start) }],
  };
}

/** `kernel/sched.c:42`, with the line as people count it. */
export function placeText(place: BarePlace): string {
  const path = vscode.workspace.asRelativePath(vscode.Uri.parse(place.uri, true), false);
  return `${path}:${place.range.start.line + 1}`;
}

/** A row of a list that leads to a place. */
export interface PlaceChoice extends vscode.QuickPickItem {
  readonly place: LabelledPlace;
}

/** Opens the place, with the cursor at its start. */
export async function goToPlace(place: LabelledPlace): Promise<void> {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(place.uri, true));
  const { start } = toRange(place);
  await vscode.window.showTextDocument(document, { selection: new vscode.Range(start, start) });
}
