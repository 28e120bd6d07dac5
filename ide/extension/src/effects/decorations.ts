// Shows effects in editors: an icon in the margin per affected line, a mark beside the scroll bar, and an underline
// below the calls and accesses that advice applies to. What a mark means is decided in `line-marks`.
import type { EditorEffect } from "@weft/language-server/protocol";
import * as vscode from "vscode";
import type { JoinPointKind } from "../protocol.js";
import type { EffectStore } from "./effect-store.js";
import { iconPaths } from "./icon-paths.js";
import { type LineMark, lineMarks } from "./line-marks.js";

type Ranges = Map<vscode.TextEditorDecorationType, vscode.Range[]>;

export function showEffects(store: EffectStore, extensionUri: vscode.Uri): vscode.Disposable {
  const types = decorationTypes(extensionUri);
  const show = (editor: vscode.TextEditor) => {
    const effects = store.get(editor.document.uri)?.effects ?? [];
    const ranges = rangesOf(effects, types, editor.document);
    for (const type of types.all()) editor.setDecorations(type, ranges.get(type) ?? []);
  };
  const showIn = (uri: vscode.Uri) => {
    for (const editor of vscode.window.visibleTextEditors) {
      if (editor.document.uri.toString() === uri.toString()) show(editor);
    }
  };
  return vscode.Disposable.from(
    types,
    store.onDidChange(showIn),
    vscode.window.onDidChangeVisibleTextEditors((editors) => {
      for (const editor of editors) if (store.get(editor.document.uri) !== undefined) show(editor);
    }),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (!change.affectsConfiguration("weft")) return;
      for (const editor of vscode.window.visibleTextEditors) show(editor);
    }),
  );
}

function rangesOf(
  effects: readonly EditorEffect[],
  types: DecorationTypes,
  document: vscode.TextDocument,
): Ranges {
  const settings = vscode.workspace.getConfiguration("weft", document.uri);
  const gutter = settings.get("gutter.enabled", true);
  const ruler = settings.get("overviewRuler.enabled", true);
  const underline = settings.get("underlineJoinPoints", true);
  const ranges: Ranges = new Map();
  const add = (type: vscode.TextEditorDecorationType, range: vscode.Range) =>
    ranges.set(type, [...(ranges.get(type) ?? []), range]);
  for (const mark of lineMarks(effects)) {
    const line = new vscode.Range(mark.line, 0, mark.line, 0);
    if (gutter) add(types.gutter(mark), line);
    if (ruler) add(types.ruler(mark), line);
    if (!underline) continue;
    for (const effect of mark.effects) {
      if (effect.role === "target" && effect.kind !== "execution")
        add(types.underline(effect.kind), toRange(effect));
    }
  }
  return ranges;
}

function toRange({ range }: EditorEffect): vscode.Range {
  return new vscode.Range(range.start.line, range.start.character, range.end.line, range.end.character);
}

interface DecorationTypes extends vscode.Disposable {
  gutter(mark: LineMark): vscode.TextEditorDecorationType;
  ruler(mark: LineMark): vscode.TextEditorDecorationType;
  underline(kind: JoinPointKind): vscode.TextEditorDecorationType;
  all(): Iterable<vscode.TextEditorDecorationType>;
}

/** Decoration types are made on first use: there are many combinations, and few occur in one workspace. */
function decorationTypes(extensionUri: vscode.Uri): DecorationTypes {
  const made = new Map<string, vscode.TextEditorDecorationType>();
  const once = (key: string, options: () => vscode.DecorationRenderOptions) => {
    const known = made.get(key) ?? vscode.window.createTextEditorDecorationType(options());
    made.set(key, known);
    return known;
  };
  const colourOf = (kind: JoinPointKind | undefined) =>
    new vscode.ThemeColor(kind === undefined ? "editorOverviewRuler.infoForeground" : `weft.${kind}`);
  return {
    gutter: ({ icon }) =>
      once(`gutter ${icon}`, () => ({
        light: { gutterIconPath: iconPaths(extensionUri, icon).light },
        dark: { gutterIconPath: iconPaths(extensionUri, icon).dark },
        gutterIconSize: "contain",
        rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
      })),
    ruler: ({ kind }) =>
      once(`ruler ${kind}`, () => ({
        overviewRulerColor: colourOf(kind),
        overviewRulerLane: vscode.OverviewRulerLane.Center,
      })),
    underline: (kind) =>
      once(`underline ${kind}`, () => ({
        borderWidth: "0 0 1px 0",
        borderStyle: "dotted",
        borderColor: colourOf(kind),
        rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
      })),
    all: () => made.values(),
    dispose: () => vscode.Disposable.from(...made.values()).dispose(),
  };
}
