/** Starts the parts in order when the editor says hello, and ends them when it says goodbye. */
import {
  type Connection,
  DidChangeWatchedFilesNotification,
  type InitializeParams,
  type InitializeResult,
  MessageType,
  ShowMessageNotification,
} from "vscode-languageserver/node";
import {
  crosscuttingChangedNotification,
  effectsChangedNotification,
  type IdleParams,
  type InitializationOptions,
  idleNotification,
  showEverything,
} from "../protocol/index.js";
import { isAspectPath, uriOfPath, type Workspace } from "../workspace/index.js";
import { mergedCapabilities } from "./capabilities.js";
import { folderOf, startClangd } from "./clangd-link.js";
import { createClangdTexts } from "./clangd-texts.js";
import { isForClangd, type ServerContext } from "./context.js";
import { createDiagnostics } from "./diagnostics.js";
import { CLANGD_MISSING, FORWARDED_REQUESTS, forward } from "./forward.js";
import { registerAspectTextHandlers } from "./handlers/aspect-text.js";
import { registerCodeActionHandler } from "./handlers/code-actions.js";
import { registerContributedRequests } from "./handlers/contributed.js";
import {
  checkProjectionAgain,
  commandsFor,
  pushCommands,
  refreshProjection,
  refreshText,
  registerDocumentHandlers,
} from "./handlers/documents.js";
import { registerIndexing } from "./handlers/indexing.js";
import { registerMergedHandlers } from "./handlers/merged.js";
import { registerNewAspectHandlers } from "./handlers/new-aspect.js";
import { registerOrderHandlers } from "./handlers/order.js";
import { registerPointcutHandlers } from "./handlers/pointcuts.js";
import { registerRefactorHandlers } from "./handlers/refactor.js";
import { registerReferencesHandler } from "./handlers/references.js";
import { registerRelationHandlers } from "./handlers/relations.js";
import { registerRenameHandlers } from "./handlers/rename.js";
import { registerWeftHandlers } from "./handlers/weft.js";
import { createIntroducedMembers } from "./introduced-members.js";
import { createProjections } from "./projections.js";
import { refreshLensesAndHints } from "./refresh.js";
import { withPlainRefusals } from "./refusals.js";
import { mergedLegend } from "./semantic-tokens.js";

export interface WorkspaceSettings {
  /** Opened folder, absolute; undefined when single files are edited. */
  readonly folder: string | undefined;
  readonly trusted: boolean;
  readonly log: (level: "error" | "info" | "debug", message: string) => void;
}

export interface ServerOptions {
  /** As `clangd.beside` of the initialization options, for editors whose set-up is a command line. */
  readonly beside?: boolean;
  /** Glob patterns of files that contributors read. */
  readonly watches?: readonly string[];
}

/** Listens on `stdio` until the editor ends it. */
export function serve(
  stdio: Connection,
  createWorkspace: (settings: WorkspaceSettings) => Workspace,
  { beside, watches = [] }: ServerOptions = {},
): void {
  const connection = withPlainRefusals(stdio);
  let context: ServerContext | undefined;
  connection.onInitialize(async (params): Promise<InitializeResult> => {
    const asked = (params.initializationOptions ?? {}) as InitializationOptions;
    const options = beside === true ? { ...asked, clangd: { ...asked.clangd, beside } } : asked;
    const log: WorkspaceSettings["log"] = (level, message) => {
      if (level === "error") connection.console.error(message);
      else if (level === "info") connection.console.info(message);
      else connection.console.debug(message);
    };
    const workspace = createWorkspace({ folder: folderOf(params), trusted: options.trusted === true, log });
    context = createContext(connection, workspace, params, options, log);
    // While clangd starts.
    workspace.start();
    registerDocumentHandlers(context);
    registerMergedHandlers(context);
    registerReferencesHandler(context);
    registerRenameHandlers(context);
    registerCodeActionHandler(context);
    registerAspectTextHandlers(context);
    registerPointcutHandlers(context);
    registerWeftHandlers(context);
    registerIndexing(context);
    registerRefactorHandlers(context);
    registerRelationHandlers(context);
    registerNewAspectHandlers(context);
    registerOrderHandlers(context);
    registerContributedRequests(context);
    for (const method of FORWARDED_REQUESTS) registerForward(context, method);
    const capabilities =
      (await context.clangd?.started.catch((error: Error) => {
        log("error", `clangd did not start: ${error.message}`);
        return undefined;
      })) ?? {};
    const merged = mergedCapabilities(capabilities, context.beside);
    context.legend = merged.semanticTokensProvider?.legend ?? context.legend;
    return { capabilities: merged, serverInfo: { name: "weft" } };
  });
  connection.onInitialized(() => {
    if (context !== undefined) afterStart(context, watches);
  });
  connection.onShutdown(async () => {
    await context?.clangd?.stop();
    await context?.workspace.dispose();
  });
  connection.listen();
}

