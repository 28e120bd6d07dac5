// Between the lines, the source's own numbers stand in place of those of a text that nobody wrote.
import type { WovenRows } from "@weft/language-server/protocol";
import * as vscode from "vscode";
import { wovenChoice, wovenScheme } from "./woven-document.js";
import { sourceNumbers } from "./woven-numbers.js";
import type { LineSpan } from "./woven-rows.js";

export interface DrawnNumbers extends vscode.Disposable {
  draw(editor: vscode.TextEditor): void;
  scrolled(editor: vscode.TextEditor): void;
}

/** Lines above and below those that are seen: what is drawn again with each scrolled line would stop a smooth scroll. */
const AROUND = 200;

export function createNumbers(rowsOf: (uri: vscode.Uri) => readonly WovenRows[]): DrawnNumbers {
  const type = vscode.window.createTextEditorDecorationType({
    before: { color: new vscode.ThemeColor("editorLineNumber.foreground"), margin: "0 2ch 0 0" },
  });
  const drawn = new WeakMap<vscode.TextEditor, LineSpan>();
  const draw = (editor: vscode.TextEditor) => {
    const { uri, lineCount } = editor.document;
    const choice = wovenChoice(uri);
    if (choice.form !== "inline") return;
    if (!drawn.has(editor)) editor.options.lineNumbers = vscode.TextEditorLineNumbersStyle.Off;
    const seen = seenIn(editor);
    const span = {
      first: Math.max(0, seen.first - AROUND),
      last: Math.min(lineCount - 1, seen.last + AROUND),
    };
    drawn.set(editor, span);
    editor.setDecorations(
      type,
      sourceNumbers(rowsOf(uri), choice.source, span).map(({ line, label }) => ({
        range: new vscode.Range(line, 0, line, 0),
        renderOptions: { before: { contentText: label } },
      })),
    );
  };
  return {
    draw,
    scrolled(editor) {
      if (editor.document.uri.scheme !== wovenScheme) return;
      const span = drawn.get(editor);
      const seen = seenIn(editor);
      if (span === undefined || seen.first < span.first || seen.last > span.last) draw(editor);
    },
    dispose: () => type.dispose(),
  };
}

function seenIn({ visibleRanges }: vscode.TextEditor): LineSpan {
  return { first: visibleRanges[0]?.start.line ?? 0, last: visibleRanges.at(-1)?.end.line ?? 0 };
}
