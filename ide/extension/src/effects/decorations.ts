// Shows effects in editors: an icon in the margin per affected line, a mark beside the scroll bar, and an underline
// below the calls and accesses that advice applies to. What a mark means is decided in `line-marks`.
import type { EditorEffect } from "@weft/language-server/protocol";
import * as vscode from "vscode";
import { isShown } from "../shown/filter-effects.js";
import type { ShownEffects } from "../shown/shown-effects.js";
import type { EffectStore } from "./effect-store.js";
import { iconPaths, tintedIcon } from "./icon-paths.js";
import { colourOf, type LineMark, lineMarks } from "./line-marks.js";
import { liveWords } from "./live-words.js";
import { markCommands, markWords } from "./mark-words.js";
import type { MeasuredCosts } from "./measured-costs.js";

type Ranges = Map<vscode.TextEditorDecorationType, vscode.DecorationOptions[]>;

interface Look {
  readonly shown: ShownEffects;
  readonly costs: MeasuredCosts;
}

export function showEffects(store: EffectStore, look: Look, extensionUri: vscode.Uri): vscode.Disposable {
  const { shown, costs } = look;
  const types = decorationTypes(extensionUri);
  const drawn = new WeakSet<vscode.TextEditor>();
  const show = (editor: vscode.TextEditor) => {
    drawn.add(editor);
    const effects = store.get(editor.document.uri)?.effects ?? [];
    const visible = effects.filter((effect) => isShown(effect, shown.filter));
    const ranges = rangesOf(visible, types, editor.document, look);
    // What is there is drawn before what is gone is taken away: a mark that changes its kind never leaves a gap.
    for (const [type, places] of ranges) editor.setDecorations(type, places);
    for (const type of types.all()) if (!ranges.has(type)) editor.setDecorations(type, []);
  };
  /** An answer about an older text changes nothing: the marks that stand there have moved with the edits since. */
  const isOutdated = (editor: vscode.TextEditor) => {
    const version = store.get(editor.document.uri)?.version;
    return version !== undefined && version < editor.document.version && drawn.has(editor);
  };
  const showIn = (uri: vscode.Uri) => {
    for (const editor of vscode.window.visibleTextEditors) {
      if (editor.document.uri.toString() === uri.toString() && !isOutdated(editor)) show(editor);
    }
  };
  const showAll = () => {
    for (const editor of vscode.window.visibleTextEditors) show(editor);
  };
  return vscode.Disposable.from(
    types,
    store.onDidChange(showIn),
    vscode.window.onDidChangeVisibleTextEditors((editors) => {
      for (const editor of editors) if (store.get(editor.document.uri) !== undefined) show(editor);
    }),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("weft")) showAll();
    }),
    shown.onDidChange(showAll),
    costs.onDidChange(showAll),
  );
}

function rangesOf(
  effects: readonly EditorEffect[],
  types: DecorationTypes,
  document: vscode.TextDocument,
  { shown, costs }: Look,
): Ranges {
  const settings = vscode.workspace.getConfiguration("weft", document.uri);
  const gutter = settings.get("gutter.enabled", true);
  const ruler = settings.get("overviewRuler.enabled", true);
  const underline = settings.get("underlineJoinPoints", true);
  const ranges: Ranges = new Map();
  type More = Omit<vscode.DecorationOptions, "range">;
  const add = (type: vscode.TextEditorDecorationType, range: vscode.Range, more: More = {}) => {
    ranges.set(type, [...(ranges.get(type) ?? []), { range, ...more }]);
  };
  const uri = document.uri.toString();
  const hoverOf = (mark: LineMark, hasOwnColour: boolean) => {
    const hover = new vscode.MarkdownString(markWords(mark, { uri, hasOwnColour, costOf: costs.wordsFor }));
    hover.isTrusted = { enabledCommands: markCommands };
    return hover;
  };
  for (const mark of lineMarks(effects)) {
    const line = new vscode.Range(mark.line, 0, mark.line, 0);
    const colours = new Set(mark.effects.map(({ by }) => shown.chosenColour(by.name)));
    const [colour] = colours.size === 1 ? colours : [undefined];
    if (gutter) add(types.gutter(mark, colour), line, { hoverMessage: hoverOf(mark, colour !== undefined) });
    if (ruler) add(types.ruler(mark, colour), line);
    const words = liveWords(mark.effects);
    if (words !== undefined && mark.line < document.lineCount) {
      const { end } = document.lineAt(mark.line).range;
      add(types.behind(), new vscode.Range(end, end), { renderOptions: { after: { contentText: words } } });
    }
    if (!underline) continue;
    for (const effect of mark.effects) {
      if (effect.role === "target" && effect.joinPoint !== "execution")
        add(types.underline(colourOf(effect), shown.chosenColour(effect.by.name)), toRange(effect));
    }
  }
  return ranges;
}

function toRange({ range }: EditorEffect): vscode.Range {
  return new vscode.Range(range.start.line, range.start.character, range.end.line, range.end.character);
}

interface DecorationTypes extends vscode.Disposable {
  /** `colour`: the one that the user chose for the aspect, if there is only one. */
  gutter(mark: LineMark, colour: string | undefined): vscode.TextEditorDecorationType;
  ruler(mark: LineMark, colour: string | undefined): vscode.TextEditorDecorationType;
  underline(own: string, colour: string | undefined): vscode.TextEditorDecorationType;
  /** What stands behind a line. */
  behind(): vscode.TextEditorDecorationType;
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
  const themed = (own: string | undefined) =>
    new vscode.ThemeColor(own ?? "editorOverviewRuler.infoForeground");
  return {
    gutter: ({ icon }, colour) =>
      once(`gutter ${icon} ${colour}`, () => ({
        ...(colour === undefined
          ? {
              light: { gutterIconPath: iconPaths(extensionUri, icon).light },
              dark: { gutterIconPath: iconPaths(extensionUri, icon).dark },
            }
          : { gutterIconPath: tintedIcon(extensionUri, icon, colour) }),
        gutterIconSize: "contain",
        rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
      })),
    ruler: ({ colour: own }, colour) =>
      once(`ruler ${own} ${colour}`, () => ({
        overviewRulerColor: colour ?? themed(own),
        overviewRulerLane: vscode.OverviewRulerLane.Center,
      })),
    underline: (own, colour) =>
      once(`underline ${own} ${colour}`, () => ({
        borderWidth: "0 0 1px 0",
        borderStyle: "dotted",
        borderColor: colour ?? themed(own),
        rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
      })),
    behind: () =>
      once("behind", () => ({
        after: { color: new vscode.ThemeColor("editorCodeLens.foreground"), margin: "0 0 0 3ch" },
        rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
      })),
    all: () => made.values(),
    dispose: () => vscode.Disposable.from(...made.values()).dispose(),
  };
}
