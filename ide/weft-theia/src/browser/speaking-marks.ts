// An icon in the margin says what it means when one points at it. An extension can give its decorations a hover, but the
// editor shows that over the text only, and over an icon the words of the breakpoint's hint alone.
import type { FrontendApplicationContribution } from "@theia/core/lib/browser";
import { inject, injectable } from "@theia/core/shared/inversify";
import { EditorManager } from "@theia/editor/lib/browser/editor-manager";

/** What of Monaco's editor is needed; Theia's own types hide `setDecorationsByType`, through which extensions draw. */
interface Control {
  setDecorationsByType?(
    description: string,
    key: string,
    drawn: readonly Drawn[],
  ): readonly string[] | undefined;
  getModel(): Model | null;
  changeDecorations(change: (accessor: Accessor) => void): unknown;
}

interface Drawn {
  readonly hoverMessage?: unknown;
}

interface Model {
  getDecorationOptions(id: string): DecorationOptions | null;
}

interface DecorationOptions {
  readonly glyphMarginClassName?: string | null;
  readonly hoverMessage?: unknown;
}

interface Accessor {
  changeDecorationOptions(id: string, options: object): void;
}

@injectable()
export class SpeakingMarks implements FrontendApplicationContribution {
  @inject(EditorManager)
  protected readonly editors: EditorManager;

  onStart(): void {
    for (const { editor } of this.editors.all) letMarksSpeak(editor);
    this.editors.onCreated(({ editor }) => letMarksSpeak(editor));
  }
}

function letMarksSpeak(editor: { getControl?(): Control } | object): void {
  const control = "getControl" in editor ? editor.getControl?.() : undefined;
  const draw = control?.setDecorationsByType;
  if (control === undefined || draw === undefined) return;
  control.setDecorationsByType = (description, key, drawn) => {
    const ids = draw.call(control, description, key, drawn);
    if (ids !== undefined && drawn.some(({ hoverMessage }) => hoverMessage !== undefined))
      moveHoversToIcons(control, ids);
    return ids;
  };
}

function moveHoversToIcons(control: Control, ids: readonly string[]): void {
  const model = control.getModel();
  control.changeDecorations((accessor) => {
    for (const id of ids) {
      const options = model?.getDecorationOptions(id);
      if (!options?.glyphMarginClassName || !options.hoverMessage) continue;
      const { hoverMessage, ...others } = options;
      accessor.changeDecorationOptions(id, { ...others, glyphMarginHoverMessage: hoverMessage });
    }
  });
}
