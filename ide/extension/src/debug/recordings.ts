// Recorded runs: commands that make one and open one, and the buttons that go back in it. Theia has none of its own.
import {
  RECORDED,
  REVERSE_TO_ADVICE,
  REVERSE_TO_JOIN_POINT,
  REVERSE_TO_LINE,
  REVERSE_TO_WRITE,
  type Recorded,
} from "@weft/debug-adapter/protocol";
import * as vscode from "vscode";
import type { Projects } from "../project/projects.js";
import { isTrustedFor } from "../project/trust.js";
import { debugCommand } from "./debug-command.js";
import { debugFile } from "./debug-file.js";
import { registerHits } from "./hits-view.js";
import { registerOrigins } from "./origin-view.js";
import { registerReasons } from "./reason-view.js";

const SUFFIX = "weftrun";

/** `launchOf` makes the configuration that boots a project. */
export function registerRecordings(
  projects: Projects,
  launchOf: (project: vscode.Uri) => vscode.DebugConfiguration,
): vscode.Disposable {
  return vscode.Disposable.from(
    registerHits(),
    registerOrigins(selectedText, topFrame),
    registerReasons(),
    debugCommand("weft.recordRun", () => record(projects, launchOf)),
    debugCommand("weft.replayRecording", () => replay(projects, launchOf)),
    debugCommand("weft.stepBack", () => ask("stepBack", { threadId: 1 })),
    debugCommand("weft.reverseContinue", () => ask("reverseContinue", { threadId: 1 })),
    debugCommand("weft.reverseToJoinPoint", () => ask(REVERSE_TO_JOIN_POINT)),
    debugCommand("weft.reverseToWrite", toWrite),
    debugCommand("weft.reverseToAdvice", () => toLineAtCursor(REVERSE_TO_ADVICE)),
    debugCommand("weft.reverseToLine", () => toLineAtCursor(REVERSE_TO_LINE)),
    vscode.debug.onDidReceiveDebugSessionCustomEvent(({ event, body, session }) => {
      if (event === RECORDED) void offer(body as Recorded, session.configuration);
    }),
    vscode.debug.onDidChangeActiveDebugSession(showButtons),
  );
}

async function record(
  projects: Projects,
  launchOf: (project: vscode.Uri) => vscode.DebugConfiguration,
): Promise<void> {
  if (!isTrustedFor("Booting a kernel")) return;
  const project = await projects.choose();
  if (project === undefined) return;
  const file = await vscode.window.showSaveDialog({
    defaultUri: vscode.Uri.joinPath(project, `run.${SUFFIX}`),
    filters: { "Recorded runs": [SUFFIX] },
    title: "Record the run into",
  });
  if (file === undefined) return;
  const launch = { ...launchOf(project), name: "Record run", record: file.fsPath };
  // Theia hears `noDebug` in the options only: what the configuration says of it is overwritten.
  await vscode.debug.startDebugging(vscode.workspace.getWorkspaceFolder(project), launch, { noDebug: true });
}

async function replay(
  projects: Projects,
  launchOf: (project: vscode.Uri) => vscode.DebugConfiguration,
): Promise<void> {
  if (!isTrustedFor("Running a recorded kernel")) return;
  const project = await projects.choose();
  if (project === undefined) return;
  const [file] =
    (await vscode.window.showOpenDialog({
      defaultUri: project,
      filters: { "Recorded runs": [SUFFIX] },
      title: "Replay a recording",
    })) ?? [];
  if (file !== undefined) await debugFile("replay", file, launchOf(project));
}

async function offer({ file }: Recorded, { record: _, noDebug: __, ...launch }: vscode.DebugConfiguration) {
  const action = await vscode.window.showInformationMessage(`The run was recorded into ${file}.`, "Replay");
  if (action !== undefined)
    await debugFile("replay", vscode.Uri.file(file), launch as vscode.DebugConfiguration);
}

async function toWrite(): Promise<void> {
  const expression = await vscode.window.showInputBox({
    prompt: "Back to the last write of this variable or field",
    placeHolder: "inode->i_uid",
    value: selectedText(),
  });
  if (expression === undefined || expression.trim() === "") return;
  const frameId = await topFrame();
  await ask(REVERSE_TO_WRITE, { expression, ...(frameId === undefined ? {} : { frameId }) });
}

async function toLineAtCursor(request: string): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) throw new Error("Put the cursor on a line of the kernel first.");
  await ask(request, {
    path: editor.document.uri.fsPath,
    line: editor.selection.active.line + 1,
  });
}

function selectedText(): string {
  const editor = vscode.window.activeTextEditor;
  return editor?.document.getText(editor.selection) ?? "";
}

async function topFrame(): Promise<number | undefined> {
  const answer = await vscode.debug.activeDebugSession?.customRequest("stackTrace", {
    threadId: 1,
    levels: 1,
  });
  return (answer as { stackFrames?: { id: number }[] } | undefined)?.stackFrames?.[0]?.id;
}

async function ask(request: string, args: object = {}): Promise<void> {
  const session = vscode.debug.activeDebugSession;
  if (session === undefined) throw new Error("No kernel is being debugged.");
  // From the end of a long recording it takes a while, and the stack stands as it was until then.
  const options = { location: vscode.ProgressLocation.Window, title: "Going back in the recording…" };
  await vscode.window.withProgress(options, () => session.customRequest(request, args));
}

function showButtons(session: vscode.DebugSession | undefined): void {
  const isRecording = typeof session?.configuration.replay === "string";
  void vscode.commands.executeCommand("setContext", "weft.inRecording", isRecording);
}
