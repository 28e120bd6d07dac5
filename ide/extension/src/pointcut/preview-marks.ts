// Marks in open editors of what the pointcut at hand selects: a dashed frame, unlike the marks of what is woven.
import * as vscode from "vscode";
import { toRange } from "../aspects/places.js";
import type { LivePointcut } from "./live-pointcut.js";

export function showPreviewMarks(live: LivePointcut): vscode.Disposable {
  const colour = new vscode.ThemeColor("weft.preview");
  const type = vscode.window.createTextEditorDecorationType({
    borderWidth: "1px",
    borderStyle: "dashed",
    borderColor: colour,
    overviewRulerColor: colour,
    overviewRulerLane: vscode.OverviewRulerLane.Left,
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
  });
  const show = () => {
    const files = new Map(
      live.answer?.files.map((file) => [vscode.Uri.parse(file.uri, true).toString(), file]),
    );
    for (const editor of vscode.window.visibleTextEditors) {
      const file = files.get(editor.document.uri.toString());
      const ranges = file?.joinPoints.map(({ range }) => toRange({ uri: file.uri, range })) ?? [];
      editor.setDecorations(type, ranges);
    }
  };
  return vscode.Disposable.from(
    type,
    live.onDidChange(show),
    vscode.window.onDidChangeVisibleTextEditors(show),
  );
}
