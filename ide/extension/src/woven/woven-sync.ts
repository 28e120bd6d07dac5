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

type RowsOf = (uri: vscode.Uri) => readonly WovenRows[];

export function syncWoven(rowsOf: RowsOf): WovenSync {
  return new EditorPairs(rowsOf);
}

/** The looks of what is not the source's own. */
function createDecorations() {
  const whole = (color: string) =>
    vscode.window.createTextEditorDecorationType({
      isWholeLine: true,
      backgroundColor: new vscode.ThemeColor(color),
    });
  return {
    marker: vscode.window.createTextEditorDecorationType({
      color: new vscode.ThemeColor("weft.wovenMarker"),
    }),
    glue: vscode.window.createTextEditorDecorationType({ opacity: "0.7", fontStyle: "italic" }),
    woven: whole("weft.wovenLine"),
    current: whole("weft.wovenCurrentLine"),
  };
}

class EditorPairs implements WovenSync {
  private readonly types = createDecorations();
  private readonly numbers: ReturnType<typeof createNumbers>;
  /** First visible lines, by uri. */
  private readonly tops = new Map<string, number>();
  /** Woven texts that are being opened. */
  private opening = 0;
  /** The uri of the editor that was followed last. */
  private leader: string | undefined;
  private readonly listening: vscode.Disposable;

  constructor(private readonly rowsOf: RowsOf) {
    this.numbers = createNumbers(rowsOf);
    this.listening = vscode.Disposable.from(
      this.numbers,
      ...Object.values(this.types),
      vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => {
        // A woven text that only follows must not lead back; a source leads, also while Theia calls another one active.
        if (textEditor === vscode.window.activeTextEditor || !isWoven(textEditor)) this.follow(textEditor);
      }),
      vscode.window.onDidChangeTextEditorVisibleRanges((event) => this.scrolled(event)),
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.textChanged(document)),
      vscode.window.onDidChangeVisibleTextEditors((editors) => this.editorsChanged(editors)),
    );
  }

  dispose(): void {
    this.listening.dispose();
  }

  async whileOpening(source: string, open: () => Promise<void>): Promise<void> {
    this.opening++;
    try {
      await open();
    } finally {
      this.opening--;
    }
    for (const editor of vscode.window.visibleTextEditors)
      if (editor.document.uri.toString() === source) this.follow(editor);
  }

  // What happens in editors.

  private scrolled({ textEditor, visibleRanges }: vscode.TextEditorVisibleRangesChangeEvent): void {
    this.numbers.scrolled(textEditor);
    const top = visibleRanges[0]?.start.line;
    const key = textEditor.document.uri.toString();
    const isNew = !this.tops.has(key);
    if (top !== undefined) this.tops.set(key, top);
    // An editor that just opened shows its start, which is no scrolling.
    if (isNew || top === undefined || this.opening > 0) return;
    if (textEditor !== vscode.window.activeTextEditor) return;
    for (const { editor, line } of this.othersOf(textEditor, top))
      if (line !== undefined)
        editor.revealRange(toRange({ first: line, last: line }), vscode.TextEditorRevealType.AtTop);
    // A woven text is longer: what the cursor stands in is seen in both.
    const showsCursor = visibleRanges.some((range) => range.contains(textEditor.selection.active));
    if (!isWoven(textEditor) && showsCursor) this.follow(textEditor);
  }

  private textChanged(document: vscode.TextDocument): void {
    this.drawAll((editor) => editor.document === document);
    if (document.uri.scheme !== wovenScheme) return;
    const { activeTextEditor: active, visibleTextEditors: visible } = vscode.window;
    const followed = visible.find((editor) => editor.document.uri.toString() === this.leader) ?? active;
    if (followed !== undefined) this.follow(followed);
  }

  private editorsChanged(editors: readonly vscode.TextEditor[]): void {
    const visible = new Set(editors.map(({ document }) => document.uri.toString()));
    for (const key of this.tops.keys()) if (!visible.has(key)) this.tops.delete(key);
    this.drawAll(() => true);
    if (vscode.window.activeTextEditor !== undefined) this.follow(vscode.window.activeTextEditor);
  }

  // What is done about it.

  private follow(editor: vscode.TextEditor): void {
    if (this.opening > 0 && isWoven(editor)) return;
    this.leader = editor.document.uri.toString();
    for (const other of this.othersOf(editor, editor.selection.active.line))
      this.mark(other.editor, other.line, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  }

  /** Editors of the other side, each with the line there that belongs to a line here. */
  private othersOf(editor: vscode.TextEditor, line: number) {
    const { uri } = editor.document;
    const visible = vscode.window.visibleTextEditors;
    if (isWoven(editor)) {
      const origin = originOf(this.rowsOf(uri), line);
      return visible
        .filter((other) => other.document.uri.toString() === (origin?.uri ?? ""))
        .map((other) => ({ editor: other, line: origin?.line }));
    }
    return visible
      .filter((other) => isWoven(other) && shows(other.document.uri, uri))
      .map((other) => ({ editor: other, line: this.lineIn(other.document, uri, line) }));
  }

  private lineIn(document: vscode.TextDocument, source: vscode.Uri, line: number): number | undefined {
    const isEmpty = (at: number) => at >= document.lineCount || document.lineAt(at).isEmptyOrWhitespace;
    return lineFor(this.rowsOf(document.uri), source.toString(), line, isEmpty);
  }

  private mark(
    editor: vscode.TextEditor,
    line: number | undefined,
    reveal: vscode.TextEditorRevealType,
  ): void {
    const ranges = line === undefined ? [] : [toRange({ first: line, last: line })];
    editor.setDecorations(this.types.current, ranges);
    for (const range of ranges) editor.revealRange(range, reveal);
  }

  private drawAll(isMeant: (editor: vscode.TextEditor) => boolean): void {
    for (const editor of vscode.window.visibleTextEditors)
      if (isWoven(editor) && isMeant(editor)) this.draw(editor);
  }

  private draw(editor: vscode.TextEditor): void {
    const rows = this.rowsOf(editor.document.uri);
    this.numbers.draw(editor);
    editor.setDecorations(this.types.marker, spansOf(rows, ["marker"]).map(toRange));
    editor.setDecorations(this.types.glue, spansOf(rows, ["glue"]).map(toRange));
    editor.setDecorations(this.types.woven, spansOf(rows, ["changed", "advice", "glue"]).map(toRange));
  }
}

function isWoven({ document }: vscode.TextEditor): boolean {
  return document.uri.scheme === wovenScheme;
}

/** An aspect's text stands in any woven text. */
function shows(woven: vscode.Uri, source: vscode.Uri): boolean {
  return source.path.endsWith(".ah") || wovenChoice(woven).source === source.toString();
}

function toRange({ first, last }: LineSpan): vscode.Range {
  return new vscode.Range(first, 0, last, Number.MAX_SAFE_INTEGER);
}
