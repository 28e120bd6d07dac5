// The "Pointcut" view: what the pointcut at the cursor, or the one being tried, selects; by file.
import type { SelectedFile, SelectedJoinPoint } from "@weft/language-server/protocol";
import * as vscode from "vscode";
import { openCommand } from "../aspects/places.js";
import { RowTree } from "../trees/row-tree.js";
import type { LivePointcut } from "./live-pointcut.js";
import { summary } from "./summary.js";

type Node =
  | { readonly type: "file"; readonly file: SelectedFile; readonly isOnly: boolean }
  | { readonly type: "joinPoint"; readonly file: SelectedFile; readonly joinPoint: SelectedJoinPoint };

/** So many files are shown open at first. */
const OPEN_FILES = 12;

export class PointcutTree extends RowTree<Node> {
  private shown = "";

  constructor(private readonly live: LivePointcut) {
    super("weft.pointcut");
    this.keep(live.onDidChange(() => this.show()));
    this.show();
  }

  private show(): void {
    const { answer } = this.live;
    this.view.message = messageOf(this.live);
    this.view.description = answer?.expression ?? "";
    // What is drawn anew only when it differs does not flicker.
    const files = JSON.stringify(answer?.files ?? []);
    if (files === this.shown) return;
    this.shown = files;
    void this.redraw();
  }

  protected override rowsBelow(node: Node | undefined): Node[] {
    return childrenOf(this.live, node);
  }

  override getTreeItem(node: Node): vscode.TreeItem {
    return node.type === "file" ? fileItem(node) : joinPointItem(node);
  }
}

const EMPTY =
  "Put the cursor into a pointcut of an .ah file, or try one (Alt+Shift+U), to see what it selects in the whole kernel.";

function messageOf({ answer, stale, isAsking }: LivePointcut): string {
  if (answer === undefined) return isAsking ? "Searching…" : (stale ?? EMPTY);
  const found = `${answer.expression}: ${summary(answer)}.`;
  if (stale !== undefined) return `${stale} Below is the last complete answer, that to ${found}`;
  const parts = [found];
  if (answer.message !== undefined) parts.push(`${answer.message}.`);
  return parts.join(" ");
}

function childrenOf({ answer }: LivePointcut, node: Node | undefined): Node[] {
  const files = answer?.files ?? [];
  if (node === undefined)
    return files.map((file) => ({ type: "file", file, isOnly: files.length <= OPEN_FILES }));
  if (node.type !== "file") return [];
  return node.file.joinPoints.map((joinPoint) => ({ type: "joinPoint", file: node.file, joinPoint }));
}

function fileItem({ file, isOnly }: Node & { type: "file" }): vscode.TreeItem {
  const uri = vscode.Uri.parse(file.uri, true);
  const path = vscode.workspace.asRelativePath(uri, false);
  const state = isOnly ? vscode.TreeItemCollapsibleState.Expanded : vscode.TreeItemCollapsibleState.Collapsed;
  const item = new vscode.TreeItem(
    path,
    file.joinPoints.length === 0 ? vscode.TreeItemCollapsibleState.None : state,
  );
  item.id = file.uri;
  item.description = String(file.count);
  item.tooltip = `${path}: ${file.count} selected`;
  item.iconPath = new vscode.ThemeIcon("file-code");
  item.accessibilityInformation = { label: `${path}, ${file.count} selected` };
  return item;
}

function joinPointItem({ file, joinPoint }: Node & { type: "joinPoint" }): vscode.TreeItem {
  const { label, kind, range, certainty } = joinPoint;
  const item = new vscode.TreeItem(label);
  const { line, character } = range.start;
  item.id = `${file.uri}:${line}:${character}:${label}`;
  const late = certainty === "conditional" ? "decided at run time" : "certain";
  item.description = `line ${line + 1}${certainty === "conditional" ? ", at run time" : ""}`;
  item.tooltip = `${label}\nline ${line + 1}, ${late}`;
  item.iconPath = new vscode.ThemeIcon(
    certainty === "conditional" ? "question" : "circle-filled",
    new vscode.ThemeColor(kind === "name" ? "foreground" : `weft.${kind}`),
  );
  item.command = openCommand({ uri: file.uri, range });
  item.accessibilityInformation = { label: `${label}, line ${line + 1}, ${late}` };
  return item;
}
