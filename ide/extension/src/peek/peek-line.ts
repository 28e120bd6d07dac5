// "What Happens at This Line": one peek in the editor, opened as references are, with everything about the line. With
// the places of the advice beside it the peek would begin at the nearest of these.
import { type EditorEffect, type EffectsResult, whyRequest } from "@weft/language-server/protocol";
import * as vscode from "vscode";
import { isSourceFile, tellNoSource } from "../active-editor.js";
import { placeText } from "../aspects/places.js";
import type { EffectStore } from "../effects/effect-store.js";
import type { MeasuredCosts } from "../effects/measured-costs.js";
import type { LanguageServer } from "../language-server.js";
import { lineText } from "./line-text.js";

const scheme = "weft-line";
/** Of one question to the server; the rest is shown without its answer. */
const PATIENCE_MS = 5_000;

interface Sources {
  readonly server: LanguageServer;
  readonly store: EffectStore;
  readonly costs: MeasuredCosts;
}

export function registerPeekLine(sources: Sources): vscode.Disposable {
  let text = "";
  let number = 0;
  return vscode.Disposable.from(
    vscode.workspace.registerTextDocumentContentProvider(scheme, { provideTextDocumentContent: () => text }),
    vscode.commands.registerCommand("weft.peekLine", async (from?: unknown) => {
      const editor = vscode.window.activeTextEditor;
      if (editor === undefined || !isSourceFile(editor.document)) return tellNoSource();
      const line = lineOf(from) ?? editor.selection.active.line;
      const { document } = editor;
      const known = await sources.store.find(document.uri);
      const effects = (known?.effects ?? []).filter(({ range }) => range.start.line === line);
      text = await textOf(document, line, { effects, unsure: unsureWords(known, sources) }, sources);
      const page = vscode.Uri.from({
        scheme,
        path: `/What happens at line ${line + 1}.txt`,
        query: String(number++),
      });
      const top = new vscode.Location(page, new vscode.Position(0, 0));
      const at = new vscode.Position(line, effects[0]?.range.start.character ?? 0);
      await vscode.commands.executeCommand("editor.action.showReferences", document.uri, at, [top]);
    }),
  );
}

/** From 0; marks, lenses and menus at the margin say which line is meant, from 1. */
function lineOf(from: unknown): number | undefined {
  const { lineNumber } = (from ?? {}) as { lineNumber?: unknown };
  return typeof lineNumber === "number" ? lineNumber - 1 : undefined;
}

async function textOf(
  document: vscode.TextDocument,
  line: number,
  { effects, unsure }: { effects: readonly EditorEffect[]; unsure: string | undefined },
  { server, costs }: Sources,
): Promise<string> {
  const uri = document.uri.toString();
  const start = { line, character: effects[0]?.range.start.character ?? 0 };
  const isC = ["c", "cpp"].includes(document.languageId);
  const why = isC ? await withPatience(server.ask(whyRequest, { uri, position: start })) : noPointcuts;
  return lineText({
    place: placeText({ uri, range: { start, end: start } }),
    source: document.lineAt(line).text,
    effects: [...effects].sort((a, b) => a.order - b.order),
    unsure,
    why,
    placeOf: ({ other: [first] }) => (first === undefined ? "no other place" : placeText(first)),
    costOf: costs.wordsFor,
  });
}

/** Undefined where all is known. */
function unsureWords(known: EffectsResult | undefined, { store }: Sources): string | undefined {
  if (known === undefined) return store.problem ?? "The language server gave no answer.";
  if (known.state === "computing") return "Weft still reads this file: ask again in a moment.";
  return known.state === "failed" ? (known.message ?? "This file can't be analysed.") : undefined;
}

const noPointcuts = { unit: "", joinPoints: [], notes: [] };

async function withPatience<T>(answer: Promise<T | undefined>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), PATIENCE_MS);
  });
  const first = await Promise.race([answer, end]);
  clearTimeout(timer);
  return first;
}
