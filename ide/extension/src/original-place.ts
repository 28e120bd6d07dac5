// From a line of residual code, as builds write it and the debugger stops in it, to the line that it was made of.
import * as vscode from "vscode";
import { textOfFile } from "./expected.js";
import { originalLine } from "./specialization/original-line.js";

/** Undefined where the editor shows no residual code, or nothing says where the line comes from. */
export async function originalPlace(
  document: vscode.TextDocument,
  line: number,
): Promise<vscode.Location | undefined> {
  const { uri } = document;
  if (uri.scheme !== "file" || !/\/\.weft\/residual\/[^/]+\.c$/.test(uri.path)) return undefined;
  const map = uri.with({ path: uri.path.replace(/\.c$/, ".json") });
  const root = vscode.Uri.joinPath(uri, "../../..");
  const text = await textOfFile(map); // A build writes it.
  const found = text === undefined ? undefined : originalLine(text, line);
  if (found === undefined) return undefined;
  const at = new vscode.Position(found.line, 0);
  return new vscode.Location(vscode.Uri.joinPath(root, found.source), at);
}
