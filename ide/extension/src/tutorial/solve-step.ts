// Does what the tutorial says solves a step, as the learner would: edits in the editors, then commands, breakpoints. What
// starts the guest or lets it go on is followed by a stop or a running guest; that is waited for, but not for ever.
import { editedFile, editOf, type SolveAction } from "@weft/weaver-bridge/tutorial";
import * as vscode from "vscode";
import { isThere } from "../expected.js";
import { runWeft } from "../project/run-weft.js";
import { buildAndWait } from "../project/tasks.js";
import { openFile } from "./open-file.js";
import { typeInTerminal } from "./terminals.js";

const STOP_DEADLINE = 90_000;
const STEP_DEADLINE = 4_000;
const STEP_PAUSE = 1_500;
const WEFT_DEADLINE = 300_000;

/** A problem for people, or nothing. Answers are not its matter. */
export async function solveStep(
  folder: vscode.Uri,
  actions: readonly SolveAction[],
): Promise<string | undefined> {
  for (const action of actions) {
    const problem = await solveOne(folder, action);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

async function solveOne(folder: vscode.Uri, action: SolveAction): Promise<string | undefined> {
  const file = editedFile(action);
  if (file !== undefined) return edit(vscode.Uri.joinPath(folder, file), action);
  if ("open" in action) await openFile(folder, action.open, action.line);
  else if ("breakpoint" in action) await breakAt(folder, action.breakpoint, action.line);
  else if ("weft" in action) return weft(folder, action.weft);
  else if ("terminal" in action) await typeInTerminal(folder, action.terminal);
  else if ("command" in action) return runCommand(folder, action.command);
  return undefined;
}

async function edit(uri: vscode.Uri, action: SolveAction): Promise<string | undefined> {
  const before = (await isThere(uri)) ? await vscode.workspace.openTextDocument(uri) : undefined;
  const made = editOf(action, before?.getText());
  if (made === undefined) return undefined;
  if ("problem" in made) return `${made.problem}. Reset the step, then solve it.`;
  const change = new vscode.WorkspaceEdit();
  if (before === undefined) change.createFile(uri, { ignoreIfExists: true });
  await vscode.workspace.applyEdit(change);
  const document = before ?? (await vscode.workspace.openTextDocument(uri));
  const whole = new vscode.Range(0, 0, document.lineCount, 0);
  const text = new vscode.WorkspaceEdit();
  text.replace(uri, whole, made.text);
  await vscode.workspace.applyEdit(text);
  await document.save();
  return undefined;
}

/** As F9 does in the editor: Theia loses the line of a breakpoint that is added through the API. */
async function breakAt(folder: vscode.Uri, file: string, line: string): Promise<void> {
  await openFile(folder, file, line);
  const editor = vscode.window.activeTextEditor;
  const isThere = vscode.debug.breakpoints.some(
    (one) =>
      one instanceof vscode.SourceBreakpoint &&
      one.location.uri.path.endsWith(`/${file}`) &&
      one.location.range.start.line === editor?.selection.active.line,
  );
  if (!isThere) await vscode.commands.executeCommand("editor.debug.action.toggleBreakpoint");
}

async function weft(folder: vscode.Uri, words: readonly string[]): Promise<string | undefined> {
  const [first, ...rest] = words;
  if (first === undefined) return undefined;
  const cancel = new vscode.CancellationTokenSource();
  const run = { words: [first, ...rest] as const, project: folder.fsPath, deadline: WEFT_DEADLINE };
  const answer = await runWeft({ ...run, words: [first, ...rest] }, cancel.token);
  cancel.dispose();
  if ("problem" in answer) return answer.problem;
  return "code" in answer && answer.code !== 0 ? answer.said : undefined;
}

async function runCommand(folder: vscode.Uri, command: string): Promise<string | undefined> {
  if (command === "weft.build")
    return (await buildAndWait(folder)) ? undefined : "The build failed; its terminal says why.";
  if (command === "weft.debug") {
    await vscode.debug.stopDebugging();
    const stopped = nextStop();
    await vscode.commands.executeCommand(command);
    return stopped;
  }
  const stepped = /debug\.step/.test(command) ? afterStep() : undefined;
  await vscode.commands.executeCommand(command);
  await stepped;
  return undefined;
}

/** Resolves when another frame is shown; steps that are asked for before it would be lost. */
function afterStep(): Promise<void> {
  return new Promise((resolve) => {
    const listener = vscode.debug.onDidChangeActiveStackItem?.(() => setTimeout(finish, STEP_PAUSE));
    const timer = setTimeout(() => finish(), STEP_DEADLINE);
    const finish = () => {
      clearTimeout(timer);
      listener?.dispose();
      resolve();
    };
  });
}

/** Resolves when a debug session has stopped somewhere; with a problem when that takes too long. */
function nextStop(): Promise<string | undefined> {
  return new Promise((resolve) => {
    const tracker = vscode.debug.registerDebugAdapterTrackerFactory("*", {
      createDebugAdapterTracker: () => ({
        onDidSendMessage: (message: { readonly type?: unknown; readonly event?: unknown }) => {
          if (message.type === "event" && message.event === "stopped") finish(undefined);
        },
      }),
    });
    const timer = setTimeout(() => finish("The kernel did not stop."), STOP_DEADLINE);
    const finish = (problem: string | undefined) => {
      clearTimeout(timer);
      tracker.dispose();
      resolve(problem);
    };
  });
}
