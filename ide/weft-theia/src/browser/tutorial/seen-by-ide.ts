// What only the IDE sees of the learner's work: what the guest printed, where the debugger stopped, what is in front; and
// an event when one of these changes.
import { Disposable, DisposableCollection } from "@theia/core/lib/common/disposable";
import { Emitter } from "@theia/core/lib/common/event";
import { timeout } from "@theia/core/lib/common/promise-util";
import { inject, injectable } from "@theia/core/shared/inversify";
import { DebugSessionManager } from "@theia/debug/lib/browser/debug-session-manager";
import { EditorManager } from "@theia/editor/lib/browser/editor-manager";
import { TerminalService } from "@theia/terminal/lib/browser/base/terminal-service";
import type { TerminalWidget } from "@theia/terminal/lib/browser/base/terminal-widget";
import { WorkspaceService } from "@theia/workspace/lib/browser";
import type { Seen } from "./tutorial-messages";

/** Terminals in which a guest prints: the debugger's, and that of the run task. */
const guestTerminals = /^(Kernel console|Task: run\b.*)$/;
const mostFrames = 8;
const framesMilliseconds = 2_000;
const mostCharacters = 1_000_000;
const cleared = "\u001b[2J";

@injectable()
export class SeenByIde implements Disposable {
  @inject(TerminalService)
  protected readonly terminals: TerminalService;

  @inject(DebugSessionManager)
  protected readonly sessions: DebugSessionManager;

  @inject(EditorManager)
  protected readonly editors: EditorManager;

  @inject(WorkspaceService)
  protected readonly workspace: WorkspaceService;

  protected readonly toDispose = new DisposableCollection();
  protected readonly changed = new Emitter<void>();
  protected readonly printed = new WeakMap<TerminalWidget, string>();
  protected readonly inEditor = new DisposableCollection();
  readonly onDidChange = this.changed.event;

  /** Begins to watch; once. */
  watch(): void {
    const tell = () => this.changed.fire();
    const follow = (terminal: TerminalWidget) =>
      this.toDispose.push(
        terminal.onOutput((output) => {
          this.keepOutput(terminal, output);
          tell();
        }),
      );
    this.terminals.all.forEach(follow);
    this.toDispose.pushAll([
      this.changed,
      this.inEditor,
      this.terminals.onDidCreateTerminal(follow),
      this.sessions.onDidChange(tell),
      this.sessions.onDidChangeActiveDebugSession(tell),
      this.editors.onCurrentEditorChanged(() => {
        this.followCursor();
        tell();
      }),
    ]);
    this.followCursor();
  }

  async see(answers: Readonly<Record<string, string>>): Promise<Seen> {
    const console = this.console();
    const front = this.front();
    return {
      frames: await this.frames(),
      answers,
      ...(console === undefined ? {} : { console }),
      ...(front === undefined ? {} : { front }),
    };
  }

  dispose(): void {
    this.toDispose.dispose();
  }

  private followCursor(): void {
    this.inEditor.dispose();
    const editor = this.editors.currentEditor?.editor;
    if (editor) this.inEditor.push(editor.onCursorPositionChanged(() => this.changed.fire()));
  }

  /** All of it: the terminal's own buffer forgets its first lines. */
  private keepOutput(terminal: TerminalWidget, output: string): void {
    const whole = (this.printed.get(terminal) ?? "") + output;
    this.printed.set(
      terminal,
      whole.slice(Math.max(whole.lastIndexOf(cleared), whole.length - mostCharacters)),
    );
  }

  private console(): string | undefined {
    const guests = this.terminals.all.filter(({ title }) => guestTerminals.test(title.label));
    if (guests.length === 0) return undefined;
    return guests.map((terminal) => plainText(this.printed.get(terminal) ?? "")).join("\n");
  }

  private async frames(): Promise<string[]> {
    const thread = this.sessions.currentThread;
    if (!thread?.stopped) return [];
    // A session that ends meanwhile leaves the question without an answer.
    const fetch = async () => {
      await thread.fetchFrames(mostFrames).catch((error: unknown) => {
        console.debug(`frames for the tutorial: ${String(error)}`);
      });
    };
    if ([...thread.frames].length < mostFrames) await Promise.race([fetch(), timeout(framesMilliseconds)]);
    return [...thread.frames].map(({ raw }) => raw.name);
  }

  private front(): Seen["front"] {
    const editor = this.editors.currentEditor?.editor;
    const root = this.workspace.tryGetRoots()[0]?.resource;
    const path = editor && root?.relative(editor.uri);
    if (!editor || !path) return undefined;
    return { file: path.toString(), line: editor.cursor.line + 1 };
  }
}

/** Without what a terminal is told beside the text. */
function plainText(output: string): string {
  return output.replace(/\u001b\[[0-9;?]*[A-Za-z]|\r/g, "");
}
