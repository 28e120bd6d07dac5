// The woven text of a source or header, read-only: exact, readable, or between the lines of the source; of all aspects
// of one, or of one advice. It is asked for anew whenever the effects of its source change.
import { aspectsRequest, type WovenRows, wovenTextRequest } from "@weft/language-server/protocol";
import * as vscode from "vscode";
import type { LanguageServer } from "../language-server.js";
import { type KeptPlace, keepPlace } from "./kept-place.js";
import { type WovenChoice, wovenChoice, wovenScheme, wovenUri } from "./woven-document.js";
import { originOf, spansOf } from "./woven-rows.js";
import { syncWoven, type WovenSync } from "./woven-sync.js";

export function registerWovenView(server: LanguageServer): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const known = new Map<string, Known>();
  const rowsOf = (uri: vscode.Uri) => known.get(uri.toString())?.rows ?? [];
  const sync = syncWoven(rowsOf);
  const place = keepPlace(rowsOf);
  const texts = wovenTexts(server, known, (uri) => changed.fire(uri));
  return vscode.Disposable.from(
    changed,
    vscode.workspace.registerTextDocumentContentProvider(wovenScheme, {
      onDidChange: changed.event,
      provideTextDocumentContent: texts.provide,
    }),
    vscode.workspace.onDidOpenTextDocument(({ uri }) => texts.opened(uri)),
    vscode.languages.registerFoldingRangeProvider(
      { scheme: wovenScheme },
      {
        provideFoldingRanges: ({ uri }) =>
          spansOf(rowsOf(uri), ["glue", "marker", "advice"]).map(
            ({ first, last }) => new vscode.FoldingRange(first, last),
          ),
      },
    ),
    server.onEffectsChanged((uri) => {
      const source = vscode.Uri.parse(uri, true).toString();
      texts.refresh((choice) => choice.source === source || choice.unit === source || source.endsWith(".ah"));
    }),
    server.onDidStart(() => texts.refresh(() => true)),
    vscode.commands.registerCommand("weft.showWoven", () => showFor(sync, { form: "exact" })),
    vscode.commands.registerCommand("weft.showWovenInline", () => showInPlace(sync, place, rowsOf)),
    vscode.commands.registerCommand("weft.showResidual", () => showFor(sync, { form: "residual" })),
    vscode.commands.registerCommand("weft.chooseWovenForm", () => chooseForm(sync)),
    vscode.commands.registerCommand("weft.chooseWovenAspect", () => chooseAspect(server, sync)),
    vscode.commands.registerCommand("weft.chooseWovenUnit", () => chooseUnit(known, sync)),
    sync,
    place,
  );
}

interface Known {
  readonly text: string;
  readonly rows: readonly WovenRows[];
  readonly units: readonly string[];
}

interface WovenTexts {
  readonly provide: (uri: vscode.Uri) => Promise<string>;
  opened(uri: vscode.Uri): void;
  /** These may be another now. */
  refresh(isMeant: (choice: WovenChoice) => boolean): void;
}

/**
 * A text is asked for once at a time. What changes while it is asked, or before the editor has opened it and listens, is
 * asked about afterwards: each last change has its answer.
 */
function wovenTexts(
  server: LanguageServer,
  known: Map<string, Known>,
  tellChanged: (uri: vscode.Uri) => void,
): WovenTexts {
  const asked = new Map<string, { readonly text: Promise<string>; isAnswered: boolean; isOld: boolean }>();
  const isOpen = (key: string) => vscode.workspace.textDocuments.some(({ uri }) => uri.toString() === key);
  const askAgain = (key: string) => {
    const last = asked.get(key);
    if (last === undefined) return;
    last.isOld = true;
    if (last.isAnswered && isOpen(key)) tellChanged(vscode.Uri.parse(key, true));
  };
  return {
    provide(uri) {
      const key = uri.toString();
      const last = asked.get(key);
      if (last !== undefined && !last.isAnswered) {
        last.isOld = true;
        return last.text;
      }
      const own = {
        text: askWovenText(server, known, uri),
        isAnswered: false,
        isOld: false,
      };
      asked.set(key, own);
      void own.text.then(() => {
        own.isAnswered = true;
        if (own.isOld) askAgain(key);
      });
      return own.text;
    },
    opened(uri) {
      const last = asked.get(uri.toString());
      if (last?.isOld === true) askAgain(uri.toString());
    },
    refresh(isMeant) {
      for (const key of asked.keys()) if (isMeant(wovenChoice(vscode.Uri.parse(key, true)))) askAgain(key);
    },
  };
}

/** While a source can't be woven, its last woven text stays, with the reason in its first line. */
async function askWovenText(
  server: LanguageServer,
  known: Map<string, Known>,
  uri: vscode.Uri,
): Promise<string> {
  const { source, ...choice } = wovenChoice(uri);
  const answer = await server.ask(wovenTextRequest, { uri: source, ...choice });
  if (answer !== undefined && "text" in answer) {
    known.set(uri.toString(), answer);
    return answer.text;
  }
  const reason = answer?.message ?? server.problem ?? "The language server gave no answer.";
  const before = known.get(uri.toString());
  if (before === undefined) return `/* There is no woven text.\n   ${inComment(reason, "\n   ")} */\n`;
  return `/* Older than the source. ${inComment(reason, " ")} */ ${before.text}`;
}

/** What is to be another; an aspect or advice that is undefined means all. */
type Wanted = { readonly [K in keyof WovenChoice]?: WovenChoice[K] | undefined };

