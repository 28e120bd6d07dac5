// "Why Is This Not Hooked?": what `weft live why` says of the line at the cursor, with ways on.
import * as vscode from "vscode";
import type { Projects } from "../project/projects.js";
import { runWeft } from "../project/run-weft.js";
import { isTrustedFor } from "../project/trust.js";
import { type HookReasonRow, type HookReasons, hookReasonRows, wordsOfLine } from "./hook-reasons.js";
import { errorIn, parseAnswer } from "./live-rows.js";

/** Milliseconds: the first time, debug information and code of a large kernel are read. */
const DEADLINE = 120_000;

export function registerWhyHooked(projects: Projects): vscode.Disposable {
  return vscode.commands.registerCommand("weft.whyNotHooked", () => whyNotHooked(projects));
}

async function whyNotHooked(projects: Projects): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined || !["c", "cpp"].includes(editor.document.languageId)) {
    void vscode.window.showInformationMessage("Put the cursor on a line of C or C++ of the kernel.");
    return;
  }
  if (!isTrustedFor("Reading the kernel's code")) return;
  const { uri } = editor.document;
  const project = (await projects.around(uri)) ?? (await projects.choose());
  if (project === undefined) return;
  const place = `${uri.fsPath}:${editor.selection.active.line + 1}`;
  const words = ["live", "why", "--json", place] as const;
  const answer = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Window, title: "Reading what of this line is hooked" },
    (_, token) => runWeft({ words, project: project.fsPath, deadline: DEADLINE }, token),
  );
  if ("cancelled" in answer) return;
  const parsed = "problem" in answer ? undefined : parseAnswer(answer.out);
  const error = "problem" in answer ? answer.problem : parsed === undefined ? answer.said : errorIn(parsed);
  if (error !== undefined) void vscode.window.showErrorMessage(error);
  else await show(parsed as HookReasons);
}

async function show(answer: HookReasons): Promise<void> {
  const words = wordsOfLine(answer);
  const rows = hookReasonRows(answer);
  if (rows.length === 0) {
    void vscode.window.showInformationMessage(words ?? "");
    return;
  }
  const chosen = await vscode.window.showQuickPick<vscode.QuickPickItem & HookReasonRow>(rows, {
    placeHolder: words ?? "Choose one to go to its advice, or to what the pointcuts say of this line",
    matchOnDetail: true,
  });
  if (chosen === undefined) return;
  if (chosen.place === undefined) {
    await vscode.commands.executeCommand("weft.why");
    return;
  }
  const at = new vscode.Position(chosen.place.startLine - 1, chosen.place.startColumn - 1);
  await vscode.window.showTextDocument(vscode.Uri.file(chosen.place.file), {
    selection: new vscode.Range(at, at),
  });
}
