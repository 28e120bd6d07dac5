// The view "Cross References": what the line of the cursor, or the whole file, relates to, in both directions. It
// follows the editor unless it is unlinked.
import {
  type RelatedElement,
  type Relation,
  type RelationEnd,
  relationsRequest,
  relationWords,
} from "@weft/language-server/protocol";
import * as vscode from "vscode";
import { isSourceFile } from "../active-editor.js";
import { createAsking } from "../asking.js";
import { openCommand, placeText } from "../aspects/places.js";
import { noted } from "../expected.js";
import type { LanguageServer } from "../language-server.js";
import { RowTree } from "../trees/row-tree.js";
import { shortenedRows, shortPlace } from "../trees/shortened.js";
import { aspectsIn, everyRelation, filterRelations, type RelationFilter } from "./filter-relations.js";
import { elementIcon, endLabel, relationIcon, relationTitle } from "./relation-icons.js";

type Node =
  | { readonly type: "element"; readonly uri: string; readonly element: RelatedElement }
  | { readonly type: "relation"; readonly id: string; readonly relation: Relation }
  | { readonly type: "end"; readonly id: string; readonly end: RelationEnd; readonly row: string };

const quietMilliseconds = 120;
const filterKey = "weft.relations.hidden";
const wholeKey = "weft.relations.wholeFile";
const linkKey = "weft.relations.linked";

export class CrossReferencesTree extends RowTree<Node> {
  private readonly asking = createAsking(() => this.ask(), quietMilliseconds);
  private at: { readonly uri: vscode.Uri; readonly selection: vscode.Selection } | undefined;
  private wantsRow = false;
  private answered: readonly RelatedElement[] = [];
  private shown: readonly Node[] = [];
  private filter: RelationFilter;
  private isWhole: boolean;
  private isLinked: boolean;