/** For the source in front, or for the one that the woven text in front shows. */
async function showFor(sync: WovenSync, wanted: Wanted): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const uri = editor?.document.uri;
  if (editor === undefined || uri === undefined || (uri.scheme !== "file" && uri.scheme !== wovenScheme)) {
    void vscode.window.showInformationMessage(
      "Open a C or C++ file first; its woven text is then shown beside it.",
    );
    return;
  }
  const isWoven = uri.scheme === wovenScheme;
  const before: WovenChoice = isWoven ? wovenChoice(uri) : { source: uri.toString(), form: "exact" };
  const document = await vscode.workspace.openTextDocument(wovenUri({ ...before, ...wanted } as WovenChoice));
  const { languageId } = editor.document;
  await vscode.languages.setTextDocumentLanguage(document, languageId);
  const viewColumn = isWoven ? (editor.viewColumn ?? vscode.ViewColumn.Active) : vscode.ViewColumn.Beside;
  await sync.whileOpening(before.source, async () => {
    await vscode.window.showTextDocument(document, { viewColumn, preserveFocus: true, preview: false });
    // Theia takes the focus all the same; typing goes on in the source.
    if (!isWoven) await giveFocusBack(editor);
  });
}

/** Between the lines, in place of the source, which it holds; and from there back to the line in the source. */
async function showInPlace(
  sync: WovenSync,
  place: KeptPlace,
  rowsOf: (uri: vscode.Uri) => readonly WovenRows[],
): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const uri = editor?.document.uri;
  if (editor === undefined || uri === undefined) return showFor(sync, { form: "inline" });
  const { line } = editor.selection.active;
  const options = { viewColumn: editor.viewColumn ?? vscode.ViewColumn.Active, preview: false };
  if (uri.scheme === "file") {
    const target = wovenUri({ source: uri.toString(), form: "inline" });
    const document = await vscode.workspace.openTextDocument(target);
    await vscode.languages.setTextDocumentLanguage(document, editor.document.languageId);
    place.stand(await vscode.window.showTextDocument(document, options), line);
    return;
  }
  const from = uri.scheme === wovenScheme ? wovenChoice(uri) : undefined;
  if (from?.form !== "inline") return showFor(sync, { form: "inline" });
  const origin = originOf(rowsOf(uri), line);
  const selection =
    origin?.uri === from.source ? { selection: new vscode.Range(origin.line, 0, origin.line, 0) } : {};
  await vscode.window.showTextDocument(vscode.Uri.parse(from.source, true), { ...options, ...selection });
}

/** Resolves when the editor is the active one again; that is told later than the editor is shown. */
async function giveFocusBack({ document, viewColumn }: vscode.TextEditor): Promise<void> {
  await vscode.window.showTextDocument(document, { viewColumn: viewColumn ?? vscode.ViewColumn.One });
  const isBack = () => vscode.window.activeTextEditor?.document === document;
  if (isBack()) return;
  await new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(deadline);
      listening.dispose();
      resolve();
    };
    const deadline = setTimeout(done, FOCUS_DEADLINE);
    const listening = vscode.window.onDidChangeActiveTextEditor(() => {
      if (isBack()) done();
    });
  });
}

/** Milliseconds; who clicks elsewhere meanwhile keeps the focus there. */
const FOCUS_DEADLINE = 2000;

async function chooseForm(sync: WovenSync): Promise<void> {
  const choices = [
    { label: "Exact", description: "the text that the compiler gets", form: "exact" as const },
    { label: "Readable", description: "without line markers and headers", form: "readable" as const },
    {
      label: "Between the lines",
      description: "the source, with what became of a line below it",
      form: "inline" as const,
    },
  ];
  const choice = await vscode.window.showQuickPick(choices, { placeHolder: "How to show the woven text" });
  if (choice !== undefined) await showFor(sync, { form: choice.form });
}

async function chooseAspect(server: LanguageServer, sync: WovenSync): Promise<void> {
  const answer = await server.ask(aspectsRequest, {});
  const choices: (vscode.QuickPickItem & Wanted)[] = [{ label: "All aspects" }];
  for (const { name, advice } of answer?.aspects ?? []) {
    choices.push({ label: name, aspect: name });
    const own = advice.filter(({ index }) => index !== undefined);
    if (own.length > 1)
      for (const { index, label } of own)
        choices.push({ label: `$(indent) ${label}`, description: name, aspect: name, advice: index });
  }
  const choice = await vscode.window.showQuickPick(choices, {
    placeHolder: "Weave only",
    matchOnDescription: true,
  });
  if (choice !== undefined) await showFor(sync, { aspect: choice.aspect, advice: choice.advice });
}

async function chooseUnit(known: ReadonlyMap<string, Known>, sync: WovenSync): Promise<void> {
  const uri = vscode.window.activeTextEditor?.document.uri;
  const units = known.get(uri?.toString() ?? "")?.units ?? [];
  if (units.length < 2) {
    void vscode.window.showInformationMessage(
      "Only the woven text of a header has several units to choose from. Show it first.",
    );
    return;
  }
  const choices = units.map((unit) => ({
    label: vscode.workspace.asRelativePath(vscode.Uri.parse(unit, true)),
    unit,
  }));
  const choice = await vscode.window.showQuickPick(choices, { placeHolder: "The header as part of" });
  if (choice !== undefined) await showFor(sync, { unit: choice.unit });
}

function inComment(message: string, lineEnd: string): string {
  return message.replaceAll("*/", "* /").replaceAll("\n", lineEnd);
}
