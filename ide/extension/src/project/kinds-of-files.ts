// What the workspace has, for those who would only be offered what makes sense here: the context keys
// `weft.hasSpecifications` (declarations of specializations, `.spec`) and `weft.hasInterfaces` (`.idl`).
import * as vscode from "vscode";

const keys = { "weft.hasSpecifications": ".spec", "weft.hasInterfaces": ".idl" };

/** With the project's own file, as Theia logs a search that finds nothing as one that failed. */
const pattern = "**/{weft.json,*.spec,*.idl}";
const MOST_FILES = 1_000;

export function trackKindsOfFiles(): vscode.Disposable {
  const refresh = async () => {
    const found = await vscode.workspace.findFiles(pattern, "**/{node_modules,.weft}/**", MOST_FILES);
    for (const [key, ending] of Object.entries(keys)) {
      const isThere = found.some(({ path }) => path.endsWith(ending));
      await vscode.commands.executeCommand("setContext", key, isThere);
    }
  };
  const watcher = vscode.workspace.createFileSystemWatcher("**/*.{spec,idl}", false, true, false);
  void refresh();
  return vscode.Disposable.from(
    watcher,
    watcher.onDidCreate(() => void refresh()),
    watcher.onDidDelete(() => void refresh()),
    vscode.workspace.onDidChangeWorkspaceFolders(() => void refresh()),
  );
}
