// "Check Against the Running Kernel": runs the project's kernel with a recorder, and shows whether the hooks of an aspect's
// advice, or of a pointcut, are where the instructions did what it means.
import * as vscode from "vscode";
import { aspectMeant, columnBeside } from "../active-editor.js";
import { drawPage } from "../pages.js";
import type { Projects } from "../project/projects.js";
import { runWeft } from "../project/run-weft.js";
import { isTrustedFor } from "../project/trust.js";
import { errorIn, parseAnswer } from "./live-rows.js";
import { type Verified, type VerifiedMessage, verifiedMessagePage, verifiedPage } from "./verified-page.js";

/** Milliseconds; the kernel's own deadline ends it before. */
const DEADLINE = 900_000;

interface Asked {
  readonly project: vscode.Uri;
  readonly words: readonly string[];
  /** For people. */
  readonly what: string;
}

export function registerVerify(projects: Projects): vscode.Disposable {
  let panel: vscode.WebviewPanel | undefined;
  const check = async (asked: Asked) => {
    const own = panel;
    const draw = (html: string) => panel === own && own !== undefined && drawPage(own, html, own.active);
    draw(verifiedMessagePage(asked.what, "The kernel runs with a recorder…"));
    const answer = await verified(asked);
    draw(
      typeof answer === "string" ? verifiedMessagePage(asked.what, answer) : verifiedPage(asked.what, answer),
    );
  };
  const show = async (uri?: vscode.Uri) => {
    if (!isTrustedFor("Running the kernel")) return;
    const asked = await question(projects, uri);
    if (asked === undefined) return;
    panel?.dispose();
    const own = vscode.window.createWebviewPanel(
      "weft.liveVerify",
      "Check Against the Running Kernel",
      { viewColumn: columnBeside(), preserveFocus: false },
      { enableScripts: true, retainContextWhenHidden: true },
    );
    panel = own;
    own.webview.onDidReceiveMessage((message: VerifiedMessage) => {
      if (message.kind === "again") void check(asked);
      if (message.kind === "open") void openLine(message.file, message.line);
    });
    own.onDidDispose(() => {
      if (panel === own) panel = undefined;
    });
    await check(asked);
  };
  return vscode.Disposable.from(vscode.commands.registerCommand("weft.liveVerify", show), {
    dispose: () => panel?.dispose(),
  });
}

/** Of the aspect that a menu was opened on or that is in front; else of a pointcut that is asked for. */
async function question(projects: Projects, uri: vscode.Uri | undefined): Promise<Asked | undefined> {
  const aspect = await aspectMeant(uri);
  if (aspect !== undefined) {
    if (aspect.isDirty && !(await aspect.save())) return undefined;
    const project = (await projects.around(aspect.uri)) ?? (await projects.choose());
    return (
      project && {
        project,
        words: ["--aspects", aspect.uri.fsPath],
        what: vscode.workspace.asRelativePath(aspect.uri),
      }
    );
  }
  const project = await projects.choose();
  const given = project && (await vscode.window.showInputBox(POINTCUT))?.trim();
  return given ? { project: project as vscode.Uri, words: ["--pointcut", given], what: given } : undefined;
}

const POINTCUT: vscode.InputBoxOptions = {
  prompt: "A pointcut whose join points are held against a run of the kernel",
  placeHolder: 'execution("% sys_%(...)") || set("% inode::%")',
};

/** Or why there is no answer. */
async function verified({ project, words }: Asked): Promise<Verified | string> {
  const answer = await vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: "Checking against the running kernel",
      cancellable: true,
    },
    (_, token) =>
      runWeft(
        { words: ["live", "verify", "--json", ...words], project: project.fsPath, deadline: DEADLINE },
        token,
      ),
  );
  if ("cancelled" in answer) return "It was cancelled.";
  if ("problem" in answer) return answer.problem;
  const parsed = parseAnswer(answer.out) as (Partial<Verified> & ReturnType<typeof parseAnswer>) | undefined;
  if (parsed === undefined) return answer.said;
  return parsed.claims === undefined ? (errorIn(parsed) ?? answer.said) : (parsed as Verified);
}

async function openLine(file: string, line: number): Promise<void> {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.file(file));
  const start = new vscode.Position(Math.max(0, line - 1), 0);
  const selection = new vscode.Range(start, start);
  await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.One, selection });
}
