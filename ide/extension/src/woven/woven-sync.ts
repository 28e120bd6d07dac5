// Keeps a source and its woven texts together: the cursor's line is marked in the other editor, and scrolling one
// scrolls the other, both ways. Also draws what is not the source's own.
import type { WovenRows } from "@weft/language-server/protocol";
import * as vscode from "vscode";
import { createNumbers } from "./drawn-numbers.js";
import { wovenChoice, wovenScheme } from "./woven-document.js";
import { type LineSpan, lineFor, originOf, spansOf } from "./woven-rows.js";

export interface WovenSync extends vscode.Disposable {
  /**
   * Opens a woven text of `source`. Until it is there and the focus is back, nothing leads the source: the text that
   * opens stands at its start and may have the focus meanwhile.
   */
  whileOpening(source: string, open: () => Promise<void>): Promise<void>;
}

export function syncWoven(rowsOf: (uri: vscode.Uri) => readonly WovenRows[]): WovenSync {
  const types = {
    marker: vscode.window.createTextEditorDecorationType({
      color: new vscode.ThemeColor("weft.wovenMarker"),
    }),
    glue: vscode.window.createTextEditorDecorationType({ opacity: "0.7", fontStyle: "italic" }),
    woven: vscode.window.createTextEditorDecorationType({
      isWholeLine: true,
      backgroundColor: new vscode.ThemeColor("weft.wovenLine"),
    }),
    current: vscode.window.createTextEditorDecorationType({
      isWholeLine: true,
      backgroundColor: new vscode.ThemeColor("weft.wovenCurrentLine"),
    }),
  };
  const numbers = createNumbers(rowsOf);
  const draw = (editor: vscode.TextEditor) => {
    const rows = rowsOf(editor.document.uri);
    numbers.draw(editor);
    editor.setDecorations(types.marker, spansOf(rows, ["marker"]).map(toRange));
    editor.setDecorations(types.glue, spansOf(rows, ["glue"]).map(toRange));
    editor.setDecorations(types.woven, spansOf(rows, ["changed", "advice", "glue"]).map(toRange));
  };
  const mark = (editor: vscode.TextEditor, line: number | undefined, reveal: vscode.TextEditorRevealType) => {
    const range = line === undefined ? [] : [toRange({ first: line, last: line })];
    editor.setDecorations(types.current, range);
    for (const one of range) editor.revealRange(one, reveal);
  };
  const lineIn = (document: vscode.TextDocument, source: vscode.Uri, line: number) =>
    lineFor(
      rowsOf(document.uri),
      source.toString(),
      line,
      (at) => at >= document.lineCount || document.lineAt(at).isEmptyOrWhitespace,
    );
  /** Editors of the other side, each with the line there that belongs to a line here. */
  const others = (editor: vscode.TextEditor, line: number) => {
    const { uri } = editor.document;
    const visible = vscode.window.visibleTextEditors;
    if (uri.scheme === wovenScheme) {
      const origin = originOf(rowsOf(uri), line);
      return visible
        .filter((one) => one.document.uri.toString() === (origin?.uri ?? ""))
        .map((one) => ({ editor: one, line: origin?.line }));
    }
    return visible
      .filter((one) => one.document.uri.scheme === wovenScheme && shows(one.document.uri, uri))
      .map((one) => ({ editor: one, line: lineIn(one.document, uri, line) }));
  };
  /** Woven texts that are being opened. */
  let opening = 0;
  const mayLead = (editor: vscode.TextEditor) => opening === 0 || editor.document.uri.scheme !== wovenScheme;
  /** The uri of the editor that was followed last. */
  let leader: string | undefined;
  const follow = (editor: vscode.TextEditor) => {
    if (!mayLead(editor)) return;
    leader = editor.document.uri.toString();
    for (const other of others(editor, editor.selection.active.line))
      mark(other.editor, other.line, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  };
  const drawAll = (isMeant: (editor: vscode.TextEditor) => boolean) => {
    for (const editor of vscode.window.visibleTextEditors)
      if (editor.document.uri.scheme === wovenScheme && isMeant(editor)) draw(editor);
  };
  /** First visible lines, by uri. */
  const tops = new Map<string, number>();
  const listening = vscode.Disposable.from(
    numbers,
    ...Object.values(types),
    vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => {
      // A woven text that only follows must not lead back; a source leads, also while Theia calls another one active.
      if (textEditor === vscode.window.activeTextEditor || textEditor.document.uri.scheme !== wovenScheme)
        follow(textEditor);
    }),
    vscode.window.onDidChangeTextEditorVisibleRanges(({ textEditor, visibleRanges }) => {
      numbers.scrolled(textEditor);
      const top = visibleRanges[0]?.start.line;
      const key = textEditor.document.uri.toString();
      const isNew = !tops.has(key);
      if (top !== undefined) tops.set(key, top);
      // An editor that just opened shows its start, which is no scrolling.
      if (isNew || top === undefined || opening > 0) return;
      if (textEditor !== vscode.window.activeTextEditor) return;
      for (const { editor, line } of others(textEditor, top))
        if (line !== undefined)
          editor.revealRange(toRange({ first: line, last: line }), vscode.TextEditorRevealType.AtTop);
      // A woven text is longer: what the cursor stands in is seen in both.
      const isSource = textEditor.document.uri.scheme !== wovenScheme;
      if (isSource && visibleRanges.some((range) => range.contains(textEditor.selection.active)))
        follow(textEditor);
    }),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      drawAll((editor) => editor.document === document);
      if (document.uri.scheme !== wovenScheme) return;
      const { activeTextEditor: active, visibleTextEditors: visible } = vscode.window;
      const followed = visible.find((editor) => editor.document.uri.toString() === leader) ?? active;
      if (followed !== undefined) follow(followed);
    }),
    vscode.window.onDidChangeVisibleTextEditors((editors) => {
      const visible = new Set(editors.map(({ document }) => document.uri.toString()));
      for (const key of tops.keys()) if (!visible.has(key)) tops.delete(key);
      drawAll(() => true);
      if (vscode.window.activeTextEditor !== undefined) follow(vscode.window.activeTextEditor);
    }),
  );
  return {
    dispose: () => listening.dispose(),
    async whileOpening(source, open) {
      opening++;
      try {
        await open();
      } finally {
        opening--;
      }
      for (const editor of vscode.window.visibleTextEditors)
        if (editor.document.uri.toString() === source) follow(editor);
    },
  };
}

/** An aspect's text stands in any woven text. */
function shows(woven: vscode.Uri, source: vscode.Uri): boolean {
  return source.path.endsWith(".ah") || wovenChoice(woven).source === source.toString();
}

function toRange({ first, last }: LineSpan): vscode.Range {
  return new vscode.Range(first, 0, last, Number.MAX_SAFE_INTEGER);
}
