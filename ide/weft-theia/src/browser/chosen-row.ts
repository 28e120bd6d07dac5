// A tree of an extension that gets the focus by keyboard has a chosen row, so that the arrow keys start somewhere and the
// user sees where. Theia chooses none; and where a view is given the focus before its tree is there, the frame around the
// tree keeps it, which knows no keys.
import type { FrontendApplicationContribution } from "@theia/core/lib/browser";
import { SelectableTreeNode, WidgetManager } from "@theia/core/lib/browser";
import { inject, injectable } from "@theia/core/shared/inversify";
import { TreeViewWidget } from "@theia/plugin-ext/lib/main/browser/view/tree-view-widget";

/** Anywhere in the window; over a page of its own the release is not heard, but then the next key is. */
const POINTING_ENDS = ["pointerup", "pointercancel", "keydown"];

@injectable()
export class ChosenRow implements FrontendApplicationContribution {
  @inject(WidgetManager)
  protected readonly widgets: WidgetManager;

  onStart(): void {
    this.widgets.onDidCreateWidget(({ widget }) => {
      if (widget instanceof TreeViewWidget) keepRowChosen(widget);
    });
  }
}

function keepRowChosen(widget: TreeViewWidget): void {
  const { node: element, model } = widget;
  // Who points at a row chooses for himself; a row chosen meanwhile would scroll away what is being pressed.
  let isPointed = false;
  const release = () => {
    isPointed = false;
    for (const end of POINTING_ENDS) element.ownerDocument.removeEventListener(end, release, true);
  };
  const press = () => {
    isPointed = true;
    for (const end of POINTING_ENDS) element.ownerDocument.addEventListener(end, release, true);
  };
  const choose = () => {
    if (isPointed || model.selectedNodes.length > 0) return;
    const row = model.getNextSelectableNode(model.root);
    if (SelectableTreeNode.is(row)) model.selectNode(row);
  };
  element.addEventListener("pointerdown", press, true);
  element.addEventListener("focusin", choose);
  model.onChanged(() => {
    if (element.ownerDocument.activeElement === widget.parent?.node) widget.activate();
  });
}
