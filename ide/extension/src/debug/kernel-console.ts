// The kernel console: what the guest writes to its serial port, in a terminal of its own, and what is typed there, sent
// to the guest. The adapter sends the guest's text as output events of the category "stdout". Its own messages are shown
// in grey from the start until the first stop, and when they say why the session ended; the rest is the debug console's.
import { CONSOLE_INPUT, type ConsoleInput } from "@weft/debug-adapter/protocol";
import * as vscode from "vscode";
import { noted } from "../expected.js";

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
  let isStarting = false;

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
          void current
            ?.customRequest(CONSOLE_INPUT, input)
            .then(undefined, noted("input of the kernel's console"));
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
        isStarting = true;
        open().show(true);
        write(`\x1b[2J\x1b[3J\x1b[H${grey(`${session.name}\n`)}`);
      },
      onWillReceiveMessage: (message: unknown) => {
        if (isRestart(message)) isStarting = true;
      },
      onDidSendMessage: (message: unknown) => {
        if (isEvent(message, "stopped")) isStarting = false;
        if (!isOutput(message)) return;
        const { category = "console", output } = message.body;
        if (category === "stdout") write(output);
        else if (category === "important" || category === "stderr" || (isStarting && category === "console"))
          write(grey(output));
      },
      onWillStopSession: () => {
        if (current === session) current = undefined;
      },
      onExit: (code, signal) => write(grey(`\nThe session ended${endText(code, signal)}.\n`)),
    }),
    show: () => open().show(),
    dispose: () =>
      vscode.Disposable.from(written, closed, ...(terminal === undefined ? [] : [terminal])).dispose(),
  };
}

function isOutput(message: unknown): message is OutputEvent {
  return isEvent(message, "output") && typeof (message as Partial<OutputEvent>).body?.output === "string";
}

function isEvent(message: unknown, name: string): boolean {
  const event = message as { type?: unknown; event?: unknown } | undefined;
  return event?.type === "event" && event.event === name;
}

function isRestart(message: unknown): boolean {
  const request = message as { type?: unknown; command?: unknown } | undefined;
  return request?.type === "request" && request.command === "restart";
}

function grey(text: string): string {
  return `\x1b[2m${text}\x1b[0m`;
}

function endText(code: number | undefined, signal: string | undefined): string {
  if (signal !== undefined) return ` by signal ${signal}`;
  return code === undefined || code === 0 ? "" : ` with exit code ${code}`;
}
