// What our views of rows have in common: rows that are told anew without flicker, what lies below each, and the end of
// all that a view holds. A view says what its rows are and how they look.
import * as vscode from "vscode";
import { createRedrawing } from "./redrawing.js";

export abstract class RowTree<Row> implements vscode.TreeDataProvider<Row>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<undefined>();
  private readonly redrawing = createRedrawing<Row>(
    () => this.changed.fire(undefined),
    (row) => this.getTreeItem(row).collapsibleState === vscode.TreeItemCollapsibleState.Expanded,
  );
  private readonly kept: vscode.Disposable[] = [this.changed, this.redrawing];
  readonly onDidChangeTreeData = this.changed.event;
  protected readonly view: vscode.TreeView<Row>;

  protected constructor(id: string) {
    this.view = vscode.window.createTreeView(id, { treeDataProvider: this, showCollapseAll: true });
    this.keep(this.view);
  }

  /** The rows below one, or the topmost. */
  protected abstract rowsBelow(row: Row | undefined): Row[];
  abstract getTreeItem(row: Row): vscode.TreeItem;

  /** Ends with the view. */
  protected keep(...disposables: readonly vscode.Disposable[]): void {
    this.kept.push(...disposables);
  }

  /** The rows are new. Resolves when the view has been told. */
  protected redraw(): Promise<void> {
    return this.redrawing.redraw();
  }

  getChildren(row?: Row): Row[] {
    const below = this.eachOnce(this.rowsBelow(row));
    this.redrawing.asked(row, below);
    return below;
  }

  /** Theia's tree goes round in circles, and takes the window with it, where two rows have one id. */
  private eachOnce(rows: readonly Row[]): Row[] {
    const seen = new Set<string>();
    return rows.filter((row) => {
      const { id } = this.getTreeItem(row);
      if (id === undefined) return true;
      const isNew = !seen.has(id);
      seen.add(id);
      return isNew;
    });
  }

  dispose(): void {
    for (const disposable of this.kept.splice(0)) disposable.dispose();
  }
}
