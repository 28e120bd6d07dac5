// The "Why" view: for the line at the cursor its join points, and for each advice which parts of its pointcut hold or
// fail, the nearest miss first, with the pointcut that would match.
import {
  type Position,
  type WhyAdvice,
  type WhyConjunct,
  type WhyJoinPoint,
  type WhyOrder,
  type WhyResult,
  whyCommand,
  whyRequest,
} from "@weft/language-server/protocol";
import * as vscode from "vscode";
import { openCommand, placeText, toRange } from "../aspects/places.js";
import { noted } from "../expected.js";
import type { LanguageServer } from "../language-server.js";
import { plainWords } from "../trees/plain-words.js";
import { RowTree } from "../trees/row-tree.js";
import { shortenedRows, shortPlace } from "../trees/shortened.js";

type Suggestion = NonNullable<WhyAdvice["suggestion"]>;

type Node =
  | { readonly type: "note"; readonly text: string }
  | { readonly type: "joinPoint"; readonly joinPoint: WhyJoinPoint; readonly row: string }
  | {
      readonly type: "advice";
      readonly advice: WhyAdvice;
      readonly isNearest: boolean;
      readonly row: string;
    }
  | { readonly type: "order"; readonly order: WhyOrder }
  | { readonly type: "conjunct"; readonly conjunct: WhyConjunct }
  | { readonly type: "suggestion"; readonly suggestion: Suggestion };

const EMPTY =
  "Put the cursor on a line of C or C++ and press Alt+Shift+Y: every advice, and in a struct or class every slice, says why it applies there or does not, and why aspects nest as they do.";

export class WhyTree extends RowTree<Node> {
  private roots: Node[] = [];
  private running: vscode.CancellationTokenSource | undefined;

  constructor(private readonly server: LanguageServer) {
    super("weft.why");
    this.view.message = EMPTY;
    this.keep(
      vscode.commands.registerCommand(whyCommand, (uri?: unknown, position?: Position) =>
        this.ask(uri, position),
      ),
      vscode.commands.registerCommand("weft.applySuggestion", (node: Node | Suggestion | undefined) =>
        applySuggestion(node),
      ),
    );
  }

  override dispose(): void {
    this.running?.cancel();
    super.dispose();
  }

  private async ask(given?: unknown, position?: Position): Promise<void> {
    const asked = typeof given === "string" && position !== undefined ? { uri: given, position } : cursor();
    if (asked === undefined) {
      void vscode.window.showInformationMessage(
        "Open a C or C++ file and put the cursor on the line to ask about.",
      );
      return;
    }
    this.running?.cancel();
    const own = new vscode.CancellationTokenSource();
    this.running = own;
    this.view.message = "Looking…";
    void vscode.commands.executeCommand("weft.why.focus");
    const answer = await this.server.ask(whyRequest, asked, own.token);
    if (this.running !== own) return;
    const where = placeText({ uri: asked.uri, range: { start: asked.position, end: asked.position } });
    this.show(where, answer ?? { message: this.server.problem ?? "The language server gave no answer." });
  }

  private show(where: string, answer: WhyResult): void {
    this.view.description = where;
    if ("message" in answer) {
      this.view.message = answer.message;
      this.roots = [];
    } else {
      this.view.message = answer.none === undefined ? "" : `No join point at ${where}: ${answer.none}.`;
      this.roots = [
        ...answer.notes.map((text): Node => ({ type: "note", text })),
        ...withRows(answer.joinPoints, (joinPoint, row): Node => ({ type: "joinPoint", joinPoint, row })),
      ];
    }
    void this.redraw().then(() => this.chooseFirst());
  }

  /** So that the arrow keys have a row to start from; the view had the focus when it was asked. */
  private async chooseFirst(): Promise<void> {
    const [first] = this.roots;
    if (first !== undefined)
      await this.view
        .reveal(first, { focus: false, select: true })
        .then(undefined, noted("the first row of why"));
  }

  getParent(): undefined {
    return undefined;
  }

  protected override rowsBelow(node: Node | undefined): Node[] {
    if (node === undefined) return this.roots;
    if (node.type === "joinPoint") {
      const { advice: all, order } = node.joinPoint;
      const nearest = all.find(({ applies }) => applies === "no");
      return all.length === 0
        ? [{ type: "note", text: "The project's aspects hold no advice." }]
        : [
            ...order.map((one): Node => ({ type: "order", order: one })),
            ...withRows(
              all,
              (advice, row): Node => ({ type: "advice", advice, isNearest: advice === nearest, row }),
            ),
          ];
    }
    if (node.type !== "advice") return [];
    const { conjuncts, suggestion } = node.advice;
    return [
      ...conjuncts.map((conjunct): Node => ({ type: "conjunct", conjunct })),
      ...(suggestion === undefined ? [] : [{ type: "suggestion", suggestion } as const]),
    ];
  }

  override getTreeItem(node: Node): vscode.TreeItem {
    switch (node.type) {
      case "note":
        return noteItem(node.text);
      case "joinPoint":
        return joinPointItem(node.joinPoint, node.row);
      case "advice":
        return adviceItem(node.advice, node.isNearest, node.row);
      case "order":
        return orderItem(node.order);
      case "conjunct":
        return conjunctItem(node.conjunct);
      case "suggestion":
        return suggestionItem(node.suggestion);
    }
  }
}

