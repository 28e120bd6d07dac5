// Links of Markdown that run commands. Its text says which it may run (`isTrusted`), and Monaco's opener asks for that; but
// Theia's comes before, and runs every one: in a hover of the Git extension, whose links show a commit, a commit's message
// could name any command with any words. So what a link may not run is opened by nobody.

import { MarkdownRenderer } from "@theia/core/lib/browser/markdown-rendering/markdown-renderer";
import { injectable, type interfaces } from "@theia/core/shared/inversify";
import { MonacoMarkdownRenderer } from "@theia/monaco/lib/browser/markdown-renderer/monaco-markdown-renderer";
import { MonacoEditorProvider } from "@theia/monaco/lib/browser/monaco-editor-provider";
import { mayOpen } from "./may-open";

type Opened = Parameters<MonacoEditorProvider["interceptOpen"]>;

@injectable()
class EditorProvider extends MonacoEditorProvider {
  protected override async interceptOpen(...[uri, options]: Opened): Promise<boolean> {
    return mayOpen(uri, options) ? super.interceptOpen(uri, options) : true;
  }
}

@injectable()
class Renderer extends MonacoMarkdownRenderer {
  protected override async interceptOpen(...[uri, options]: Opened): Promise<boolean> {
    return mayOpen(uri, options) ? super.interceptOpen(uri, options) : true;
  }
}

/** For a container in which Theia's own are bound. */
export function bindCommandLinks(rebind: interfaces.Rebind): void {
  rebind(MonacoEditorProvider).to(EditorProvider).inSingletonScope();
  rebind(MarkdownRenderer).to(Renderer).inSingletonScope();
}
