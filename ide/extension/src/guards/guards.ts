// The Guards view and what is done from it: why a line is guarded, and changes of declarations.
import * as vscode from "vscode";
import type { Projects } from "../project/projects.js";
import { isTrustedFor } from "../project/trust.js";
import {
  type GuardRow,
  harmlessClause,
  type Place,
  type Reason,
  reasonsAt,
  withoutTerm,
} from "./guard-rows.js";
import { GuardTree } from "./guard-tree.js";

export function registerGuards(projects: Projects): vscode.Disposable {
  const tree = new GuardTree(projects);
  const onRow = (id: string, run: (row: GuardRow) => Promise<unknown>) =>
    vscode.commands.registerCommand(id, (row?: GuardRow) => (row === undefined ? undefined : run(row)));
  return vscode.Disposable.from(
    tree,
    vscode.commands.registerCommand("weft.showGuards", async () => {
      // The view takes room from others, so it is there from the first use on.
      await vscode.commands.executeCommand("setContext", "weft.isGuardsShown", true);
      await vscode.commands.executeCommand("weft.guards.focus");
    }),
    vscode.commands.registerCommand("weft.refreshGuards", () => tree.reread()),
    vscode.commands.registerCommand("weft.whyGuarded", () => whyGuarded(tree)),
    onRow("weft.declareHarmless", declareHarmless),
    onRow("weft.narrowGuard", narrowGuard),
    onRow("weft.addGuard", addGuard),
  );
}

async function whyGuarded(tree: GuardTree): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (editor?.document.languageId !== "c") {
    void vscode.window.showInformationMessage("Put the cursor on a line of C that writes something.");
    return;
  }
  if (!isTrustedFor("Guards")) return;
  const line = editor.selection.active.line + 1;
  const { fsPath } = editor.document.uri;
  const known = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Window, title: "Reading what the kernel writes" },
    () => tree.known(),
  );
  const reasons = known === undefined ? [] : reasonsAt(known, fsPath, line);
  const terms = known?.guards?.flatMap((guard) => guard.terms) ?? [];
  if (reasons.length === 0) {
    const message =
      terms.length === 0
        ? "No guard is declared that could be meant: optimistic guard struct NAME { MEMBER }; in a .spec file."
        : `Not guarded: nothing on this line writes ${terms.join(", ")}, by its name, its type or an alias.`;
    void vscode.window.showInformationMessage(message);
    return;
  }
  const chosen = await vscode.window.showQuickPick<vscode.QuickPickItem & Reason>(reasons, {
    placeHolder: "Choose a reason to go to the declaration that it comes from",
    matchOnDetail: true,
  });
  if (chosen !== undefined) await openAt(chosen.place);
}

async function openAt({ file, startLine, startColumn }: Place): Promise<void> {
  const at = new vscode.Position(startLine - 1, startColumn - 1);
  await vscode.window.showTextDocument(vscode.Uri.file(file), { selection: new vscode.Range(at, at) });
}

async function declareHarmless({ guard, site }: GuardRow): Promise<void> {
  if (site?.within === undefined) return;
  const because = await vscode.window.showInputBox({
    prompt: `Why may ${site.within} write ${site.terms.join(", ")} without a guard?`,
    validateInput: (text) => (text.trim() === "" ? "Whoever reads the list next asks why." : undefined),
  });
  if (because === undefined) return;
  const end = new vscode.Position(guard.range.endLine - 1, guard.range.endColumn - 1);
  await changeText(guard.range.file, (document, edit) => {
    const isClosed = document.getText(new vscode.Range(end.translate(0, -1), end)) === ";";
    edit.insert(
      document.uri,
      isClosed ? end.translate(0, -1) : end,
      harmlessClause(site.within ?? "", because.trim()),
    );
  });
}

async function narrowGuard({ guard, term }: GuardRow): Promise<void> {
  if (term === undefined) return;
  const { startLine, startColumn, endLine, endColumn } = guard.range;
  const whole = new vscode.Range(startLine - 1, startColumn - 1, endLine - 1, endColumn - 1);
  await changeText(guard.range.file, (document, edit) => {
    const shorter = withoutTerm(document.getText(whole), term);
    if (shorter !== undefined) edit.replace(document.uri, whole, shorter);
  });
}

/** A call of the function that the declaration names, before the write. */
async function addGuard({ guard, site }: GuardRow): Promise<void> {
  if (site === undefined || guard.byHand === undefined) return;
  const at = new vscode.Position(site.range.startLine - 1, site.range.startColumn - 1);
  const editor = await vscode.window.showTextDocument(vscode.Uri.file(site.range.file));
  // The editor indents the second line as the first.
  await editor.insertSnippet(new vscode.SnippetString(`${guard.byHand}($0);\n`), at, {
    undoStopBefore: true,
    undoStopAfter: true,
  });
}

/** The file is saved, so that the view reads what was meant; one undo takes it back. */
async function changeText(
  file: string,
  change: (document: vscode.TextDocument, edit: vscode.WorkspaceEdit) => void,
): Promise<void> {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.file(file));
  if (document.isDirty) {
    void vscode.window.showInformationMessage(
      "Save the declarations first: they are not those that the view read.",
    );
    return;
  }
  const edit = new vscode.WorkspaceEdit();
  change(document, edit);
  if (edit.size > 0 && (await vscode.workspace.applyEdit(edit))) await document.save();
  await vscode.window.showTextDocument(document, { preserveFocus: true });
}
