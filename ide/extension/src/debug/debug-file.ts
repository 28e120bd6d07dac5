// Files that are debugged in place of a machine that is built and booted: recordings and memory dumps.
import * as vscode from "vscode";

/** `how`: the setting of a debug configuration that names the file. */
export async function debugFile(
  how: "replay" | "dump",
  file: vscode.Uri,
  launch: vscode.DebugConfiguration,
): Promise<void> {
  const folder = vscode.workspace.getWorkspaceFolder(vscode.Uri.file(launch.project as string));
  const name = `${how === "replay" ? "Replay" : "Dump"} ${file.path.split("/").at(-1)}`;
  await vscode.debug.startDebugging(folder, { ...launch, name, [how]: file.fsPath, build: "never" });
}
