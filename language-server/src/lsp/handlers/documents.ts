/** Keeps three views of the open texts together: ours, clangd's of C files, and clangd's of the projections. */
import type {
  DidChangeTextDocumentParams,
  DidChangeWatchedFilesParams,
  DidCloseTextDocumentParams,
  DidOpenTextDocumentParams,
} from "vscode-languageserver/node";
import { type ClangdCommands, clangdArguments } from "../../clangd/compile-commands.js";
import { isAspectPath, pathOfUri, type SourceText, whyTooLarge } from "../../workspace/index.js";
import { isForClangd, type ServerContext } from "../context.js";
import { clangdLanguage } from "../projections.js";

export function registerDocumentHandlers(context: ServerContext): void {
  const { connection, workspace, clangd, projections, diagnostics } = context;
  connection.onDidOpenTextDocument((params: DidOpenTextDocumentParams) => {
    const { uri, languageId, version, text } = params.textDocument;
    const document = workspace.documents.open(uri, languageId, version, text);
    if (document === undefined) return;
    workspace.documentChanged(document.path);
    if (isAspectPath(document.path)) refreshProjection(context, document.path);
    else if (isForClangd(context, languageId, document.path)) {
      if (workspace.commandFor(document.path).guessed) context.guesses.add(document.path);
      pushCommands(context, commandsFor(context, [document.path]));
      const shown = context.texts.update(document);
      clangd?.notify("textDocument/didOpen", { textDocument: { ...params.textDocument, text: shown } });
    }
    tellTooLarge(context, document);
    diagnostics.refresh(document.path);
  });

  connection.onDidChangeTextDocument((params: DidChangeTextDocumentParams) => {
    const { uri, version } = params.textDocument;
    const was = workspace.documents.openText(pathOfUri(uri) ?? "");
    const document = workspace.documents.change(uri, version, params.contentChanges);
    if (document === undefined) return;
    if ((whyTooLarge(was) === undefined) !== (whyTooLarge(document) === undefined))
      comeOrGo(context, document);
    else if (isForClangd(context, document.languageId, document.path) && !isAspectPath(document.path)) {
      const before = context.texts.isChanged(document.path);
      const text = context.texts.update(document);
      if (before || context.texts.isChanged(document.path))
        clangd?.notify("textDocument/didChange", {
          textDocument: { uri, version },
          contentChanges: [{ text }],
        });
      else clangd?.notify("textDocument/didChange", params);
    }
    workspace.documentChanged(document.path);
    if (isAspectPath(document.path)) refreshProjection(context, document.path);
  });

  connection.onDidSaveTextDocument((params) => {
    const path = pathOfUri(params.textDocument.uri);
    if (path === undefined) return;
    if (isForClangd(context, workspace.documents.openText(path)?.languageId, path) && !isAspectPath(path))
      clangd?.notify("textDocument/didSave", params);
    workspace.filesChanged([path]);
  });

  connection.onDidCloseTextDocument((params: DidCloseTextDocumentParams) => {
    const path = pathOfUri(params.textDocument.uri);
    if (path === undefined) return;
    const languageId = workspace.documents.openText(path)?.languageId;
    const isKnownToClangd = isForClangd(context, languageId, path);
    workspace.documents.close(params.textDocument.uri);
    const projected = projections.remove(path);
    if (projected !== undefined)
      clangd?.notify("textDocument/didClose", { textDocument: { uri: projected.virtualUri } });
    else if (isKnownToClangd) clangd?.notify("textDocument/didClose", params);
    workspace.documentChanged(path);
    context.guesses.delete(path);
    context.texts.forget(path);
    diagnostics.forget(path);
  });

  connection.onDidChangeWatchedFiles(({ changes }: DidChangeWatchedFilesParams) =>
    workspace.filesChanged(changes.flatMap(({ uri }) => pathOfUri(uri) ?? [])),
  );
}

