// Texts of files before and after an edit that is not made yet.
import * as vscode from "vscode";
import { isThere } from "../expected.js";

/** Empty for a file that is not there yet. */
export async function textOf(uri: vscode.Uri): Promise<string> {
  return (await isThere(uri)) ? (await vscode.workspace.openTextDocument(uri)).getText() : "";
}

/** `edits` do not overlap. */
export function applied(text: string, edits: readonly vscode.TextEdit[]): string {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  const offset = ({ line, character }: vscode.Position) => (starts[line] ?? text.length) + character;
  return [...edits]
    .sort((one, other) => offset(other.range.start) - offset(one.range.start))
    .reduce(
      (all, { range, newText }) => all.slice(0, offset(range.start)) + newText + all.slice(offset(range.end)),
      text,
    );
}
