/** Between clangd and this workspace: what it is started with, what it must be told again, what it says unasked. */
import type { Diagnostic, InitializeParams } from "vscode-languageserver/node";
import { onlyClangWarns } from "../clangd/clang-alone.js";
import { findClangd } from "../clangd/find-clangd.js";
import { NO_SETTINGS_OF_THE_FOLDER, ONLY_TOLD_COMMANDS } from "../clangd/own-place.js";
import { type Clangd, superviseClangd } from "../clangd/supervisor.js";
import type { InitializationOptions } from "../protocol/index.js";
import { isAspectPath, isForGcc, pathOfUri, serverWords } from "../workspace/index.js";
import { isForClangd, type ServerContext } from "./context.js";
import { editsStayInC } from "./forward.js";
import { commandsFor, pushCommands } from "./handlers/documents.js";
import { answerFromClangd } from "./introduced-columns.js";
import {
  answerFromProjection,
  clangdLanguage,
  diagnosticsOfProjection,
  isProjection,
} from "./projections.js";

/** Starts the newest clangd for the workspace; undefined when there is none. */
export function startClangd(
  context: ServerContext,
  params: InitializeParams,
  options: InitializationOptions,
  log: (level: "error" | "info" | "debug", message: string) => void,
): Clangd | undefined {
  const program = findClangd(options.clangd?.path);
  if (program === undefined) return undefined;
  const folder = folderOf(params);
  const indexing = options.clangd?.backgroundIndex !== false && !context.beside;
  const index = indexing ? ["--background-index-priority=background"] : [];
  const { workspace } = context;
  /** It begins to read what it is told: our own index is made first, since both at once take twice as long. */
  let isToldUnits = false;
  let isLooked = false;
  const tellUnits = () => {
    const all = unitsOf(context);
    isToldUnits ||= isLooked && workspace.isIdle() && all.length > 0;
    pushCommands(context, commandsFor(context, isToldUnits ? all : openFiles(context)));
  };
  void workspace.firstLook.then(() => {
    isLooked = true;
    workspace.onDidBecomeIdle(() => {
      if (!isToldUnits) tellUnits();
    });
  });
  workspace.onDidChangeCommands(tellUnits);
  const [first = "", ...words] = serverWords([
    program.path,
    ...[
      "--header-insertion=never",
      "--clang-tidy=false",
      "--log=error",
      "--limit-results=200",
      `--background-index=${indexing}`,
      ...index,
      ONLY_TOLD_COMMANDS,
      ...(options.trusted === true ? [] : [NO_SETTINGS_OF_THE_FOLDER]),
      ...(options.clangd?.arguments ?? []),
    ],
  ]);
  return superviseClangd({
    program: first,
    arguments: words,
    ...(folder === undefined ? {} : { directory: folder }),
    initializeParams: () => clangdParams(context, params, isToldUnits ? unitsOf(context) : []),
    replay: () => openTexts(context),
    onNotification: (method, message) => fromClangd(context, method, message),
    onRequest: (method, message) => requestFromClangd(context, method, message),
    log,
  });
}

function unitsOf({ workspace }: ServerContext): string[] {
  return workspace.commands().map(({ file }) => file);
}

function openFiles({ workspace }: ServerContext): string[] {
  return workspace.documents.all().flatMap(({ path }) => (isAspectPath(path) ? [] : [path]));
}

function clangdParams(context: ServerContext, params: InitializeParams, units: readonly string[]): object {
  const { projections } = context;
  return {
    ...params,
    processId: process.pid,
    capabilities: { ...params.capabilities, general: { positionEncodings: ["utf-16"] } },
    initializationOptions: {
      clangdFileStatus: false,
      compilationDatabaseChanges: {
        ...commandsFor(context, [...units, ...openFiles(context)]),
        ...Object.fromEntries(projections.all().map(({ virtualPath, command }) => [virtualPath, command])),
      },
    },
  };
}