/** A document that became too large is closed for clangd; one that no longer is, opened. */
function comeOrGo(context: ServerContext, document: SourceText): void {
  const { clangd } = context;
  const { uri, version, languageId, path } = document;
  if (isAspectPath(path)) return;
  tellTooLarge(context, document);
  if (whyTooLarge(document) !== undefined) {
    clangd?.notify("textDocument/didClose", { textDocument: { uri } });
    return;
  }
  context.diagnostics.fromClangd(path, [], version);
  if (!isForClangd(context, languageId, path)) return;
  const text = context.texts.update(document);
  clangd?.notify("textDocument/didOpen", { textDocument: { uri, version, languageId, text } });
}

function tellTooLarge({ diagnostics }: ServerContext, document: SourceText): void {
  const why = whyTooLarge(document);
  if (why === undefined) return;
  const start = { line: 0, character: 0 };
  const message = `Weft leaves this file out: ${why}. Split it, or keep it out of the sources that are opened.`;
  const warning = {
    range: { start, end: start },
    severity: 2 as const,
    source: "weft",
    code: "document/too-large",
    message,
  };
  diagnostics.fromClangd(document.path, [warning], document.version);
}

/** Tells clangd the text of an open file with what is introduced in there by now. */
export function refreshText(context: ServerContext, document: SourceText): void {
  const { path, uri, version, languageId } = document;
  if (isAspectPath(path) || !isForClangd(context, languageId, path)) return;
  const before = context.texts.columns().get(path)?.text ?? document.text;
  const text = context.texts.update(document);
  if (text !== before)
    context.clangd?.notify("textDocument/didChange", {
      textDocument: { uri, version },
      contentChanges: [{ text }],
    });
}

/** Tells clangd the newest projection of an open `.ah` file; opens it there when it is new. */
export function refreshProjection({ projections, clangd, introduced }: ServerContext, path: string): void {
  const before = projections.get(path);
  const projected = projections.update(path, introduced.arguments());
  if (projected === undefined || clangd === undefined) return;
  const isNew = before === undefined || before.virtualUri !== projected.virtualUri;
  if (before !== undefined && isNew)
    clangd.notify("textDocument/didClose", { textDocument: { uri: before.virtualUri } });
  if (JSON.stringify(before?.command) !== JSON.stringify(projected.command))
    clangd.notify("workspace/didChangeConfiguration", {
      settings: { compilationDatabaseChanges: { [projected.virtualPath]: projected.command } },
    });
  const textDocument = { uri: projected.virtualUri, version: projected.version };
  if (isNew)
    clangd.notify("textDocument/didOpen", {
      textDocument: {
        ...textDocument,
        languageId: clangdLanguage(projected.projection),
        text: projected.projection.text,
      },
    });
  else if (before.projection.text !== projected.projection.text)
    clangd.notify("textDocument/didChange", {
      textDocument,
      contentChanges: [{ text: projected.projection.text }],
    });
}

/** clangd says what is wrong with it as all is known now; what it still says of an older version is outdated. */
export function checkProjectionAgain({ projections, clangd }: ServerContext, path: string): void {
  const projected = projections.renew(path);
  if (projected === undefined) return;
  const { virtualUri: uri, version, projection } = projected;
  clangd?.notify("textDocument/didChange", {
    textDocument: { uri, version },
    contentChanges: [{ text: projection.text }],
    // An extension of clangd: the text is the same.
    forceRebuild: true,
  });
}

/** Guesses are left to clangd. */
export function commandsFor(
  { workspace, introduced }: ServerContext,
  paths: readonly string[],
): ClangdCommands {
  return Object.fromEntries(
    paths.flatMap((path) => {
      const command = workspace.commandFor(path);
      if (command.guessed) return [];
      const [compiler = "cc", ...options] = clangdArguments(command.argv);
      const open = workspace.documents.openText(path) !== undefined;
      const compilationCommand = [compiler, ...(open ? introduced.arguments() : []), ...options];
      return [[path, { workingDirectory: command.directory, compilationCommand }]];
    }),
  );
}

export function pushCommands({ clangd }: ServerContext, commands: ClangdCommands): void {
  if (Object.keys(commands).length === 0) return;
  clangd?.notify("workspace/didChangeConfiguration", { settings: { compilationDatabaseChanges: commands } });
}
