// The focus stays where the user put it. Theia lets it be taken by what only appears:
// - a text editor takes it as soon as it is seen, also where it was to be shown without;
// - a page of its own (a webview) says with a delay that it has the focus, and is then told to take it: once more, even
//   when the user has gone on meanwhile, as into the file that the palette opened. The same happens when the page was
//   still being loaded while it was to take the focus.
import { ApplicationShell } from "@theia/core/lib/browser";
import type { Disposable } from "@theia/core/lib/common";
import type URI from "@theia/core/lib/common/uri";
import { inject, injectable, type interfaces } from "@theia/core/shared/inversify";
import { EditorWidget } from "@theia/editor/lib/browser";
import { EditorWidgetFactory } from "@theia/editor/lib/browser/editor-widget-factory";
import { WebviewWidget } from "@theia/plugin-ext/lib/main/browser/webview/webview";

class CalmEditorWidget extends EditorWidget {
  shell: ApplicationShell | undefined;

  protected override handleVisiblityChanged(isNowVisible: boolean): void {
    const { activeElement: before, body } = this.node.ownerDocument;
    const current = this.shell?.currentWidget;
    super.handleVisiblityChanged(isNowVisible);
    if (!isNowVisible || !this.node.contains(this.node.ownerDocument.activeElement)) return;
    if (before instanceof HTMLElement && before !== body && !this.node.contains(before)) {
      if (before.offsetParent !== null) before.focus({ preventScroll: true });
    } else if (current instanceof EditorWidget && current !== this && current.isVisible) {
      // A window that is split moves the editor that had the focus, which loses it.
      current.editor.focus();
    }
  }
}

@injectable()
class CalmEditorWidgetFactory extends EditorWidgetFactory {
  @inject(ApplicationShell)
  protected readonly shell: ApplicationShell;

  protected override async constructEditor(uri: URI): Promise<EditorWidget> {
    const widget = new CalmEditorWidget(await this.editorProvider(uri), this.selectionService);
    widget.shell = this.shell;
    return widget;
  }
}

type Handler<T> = (data: T) => void;

@injectable()
class CalmWebview extends WebviewWidget {
  private get holdsFocus(): boolean {
    return this.node.contains(this.node.ownerDocument.activeElement);
  }

  protected override on<T = unknown>(
    channel: Parameters<WebviewWidget["on"]>[0],
    handler: Handler<T>,
  ): Disposable {
    if (channel !== "did-focus") return super.on(channel, handler);
    return super.on<T>(channel, (data) => {
      if (this.holdsFocus) handler(data);
    });
  }

  protected override async doSend(channel: string, data?: unknown): Promise<void> {
    if (channel === "focus") {
      await this.ready.promise;
      if (!this.holdsFocus) return;
    }
    await super.doSend(channel, data);
  }
}

/** For a container in which Theia's own editors and webviews are bound. */
export function bindFocus(rebind: interfaces.Rebind): void {
  rebind(EditorWidgetFactory).to(CalmEditorWidgetFactory).inSingletonScope();
  rebind(WebviewWidget).to(CalmWebview);
}
