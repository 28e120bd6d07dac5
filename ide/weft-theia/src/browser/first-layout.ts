// What stands in the window when a folder is opened for the first time: the views that kernel work needs, wide enough
// to read. Theia's views for version control, tests and hierarchies stay a menu entry away. Later starts restore what
// the user left.
import {
  type FrontendApplication,
  type FrontendApplicationContribution,
  StorageService,
  ViewContainer,
  WidgetManager,
  waitForRevealed,
} from "@theia/core/lib/browser";
import { timeout } from "@theia/core/lib/common/promise-util";
import { inject, injectable } from "@theia/core/shared/inversify";
import { EXPLORER_VIEW_CONTAINER_ID } from "@theia/navigator/lib/browser/navigator-widget-factory";
import { WorkspaceService } from "@theia/workspace/lib/browser";

const doneKey = "weft.first-layout";
const viewsKey = "weft.first-views";
const closedAtFirst = ["scm-view-container", "test-view-container", "callhierarchy", "typehierarchy"];
const weftContainer = "plugin-view-container:workbench.view.extension.weft";
const sideBarPixels = 300;
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
      if (widget instanceof ViewContainer && widget.id === weftContainer) this.expandWhenFirstShown(widget);
    });
  }

  async onDidInitializeLayout(app: FrontendApplication): Promise<void> {
    if (await this.storage.getData<boolean>(doneKey)) return;
    for (const widget of app.shell.widgets) {
      if (closedAtFirst.includes(widget.id)) widget.close();
    }
    if (this.workspace.opened) {
      await app.shell.revealWidget(EXPLORER_VIEW_CONTAINER_ID);
      app.shell.resize(sideBarPixels, "left");
    }
    await this.storage.setData(doneKey, true);
  }

  /** Theia shows the first view of a container only; ours belong together: tool to code, and code to tool. */
  private expandWhenFirstShown(container: ViewContainer): void {
    const shown = container.onDidChangeVisibility(async (visible) => {
      if (!visible) return;
      shown.dispose();
      if (await this.storage.getData<boolean>(viewsKey)) return;
      await waitForRevealed(container);
      for (const part of container.getParts()) part.collapsed = false;
      // Expanding is animated, and the animation sets sizes of its own.
      await timeout(animationMilliseconds);
      container.containerLayout.setPartSizes(container.getParts().map(() => 1));
      await this.storage.setData(viewsKey, true);
    });
  }
}