/** What a restarted clangd must be told. */
function openTexts(context: ServerContext): { method: string; params: object }[] {
  const { workspace, projections } = context;
  const own = workspace.documents
    .all()
    .filter(({ path, languageId }) => !isAspectPath(path) && isForClangd(context, languageId, path))
    .map((document) => {
      const { uri, languageId, version } = document;
      return { uri, languageId, version, text: context.texts.update(document) };
    });
  const projected = projections.all().map(({ virtualUri, version, projection }) => ({
    uri: virtualUri,
    languageId: clangdLanguage(projection),
    version,
    text: projection.text,
  }));
  return [...own, ...projected].map((textDocument) => ({
    method: "textDocument/didOpen",
    params: { textDocument },
  }));
}

function fromClangd(context: ServerContext, method: string, message: unknown): void {
  if (method === "textDocument/publishDiagnostics") publish(context, message as Published);
  else if (method === "$/progress") void context.connection.sendNotification(method, message);
  else if (method === "window/showMessage")
    context.connection.console.info((message as { message: string }).message);
}

interface Published {
  readonly uri: string;
  readonly diagnostics: readonly Diagnostic[];
  readonly version?: number;
}

/** What clangd says of an outdated projection, or from guessed flags, is held back: better comes soon. */
function publish(context: ServerContext, { uri, diagnostics, version }: Published): void {
  const projected = context.projections.byVirtualUri(uri);
  if (projected !== undefined) {
    if (version !== undefined && version !== projected.version) return;
    const { compilationCommand, workingDirectory } = projected.command;
    const asBuilt = inBuild(diagnostics, compilationCommand, workingDirectory);
    const shown = diagnosticsOfProjection(projected, asBuilt);
    context.diagnostics.fromClangd(
      projected.path,
      answerFromProjection(context.projections, shown) as Diagnostic[],
    );
    return;
  }
  const path = pathOfUri(uri);
  if (path === undefined || isProjection(path)) return;
  const { workspace } = context;
  const { argv, directory, guessed: isGuess } = workspace.commandFor(path);
  const guessed = workspace.commands().length > 0 && isGuess;
  const asBuilt = isGuess ? diagnostics : inBuild(diagnostics, argv, directory);
  const known = asBuilt.filter((diagnostic) => !isInIntroduced(context, diagnostic));
  const own = answerFromClangd(context.texts.columns(), pathOfUri, known, path);
  const shown = guessed ? [] : (answerFromProjection(context.projections, own) as Diagnostic[]);
  context.diagnostics.fromClangd(path, shown, version);
}

/** Without warnings that the unit's build does not give. */
function inBuild(
  diagnostics: readonly Diagnostic[],
  argv: readonly string[],
  directory: string,
): readonly Diagnostic[] {
  if (diagnostics.length === 0 || !isForGcc(argv, directory)) return diagnostics;
  return diagnostics.filter((diagnostic) => !onlyClangWarns(diagnostic, argv));
}

/** What is wrong with a slice is told in its aspect. */
function isInIntroduced({ introduced }: ServerContext, { message }: Diagnostic): boolean {
  return typeof message === "string" && message.startsWith("In included file") && introduced.isIn(message);
}

async function requestFromClangd(context: ServerContext, method: string, message: unknown): Promise<unknown> {
  const own = answerFromClangd(context.texts.columns(), pathOfUri, message, undefined);
  const mapped = answerFromProjection(context.projections, own);
  if (method === "workspace/applyEdit" && !editsStayInC(context, (mapped as { edit?: unknown }).edit))
    return { applied: false, failureReason: "The edit reaches outside of the C code of an aspect" };
  return context.connection.sendRequest(method, mapped);
}

/** The opened folder, absolute; undefined when single files are edited. */
export function folderOf(params: InitializeParams): string | undefined {
  const uri = params.workspaceFolders?.[0]?.uri ?? params.rootUri ?? undefined;
  return uri === undefined ? (params.rootPath ?? undefined) : pathOfUri(uri);
}
