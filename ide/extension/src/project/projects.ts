// The projects of the workspace: the folders that hold a weft.json. It reads no weft.json, it only knows where they are.
import * as vscode from "vscode";
import { noted } from "../expected.js";
import { SET_UP } from "./set-up.js";

export interface Projects extends vscode.Disposable {
  /** The project of the active editor, else the only one, else the one that the user picks; tells when there is none. */
  choose(): Promise<vscode.Uri | undefined>;
  /** The same without a question; undefined where it can't be told. */
  likely(): vscode.Uri | undefined;
  /** The innermost project that holds the file. */
  around(file: vscode.Uri): Promise<vscode.Uri | undefined>;
  /** All project folders, nearest to the workspace's root first. */
  all(): readonly vscode.Uri[];
  readonly onDidChange: vscode.Event<void>;
}

/** Looks for projects now and whenever a weft.json comes or goes; keeps the context key `weft.hasProject`. */
export function trackProjects(): Projects {
  let folders: vscode.Uri[] = [];
  const changed = new vscode.EventEmitter<void>();
  const refresh = async () => {
    const files = await vscode.workspace.findFiles("**/weft.json", "**/{node_modules,.weft}/**", 200);
    folders = files
      .map((file) => vscode.Uri.joinPath(file, ".."))
      .sort((a, b) => a.path.length - b.path.length || a.path.localeCompare(b.path));
    void vscode.commands.executeCommand("setContext", "weft.hasProject", folders.length > 0);
    if (folders.length > 0) withdrawOffer();
    changed.fire();
  };
  const watcher = vscode.workspace.createFileSystemWatcher("**/weft.json", false, true, false);
  const subscriptions = [
    watcher,
    changed,
    watcher.onDidCreate(() => void refresh()),
    watcher.onDidDelete(() => void refresh()),
    vscode.workspace.onDidChangeWorkspaceFolders(() => void refresh()),
  ];
  const ready = refresh();
  return {
    onDidChange: changed.event,
    all: () => folders,
    likely: () => likelyAmong(folders),
    around: async (file) => {
      await ready;
      return innermost(folders, file);
    },
    choose: async () => {
      await ready;
      return chooseAmong(folders);
    },
    dispose: () => vscode.Disposable.from(...subscriptions).dispose(),
  };
}

const OFFER =
  "This workspace holds no weft.json. A kernel becomes a Weft project with that file in its folder; Weft can find out what belongs into it.";

async function offerSetUp(): Promise<void> {
  if ((await vscode.window.showWarningMessage(OFFER, SET_UP)) === SET_UP)
    await vscode.commands.executeCommand("weft.setUp");
}

/** A project is there now. Other products than ours have no such command, and keep the notice. */
function withdrawOffer(): void {
  void vscode.commands
    .executeCommand("weft.withdrawNotification", OFFER)
    .then(undefined, noted("the offer to set up"));
}

async function chooseAmong(folders: readonly vscode.Uri[]): Promise<vscode.Uri | undefined> {
  if (folders.length === 0) {
    void offerSetUp();
    return undefined;
  }
  const likely = likelyAmong(folders);
  if (likely !== undefined) return likely;
  const picked = await vscode.window.showQuickPick(
    folders.map((uri) => ({ label: vscode.workspace.asRelativePath(uri), uri })),
    { placeHolder: "Which project?" },
  );
  return picked?.uri;
}

/** That of the active editor, or the only one. */
function likelyAmong(folders: readonly vscode.Uri[]): vscode.Uri | undefined {
  const around = innermost(folders, vscode.window.activeTextEditor?.document.uri);
  return around ?? (folders.length === 1 ? folders[0] : undefined);
}

function innermost(folders: readonly vscode.Uri[], file: vscode.Uri | undefined): vscode.Uri | undefined {
  return folders.filter((folder) => file?.path.startsWith(`${folder.path}/`)).at(-1);
}
