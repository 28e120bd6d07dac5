// The kernel console: what the guest writes to its serial port, in a terminal of its own, apart from the messages of
// the debugger; and what is typed there, sent to the guest. The adapter sends the guest's text as output events of the
// category "stdout".
import { CONSOLE_INPUT, type ConsoleInput } from "@weft/debug-adapter/protocol";
import * as vscode from "vscode";

export interface KernelConsole extends vscode.Disposable {
  /** Shows what the session's guest prints. */
  follow(session: vscode.DebugSession): vscode.DebugAdapterTracker;
  show(): void;
}

interface OutputEvent {
  readonly type: "event";
  readonly event: "output";
  readonly body: { readonly category?: string; readonly output: string };
}

const keptCharacters = 1_000_000;

export function createKernelConsole(): KernelConsole {
  const written = new vscode.EventEmitter<string>();
  let terminal: vscode.Terminal | undefined;
  let current: vscode.DebugSession | undefined;
  let shown = "";
  let isOpen = false;

  const write = (text: string) => {
    const forTerminal = text.replace(/\r?\n/g, "\r\n");
    shown = (shown + forTerminal).slice(-keptCharacters);
    if (isOpen) written.fire(forTerminal);
  };
  const open = () => {
    terminal ??= vscode.window.createTerminal({
      name: "Kernel console",
      iconPath: new vscode.ThemeIcon("circuit-board"),
      pty: {
        onDidWrite: written.event,
        open: () => {
          isOpen = true;
          written.fire(shown);
        },
        handleInput: (text: string) => {
          // A guest that is stopped or gone takes no input; its console stays as it is.
          const input: ConsoleInput = { text };
          void current?.customRequest(CONSOLE_INPUT, input).then(undefined, () => {});
        },
        close: () => {
          isOpen = false;
          terminal = undefined;
        },
      },
    });
    return terminal;
  };
  const closed = vscode.window.onDidCloseTerminal((one) => {
    if (one === terminal) terminal = undefined;
  });
  return {
    follow: (session) => ({
      onWillStartSession: () => {
        current = session;
        shown = "";
        open().show(true);
        write(`\x1b[2J\x1b[H\x1b[2m${session.name}\x1b[0m\n`);
      },
      onDidSendMessage: (message: unknown) => {
        if (isGuestOutput(message)) write(message.body.output);
      },
      onWillStopSession: () => {
        if (current === session) current = undefined;
      },
      onExit: (code, signal) => write(`\n\x1b[2mThe session ended${endText(code, signal)}.\x1b[0m\n`),
    }),
    show: () => open().show(),
    dispose: () =>
      vscode.Disposable.from(written, closed, ...(terminal === undefined ? [] : [terminal])).dispose(),
  };
}

function isGuestOutput(message: unknown): message is OutputEvent {
  const event = message as Partial<OutputEvent> | undefined;
  return event?.type === "event" && event.event === "output" && event.body?.category === "stdout";
}

function endText(code: number | undefined, signal: string | undefined): string {
  if (signal !== undefined) return ` by signal ${signal}`;
  return code === undefined || code === 0 ? "" : ` with exit code ${code}`;
}
