// Where the drawn icons are, for both themes.
import { readFileSync } from "node:fs";
import * as vscode from "vscode";

/** `icon` is a name as `lineMarks` gives it. */
export function iconPaths(extensionUri: vscode.Uri, icon: string): { light: vscode.Uri; dark: vscode.Uri } {
  const at = (theme: string) => vscode.Uri.joinPath(extensionUri, "dist", "gutter", `${icon}-${theme}.svg`);
  return { light: at("light"), dark: at("dark") };
}

/** The drawing in one colour, for either theme. */
export function tintedIcon(extensionUri: vscode.Uri, icon: string, colour: string): vscode.Uri {
  const drawing = readFileSync(iconPaths(extensionUri, icon).light.fsPath, "utf8");
  const tinted = drawing.replace(/#[0-9a-f]{6}/gi, colour);
  return vscode.Uri.parse(`data:image/svg+xml;base64,${Buffer.from(tinted).toString("base64")}`);
}
