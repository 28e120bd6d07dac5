// A page beside the code about the recording that is open: what it names, one can go to.
import { GO_TO } from "@weft/debug-adapter/protocol";
import * as vscode from "vscode";
import { columnBeside } from "../active-editor.js";
import { drawPage } from "../pages.js";
import type { RecordedMessage } from "./recorded-page.js";

/** Draws pages into one panel, which is opened when there is something to draw. `id`: the view type. */
export class RecordedPanel implements vscode.Disposable {
  private panel: vscode.WebviewPanel | undefined;
  private asked = 0;

  constructor(
    private readonly id: string,
    private readonly title: string,
  ) {}

  /** The page of `waiting` until the answer is there; of two questions the later one's answer stays. */
  async show(waiting: string, answer: () => Promise<string>): Promise<void> {
    const mine = ++this.asked;
    this.panel ??= this.open();
    this.panel.reveal();
    drawPage(this.panel, waiting, true);
    const html = await answer();
    if (this.panel !== undefined && mine === this.asked) drawPage(this.panel, html, this.panel.active);
  }

  dispose(): void {
    this.panel?.dispose();
  }

  private open(): vscode.WebviewPanel {
    const place = { viewColumn: columnBeside(), preserveFocus: false };
    const options = { enableScripts: true, retainContextWhenHidden: true };
    const panel = vscode.window.createWebviewPanel(this.id, this.title, place, options);
    panel.webview.onDidReceiveMessage((message: RecordedMessage) => {
      if (message.kind === "go") void goTo(message.position);
      if (message.kind !== "origin") return;
      const { expression, position } = message;
      void vscode.commands.executeCommand("weft.showOrigin", { expression, position });
    });
    panel.onDidDispose(() => {
      this.panel = undefined;
    });
    return panel;
  }
}

/** The recording that is open; says that there is none. */
export function recordingSession(): vscode.DebugSession | undefined {
  const session = vscode.debug.activeDebugSession;
  if (typeof session?.configuration.replay === "string") return session;
  void vscode.window.showInformationMessage("Only a recording knows what ran when: replay one first.");
  return undefined;
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