function cursor(): { uri: string; position: Position } | undefined {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined || !["c", "cpp"].includes(editor.document.languageId)) return undefined;
  return { uri: editor.document.uri.toString(), position: editor.selection.active };
}

const ICONS = {
  yes: ["pass", "charts.green", "holds"],
  "at run time": ["question", "charts.yellow", "decided at run time"],
  no: ["circle-slash", "charts.red", "fails"],
} as const;

function verdictIcon(verdict: keyof typeof ICONS): vscode.ThemeIcon {
  const [icon, colour] = ICONS[verdict];
  return new vscode.ThemeIcon(icon, new vscode.ThemeColor(colour));
}

function noteItem(text: string): vscode.TreeItem {
  const item = new vscode.TreeItem(text);
  item.iconPath = new vscode.ThemeIcon("info");
  item.tooltip = text;
  return item;
}

/** Places with what stands in their rows, which tells each from the others. */
function withRows<Item extends { readonly place: { readonly label: string } }>(
  items: readonly Item[],
  nodeOf: (item: Item, row: string) => Node,
): Node[] {
  const rows = shortenedRows(items.map(({ place }) => place.label));
  return items.map((item, at) => nodeOf(item, rows[at] ?? item.place.label));
}

function joinPointItem({ place }: WhyJoinPoint, row: string): vscode.TreeItem {
  const item = new vscode.TreeItem(row, vscode.TreeItemCollapsibleState.Expanded);
  item.description = shortPlace(placeText(place));
  item.tooltip = `${place.label}\n${placeText(place)}`;
  item.iconPath = new vscode.ThemeIcon("location");
  item.command = openCommand(place);
  return item;
}

function adviceItem({ place, applies, why }: WhyAdvice, isNearest: boolean, row: string): vscode.TreeItem {
  const open = applies !== "no" || isNearest;
  const { Expanded, Collapsed } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(row, open ? Expanded : Collapsed);
  const verdict =
    applies === "no"
      ? `does not apply${isNearest ? " (nearest)" : ""}`
      : applies === "yes"
        ? "applies"
        : "at run time";
  item.description = plainWords(`${verdict}: ${why}`);
  item.tooltip = `${place.label}\n${verdict}: ${why}\n${placeText(place)}`;
  item.iconPath = verdictIcon(applies);
  item.command = openCommand(place);
  item.accessibilityInformation = { label: `${place.label} ${verdict}: ${why}` };
  return item;
}

function orderItem({ label, why, isGiven, by }: WhyOrder): vscode.TreeItem {
  const item = new vscode.TreeItem(label);
  item.description = plainWords(why);
  item.tooltip = `${label}: ${why}`;
  item.iconPath = isGiven
    ? new vscode.ThemeIcon("list-ordered")
    : new vscode.ThemeIcon("warning", new vscode.ThemeColor("list.warningForeground"));
  const [first] = by;
  if (first !== undefined) item.command = openCommand(first);
  item.accessibilityInformation = { label: `${label}: ${why}` };
  return item;
}

function conjunctItem({ place, holds, why }: WhyConjunct): vscode.TreeItem {
  const item = new vscode.TreeItem(place.label);
  item.description = plainWords(why);
  item.tooltip = `${place.label}\n${ICONS[holds][2]}: ${why}`;
  item.iconPath = verdictIcon(holds);
  item.command = openCommand(place);
  item.accessibilityInformation = { label: `${place.label} ${ICONS[holds][2]}: ${why}` };
  return item;
}

function suggestionItem(suggestion: Suggestion): vscode.TreeItem {
  const item = new vscode.TreeItem(`It would with ${suggestion.pointcut}`);
  item.description = "press Enter to change it";
  item.tooltip = `${suggestion.pointcut}\nWith this pointcut the advice applies here.`;
  item.iconPath = new vscode.ThemeIcon("lightbulb");
  item.contextValue = "suggestion";
  item.command = { command: "weft.applySuggestion", title: "Change", arguments: [suggestion] };
  return item;
}

/** Other join points may be gained or lost, so the user is asked. */
async function applySuggestion(node: Node | Suggestion | undefined): Promise<void> {
  const suggestion =
    node !== undefined && "type" in node ? (node.type === "suggestion" ? node.suggestion : undefined) : node;
  if (suggestion === undefined) return;
  const answer = await vscode.window.showInformationMessage(
    `Change the pointcut to ${suggestion.pointcut}? It will then match here, and may match elsewhere.`,
    { modal: true },
    "Change",
  );
  if (answer !== "Change") return;
  const edit = new vscode.WorkspaceEdit();
  for (const { uri, range, newText } of suggestion.edits)
    edit.replace(vscode.Uri.parse(uri, true), toRange({ uri, range }), newText);
  if (!(await vscode.workspace.applyEdit(edit)))
    void vscode.window.showWarningMessage("The aspect file has changed meanwhile; ask again.");
}
