// Where Weft's own programs are: the language server, the debug adapter and the weft command.
import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import * as vscode from "vscode";
import { needsTrust } from "./trust.js";

export type ProgramName = "server" | "adapter" | "cli";

const builtAt: Record<ProgramName, string> = {
  server: "language-server/dist/main.js",
  adapter: "debug-adapter/dist/main.js",
  cli: "weaver-bridge/dist/weft.js",
};

const titles: Record<ProgramName, string> = {
  server: "language server",
  adapter: "debug adapter",
  cli: "weft command",
};

export interface Program {
  readonly node: string;
  readonly module: string;
}

/** The program, or a message that says what is missing and what to do. Each of them may run what weft.json names. */
export function findProgram(name: ProgramName): Program | { readonly problem: string } {
  if (!vscode.workspace.isTrusted) return { problem: needsTrust(`Weft's ${titles[name]}`) };
  const settings = vscode.workspace.getConfiguration("weft");
  const setting = `${name}Path`;
  const set = settings.get<string>(setting) ?? "";
  const home = process.env.WEFT_HOME ?? packagedHome();
  if (set === "" && home === "") {
    return {
      problem: `Weft's ${titles[name]} is not known: neither the setting weft.${setting} nor the variable WEFT_HOME names it.`,
    };
  }
  const module = set === "" ? join(home, builtAt[name]) : set;
  if (!existsSync(module)) {
    return {
      problem: `Weft's ${titles[name]} is missing at ${module}. Build it (npm run build), or set weft.${setting}.`,
    };
  }
  return { node: settings.get<string>("nodePath") || ownNode(), module };
}

/** A packaged extension brings the programs along. */
function packagedHome(): string {
  const home = join(dirname(__dirname), "weft");
  return existsSync(home) ? home : "";
}

/** In Theia the extension runs in Node.js itself; in VS Code in Electron, which then is not what we want. */
function ownNode(): string {
  return /^node(\.exe)?$/.test(basename(process.execPath)) ? process.execPath : "node";
}
