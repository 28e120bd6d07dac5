// Terminals of a tutorial: a command is typed into one as the learner would type it, a long-running one keeps its own.
import { basename, join } from "node:path";
import * as vscode from "vscode";

const NAME = "Tutorial";
/** What does not give the terminal back. */
const runsOn = /\bweft run\b|--follow|--watch|live watch/;

/** What is sent to a terminal before its shell runs is lost. */
export async function typeInTerminal(folder: vscode.Uri, command: string): Promise<void> {
  const name = runsOn.test(command) ? `${NAME}: ${command.slice(0, 24)}` : NAME;
  const known = vscode.window.terminals.find((one) => one.name === name && one.exitStatus === undefined);
  const terminal =
    known ?? vscode.window.createTerminal({ name, cwd: folder, env: { PATH: pathWithWeft() } });
  terminal.show(true);
  await terminal.processId;
  terminal.sendText(command);
}

/** `weft` is found where the user has not put it. */
function pathWithWeft(): string {
  const own = join(process.env.WEFT_HOME ?? "", "weaver-bridge", "cli", "bin");
  const path = process.env.PATH ?? "";
  return basename(own) === "bin" && process.env.WEFT_HOME ? `${path}:${own}` : path;
}
