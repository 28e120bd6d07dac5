// "All Hits of a Pointcut in This Run": when a pointcut ran in the recording that is open, and one click to go there.
import { GO_TO, RECORDED_HITS, type RecordedHits } from "@weft/debug-adapter/protocol";
import * as vscode from "vscode";
import { columnBeside } from "../active-editor.js";
import { drawPage } from "../pages.js";
import { type HitsMessage, hitsMessagePage, hitsPage } from "./hits-page.js";

export function registerHits(): vscode.Disposable {
  let panel: vscode.WebviewPanel | undefined;
  let pointcut = 'execution("% sys_open(...)")';
  const show = async () => {
    const session = vscode.debug.activeDebugSession;
    if (typeof session?.configuration.replay !== "string") {
      void vscode.window.showInformationMessage("Only a recording knows what ran when: replay one first.");
      return;
    }
    const asked = await askPointcut(pointcut);
    if (asked === undefined) return;
    pointcut = asked;
    panel ??= openPanel(() => {
      panel = undefined;
    });
    panel.reveal();
    drawPage(panel, hitsMessagePage(pointcut, "Running the recording once more…"), true);
    const html = await hitsOf(session, pointcut);
    if (panel !== undefined && asked === pointcut) drawPage(panel, html, panel.active);
  };
  return vscode.Disposable.from(vscode.commands.registerCommand("weft.showHits", show), {
    dispose: () => panel?.dispose(),
  });
}

async function askPointcut(value: string): Promise<string | undefined> {
  const given = await vscode.window.showInputBox({
    prompt: "All hits of this pointcut in the recorded run",
    placeHolder: 'set("% inode::i_uid")',
    value,
  });
  return given === undefined || given.trim() === "" ? undefined : given.trim();
}

async function hitsOf(session: vscode.DebugSession, pointcut: string): Promise<string> {
  try {
    const found = (await session.customRequest(RECORDED_HITS, { pointcut })) as RecordedHits;
    return hitsPage(pointcut, found);
  } catch (error) {
    return hitsMessagePage(pointcut, (error as Error).message);
  }
}

function openPanel(closed: () => void): vscode.WebviewPanel {
  const panel = vscode.window.createWebviewPanel(
    "weft.hits",
    "Hits in the Recorded Run",
    { viewColumn: columnBeside(), preserveFocus: false },
    { enableScripts: true, retainContextWhenHidden: true },
  );
  panel.webview.onDidReceiveMessage((message: HitsMessage) => {
    if (message.kind === "go") void goTo(message.position);
  });
  panel.onDidDispose(closed);
  return panel;
}

async function goTo(position: number): Promise<void> {
  const session = vscode.debug.activeDebugSession;
  if (session === undefined) {
    void vscode.window.showInformationMessage("The recording is no longer open: replay it again.");
    return;
  }
  const options = { location: vscode.ProgressLocation.Window, title: "Going there in the recording…" };
  try {
    await vscode.window.withProgress(options, () => session.customRequest(GO_TO, { position }));
  } catch (error) {
    void vscode.window.showErrorMessage((error as Error).message);
  }
}
