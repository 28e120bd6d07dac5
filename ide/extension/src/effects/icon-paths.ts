// Where the drawn icons are, for both themes.
import * as vscode from "vscode";

/** `icon` is a name as `lineMarks` gives it. */
export function iconPaths(extensionUri: vscode.Uri, icon: string): { light: vscode.Uri; dark: vscode.Uri } {
  const at = (theme: string) => vscode.Uri.joinPath(extensionUri, "dist", "gutter", `${icon}-${theme}.svg`);
  return { light: at("light"), dark: at("dark") };
}
