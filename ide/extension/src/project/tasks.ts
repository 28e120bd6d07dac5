// Build, run and check as tasks, so that their output has a terminal and their problems reach the Problems view.
import { relative } from "node:path";
import * as vscode from "vscode";
import { noted } from "../expected.js";
import { findProgram } from "./programs.js";
import type { Projects } from "./projects.js";
import { isTrustedFor } from "./trust.js";

type WeftCommand = "build" | "run" | "check" | "run-live";
const weftCommands: readonly WeftCommand[] = ["build", "run", "check", "run-live"];
// Theia knows no "autoDetect": absolute and relative paths have a matcher each.
const problemMatchers = ["$weft", "$weft-relative", "$weft-gcc", "$weft-gcc-relative"];

export function registerTasks(projects: Projects): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.tasks.registerTaskProvider("weft", {
      provideTasks: () =>
        projects.all().flatMap((project) => weftCommands.flatMap((name) => taskOf(name, project))),
      resolveTask: (task) => resolve(task),
    }),
    ...weftCommands.map((name) =>
      vscode.commands.registerCommand(`weft.${name}`, () => runIn(name, projects)),
    ),
  );
}

/**
 * Runs the build task and waits for its end; true when it succeeded. False also where there is no such task. One that
 * runs already is waited for first: it may have read what has been saved since, or not.
 */
export async function buildAndWait(project: vscode.Uri): Promise<boolean> {
  await vscode.workspace.saveAll(false);
  const [task] = taskOf("build", project);
  if (task === undefined) return false;
  await endOfRunning(task);
  const end = endOf(task);
  try {
    await vscode.tasks.executeTask(task);
    return (await end.exitCode) === 0;
  } catch (error) {
    noted("the build task")(error);
    return false;
  } finally {
    end.dispose();
  }
}

/** Resolves when no run of the task is under way: Theia refuses to start a second one. */
async function endOfRunning(task: vscode.Task): Promise<void> {
  const isRunning = () => vscode.tasks.taskExecutions.some((execution) => isRunOf(task, execution));
  if (!isRunning()) return;
  let listening: vscode.Disposable | undefined;
  await new Promise<void>((resolve) => {
    listening = vscode.tasks.onDidEndTask(({ execution }) => {
      if (isRunOf(task, execution) || !isRunning()) resolve();
    });
  });
  listening?.dispose();
}

function isRunOf(task: vscode.Task, { task: run }: vscode.TaskExecution): boolean {
  return run.definition.type === "weft" && run.name === task.name;
}

/**
 * How the next run of a task ends. The run is known by its start: what `executeTask` gives is another object in Theia
 * when a short build has ended before it answers.
 */
function endOf(task: vscode.Task): vscode.Disposable & { readonly exitCode: Promise<number | undefined> } {
  const listening: vscode.Disposable[] = [];
  const runs = new Set<vscode.TaskExecution>();
  const exitCode = new Promise<number | undefined>((resolve) => {
    listening.push(
      vscode.tasks.onDidStartTask(({ execution }) => {
        if (isRunOf(task, execution)) runs.add(execution);
      }),
      vscode.tasks.onDidEndTaskProcess((event) => {
        if (runs.has(event.execution)) resolve(event.exitCode);
      }),
    );
  });
  return { exitCode, dispose: () => vscode.Disposable.from(...listening).dispose() };
}

async function runIn(name: WeftCommand, projects: Projects): Promise<void> {
  if (!isTrustedFor(`weft ${name}`)) return;
  const project = await projects.choose();
  if (project === undefined) return;
  const program = findProgram("cli");
  if ("problem" in program) {
    void vscode.window.showErrorMessage(program.problem);
    return;
  }
  await vscode.workspace.saveAll(false);
  const [task] = taskOf(name, project);
  if (task !== undefined) await vscode.tasks.executeTask(task);
}

/** The task, or none where the weft command is not known. */
function taskOf(name: WeftCommand, project: vscode.Uri): vscode.Task[] {
  const folder = vscode.workspace.getWorkspaceFolder(project);
  const definition = { type: "weft", command: name, project: placeOf(project, folder) };
  const execution = executionOf(name, project);
  if (folder === undefined || execution === undefined) return [];
  const suffix = definition.project === "" ? "" : ` ${definition.project}`;
  const task = new vscode.Task(definition, folder, `${name}${suffix}`, "weft", execution, problemMatchers);
  if (name === "build") task.group = vscode.TaskGroup.Build;
  task.presentationOptions = { reveal: vscode.TaskRevealKind.Always, clear: true, showReuseMessage: false };
  return [task];
}

/** A task from tasks.json: its definition is kept as it is, only the execution is filled in. */
function resolve(task: vscode.Task): vscode.Task | undefined {
  const name = weftCommands.find((one) => one === task.definition.command);
  const folder = typeof task.scope === "object" ? task.scope : vscode.workspace.workspaceFolders?.[0];
  if (name === undefined || folder === undefined) return undefined;
  const place: unknown = task.definition.project;
  const project = vscode.Uri.joinPath(folder.uri, typeof place === "string" ? place : "");
  const execution = executionOf(name, project);
  return execution && new vscode.Task(task.definition, folder, task.name, "weft", execution, problemMatchers);
}

function executionOf(name: WeftCommand, project: vscode.Uri): vscode.ProcessExecution | undefined {
  const program = findProgram("cli");
  if ("problem" in program) return undefined;
  const words = name === "run-live" ? ["run", "--live", project.fsPath] : [name, project.fsPath];
  return new vscode.ProcessExecution(program.node, [program.module, ...words], { cwd: project.fsPath });
}

function placeOf(project: vscode.Uri, folder: vscode.WorkspaceFolder | undefined): string {
  return folder === undefined ? "" : relative(folder.uri.fsPath, project.fsPath);
}
