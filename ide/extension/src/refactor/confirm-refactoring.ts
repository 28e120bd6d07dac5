// Shows what a refactoring would change before it is made, where the editor does not do so by itself: Theia makes edits
// that ask for confirmation at once, and closes over their annotations. There the edit is taken out of the code action,
// shown as comparisons, and made when the user says so.
import * as vscode from "vscode";
import { applied, textOf } from "./file-texts.js";
import { changesOf, offerUndo } from "./undo-everywhere.js";

const afterScheme = "weft-refactored";

/** Texts as they would be, by URI. */
const texts = new Map<string, string>();

type Answer = "Apply" | "Discard";

/** Refactorings that are shown and not decided, the newest last: where their answers go. */
const undecided: ((answer: Answer) => void)[] = [];

export function registerConfirmRefactoring(): vscode.Disposable {
  const decide = (answer: Answer) => () => undecided.at(-1)?.(answer);
  return vscode.Disposable.from(
    vscode.workspace.registerTextDocumentContentProvider(afterScheme, {
      provideTextDocumentContent: (uri) => texts.get(uri.toString()) ?? "",
    }),
    vscode.commands.registerCommand("weft.applyRefactoring", decide("Apply")),
    vscode.commands.registerCommand("weft.discardRefactoring", decide("Discard")),
  );
}

/** The action as the editor shall make it: without its edit, where that is shown first. */
export function withConfirmation<Action extends vscode.CodeAction>(action: Action): Action {
  const { edit, title, kind } = action;
  if (vscode.env.uriScheme !== "theia" || edit === undefined || kind === undefined) return action;
  if (!vscode.CodeActionKind.Refactor.contains(kind)) return action;
  void confirm(edit, title);
  delete action.edit;
  return action;
}

async function confirm(edit: vscode.WorkspaceEdit, title: string): Promise<void> {
  const before = new Map<string, string>();
  const shown: vscode.Uri[] = [];
  for (const [uri, edits] of edit.entries()) {
    const text = await textOf(uri);
    before.set(uri.toString(), text);
    const left = text === "" ? side(uri, "before", "") : uri;
    const right = side(uri, "after", applied(text, edits));
    shown.push(right);
    const name = `${uri.path.split("/").at(-1)} (refactored)`;
    await vscode.commands.executeCommand("vscode.diff", left, right, name, { preview: false });
  }
  const question = `${title}: ${before.size === 1 ? "one file changes" : `${before.size} files change`}.`;
  const answer = await answerTo(question);
  const isMade = answer === "Apply" && (await make(edit, before));
  await closeComparisons(new Set(shown.map((uri) => uri.toString())));
  for (const uri of shown) texts.delete(uri.toString());
  if (isMade) offerUndo(title, changesOf(edit, before));
}

/** By the question's buttons, or by command: a notification can't be reached by keyboard. */
async function answerTo(question: string): Promise<Answer | undefined> {
  let own = (_: Answer) => {};
  const byCommand = new Promise<Answer>((resolve) => {
    own = resolve;
  });
  undecided.push(own);
  await tellShown();
  const byButton = vscode.window.showInformationMessage<Answer>(question, "Apply", "Discard");
  const [answer, isCommand] = await Promise.race([
    byButton.then((chosen) => [chosen, false] as const),
    byCommand.then((chosen) => [chosen, true] as const),
  ]);
  undecided.splice(undecided.indexOf(own), 1);
  await tellShown();
  if (isCommand) await vscode.commands.executeCommand("notifications.commands.hide");
  return answer;
}

function tellShown(): Thenable<unknown> {
  return vscode.commands.executeCommand("setContext", "weft.refactoringShown", undecided.length > 0);
}

/** What has been answered is not left standing as if it were still to come. */
async function closeComparisons(shown: ReadonlySet<string>): Promise<void> {
  const tabs = vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter(({ input }) => input instanceof vscode.TabInputTextDiff && shown.has(input.modified.toString()));
  await vscode.window.tabGroups.close(tabs, true);
}

/** True when every file has the change, on disk too. */
async function make(edit: vscode.WorkspaceEdit, before: ReadonlyMap<string, string>): Promise<boolean> {
  for (const [uri, text] of before)
    if ((await textOf(vscode.Uri.parse(uri))) !== text) {
      void vscode.window.showErrorMessage(
        `${vscode.Uri.parse(uri).fsPath} has changed since the refactoring was planned; nothing is applied. Choose it again.`,
      );
      return false;
    }
  if (!(await vscode.workspace.applyEdit(withoutAnnotations(edit, before)))) {
    void vscode.window.showErrorMessage("The editor could not apply the refactoring.");
    return false;
  }
  const saves = [...before.keys()].map(async (uri) =>
    (await vscode.workspace.openTextDocument(vscode.Uri.parse(uri))).save(),
  );
  return (await Promise.all(saves)).every((isSaved) => isSaved);
}

/** Annotations would open Theia's own list of edits, which fails for new files and shows only first lines. */
function withoutAnnotations(
  edit: vscode.WorkspaceEdit,
  before: ReadonlyMap<string, string>,
): vscode.WorkspaceEdit {
  const plain = new vscode.WorkspaceEdit();
  for (const [uri, edits] of edit.entries()) {
    if (before.get(uri.toString()) === "") plain.createFile(uri, { ignoreIfExists: true });
    plain.set(uri, edits);
  }
  return plain;
}

let count = 0;

function side(uri: vscode.Uri, which: string, text: string): vscode.Uri {
  const own = uri.with({ scheme: afterScheme, query: `${which}${count++}` });
  texts.set(own.toString(), text);
  return own;
}
