// Debugging a kernel on QEMU: the configuration that F5 uses without a launch.json, and the way to our debug adapter.
import { DEBUG_TYPE } from "@weft/debug-adapter/protocol";
import * as vscode from "vscode";
import { findProgram } from "../project/programs.js";
import type { Projects } from "../project/projects.js";
import { buildAndWait } from "../project/tasks.js";
import { isTrustedFor } from "../project/trust.js";
import { registerAdviceSteps } from "./advice-steps.js";
import { registerDumps } from "./dumps.js";
import type { KernelConsole } from "./kernel-console.js";
import { registerRecordings } from "./recordings.js";

const type = DEBUG_TYPE;

export function registerDebugging(projects: Projects, console: KernelConsole): vscode.Disposable {
  const followLaunchFile = trackLaunchFile();
  return vscode.Disposable.from(
    followLaunchFile,
    registerRecordings(projects, launchOf),
    registerDumps(projects, launchOf),
    registerAdviceSteps(),
    vscode.debug.registerDebugConfigurationProvider(type, {
      resolveDebugConfiguration: (folder, configuration) => complete(projects, folder, configuration),
      resolveDebugConfigurationWithSubstitutedVariables: (_folder, configuration) =>
        buildFirst(configuration),
    }),
    vscode.debug.registerDebugConfigurationProvider(
      type,
      { provideDebugConfigurations: () => projects.all().map((project) => launchOf(project)) },
      vscode.DebugConfigurationProviderTriggerKind.Dynamic,
    ),
    vscode.debug.registerDebugAdapterDescriptorFactory(type, { createDebugAdapterDescriptor: adapter }),
    vscode.debug.registerDebugAdapterTrackerFactory(type, {
      createDebugAdapterTracker: (session) => console.follow(session),
    }),
    vscode.commands.registerCommand("weft.debug", () => debug(projects)),
    vscode.commands.registerCommand("weft.showConsole", () => console.show()),
  );
}

async function debug(projects: Projects): Promise<void> {
  if (!isTrustedFor("Booting a kernel")) return;
  const project = await projects.choose();
  if (project === undefined) return;
  await vscode.debug.startDebugging(vscode.workspace.getWorkspaceFolder(project), launchOf(project));
}

function launchOf(project: vscode.Uri): vscode.DebugConfiguration {
  const name = `Boot ${vscode.workspace.asRelativePath(project, false).split("/").at(-1)}`;
  // The kernel console comes to the front; the debug console repeats it among the debugger's own messages.
  return { type, request: "launch", name, project: project.fsPath, internalConsoleOptions: "neverOpen" };
}

/** Fills in what a configuration leaves open; an empty one is what F5 gives without a launch.json. */
async function complete(
  projects: Projects,
  folder: vscode.WorkspaceFolder | undefined,
  configuration: vscode.DebugConfiguration,
): Promise<vscode.DebugConfiguration | undefined> {
  if (!isTrustedFor("Booting a kernel")) return undefined;
  if (typeof configuration.project === "string") return configuration;
  const project = folder?.uri ?? (await projects.choose());
  if (project === undefined) return undefined;
  return { ...launchOf(project), ...configuration, type, project: project.fsPath };
}

/**
 * Builds by the task, so that problems get to the Problems view and the output has its terminal. The adapter builds
 * again, which costs little then: a restart has to build, too.
 */
async function buildFirst(
  configuration: vscode.DebugConfiguration,
): Promise<vscode.DebugConfiguration | undefined> {
  const { request, build, project } = configuration;
  if (request !== "launch" || build === "never" || typeof project !== "string") return configuration;
  if (await buildAndWait(vscode.Uri.file(project))) return configuration;
  void tellBuildFailed();
  return undefined;
}

async function tellBuildFailed(): Promise<void> {
  const action = await vscode.window.showErrorMessage(
    "The kernel was not booted: its build failed. The task's terminal and the Problems view say why.",
    "Show Problems",
  );
  if (action !== undefined) await vscode.commands.executeCommand("workbench.actions.view.problems");
}

function adapter(): vscode.DebugAdapterDescriptor {
  const program = findProgram("adapter");
  if ("problem" in program) throw new Error(program.problem);
  return new vscode.DebugAdapterExecutable(program.node, [program.module]);
}

/** With a launch.json the usual F5 takes over; the context key says so. */
function trackLaunchFile(): vscode.Disposable {
  const refresh = () => {
    const configurations = vscode.workspace.getConfiguration("launch").get<unknown[]>("configurations") ?? [];
    void vscode.commands.executeCommand(
      "setContext",
      "weft.hasLaunchConfigurations",
      configurations.length > 0,
    );
  };
  refresh();
  return vscode.workspace.onDidChangeConfiguration((change) => {
    if (change.affectsConfiguration("launch")) refresh();
  });
}
