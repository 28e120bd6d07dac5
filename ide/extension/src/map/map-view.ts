// The view "Crosscutting Map": a page (see `map-page`) that gets the project's map and says what the user does with it.
import { readFileSync } from "node:fs";
import * as vscode from "vscode";
import { isSourceFile } from "../active-editor.js";
import type { ShownEffects } from "../shown/shown-effects.js";
import { mapPage } from "./map-page.js";
import type { FromPage, ToPage } from "./messages.js";
import type { MappedFile, ProjectMap } from "./project-map.js";

export function registerMapView(
  map: ProjectMap,
  shown: ShownEffects,
  extensionUri: vscode.Uri,
): vscode.Disposable {
  let view: vscode.WebviewView | undefined;
  let isDrawn = false;
  const tell = (message: ToPage) => {
    if (isDrawn) void view?.webview.postMessage(message);
  };
  const tellFiles = (uris: readonly string[] | undefined) => {
    if (map.files.size === 0 && map.problem !== undefined)
      return tell({ type: "message", text: map.problem });
    const files =
      uris === undefined
        ? [...map.files.values()].map(toPage)
        : uris.map((uri) => {
            const file = map.files.get(uri);
            return file === undefined ? { uri, path: "", effects: [], problems: [] } : toPage(file);
          });
    tellAspects();
    tell({ type: "files", isPart: uris !== undefined, files, isComputing: map.isComputing });
  };
  const tellAspects = () =>
    tell({
      type: "aspects",
      aspects: map.aspects.map((name) => ({
        name,
        colour: shown.colourOf(name),
        isHidden: shown.filter.hiddenAspects.includes(name),
      })),
    });
  const tellCurrent = (editor = vscode.window.activeTextEditor) => {
    if (!isSourceFile(editor?.document)) return;
    tell({ type: "current", uri: editor?.document.uri.toString(), line: editor?.selection.active.line ?? 0 });
  };
  const hear = (message: FromPage) => {
    if (message.type === "drawn") {
      isDrawn = true;
      clearTimeout(late);
      tellFiles(undefined);
      tellCurrent();
    } else if (message.type === "open") void open(message.uri, message.line);
    else if (message.type === "hide") shown.hide(message.aspect, message.isHidden);
    else shown.setColour(message.aspect, message.colour);
  };
  let late: NodeJS.Timeout | undefined;
  const provider: vscode.WebviewViewProvider = {
    resolveWebviewView(resolved) {
      view = resolved;
      isDrawn = false;
      resolved.webview.options = { enableScripts: true };
      resolved.webview.onDidReceiveMessage(hear);
      resolved.onDidDispose(() => {
        clearTimeout(late);
        view = undefined;
        isDrawn = false;
      });
      late = setTimeout(() => void vscode.window.showWarningMessage(BLOCKED), 15_000);
      const script = vscode.Uri.joinPath(extensionUri, "dist", "map-page.js").fsPath;
      resolved.webview.html = mapPage(readFileSync(script, "utf8"));
    },
  };
  return vscode.Disposable.from(
    vscode.window.registerWebviewViewProvider("weft.map", provider, {
      webviewOptions: { retainContextWhenHidden: true },
    }),
    vscode.commands.registerCommand("weft.showMap", () => vscode.commands.executeCommand("weft.map.focus")),
    map.onDidChange(tellFiles),
    shown.onDidChange(tellAspects),
    vscode.window.onDidChangeActiveTextEditor(tellCurrent),
    vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => {
      if (textEditor === vscode.window.activeTextEditor) tellCurrent(textEditor);
    }),
    { dispose: () => clearTimeout(late) },
  );
}

const BLOCKED =
  "The map can't be drawn: the browser gives views no service worker. Allow third-party cookies for this address, " +
  "or start Weft with --desktop. The views Cross References and Aspects show the same as lists.";

function toPage({ uri, lines, effects, problems }: MappedFile) {
  return {
    uri,
    lines,
    effects,
    problems,
    path: vscode.workspace.asRelativePath(vscode.Uri.parse(uri, true), false),
  };
}

async function open(uri: string, line: number): Promise<void> {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri, true));
  const at = new vscode.Range(line, 0, line, 0);
  await vscode.window.showTextDocument(document, { selection: at });
}