function createContext(
  connection: Connection,
  workspace: Workspace,
  params: InitializeParams,
  options: InitializationOptions,
  log: WorkspaceSettings["log"],
): ServerContext {
  const projections = createProjections(workspace);
  const texts = createClangdTexts(workspace);
  const diagnostics = createDiagnostics(connection, workspace);
  const context: { -readonly [K in keyof ServerContext]: ServerContext[K] } = {
    connection,
    workspace,
    projections,
    diagnostics,
    introduced: createIntroducedMembers(workspace, projections.folder, () => texts.columns()),
    texts,
    beside: options.clangd?.beside === true,
    clangd: undefined,
    guesses: new Set(),
    legend: mergedLegend(undefined),
    client: params.capabilities,
    shown: { filter: showEverything },
  };
  context.clangd = startClangd(context, params, options, log);
  return context;
}

/** From here on the editor may be told things; what happened before is told now. */
function followWorkspace(context: ServerContext): void {
  const { workspace } = context;
  workspace.onDidChange((paths) => changed(context, paths));
  workspace.onDidMeasure((paths) => {
    for (const path of paths) {
      const open = workspace.documents.openText(path);
      if (open !== undefined)
        void context.connection.sendNotification(effectsChangedNotification, { uri: open.uri });
    }
    if (paths.some((path) => workspace.documents.openText(path) !== undefined))
      refreshLensesAndHints(context);
  });
  workspace.onDidBecomeIdle(() => {
    // What was held back while units were read for the first time.
    for (const { path } of context.projections.all())
      if (context.diagnostics.release(path)) checkProjectionAgain(context, path);
    const documents = workspace.documents.all().map(({ uri, version }) => ({ uri, version: version ?? 0 }));
    const params: IdleParams = { documents };
    void context.connection.sendNotification(idleNotification, params);
  });
  changed(
    context,
    workspace.snapshot().aspects.map(({ source }) => source.path),
  );
}

function registerForward(context: ServerContext, method: string): void {
  context.connection.onRequest(method, (params: unknown, token) => forward(context, method, params, token));
}

/** The editor is told about the files it shows, and about aspects. */
function changed(context: ServerContext, paths: readonly string[]): void {
  const { connection, workspace, diagnostics, projections } = context;
  for (const path of paths) {
    diagnostics.refresh(path);
    const open = workspace.documents.openText(path);
    if (open !== undefined || isAspectPath(path))
      void connection.sendNotification(effectsChangedNotification, { uri: open?.uri ?? uriOfPath(path) });
  }
  void connection.sendNotification(crosscuttingChangedNotification, { uris: paths.map(uriOfPath) });
  const newMembers = context.introduced.refresh();
  pushCommands(context, newlyKnownCommands(context, newMembers));
  for (const document of workspace.documents.all()) refreshText(context, document);
  for (const { path } of projections.all())
    if (newMembers || paths.includes(path)) refreshProjection(context, path);
  refreshLensesAndHints(context);
}

/** Open headers whose flags were a guess until a unit that includes them was analysed; or all that is open. */
function newlyKnownCommands(context: ServerContext, all: boolean): ReturnType<typeof commandsFor> {
  const { workspace, guesses } = context;
  const open = workspace.documents
    .all()
    .filter(({ path, languageId }) => !isAspectPath(path) && isForClangd(context, languageId, path))
    .map(({ path }) => path);
  const known = open.filter((path) => guesses.has(path) && !workspace.commandFor(path).guessed);
  for (const path of known) guesses.delete(path);
  return commandsFor(context, all ? open : known);
}

function afterStart(context: ServerContext, watches: readonly string[]): void {
  followWorkspace(context);
  const { connection, client, clangd } = context;
  if (clangd === undefined)
    void connection.sendNotification(ShowMessageNotification.type, {
      type: MessageType.Warning,
      message: CLANGD_MISSING,
    });
  if (client.workspace?.didChangeWatchedFiles?.dynamicRegistration === true)
    void connection.client.register(DidChangeWatchedFilesNotification.type, {
      watchers: [
        "**/*.{ah,klay,klasy}",
        ...watches,
        "**/*.{c,h,cc,cpp,cxx,hh,hpp,hxx}",
        "**/.weft/weave-map.json",
        "**/weft.json",
        "**/compile_commands.json",
        "**/compile_flags.txt",
      ].map((globPattern) => ({
        globPattern,
      })),
    });
}
