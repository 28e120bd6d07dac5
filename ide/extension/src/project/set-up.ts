// A folder that is no project yet: `weft init` finds out how its kernel is built and boots, in a terminal, where it asks.
import * as vscode from "vscode";
import { findProgram } from "./programs.js";
import { isTrustedFor } from "./trust.js";

export const SET_UP = "Set Up This Kernel…";

export function registerSetUp(): vscode.Disposable {
  return vscode.commands.registerCommand("weft.setUp", setUp);
}

async function setUp(): Promise<void> {
  const folder = await chooseFolder();
  if (folder === undefined || !isTrustedFor("Setting up a kernel")) return;
  const program = findProgram("cli");
  if ("problem" in program) {
    void vscode.window.showErrorMessage(program.problem);
    return;
  }
  const terminal = vscode.window.createTerminal({
    name: "weft init",
    cwd: folder,
    shellPath: "/bin/sh",
    shellArgs: ["-c", STAYING, program.node, program.module, "init", folder.fsPath],
  });
  terminal.show();
}

/** A terminal whose program ends well is closed at once, and with it what the program said at its end. */
const STAYING = '"$0" "$@"; code=$?; printf "\\n(Enter closes this terminal.) "; read -r _; exit $code';

async function chooseFolder(): Promise<vscode.Uri | undefined> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (folders.length > 1) return (await vscode.window.showWorkspaceFolderPick())?.uri;
  const [only] = folders;
  if (only === undefined)
    void vscode.window.showInformationMessage("Open the folder of the kernel's sources first.");
  return only?.uri;
}
