// "Show Cost of Aspects": what each advice costs in bytes and instructions, found out by compiling with and without it.
// One view; it is measured when asked, as that takes as long as several builds.
import { unlessBroken } from "@weft/weaver-bridge/model";
import * as vscode from "vscode";
import { columnBeside } from "../active-editor.js";
import type { MeasuredCosts } from "../effects/measured-costs.js";
import { drawPage } from "../pages.js";
import type { Projects } from "../project/projects.js";
import { runWeft } from "../project/run-weft.js";
import { type CostMessage, type CostResult, costMessagePage, costPage } from "./cost-page.js";

/** Milliseconds. */
const DEADLINE = 1_800_000;

export function registerCostView(projects: Projects, costs: MeasuredCosts): vscode.Disposable {
  let panel: vscode.WebviewPanel | undefined;
  let measuring: vscode.CancellationTokenSource | undefined;
  /** The one that the page is about. */
  let shown = "";
  const measure = async (project: string) => {
    shown = project;
    measuring?.cancel();
    const own = new vscode.CancellationTokenSource();
    measuring = own;
    const html = await withProgress(own, () => costOf(project, costs, own.token));
    if (panel !== undefined && measuring === own) drawPage(panel, html, panel.active);
  };
  const show = async () => {
    const project = (await projects.choose())?.fsPath;
    if (project === undefined) return;
    panel ??= openPanel(
      (message) => {
        if (message.kind === "open") void open(message);
        else if (message.kind === "again") void measure(shown);
      },
      () => {
        measuring?.cancel();
        panel = undefined;
      },
    );
    panel.reveal();
    drawPage(
      panel,
      costMessagePage("Compiling with and without each advice, which takes as long as some builds…"),
      true,
    );
    await measure(project);
  };
  return vscode.Disposable.from(vscode.commands.registerCommand("weft.showCost", show), {
    dispose: () => {
      measuring?.cancel();
      panel?.dispose();
    },
  });
}

function openPanel(answer: (message: CostMessage) => void, closed: () => void): vscode.WebviewPanel {
  const panel = vscode.window.createWebviewPanel(
    "weft.cost",
    "Cost of Aspects",
    { viewColumn: columnBeside(), preserveFocus: false },
    { enableScripts: true, retainContextWhenHidden: true },
  );
  panel.webview.onDidReceiveMessage(answer);
  panel.onDidDispose(closed);
  return panel;
}

async function open({ file, line }: { readonly file: string; readonly line: number }): Promise<void> {
  const at = new vscode.Position(line - 1, 0);
  await vscode.window.showTextDocument(vscode.Uri.file(file), {
    selection: new vscode.Range(at, at),
    viewColumn: vscode.ViewColumn.One,
  });
}

function withProgress<T>(own: vscode.CancellationTokenSource, run: () => Promise<T>): Thenable<T> {
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: "Measuring what aspects cost",
    cancellable: true,
  };
  return vscode.window.withProgress(options, (_progress, token) => {
    token.onCancellationRequested(() => own.cancel());
    return run();
  });
}

/** The page of the answer, or of why there is none. */
async function costOf(
  project: string,
  costs: MeasuredCosts,
  token: vscode.CancellationToken,
): Promise<string> {
  const run = { words: ["cost", "--json"], project, deadline: DEADLINE } as const;
  const answer = await runWeft(run, token);
  if ("cancelled" in answer) return costMessagePage("The measuring was cancelled.");
  if ("problem" in answer) return costMessagePage(answer.problem);
  return (
    unlessBroken(() => {
      const result = JSON.parse(answer.out) as CostResult;
      if (result.aspects !== undefined) {
        costs.keep(result);
        return costPage(result);
      }
      return costMessagePage(result.problems?.[0]?.message ?? answer.said);
    }) ?? costMessagePage(answer.said)
  );
}
