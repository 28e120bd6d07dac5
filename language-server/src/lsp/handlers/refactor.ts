/** Refactorings as code actions: offered at once, planned when one is chosen, proven when asked. */
import {
  type CancellationToken,
  type CodeAction,
  LSPErrorCodes,
  ResponseError,
  type TextDocumentEdit,
  type WorkDoneProgressServerReporter,
  type WorkspaceEdit,
} from "vscode-languageserver/node";
import { refactorActions } from "../../analysis/actions/refactor-actions.js";
import {
  type ProveRefactoringResult,
  proveRefactoringRequest,
  type Range,
  type RefactoringQuestion,
} from "../../protocol/index.js";
import { createRefactorings, type PlannedRefactoring, uriOfPath } from "../../workspace/index.js";
import type { ServerContext } from "../context.js";
import { forward } from "../forward.js";
import { refused } from "../refusals.js";

/** In a code action's `data`. */
interface OwnData {
  readonly weft: { readonly path: string; readonly question: RefactoringQuestion };
}

export function codeActionsAt({ workspace }: ServerContext, path: string, range: Range): CodeAction[] {
  return refactorActions(workspace.snapshot(), path, range).map(({ title, kind, question }) => ({
    ...{ title, kind },
    data: { weft: { path, question } } satisfies OwnData,
  }));
}

export function registerRefactorHandlers(context: ServerContext): void {
  const { connection } = context;
  const refactorings = createRefactorings(context.workspace.documents);

  connection.onRequest("codeAction/resolve", async (action: CodeAction, token: CancellationToken) => {
    const own = (action.data as Partial<OwnData> | undefined)?.weft;
    if (own === undefined) return (await forward(context, "codeAction/resolve", action, token)) ?? action;
    const plan = await withProgress(context, action.title, token, (options) =>
      refactorings.plan(own.path, own.question, options),
    );
    return { ...action, edit: editOf(context, plan) } satisfies CodeAction;
  });

  connection.onRequest(
    proveRefactoringRequest,
    (_: unknown, token: CancellationToken): Promise<ProveRefactoringResult> =>
      withProgress(context, "Proving the refactoring", token, (options) => refactorings.prove(options)),
  );
}

type Options = Parameters<ReturnType<typeof createRefactorings>["prove"]>[0];

/** With the protocol's progress, whose cancel ends the work; a cancelled request is an error of the protocol. */
async function withProgress<Value>(
  { connection, client }: ServerContext,
  title: string,
  token: CancellationToken,
  work: (options: Options) => Promise<Value>,
): Promise<Value> {
  const abort = new AbortController();
  token.onCancellationRequested(() => abort.abort());
  const progress: WorkDoneProgressServerReporter | undefined =
    client.window?.workDoneProgress === true ? await connection.window.createWorkDoneProgress() : undefined;
  progress?.begin(`Weft: ${title}`, 0, "", true);
  progress?.token.onCancellationRequested(() => abort.abort());
  try {
    return await work({
      signal: abort.signal,
      onProgress: ({ done, total, what }) => progress?.report(Math.round((100 * done) / total), what),
    });
  } catch (error) {
    if (!abort.signal.aborted) throw error;
    throw new ResponseError(LSPErrorCodes.RequestCancelled, "The refactoring was cancelled");
  } finally {
    progress?.done();
  }
}

const ANNOTATION = "weft";

/** Every edit is annotated, so that the editor shows them all before it makes them. */
function editOf({ workspace, client }: ServerContext, plan: PlannedRefactoring): WorkspaceEdit {
  if (plan.files.length === 0)
    throw refused(
      plan.remarks.join("\n") ||
        "There is nothing to change: the code has this form already. Choose another place",
    );
  const edited = plan.files.find(({ path, old }) => {
    const open = workspace.documents.openText(path);
    return open !== undefined && open.text !== old;
  });
  if (edited !== undefined)
    throw refused(
      `${edited.path} was edited while the refactoring was planned. Choose the refactoring again`,
    );
  const annotates = client.workspace?.workspaceEdit?.changeAnnotationSupport !== undefined;
  const mark = annotates ? { annotationId: ANNOTATION } : {};
  const documentChanges = plan.files.flatMap(({ path, old, edits }) => {
    const uri = uriOfPath(path);
    const change: TextDocumentEdit = {
      textDocument: { uri, version: workspace.documents.openText(path)?.version ?? null },
      edits: edits.map(({ start, end, text }) => ({ range: { start, end }, newText: text, ...mark })),
    };
    return old === undefined ? [{ kind: "create" as const, uri, ...mark }, change] : [change];
  });
  const description = plan.remarks.slice(0, 10).join("\n");
  const annotation = {
    label: plan.title,
    needsConfirmation: true,
    description:
      description === "" ? "Not proven yet: Weft: Prove Refactoring compares the object code" : description,
  };
  return { documentChanges, ...(annotates ? { changeAnnotations: { [ANNOTATION]: annotation } } : {}) };
}