  constructor(
    private readonly server: LanguageServer,
    private readonly memento: vscode.Memento,
  ) {
    super("weft.crossReferences");
    this.filter = { ...everyRelation, hiddenRelations: memento.get(filterKey, []) };
    this.isWhole = memento.get(wholeKey, false);
    this.isLinked = memento.get(linkKey, true);
    const register = vscode.commands.registerCommand;
    this.keep(
      this.asking,
      vscode.window.onDidChangeActiveTextEditor(() => this.follow()),
      vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => {
        if (textEditor === vscode.window.activeTextEditor) this.follow();
      }),
      this.view.onDidChangeVisibility(() => this.refreshSoon()),
      server.onEffectsChanged(() => this.refreshSoon()),
      server.onWillStart(() => this.refreshSoon()),
      server.onDidStart(() => this.refreshSoon()),
      server.onDidStop(() => this.refreshSoon()),
      register("weft.showCrossReferences", async () => {
        this.wantsRow = true;
        await vscode.commands.executeCommand("weft.crossReferences.focus");
        await this.asking.now();
        await this.chooseFirst();
      }),
      register("weft.crossReferencesOfFile", () => this.set({ whole: true })),
      register("weft.crossReferencesOfLine", () => this.set({ whole: false })),
      register("weft.linkCrossReferences", () => this.set({ linked: true })),
      register("weft.unlinkCrossReferences", () => this.set({ linked: false })),
      register("weft.filterCrossReferences", () => this.chooseRelations()),
      register("weft.filterCrossReferencesByAspect", () => this.chooseAspect()),
      register("weft.filterCrossReferencesByText", () => this.chooseText()),
    );
    this.set({});
    this.follow();
  }

  private set({ whole = this.isWhole, linked = this.isLinked }: { whole?: boolean; linked?: boolean }): void {
    this.isWhole = whole;
    this.isLinked = linked;
    void this.memento.update(wholeKey, whole);
    void this.memento.update(linkKey, linked);
    void vscode.commands.executeCommand("setContext", "weft.crossReferencesWhole", whole);
    void vscode.commands.executeCommand("setContext", "weft.crossReferencesLinked", linked);
    if (linked) this.follow();
    this.refreshSoon();
  }

  /** A focus outside of any source keeps the last place. */
  private follow(): void {
    const editor = vscode.window.activeTextEditor;
    if (editor === undefined || !isSourceFile(editor.document)) return;
    if (!this.isLinked && this.at !== undefined) return;
    const before = this.at;
    this.at = { uri: editor.document.uri, selection: editor.selection };
    const isSame =
      before?.uri.toString() === this.at.uri.toString() &&
      (this.isWhole || before.selection.active.line === this.at.selection.active.line);
    if (!isSame) this.refreshSoon();
  }

  private refreshSoon(): void {
    if (this.view.visible) this.asking.soon();
  }

  private async ask(): Promise<void> {
    const { at } = this;
    if (at === undefined) return this.show([], "Open a source file to see what it relates to.");
    const range = this.isWhole ? {} : { range: { start: at.selection.start, end: at.selection.end } };
    const answer = await this.server.ask(relationsRequest, { uri: at.uri.toString(), ...range });
    // The cursor went on meanwhile, and so does the question.
    if (at !== this.at) return this.asking.soon();
    if (answer === undefined)
      return this.show([], this.server.problem ?? "The language server does not answer.");
    // What is being computed replaces nothing that is there: the tree does not empty and fill at each key.
    if (answer.state === "computing" && answer.elements.length === 0 && this.answered.length > 0) return;
    const busy = answer.state === "computing" ? "Weft reads the project." : (answer.message ?? "");
    this.show(answer.elements, answer.elements.length > 0 ? "" : busy);
  }

  private show(elements: readonly RelatedElement[], message: string): void {
    this.answered = elements;
    const { at } = this;
    const path = at === undefined ? "" : vscode.workspace.asRelativePath(at.uri, false);
    const place = this.isWhole || at === undefined ? path : `${path}:${at.selection.active.line + 1}`;
    this.view.description = [place, ...this.filterWords()].join(" · ");
    const filtered = filterRelations(elements, this.filter);
    const nothing =
      elements.length > 0 ? "The filter hides every relation here." : "No aspect or stub relates to this.";
    this.view.message = filtered.length > 0 ? "" : message || nothing;
    const uri = at?.uri.toString() ?? "";
    const nodes = filtered.map((element): Node => ({ type: "element", uri, element }));
    if (JSON.stringify(nodes) === JSON.stringify(this.shown)) return;
    this.shown = nodes;
    void this.redraw().then(() => this.chooseFirst());
  }

  /**
   * So that the arrow keys have a row to start from, once there is one after the view was asked for. The view has the
   * focus by then, or whoever works has gone elsewhere meanwhile and keeps it.
   */
  private async chooseFirst(): Promise<void> {
    const [first] = this.shown;
    if (first === undefined || !this.wantsRow) return;
    this.wantsRow = false;
    await this.view
      .reveal(first, { select: true, focus: false })
      .then(undefined, noted("the first row of relations"));
  }

  private filterWords(): string[] {
    const { aspect, text, hiddenRelations } = this.filter;
    return [
      aspect === undefined ? "" : `only ${aspect}`,
      text === "" ? "" : `"${text}"`,
      hiddenRelations.length === 0 ? "" : `${hiddenRelations.length} kinds hidden`,
      this.isLinked ? "" : "not linked",
    ].filter((words) => words !== "");
  }

  private async chooseRelations(): Promise<void> {
    const kinds = Object.keys(relationWords) as (keyof typeof relationWords)[];
    const items = kinds.map((kind) => ({
      label: relationWords[kind],
      kindOfRelation: kind,
      picked: !this.filter.hiddenRelations.includes(kind),
    }));
    const picked = await vscode.window.showQuickPick(items, {
      canPickMany: true,
      placeHolder: "Relations that the view shows",
    });
    if (picked === undefined) return;
    const kept = new Set(picked.map(({ kindOfRelation }) => kindOfRelation));
    const hiddenRelations = kinds.filter((kind) => !kept.has(kind));
    void this.memento.update(filterKey, hiddenRelations);
    this.setFilter({ hiddenRelations });
  }

  private async chooseAspect(): Promise<void> {
    const all = "All aspects";
    const picked = await vscode.window.showQuickPick([all, ...aspectsIn(this.answered)], {
      placeHolder: "Only relations that this aspect makes",
    });
    if (picked !== undefined) this.setFilter({ aspect: picked === all ? undefined : picked });
  }

  private async chooseText(): Promise<void> {
    const text = await vscode.window.showInputBox({
      prompt: "Show only relations with this text; nothing shows all",
      value: this.filter.text,
    });
    if (text !== undefined) this.setFilter({ text });
  }

  private setFilter(part: Partial<RelationFilter>): void {
    this.filter = { ...this.filter, ...part };
    this.show(this.answered, "");
  }

  protected override rowsBelow(node: Node | undefined): Node[] {
    if (node === undefined) return [...this.shown];
    if (node.type === "element") {
      const id = `${node.uri}#${node.element.id}`;
      return node.element.relations.map((relation) => ({
        type: "relation",
        id: `${id}#${relation.kind}`,
        relation,
      }));
    }
    if (node.type === "relation") {
      const { ends } = node.relation;
      const rows = shortenedRows(ends.map(endLabel));
      return ends.map((end, at) => ({ type: "end", id: `${node.id}#${at}`, end, row: rows[at] ?? "" }));
    }
    return [];
  }

  /** Only elements, which have none, are ever revealed. */
  getParent(): undefined {
    return undefined;
  }

  override getTreeItem(node: Node): vscode.TreeItem {
    const { Expanded, Collapsed, None } = vscode.TreeItemCollapsibleState;
    if (node.type === "element") {
      const { id, kind, label, within, range } = node.element;
      const item = new vscode.TreeItem(label, this.isWhole ? Collapsed : Expanded);
      item.id = `${node.uri}#${id}`;
      item.iconPath = elementIcon(kind);
      item.description = `${within === undefined ? "" : `in ${within}, `}line ${range.start.line + 1}`;
      item.tooltip = `${label}\n${item.description}`;
      item.command = openCommand({ uri: node.uri, range });
      item.contextValue = "element";
      return item;
    }
    if (node.type === "relation") {
      const { kind, ends } = node.relation;
      const item = new vscode.TreeItem(relationTitle(kind, ends.length), Expanded);
      item.id = node.id;
      item.iconPath = relationIcon(kind);
      item.contextValue = "relation";
      return item;
    }
    const item = new vscode.TreeItem(node.row, None);
    item.id = node.id;
    item.description = shortPlace(placeText(node.end));
    item.tooltip = [node.end.label, node.end.reason ?? "", placeText(node.end)]
      .filter((line) => line !== "")
      .join("\n");
    item.command = openCommand(node.end);
    item.contextValue = "end";
    return item;
  }
}
