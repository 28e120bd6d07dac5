// "Time Between Two Join Points": how long the running kernel takes from one thing that live advice logs to another.
import * as vscode from "vscode";
import { columnBeside } from "../active-editor.js";
import { drawPage } from "../pages.js";
import type { Projects } from "../project/projects.js";
import { runWeft } from "../project/run-weft.js";
import { errorIn, parseAnswer } from "./live-rows.js";
import { type LiveTimes, type TimesMessage, timesCsv, timesMessagePage, timesPage } from "./times-page.js";

/** For which the log is followed. */
const SECONDS = 3;
const DEADLINE = 30_000;

export function registerLiveTimes(projects: Projects): vscode.Disposable {
  let panel: vscode.WebviewPanel | undefined;
  let between = "";
  let shown: LiveTimes | undefined;
  const measure = async (project: vscode.Uri) => {
    const asked = between;
    draw(timesMessagePage(between, `Following the log for ${SECONDS} seconds…`));
    const answer = await timesOf(project, between);
    if (asked !== between) return;
    shown = typeof answer === "string" ? undefined : answer;
    draw(typeof answer === "string" ? timesMessagePage(between, answer) : timesPage(between, answer));
  };
  const draw = (html: string) => panel && drawPage(panel, html, panel.active);
  const show = async () => {
    const project = await projects.choose();
    const asked = project && (await askBetween(between));
    if (project === undefined || asked === undefined) return;
    between = asked;
    panel?.dispose();
    panel = openPanel((message) => {
      if (message.kind === "again") void measure(project);
      if (message.kind === "csv" && shown !== undefined) void save(project, timesCsv(shown));
    });
    const own = panel;
    own.onDidDispose(() => {
      if (panel === own) panel = undefined;
    });
    await measure(project);
  };
  return vscode.Disposable.from(vscode.commands.registerCommand("weft.liveTimes", show), {
    dispose: () => panel?.dispose(),
  });
}

async function askBetween(value: string): Promise<string | undefined> {
  const given = await vscode.window.showInputBox({
    prompt: "Texts of two entries that live advice logs with weft_log, as FROM..TO",
    placeHolder: "opens..closes",
    value,
    validateInput: (text) => (/^.+\.\..+$/.test(text.trim()) ? undefined : "Two texts with .. between them"),
  });
  return given?.trim();
}

function openPanel(answer: (message: TimesMessage) => void): vscode.WebviewPanel {
  const panel = vscode.window.createWebviewPanel(
    "weft.liveTimes",
    "Time Between Two Join Points",
    { viewColumn: columnBeside(), preserveFocus: false },
    { enableScripts: true, retainContextWhenHidden: true },
  );
  panel.webview.onDidReceiveMessage(answer);
  return panel;
}

/** Or why there are none. */
async function timesOf(project: vscode.Uri, between: string): Promise<LiveTimes | string> {
  const words = ["live", "log", "--between", between, "--seconds", String(SECONDS), "--json"] as const;
  const { token } = new vscode.CancellationTokenSource();
  const answer = await runWeft({ words, project: project.fsPath, deadline: DEADLINE }, token);
  if ("cancelled" in answer) return "It was cancelled.";
  if ("problem" in answer) return answer.problem;
  const parsed = parseAnswer(answer.out) as (LiveTimes & ReturnType<typeof parseAnswer>) | undefined;
  if (parsed === undefined) return answer.said;
  return errorIn(parsed) ?? parsed;
}

async function save(project: vscode.Uri, csv: string): Promise<void> {
  const defaultUri = vscode.Uri.joinPath(project, "times.csv");
  const file = await vscode.window.showSaveDialog({ defaultUri, filters: { CSV: ["csv"] } });
  if (file !== undefined) await vscode.workspace.fs.writeFile(file, Buffer.from(csv));
}
