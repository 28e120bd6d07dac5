// Colours each expression by when its value is known, off until asked for: known beforehand, known only when the program
// runs, or either. Colour, line style and hover text say the same, so that no eye needs the colour.
import { type BindingTimeSpan, bindingTimesRequest } from "@weft/language-server/protocol";
import * as vscode from "vscode";
import { toRange } from "../aspects/places.js";
import type { LanguageServer } from "../language-server.js";

type Time = BindingTimeSpan["time"];

const SHOWN = "weft.bindingTimes";

export function registerBindingTimes(server: LanguageServer, memory: vscode.Memento): vscode.Disposable {
  let isShown = memory.get(SHOWN, false);
  const types: Readonly<Record<Time, vscode.TextEditorDecorationType>> = {
    static: typeFor("weft.static", "solid"),
    dynamic: typeFor("weft.dynamic", "dashed"),
    both: typeFor("weft.staticAndDynamic", "double"),
  };
  const clear = (editor: vscode.TextEditor) => {
    for (const type of Object.values(types)) editor.setDecorations(type, []);
  };
  const draw = async (editor: vscode.TextEditor) => {
    const { document } = editor;
    if (!isShown || document.languageId !== "c" || document.uri.scheme !== "file") return clear(editor);
    const { version } = document;
    const answer = await server.ask(bindingTimesRequest, { uri: document.uri.toString() });
    // A newer text has an answer of its own.
    if (answer === undefined || document.version !== version || !isShown) return;
    for (const [time, type] of Object.entries(types))
      editor.setDecorations(
        type,
        answer.spans
          .filter((span) => span.time === time)
          .map((span) => ({ range: toRange({ uri: "", range: span.range }) })),
      );
  };
  const drawAll = () => {
    for (const editor of vscode.window.visibleTextEditors) void draw(editor);
  };
  return vscode.Disposable.from(
    ...Object.values(types),
    server.onDidStart(drawAll),
    server.onEffectsChanged((uri) => {
      for (const editor of vscode.window.visibleTextEditors)
        if (isShown && editor.document.uri.toString() === vscode.Uri.parse(uri, true).toString())
          void draw(editor);
    }),
    vscode.window.onDidChangeVisibleTextEditors(drawAll),
    vscode.commands.registerCommand("weft.showBindingTimes", async () => {
      isShown = !isShown;
      await memory.update(SHOWN, isShown);
      drawAll();
      vscode.window.setStatusBarMessage(
        isShown
          ? "Binding times: solid = known beforehand, dashed = known when the program runs, double = either"
          : "Binding times are hidden",
        6000,
      );
    }),
  );
}

function typeFor(colour: string, style: "solid" | "dashed" | "double"): vscode.TextEditorDecorationType {
  return vscode.window.createTextEditorDecorationType({
    backgroundColor: new vscode.ThemeColor(`${colour}Background`),
    borderColor: new vscode.ThemeColor(colour),
    borderStyle: style,
    borderWidth: style === "double" ? "0 0 3px 0" : "0 0 2px 0",
  });
}
