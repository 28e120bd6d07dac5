// The popup "Quick Cross References": what the line of the cursor relates to; pressed again, what the whole file does.
// Typing filters, Enter goes there.
import { type RelatedElement, relationsRequest, relationWords } from "@weft/language-server/protocol";
import * as vscode from "vscode";
import { isSourceFile, tellNoSource } from "../active-editor.js";
import { goToPlace, type PlaceChoice, placeText } from "../aspects/places.js";
import type { LanguageServer } from "../language-server.js";
import { plainWords } from "../trees/plain-words.js";
import { endLabel } from "./relation-icons.js";

type Row = vscode.QuickPickItem & Partial<PlaceChoice>;

export function registerQuickReferences(server: LanguageServer): vscode.Disposable {
  let popup:
    | { readonly pick: vscode.QuickPick<Row>; readonly editor: vscode.TextEditor; isWhole: boolean }
    | undefined;
  const fill = async () => {
    const asked = popup;
    if (asked === undefined) return;
    const { pick, editor, isWhole } = asked;
    const uri = editor.document.uri.toString();
    const { start, end } = editor.selection;
    const line = start.line + 1;
    pick.title = isWhole ? "Cross References of the File" : `Cross References of Line ${line}`;
    pick.placeholder = isWhole ? "Type to filter" : "Type to filter; press the key again for the whole file";
    pick.busy = true;
    const answer = await server.ask(relationsRequest, { uri, ...(isWhole ? {} : { range: { start, end } }) });
    if (popup !== asked || asked.isWhole !== isWhole) return;
    pick.busy = false;
    const rows = rowsOf(answer?.elements ?? []);
    const items =
      rows.length > 0
        ? rows
        : [{ label: emptyWords(answer?.state, isWhole, server.problem), alwaysShow: true }];
    // The same rows once more would take the user's place in them.
    if (JSON.stringify(items) !== JSON.stringify(pick.items)) pick.items = items;
  };
  const show = async () => {
    const editor = vscode.window.activeTextEditor;
    if (popup !== undefined) popup.isWhole = !popup.isWhole;
    else if (editor === undefined || !isSourceFile(editor.document)) return tellNoSource();
    else {
      const pick = vscode.window.createQuickPick<Row>();
      pick.matchOnDetail = true;
      popup = { pick, editor, isWhole: false };
      pick.onDidAccept(() => {
        const place = pick.activeItems[0]?.place;
        pick.hide();
        if (place !== undefined) void goToPlace(place);
      });
      pick.onDidHide(() => {
        popup = undefined;
        pick.dispose();
      });
      pick.show();
    }
    await fill();
  };
  return vscode.Disposable.from(
    vscode.commands.registerCommand("weft.quickReferences", show),
    server.onEffectsChanged(() => void fill()),
    { dispose: () => popup?.pick.dispose() },
  );
}

/** Each relation of each element is a group of rows. */
function rowsOf(elements: readonly RelatedElement[]): Row[] {
  return elements.flatMap(({ label, relations }) =>
    relations.flatMap(({ kind, ends }): Row[] => [
      {
        label: `${nameIn(label)} ${relationWords[kind]}`,
        kind: vscode.QuickPickItemKind.Separator,
      },
      ...ends.map((end) => ({
        label: endLabel(end),
        // Behind a long label nobody would see the place, and it is what tells such rows apart.
        detail: [placeText(end), plainWords(end.reason ?? "")].filter((words) => words !== "").join(" · "),
        place: end,
      })),
    ]),
  );
}

/** The heading of a group stands beside its first row and must leave it room: of a signature, the name alone. */
function nameIn(label: string): string {
  return /(?<![\w:~])([\w:~]+)\s*(?:\(.*)?$/.exec(label)?.[1] ?? label;
}

function emptyWords(state: string | undefined, isWhole: boolean, problem: string | undefined): string {
  if (state === undefined) return problem ?? "The language server does not answer.";
  if (state === "computing") return "Weft still reads this file.";
  return `No aspect or stub relates to this ${isWhole ? "file" : "line"}.`;
}
