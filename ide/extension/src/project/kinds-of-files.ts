// What the workspace has, for those who would only be offered what makes sense here: the context keys
// `weft.hasSpecifications` (declarations of specializations, `.spec`) and `weft.hasInterfaces` (`.idl`).
import * as vscode from "vscode";

const kinds = {
  "weft.hasSpecifications": "**/*.spec",
  "weft.hasInterfaces": "**/*.idl",
};

export function trackKindsOfFiles(): vscode.Disposable {
  return vscode.Disposable.from(...Object.entries(kinds).map(([key, pattern]) => track(key, pattern)));
}

function track(key: string, pattern: string): vscode.Disposable {
  const refresh = async () => {
    const [found] = await vscode.workspace.findFiles(pattern, "**/{node_modules,.weft}/**", 1);
    await vscode.commands.executeCommand("setContext", key, found !== undefined);
  };
  const watcher = vscode.workspace.createFileSystemWatcher(pattern, false, true, false);
  void refresh();
  return vscode.Disposable.from(
    watcher,
    watcher.onDidCreate(() => void refresh()),
    watcher.onDidDelete(() => void refresh()),
    vscode.workspace.onDidChangeWorkspaceFolders(() => void refresh()),
  );
}
