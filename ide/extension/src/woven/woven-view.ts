// The woven text of a source file, read-only, beside it. It is asked for anew whenever the effects of its source
// change, and it follows the cursor in the source.
import { wovenTextRequest } from "@weft/language-server/protocol";
import * as vscode from "vscode";
import type { LanguageServer } from "../language-server.js";
import { type LineSpan, readWovenLines, type WovenLines } from "./woven-lines.js";

const scheme = "weft-woven";

export function registerWovenView(server: LanguageServer): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const refresh = (isMeant: (source: string) => boolean) => {
    for (const { uri } of vscode.workspace.textDocuments) {
      if (uri.scheme === scheme && isMeant(sourceOf(uri))) changed.fire(uri);
    }
  };
  return vscode.Disposable.from(
    changed,
    vscode.workspace.registerTextDocumentContentProvider(scheme, {
      onDidChange: changed.event,
      provideTextDocumentContent: wovenTextFrom(server),
    }),
    server.onEffectsChanged((uri) => {
      const source = vscode.Uri.parse(uri, true).toString();
      refresh((one) => one === source);
    }),
    server.onDidStart(() => refresh(() => true)),
    vscode.commands.registerCommand("weft.showWoven", showBeside),
    followSource(),
  );
}

/** While a source can't be woven, its last woven text stays, with the reason in its first line. */
function wovenTextFrom(server: LanguageServer) {
  const last = new Map<string, string>();
  return async (uri: vscode.Uri, token: vscode.CancellationToken): Promise<string> => {
    const source = sourceOf(uri);
    const answer = await server.ask(wovenTextRequest, { uri: source }, token);
    if (answer !== undefined && "text" in answer) {
      last.set(source, answer.text);
      return answer.text;
    }
    const reason = answer?.message ?? server.problem ?? "The language server gave no answer.";
    const before = last.get(source);
    if (before === undefined) return `/* There is no woven text.\n   ${inComment(reason, "\n   ")} */\n`;
    return `/* Older than the source. ${inComment(reason, " ")} */ ${before}`;
  };
}

/** Keeps the woven text at the line of the source's cursor, and sets apart what is not the source's own. */
function followSource(): vscode.Disposable {
  const types = {
    marker: vscode.window.createTextEditorDecorationType({ opacity: "0.45" }),
    woven: vscode.window.createTextEditorDecorationType({
      isWholeLine: true,
      backgroundColor: new vscode.ThemeColor("weft.wovenLine"),
    }),
    current: vscode.window.createTextEditorDecorationType({
      isWholeLine: true,
      backgroundColor: new vscode.ThemeColor("weft.wovenCurrentLine"),
    }),
  };
  const known = new WeakMap<vscode.TextDocument, { version: number; lines: WovenLines }>();
  const linesOf = (document: vscode.TextDocument): WovenLines => {
    const kept = known.get(document);
    if (kept?.version === document.version) return kept.lines;
    const lines = readWovenLines(document.getText());
    known.set(document, { version: document.version, lines });
    return lines;
  };
  const show = (editor: vscode.TextEditor) => {
    const { document } = editor;
    const lines = linesOf(document);
    editor.setDecorations(types.marker, lines.markers.map(toRange));
    editor.setDecorations(types.woven, lines.woven.map(toRange));
    const source = vscode.Uri.parse(sourceOf(document.uri), true);
    const cursor = vscode.window.visibleTextEditors.find(
      (one) => one.document.uri.toString() === source.toString(),
    );
    if (cursor === undefined) return;
    const at = lines.find(source.path, cursor.selection.active.line);
    const range = at === undefined ? [] : [toRange({ first: at, last: at })];
    editor.setDecorations(types.current, range);
    for (const one of range) editor.revealRange(one, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  };
  const showAll = (isMeant: (editor: vscode.TextEditor) => boolean) => {
    for (const editor of vscode.window.visibleTextEditors) {
      if (editor.document.uri.scheme === scheme && isMeant(editor)) show(editor);
    }
  };
  return vscode.Disposable.from(
    ...Object.values(types),
    vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => {
      const source = textEditor.document.uri.toString();
      showAll((editor) => sourceOf(editor.document.uri) === source);
    }),
    vscode.workspace.onDidChangeTextDocument(({ document }) =>
      showAll((editor) => editor.document === document),
    ),
    vscode.window.onDidChangeVisibleTextEditors(() => showAll(() => true)),
  );
}

async function showBeside(): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const source = editor?.document;
  if (source === undefined || source.uri.scheme !== "file") {
    void vscode.window.showInformationMessage(
      "Open a C or C++ file first; its woven text is then shown beside it.",
    );
    return;
  }
  const document = await vscode.workspace.openTextDocument(wovenUri(source.uri));
  await vscode.languages.setTextDocumentLanguage(document, source.languageId);
  await vscode.window.showTextDocument(document, {
    viewColumn: vscode.ViewColumn.Beside,
    preserveFocus: true,
    preview: false,
  });
  // Theia takes the focus all the same; typing goes on in the source.
  await vscode.window.showTextDocument(source, { viewColumn: editor?.viewColumn ?? vscode.ViewColumn.One });
}

/** The name in the tab is that of the source with `woven` before its ending; the query holds the source itself. */
function wovenUri(source: vscode.Uri): vscode.Uri {
  const path = source.path.replace(/(\.[^./]*)?$/, (ending) => `.woven${ending}`);
  return source.with({ scheme, path, query: source.toString() });
}

function sourceOf(woven: vscode.Uri): string {
  return vscode.Uri.parse(woven.query, true).toString();
}

function toRange({ first, last }: LineSpan): vscode.Range {
  return new vscode.Range(first, 0, last, Number.MAX_SAFE_INTEGER);
}

function inComment(message: string, lineEnd: string): string {
  return message.replaceAll("*/", "* /").replaceAll("\n", lineEnd);
}
