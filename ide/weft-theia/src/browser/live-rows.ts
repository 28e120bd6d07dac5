// A tree of an extension is asked only below rows that the extension still knows. Told that its rows are new, Theia asks
// for the root while it still goes through the rows of a moment ago; the extension's side has forgotten these then, logs
// "No tree item with id" for each, and they are shown empty until the new ones come. What that side knows is known here:
// it forgets what stands below a row at the moment when it is asked for the rows below.
import type { FrontendApplicationContribution } from "@theia/core/lib/browser";
import { WidgetManager } from "@theia/core/lib/browser";
import { inject, injectable } from "@theia/core/shared/inversify";
import type { TreeViewItem } from "@theia/plugin-ext/lib/common";
import { type PluginTree, TreeViewWidget } from "@theia/plugin-ext/lib/main/browser/view/tree-view-widget";

type Fetch = (proxy: NonNullable<PluginTree["proxy"]>, parent: { id: string }) => Promise<TreeViewItem[]>;

@injectable()
export class LiveRows implements FrontendApplicationContribution {
  @inject(WidgetManager)
  protected readonly widgets: WidgetManager;

  onStart(): void {
    this.widgets.onDidCreateWidget(({ widget }) => {
      if (!(widget instanceof TreeViewWidget)) return;
      // Theia lets nobody bind another tree; both members are protected.
      const { tree } = widget.model as unknown as { tree: { fetchChildren: Fetch } };
      tree.fetchChildren = askingBelowLiveRows(tree.fetchChildren.bind(tree));
    });
  }
}

function askingBelowLiveRows(fetch: Fetch): Fetch {
  const rowsBelow = new Map<string, TreeViewItem[]>();
  const live = new Set<string>([""]);
  /** The newest question below each row: an answer to an older one is of rows that are forgotten. */
  const asked = new Map<string, number>();
  let questions = 0;
  const forgetBelow = (id: string) => {
    for (const row of rowsBelow.get(id) ?? []) {
      asked.delete(row.id);
      if (live.delete(row.id)) forgetBelow(row.id);
    }
  };
  return async (proxy, parent) => {
    if (!live.has(parent.id)) return rowsBelow.get(parent.id) ?? [];
    forgetBelow(parent.id);
    const question = ++questions;
    asked.set(parent.id, question);
    const rows = await fetch(proxy, parent);
    if (asked.get(parent.id) === question) {
      rowsBelow.set(parent.id, rows);
      for (const { id } of rows) live.add(id);
    }
    return rows;
  };
}
