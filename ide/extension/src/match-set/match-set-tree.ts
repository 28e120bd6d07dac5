// The "Match Set" view: which join points gained, lost or reordered advice between two versions, by aspect or by file.
import * as vscode from "vscode";
import { RowTree } from "../trees/row-tree.js";
import {
  type Difference,
  type Group,
  type Grouping,
  groupsOf,
  type MatchSetDifference,
  summaryOf,
} from "./differences.js";

type Node =
  | { readonly type: "group"; readonly group: Group }
  | {
      readonly type: "difference";
      readonly owner: string;
      readonly item: Difference;
      readonly index: number;
    };

export class MatchSetTree extends RowTree<Node> {
  private shown: MatchSetDifference | undefined;
  private grouping: Grouping = "aspect";

  constructor() {
    super("weft.matchSet");
    this.view.message =
      "Nothing compared yet. Weft: Compare Match Set… compares the aspects' join points with the last commit, another revision or another configuration.";
  }

  show(difference: MatchSetDifference): void {
    this.shown = difference;
    const { from, to, differences } = difference;
    const summary = summaryOf(differences);
    this.view.message = `${from} → ${to}: ${summary === "" ? "the same advice at the same join points" : summary}`;
    void this.redraw();
  }

  /** What is going on, above the rows of before. */
  say(message: string): void {
    this.view.message = message;
  }

  toggleGrouping(): void {
    this.grouping = this.grouping === "aspect" ? "file" : "aspect";
    void this.redraw();
  }

  protected override rowsBelow(node: Node | undefined): Node[] {
    if (node === undefined)
      return groupsOf(this.shown?.differences ?? [], this.grouping).map((group) => ({
        type: "group",
        group,
      }));
    if (node.type === "difference") return [];
    return node.group.differences.map((item, index) => ({
      type: "difference",
      owner: node.group.name,
      item,
      index,
    }));
  }

  override getTreeItem(node: Node): vscode.TreeItem {
    return node.type === "group" ? groupItem(node.group) : differenceItem(node.item, node.owner, node.index);
  }
}

function groupItem({ name, differences }: Group): vscode.TreeItem {
  const item = new vscode.TreeItem(name, vscode.TreeItemCollapsibleState.Expanded);
  item.id = name;
  item.description = summaryOf(differences);
  item.iconPath = new vscode.ThemeIcon(name.includes(".") ? "file" : "layers");
  return item;
}

const ICONS: Record<Difference["change"], readonly [string, string]> = {
  gained: ["diff-added", "charts.green"],
  lost: ["diff-removed", "charts.red"],
  order: ["list-ordered", "charts.yellow"],
  condition: ["question", "charts.yellow"],
};
const WORDS: Record<Difference["change"], string> = {
  gained: "gained",
  lost: "lost",
  order: "in another order",
  condition: "under another condition",
};

function differenceItem(difference: Difference, owner: string, index: number): vscode.TreeItem {
  const { change, cause, joinPoint, advice, before, order = [] } = difference;
  const { file, startLine } = joinPoint.range;
  const titles = advice.map(({ title }) => title);
  // The row above names the aspect already.
  const short = titles.map((title) => title.replace(`${owner}: `, ""));
  const item = new vscode.TreeItem(short.join(", "));
  const [icon, colour] = ICONS[change];
  item.id = `${owner}/${index}`;
  item.description = `${file}:${startLine}, ${cause}`;
  item.iconPath = new vscode.ThemeIcon(icon, new vscode.ThemeColor(colour));
  const reasons = advice.map(({ reason }) => reason).filter((reason) => reason !== "");
  item.tooltip = [
    `${joinPoint.kind} of ${joinPoint.signature}`,
    `${WORDS[change]}: ${cause}`,
    ...(before === undefined ? [] : [`was ${before.join(", ")}`]),
    ...order.map(({ why }) => why),
    ...reasons,
  ].join("\n");
  item.accessibilityInformation = {
    label: `${WORDS[change]} ${titles.join(", ")}, ${file} line ${startLine}, ${cause}`,
  };
  item.command = {
    command: "weft.openMatchSetDifference",
    title: "Open Both Sides",
    arguments: [difference],
  };
  return item;
}
