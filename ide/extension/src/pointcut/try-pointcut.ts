// "Try a Pointcut": a box that answers while one types, without an aspect; with a history, and a way to make advice of it.
import type { SelectedFile, SelectedJoinPoint } from "@weft/language-server/protocol";
import * as vscode from "vscode";
import { openCommand, placeText } from "../aspects/places.js";
import type { LanguageServer } from "../language-server.js";
import { insertAdvice } from "./insert-advice.js";
import type { LivePointcut } from "./live-pointcut.js";
import { summary } from "./summary.js";

interface Item extends vscode.QuickPickItem {
  readonly run?: () => unknown;
}

const HISTORY = 20;
/** Join points offered in the box; the view lists more. */
const SHOWN = 100;

/** The box. While it is open, what is typed in it is what the live pointcut is asked; `open` takes a text to begin with. */
export interface TryPointcut {
  readonly isOpen: boolean;
  open(given?: unknown): void;
}

export function createTryPointcut(server: LanguageServer, live: LivePointcut): TryPointcut {
  const history: string[] = [];
  let last = "";
  let shown: vscode.QuickPick<Item> | undefined;
  const remember = (expression: string) => {
    if (expression.trim() === "") return;
    const at = history.indexOf(expression);
    if (at !== -1) history.splice(at, 1);
    history.unshift(expression);
    history.length = Math.min(history.length, HISTORY);
  };
  const open = (given?: unknown) => {
    const uri = anyFile();
    if (uri === undefined) {
      void vscode.window.showInformationMessage("Open a folder with a kernel first.");
      return;
    }
    const box = vscode.window.createQuickPick<Item>();
    box.title = "Try a Pointcut";
    box.placeholder = 'A pointcut, for example call("% kmalloc(...)") && within("% sys_%(...)")';
    box.value = typeof given === "string" ? given : last;
    const draw = () => {
      const items =
        box.value.trim() === "" ? historyItems(history, box, ask) : answerItems(server, live, box);
      box.items = items;
      box.busy = live.isAsking;
    };
    const ask = () => {
      last = box.value;
      if (box.value.trim() !== "") live.ask({ uri, expression: box.value });
      draw();
    };
    const subscriptions = vscode.Disposable.from(
      live.onDidChange(draw),
      box.onDidChangeValue(ask),
      box.onDidAccept(() => {
        const [item] = box.selectedItems;
        remember(box.value);
        if (item?.run === undefined) return;
        item.run();
      }),
      box.onDidHide(() => {
        remember(box.value);
        subscriptions.dispose();
        box.dispose();
        if (shown === box) shown = undefined;
      }),
    );
    shown = box;
    ask();
    box.show();
  };
  return {
    get isOpen() {
      return shown !== undefined;
    },
    open,
  };
}

/** The server finds the project by a file of it. */
function anyFile(): string | undefined {
  const document = vscode.window.activeTextEditor?.document;
  if (document?.uri.scheme === "file") return document.uri.toString();
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  return folder === undefined ? undefined : vscode.Uri.joinPath(folder, "weft.json").toString();
}

function historyItems(history: readonly string[], box: vscode.QuickPick<Item>, ask: () => void): Item[] {
  return history.map((expression) => ({
    label: expression,
    description: "tried before",
    alwaysShow: true,
    run: () => {
      box.value = expression;
      ask();
    },
  }));
}

function answerItems(server: LanguageServer, live: LivePointcut, box: vscode.QuickPick<Item>): Item[] {
  const { answer, stale } = live;
  // The answer to an older text says nothing about this one, and must not be inserted for it.
  if (answer === undefined || stale !== undefined)
    return [{ label: `${live.isAsking ? "$(sync~spin) " : ""}${stale ?? "Searching…"}`, alwaysShow: true }];
  const head: Item = {
    label: `$(target) ${summary(answer)}`,
    detail: answer.message ?? answer.expression,
    alwaysShow: true,
    run: () => {
      box.hide();
      void vscode.commands.executeCommand("weft.pointcut.focus");
    },
  };
  const insert: Item = {
    label: "$(insert) Insert as advice…",
    description: answer.expression,
    alwaysShow: true,
    run: () => {
      box.hide();
      void insertAdvice(server, answer.expression);
    },
  };
  const hits = answer.files.flatMap((file) =>
    file.joinPoints.map((joinPoint) => hitItem(file, joinPoint, box)),
  );
  return [head, insert, ...hits.slice(0, SHOWN)];
}

function hitItem(file: SelectedFile, joinPoint: SelectedJoinPoint, box: vscode.QuickPick<Item>): Item {
  const place = { uri: file.uri, range: joinPoint.range };
  return {
    label: joinPoint.label,
    description: `${placeText(place)}${joinPoint.certainty === "conditional" ? ", at run time" : ""}`,
    alwaysShow: true,
    run: () => {
      box.hide();
      const { command, arguments: words = [] } = openCommand(place);
      void vscode.commands.executeCommand(command, ...words);
    },
  };
}
