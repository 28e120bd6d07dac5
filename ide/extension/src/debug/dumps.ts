// Memory dumps: one is made of the guest that is debugged, and opened in place of a machine.
import { DUMP_MEMORY } from "@weft/debug-adapter/protocol";
import * as vscode from "vscode";
import type { Projects } from "../project/projects.js";
import { isTrustedFor } from "../project/trust.js";
import { debugCommand } from "./debug-command.js";
import { debugFile } from "./debug-file.js";

const SUFFIX = "dump";

/** `launchOf` makes the configuration that boots a project. */
export function registerDumps(
  projects: Projects,
  launchOf: (project: vscode.Uri) => vscode.DebugConfiguration,
): vscode.Disposable {
  return vscode.Disposable.from(
    debugCommand("weft.dumpMemory", () => dump(launchOf)),
    debugCommand("weft.openDump", () => choose(projects, launchOf)),
  );
}

async function dump(launchOf: (project: vscode.Uri) => vscode.DebugConfiguration): Promise<void> {
  const session = vscode.debug.activeDebugSession;
  if (session?.type !== "weft") throw new Error("No kernel is being debugged: nothing has memory to dump.");
  const project = vscode.Uri.file(session.configuration.project as string);
  const file = await vscode.window.showSaveDialog({
    defaultUri: vscode.Uri.joinPath(project, `memory.${SUFFIX}`),
    filters: { "Memory dumps": [SUFFIX] },
    title: "Dump the guest's memory into",
  });
  if (file === undefined) return;
  const options = { location: vscode.ProgressLocation.Window, title: "Dumping the guest's memory…" };
  await vscode.window.withProgress(options, () => session.customRequest(DUMP_MEMORY, { file: file.fsPath }));
  const done = `The guest's memory is in ${file.fsPath}.`;
  if ((await vscode.window.showInformationMessage(done, "Open")) !== undefined)
    await debugFile("dump", file, launchOf(project));
}

async function choose(
  projects: Projects,
  launchOf: (project: vscode.Uri) => vscode.DebugConfiguration,
): Promise<void> {
  if (!isTrustedFor("Reading a dump with a kernel's symbols")) return;
  const project = await projects.choose();
  if (project === undefined) return;
  const [file] =
    (await vscode.window.showOpenDialog({ defaultUri: project, title: "Open a memory dump" })) ?? [];
  if (file !== undefined) await debugFile("dump", file, launchOf(project));
}
