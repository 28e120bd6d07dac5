// What stands in the window when a folder is opened for the first time: the views that kernel work needs, wide enough
// to read, and on a laptop's screen no wider, for the code. Theia's views for tests and hierarchies stay a menu entry
// away. Later starts restore what the user left.
import {
  BaseWidget,
  type FrontendApplication,
  type FrontendApplicationContribution,
  StorageService,
  ViewContainer,
  type Widget,
  WidgetManager,
  waitForRevealed,
} from "@theia/core/lib/browser";
import { timeout } from "@theia/core/lib/common/promise-util";
import { inject, injectable } from "@theia/core/shared/inversify";
import { EXPLORER_VIEW_CONTAINER_ID } from "@theia/navigator/lib/browser/navigator-widget-factory";
import { WorkspaceService } from "@theia/workspace/lib/browser";

const doneKey = "weft.first-layout";
const debugViewsKey = "weft.first-debug-views";
const closedAtFirst = ["test-view-container", "callhierarchy", "typehierarchy"];
/** Our two containers, each with the key under which it is kept that it was laid out. */
const ourContainers = new Map([
  ["plugin-view-container:workbench.view.extension.weft", "weft.first-views"],
  ["plugin-view-container:workbench.view.extension.weft-questions", "weft.first-questions"],
]);
const debugView = "debug";
const widestSideBar = 340;
const shareOfSideBar = 0.21;
const animationMilliseconds = 400;

@injectable()
export class FirstLayout implements FrontendApplicationContribution {
  @inject(StorageService)
  protected readonly storage: StorageService;

  @inject(WorkspaceService)
  protected readonly workspace: WorkspaceService;

  @inject(WidgetManager)
  protected readonly widgets: WidgetManager;

  onStart(): void {
    this.widgets.onDidCreateWidget(({ widget }) => {
      const key = ourContainers.get(widget.id);
      if (widget instanceof ViewContainer && key !== undefined) {
        this.expandWhenFirstShown(widget, key, () => 1);
      } else if (widget instanceof BaseWidget && widget.id === debugView) {
        this.expandWhenFirstShown(widget, debugViewsKey, shareOfDebugPart);
      }
    });
  }

  async onDidInitializeLayout(app: FrontendApplication): Promise<void> {
    if (await this.storage.getData<boolean>(doneKey)) return;
    for (const widget of app.shell.widgets) {
      if (closedAtFirst.includes(widget.id)) widget.close();
    }
    if (this.workspace.opened) {
      await app.shell.revealWidget(EXPLORER_VIEW_CONTAINER_ID);
      app.shell.resize(Math.min(widestSideBar, window.innerWidth * shareOfSideBar), "left");
    }
    await this.storage.setData(doneKey, true);
  }

  /** Theia opens at most the first part of a view container; ours open together what is read together, once. */
  private expandWhenFirstShown(view: BaseWidget, key: string, shareOf: (partId: string) => number): void {
    const shown = view.onDidChangeVisibility(async (visible) => {
      if (!visible) return;
      shown.dispose();
      if (await this.storage.getData<boolean>(key)) return;
      await waitForRevealed(view);
      const container = containerIn(view);
      if (container === undefined) return;
      const parts = container.getParts();
      for (const part of parts) part.collapsed = shareOf(part.wrapped.id) === 0;
      // Expanding is animated, and the animation sets sizes of its own.
      await timeout(animationMilliseconds);
      container.containerLayout.setPartSizes(parts.map((part) => shareOf(part.wrapped.id) || undefined));
      await this.storage.setData(key, true);
    });
  }
}

/** The view container that the widget is, or the first one inside it. */
function containerIn(widget: Widget): ViewContainer | undefined {
  if (widget instanceof ViewContainer) return widget;
  for (const child of widget.children()) {
    const found = containerIn(child);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Shares of the height; 0 for what stays closed. */
function shareOfDebugPart(partId: string): number {
  if (partId.startsWith("debug:frames") || partId.startsWith("debug:variables")) return 3;
  return partId.startsWith("debug:breakpoints") ? 1.4 : 0;
}
