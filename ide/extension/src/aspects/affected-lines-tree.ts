// The "Affected Lines" view: each line of the current file with what affects it, in the order it applies. From the code
// to the tools that change it; in an aspect, from each advice to the lines that it matches.
import type { EditorEffect, LabelledPlace } from "@weft/language-server/protocol";
import * as vscode from "vscode";
import { isSourceFile } from "../active-editor.js";
import { affectedLines, affectedWords } from "../effects/affected-lines.js";
import type { EffectStore } from "../effects/effect-store.js";
import { iconPaths } from "../effects/icon-paths.js";
import { colourOf, countAdvice, type LineMark, lineMarks } from "../effects/line-marks.js";
import type { ShownEffects } from "../shown/shown-effects.js";
import { RowTree } from "../trees/row-tree.js";
import { openCommand, placeText } from "./places.js";

type Node =
  | { readonly type: "line"; readonly uri: string; readonly mark: LineMark; readonly text: string }
  | { readonly type: "effect"; readonly uri: string; readonly effect: EditorEffect }
  | { readonly type: "place"; readonly id: string; readonly place: LabelledPlace };

const quietMilliseconds = 100;

export class AffectedLinesTree extends RowTree<Node> {
  private document: vscode.TextDocument | undefined;
  private timer: NodeJS.Timeout | undefined;
  private shown: readonly Node[] = [];

  constructor(
    private readonly store: EffectStore,
    private readonly hidden: ShownEffects,
    private readonly extensionUri: vscode.Uri,
  ) {
    super("weft.affectedLines");
    this.keep(
      vscode.window.onDidChangeActiveTextEditor((editor) => this.follow(editor)),
      hidden.onDidChange(() => this.showSoon()),
      store.onDidChange((uri) => {
        if (uri.toString() === this.document?.uri.toString()) this.showSoon();
      }),
    );
    this.follow(vscode.window.activeTextEditor);
  }

  override dispose(): void {
    clearTimeout(this.timer);
    super.dispose();
  }

  /** A focus outside of any source (a terminal, the woven text) keeps the last file. */
  private follow(editor: vscode.TextEditor | undefined): void {
    if (isSourceFile(editor?.document)) this.document = editor?.document;
    this.showSoon();
  }

  /** A switch of editors, and then the answer for the new file, are one redrawing. */
  private showSoon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.show(), quietMilliseconds);
  }

  private show(): void {
    const known = this.document && this.store.get(this.document.uri);
    this.view.description = this.fileWords(known?.effects);
    this.view.message = this.messageFor(known?.state, known?.message, known?.effects.length ?? 0) ?? "";
    const nodes = this.lines();
    if (JSON.stringify(nodes) === JSON.stringify(this.shown)) return;
    this.shown = nodes;
    void this.redraw();
  }

  /** The file, and the number that its badge and the status bar show. */
  private fileWords(effects: readonly EditorEffect[] | undefined): string {
    if (this.document === undefined) return "";
    const path = vscode.workspace.asRelativePath(this.document.uri, false);
    const lines = affectedLines(effects ?? [], this.hidden.filter);
    return lines.all === 0 ? path : `${path}: ${affectedWords(lines)}`;
  }

  private messageFor(
    state: string | undefined,
    message: string | undefined,
    count: number,
  ): string | undefined {
    if (this.document === undefined) return "Open a source file to see what affects its lines.";
    if (state === undefined) return this.store.problem ?? "Weft reads this file.";
    if (state === "failed") return message ?? "This file can't be analysed.";
    if (count > 0) return undefined;
    return state === "computing" ? "Weft reads this file." : "Nothing affects this file.";
  }

  protected override rowsBelow(node: Node | undefined): Node[] {
    if (node === undefined) return [...this.shown];
    if (node.type === "line") return node.mark.effects.flatMap((effect) => belowLine(node.uri, effect));
    if (node.type === "effect" && hasSeveralPlaces(node.effect)) return placesOf(node.effect);
    return [];
  }

  private lines(): Node[] {
    const { document } = this;
    const effects = document && this.store.get(document.uri)?.effects;
    if (document === undefined || effects === undefined) return [];
    return lineMarks(effects)
      .filter((mark) => mark.line < document.lineCount)
      .map((mark) => ({
        type: "line",
        uri: document.uri.toString(),
        mark,
        text: document.lineAt(mark.line).text.trim(),
      }));
  }

  override getTreeItem(node: Node): vscode.TreeItem {
    if (node.type === "line") return lineItem(node.uri, node.mark, node.text, this.extensionUri);
    if (node.type === "effect") return effectItem(node.uri, node.effect);
    return placeItem(node.id, node.place);
  }
}

/** A line of an aspect is the advice itself, so its places stand right below it. */
function belowLine(uri: string, effect: EditorEffect): Node[] {
  return effect.role === "source" ? placesOf(effect) : [{ type: "effect", uri, effect }];
}

function placesOf(effect: EditorEffect): Node[] {
  return effect.other.map((place, index) => ({ type: "place", id: `${effect.id}/${index}`, place }));
}

function lineItem(uri: string, mark: LineMark, text: string, extensionUri: vscode.Uri): vscode.TreeItem {
  const item = new vscode.TreeItem(`${mark.line + 1}: ${text}`, vscode.TreeItemCollapsibleState.Expanded);
  const start = { line: mark.line, character: 0 };
  item.id = `${uri}#${mark.line}`;
  item.description = descriptionOf(mark.effects);
  item.iconPath = iconPaths(extensionUri, mark.icon);
  item.tooltip = mark.effects.map((effect) => effect.title).join("\n");
  item.command = openCommand({ uri, range: { start, end: start } });
  item.contextValue = "line";
  return item;
}

function descriptionOf(effects: readonly EditorEffect[]): string {
  const places = effects.filter(({ role }) => role === "source").flatMap(({ other }) => other);
  if (effects.some(({ role }) => role === "target")) return countAdvice(effects);
  return places.length === 0 ? "matches nothing" : String(places.length);
}

function effectItem(uri: string, effect: EditorEffect): vscode.TreeItem {
  const several = hasSeveralPlaces(effect);
  const item = new vscode.TreeItem(
    shortTitle(effect),
    several ? vscode.TreeItemCollapsibleState.Collapsed : vscode.TreeItemCollapsibleState.None,
  );
  const [first] = effect.other;
  item.id = `${uri}#${effect.id}#${effect.role}`;
  const condition =
    effect.certainty === "conditional" ? "\nOnly under a condition that is tested at run time." : "";
  item.tooltip = `${effect.title}\n${effect.reason}${condition}`;
  item.iconPath = new vscode.ThemeIcon("arrow-left", new vscode.ThemeColor(colourOf(effect)));
  if (first !== undefined) item.description = several ? String(effect.other.length) : placeText(first);
  if (first !== undefined && !several) item.command = openCommand(first);
  item.contextValue = "effect";
  return item;
}

function placeItem(id: string, place: LabelledPlace): vscode.TreeItem {
  const item = new vscode.TreeItem(place.label);
  item.id = `place#${id}`;
  item.iconPath = new vscode.ThemeIcon("arrow-right");
  item.description = placeText(place);
  item.tooltip = `${place.label}\n${placeText(place)}`;
  item.command = openCommand(place);
  item.contextValue = "place";
  return item;
}

function hasSeveralPlaces(effect: EditorEffect): boolean {
  return effect.other.length > 1;
}

/** The row above names the line already, so the entity is left out where the title has the usual form. */
function shortTitle(effect: EditorEffect): string {
  return effect.joinPoint === "execution" ? effect.title.replace(/ of \S.*$/, "") : effect.title;
}
