// The "Aspects" view: aspect, its advice, and the lines that each matches. From a tool to the code that it changes.
import {
  type AdviceNode,
  type AspectNode,
  aspectsRequest,
  type LabelledPlace,
} from "@weft/language-server/protocol";
import * as vscode from "vscode";
import { createAsking } from "../asking.js";
import type { LanguageServer } from "../language-server.js";
import { RowTree } from "../trees/row-tree.js";
import { openCommand, placeText } from "./places.js";

type Node =
  | { readonly type: "aspect"; readonly aspect: AspectNode }
  | {
      readonly type: "advice";
      readonly aspect: AspectNode;
      readonly advice: AdviceNode;
      readonly index: number;
    }
  | {
      readonly type: "target";
      readonly owner: string;
      readonly target: LabelledPlace;
      readonly index: number;
    };

const quietMilliseconds = 250;

export class AspectsTree extends RowTree<Node> {
  /** Many files change together when an aspect is edited; one question answers them all. */
  private readonly asking = createAsking(() => this.ask(), quietMilliseconds);
  private aspects: readonly AspectNode[] = [];

  constructor(private readonly server: LanguageServer) {
    super("weft.aspects");
    this.keep(
      this.asking,
      server.onWillStart(() => this.refreshSoon()),
      server.onDidStart(() => this.refreshSoon()),
      server.onDidStop(() => this.refreshSoon()),
      server.onEffectsChanged(() => this.refreshSoon()),
      this.view.onDidChangeVisibility(() => this.refreshSoon()),
      vscode.commands.registerCommand("weft.refreshAspects", () => this.asking.now()),
    );
    this.view.message = server.problem ?? "";
  }

  private refreshSoon(): void {
    if (this.view.visible) this.asking.soon();
  }

  private async ask(): Promise<void> {
    const answer = await this.server.ask(aspectsRequest, {});
    const aspects = answer?.aspects ?? [];
    this.view.message =
      answer === undefined
        ? (this.server.problem ?? "The language server does not answer.")
        : aspects.length === 0
          ? 'No aspects yet. An aspect is a file with the ending .ah that weft.json names under "aspects".'
          : "";
    // Most edits change nothing here; what is not drawn anew does not flicker.
    if (JSON.stringify(aspects) === JSON.stringify(this.aspects)) return;
    this.aspects = aspects;
    void this.redraw();
  }

  protected override rowsBelow(node: Node | undefined): Node[] {
    if (node === undefined) return this.aspects.map((aspect) => ({ type: "aspect", aspect }));
    if (node.type === "aspect") {
      const { aspect } = node;
      return aspect.advice.map((advice, index) => ({ type: "advice", aspect, advice, index }));
    }
    if (node.type === "advice") {
      const owner = `${node.aspect.name}/${node.index}`;
      return node.advice.targets.map((target, index) => ({ type: "target", owner, target, index }));
    }
    return [];
  }

  override getTreeItem(node: Node): vscode.TreeItem {
    if (node.type === "aspect") return aspectItem(node.aspect);
    if (node.type === "advice") return adviceItem(node.advice, `${node.aspect.name}/${node.index}`);
    return targetItem(node.target, `${node.owner}/${node.index}`);
  }
}

function aspectItem(aspect: AspectNode): vscode.TreeItem {
  const item = new vscode.TreeItem(aspect.name, vscode.TreeItemCollapsibleState.Expanded);
  const lines = aspect.advice.reduce((sum, advice) => sum + advice.targets.length, 0);
  item.id = `${aspect.uri}#${aspect.name}`;
  item.description = `${lines} ${lines === 1 ? "join point" : "join points"}`;
  item.tooltip = `aspect ${aspect.name}, ${placeText(aspect)}`;
  item.iconPath = new vscode.ThemeIcon("layers");
  item.command = openCommand(aspect);
  item.contextValue = "aspect";
  return item;
}

function adviceItem(advice: AdviceNode, id: string): vscode.TreeItem {
  const count = advice.targets.length;
  const state =
    count === 0 ? vscode.TreeItemCollapsibleState.None : vscode.TreeItemCollapsibleState.Collapsed;
  const item = new vscode.TreeItem(advice.label, state);
  item.id = `${advice.uri}#${id}`;
  item.description = count === 0 ? "matches nothing" : String(count);
  item.tooltip = `${advice.label}\n${placeText(advice)}`;
  item.iconPath = new vscode.ThemeIcon(iconOf(advice.label), colourOf(count));
  item.command = openCommand(advice);
  item.contextValue = "advice";
  return item;
}

function targetItem(target: LabelledPlace, id: string): vscode.TreeItem {
  const item = new vscode.TreeItem(target.label);
  item.id = `${target.uri}#${id}`;
  item.description = placeText(target);
  item.tooltip = `${target.label}\n${placeText(target)}`;
  item.command = openCommand(target);
  item.contextValue = "target";
  return item;
}

function iconOf(label: string): string {
  if (/\baround\b/.test(label)) return "arrow-swap";
  return /\bafter\b/.test(label) ? "arrow-small-down" : "arrow-small-right";
}

function colourOf(count: number): vscode.ThemeColor | undefined {
  return count === 0 ? new vscode.ThemeColor("list.warningForeground") : undefined;
}
