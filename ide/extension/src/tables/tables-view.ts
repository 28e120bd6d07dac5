// "Show Tables of the Papers": what the papers that Weft follows have measured, beside what this machine measures. A button
// runs the bench of a table, which `weft tables` does.
import { homedir } from "node:os";
import { unlessBroken } from "@weft/weaver-bridge/model";
import * as vscode from "vscode";
import { drawPage } from "../pages.js";
import { runWeft } from "../project/run-weft.js";
import { type ShownTable, type TablesMessage, tablesMessagePage, tablesPage } from "./tables-page.js";

/** Milliseconds. */
const READ_DEADLINE = 60_000;
const MEASURE_DEADLINE = 3_600_000;

interface Answer {
  readonly tables?: readonly ShownTable[];
  readonly said: string;
}

export function registerTablesView(): vscode.Disposable {
  let panel: vscode.WebviewPanel | undefined;
  let running: vscode.CancellationTokenSource | undefined;
  let shown: readonly ShownTable[] = [];
  const draw = (measuring?: string, said?: string) => {
    if (panel === undefined) return;
    const html = shown.length === 0 ? tablesMessagePage(said ?? "") : tablesPage(shown, measuring, said);
    drawPage(panel, html, panel.active);
  };
  const measure = async (table: string) => {
    if (running !== undefined) return;
    running = new vscode.CancellationTokenSource();
    draw(table);
    const done = await withProgress(table, running, (token) =>
      ask(["tables", table, "--measure", "--json"], MEASURE_DEADLINE, token),
    );
    const all = await ask(["tables", "--json"], READ_DEADLINE, new vscode.CancellationTokenSource().token);
    running = undefined;
    shown = all.tables ?? shown;
    draw(undefined, done.said);
  };
  const show = async () => {
    panel ??= openPanel(
      (message) => {
        if (message.kind === "measure") void measure(message.table);
      },
      () => {
        running?.cancel();
        panel = undefined;
      },
    );
    panel.reveal();
    const all = await ask(["tables", "--json"], READ_DEADLINE, new vscode.CancellationTokenSource().token);
    shown = all.tables ?? [];
    draw(undefined, all.said);
  };
  return vscode.Disposable.from(vscode.commands.registerCommand("weft.showTables", show), {
    dispose: () => {
      running?.cancel();
      panel?.dispose();
    },
  });
}

function openPanel(answer: (message: TablesMessage) => void, closed: () => void): vscode.WebviewPanel {
  const panel = vscode.window.createWebviewPanel(
    "weft.tables",
    "Tables of the Papers",
    { viewColumn: vscode.ViewColumn.Active, preserveFocus: false },
    { enableScripts: true, retainContextWhenHidden: true },
  );
  panel.webview.onDidReceiveMessage(answer);
  panel.onDidDispose(closed);
  return panel;
}

function withProgress<T>(
  table: string,
  running: vscode.CancellationTokenSource,
  run: (token: vscode.CancellationToken) => Promise<T>,
): Thenable<T> {
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: `Measuring ${table}`,
    cancellable: true,
  };
  return vscode.window.withProgress(options, (_progress, token) => {
    token.onCancellationRequested(() => running.cancel());
    return run(running.token);
  });
}

/** The tables, or why there are none, and what went wrong. It is about Weft itself and runs nothing of the open folder. */
async function ask(
  words: readonly [string, ...string[]],
  deadline: number,
  token: vscode.CancellationToken,
): Promise<Answer> {
  const project = process.env.WEFT_HOME || homedir();
  const answer = await runWeft({ words, project, deadline }, token);
  if ("cancelled" in answer) return { said: "The measuring was cancelled." };
  if ("problem" in answer) return { said: answer.problem };
  return (
    unlessBroken(() => {
      const { tables, problems = [] } = JSON.parse(answer.out) as {
        tables?: readonly ShownTable[];
        problems?: readonly { readonly message: string; readonly hint?: string }[];
      };
      const said = problems.map(({ message, hint }) => [message, hint].filter(Boolean).join(". ")).join(" ");
      return { said, ...(tables === undefined ? {} : { tables }) };
    }) ?? { said: answer.said }
  );
}
