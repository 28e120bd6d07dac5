/**
 * Requests that clangd answers. For C they pass through untouched; for C inside an `.ah` file they go to its
 * projection and come back. A clangd that can't answer costs the answer, never the editor: where the user asked for
 * an action (rename, a code action) the reason is returned as an error, elsewhere the answer is empty.
 */
import { howToInstall, MACHINE_TOOLS } from "@weft/weaver-bridge/model";
import type { CancellationToken } from "vscode-languageserver/node";
import { ClangdUnavailable } from "../clangd/supervisor.js";
import { isAspectPath, type Place, type PlaceRange, pathOfUri } from "../workspace/index.js";
import { askAgain } from "./ask-again.js";
import { formatAspect, formatOwnText } from "./aspect-formatting.js";
import { isForClangd, type ServerContext } from "./context.js";
import {
  answerFromClangd,
  type ColumnsByPath,
  questionToClangd,
  tokensFromClangd,
} from "./introduced-columns.js";
import { withoutLikeNamedFiles } from "./like-named-files.js";
import { answerFromProjection, isInC, type Projected, tokensOfProjection } from "./projections.js";
import { refused } from "./refusals.js";

/** Requests without an answer of our own. */
export const FORWARDED_REQUESTS = [
  "textDocument/declaration",
  "textDocument/typeDefinition",
  "textDocument/implementation",
  "textDocument/documentHighlight",
  "textDocument/formatting",
  "textDocument/rangeFormatting",
  "textDocument/onTypeFormatting",
  "textDocument/documentLink",
  "textDocument/foldingRange",
  "textDocument/selectionRange",
  "textDocument/prepareCallHierarchy",
  "callHierarchy/incomingCalls",
  "callHierarchy/outgoingCalls",
  "textDocument/prepareTypeHierarchy",
  "typeHierarchy/supertypes",
  "typeHierarchy/subtypes",
  "workspace/symbol",
  "workspace/executeCommand",
  "completionItem/resolve",
  "textDocument/switchSourceHeader",
  "textDocument/symbolInfo",
  "textDocument/ast",
  "$/memoryUsage",
] as const;

/** Shapes of text that have no meaning in a projection. */
const NOT_IN_ASPECTS = /onTypeFormatting|foldingRange|selectionRange|switchSourceHeader|\/ast$/i;
/** Their ranges go over what is no C, too. */
const WHOLE_TEXT = /semanticTokens|documentLink|inlayHint/;
const FORMATTING = /\/(range)?formatting$/i;
/** The user waits for these and must learn why nothing happens. */
const ACTIONS = /rename$|executeCommand$|formatting$/i;

interface TextParams {
  readonly textDocument?: { readonly uri: string };
  readonly position?: Place;
  readonly range?: PlaceRange;
}

/** `null` where clangd has nothing to say. */
export function forward(
  context: ServerContext,
  method: string,
  params: unknown,
  token?: CancellationToken,
): Promise<unknown> {
  const { uri } = ((params ?? {}) as TextParams).textDocument ?? {};
  const path = uri === undefined ? undefined : pathOfUri(uri);
  const version = () =>
    path === undefined ? undefined : context.workspace.documents.openText(path)?.version;
  if (uri !== undefined && path === undefined) return Promise.resolve(null);
  const once =
    path !== undefined && isAspectPath(path)
      ? () => forwardFromAspect(context, method, params, path, token)
      : () => forwardFromSource(context, method, params, path, token);
  return askAgain(once, version, token);
}

/** `path`: of the text that is asked about; undefined where a question is about none. */
async function forwardFromSource(
  context: ServerContext,
  method: string,
  params: unknown,
  path: string | undefined,
  token: CancellationToken | undefined,
): Promise<unknown> {
  const document = path === undefined ? undefined : context.workspace.documents.openText(path);
  if (context.beside && method === "workspace/symbol") return null;
  if (path !== undefined && !isForClangd(context, document?.languageId, path)) return null;
  if (method === "textDocument/rename") await refuseIntroduced(context, params, token);
  if (document !== undefined && FORMATTING.test(method) && context.texts.isChanged(document.path))
    return formatOwnText(context.clangd, document, (uri) =>
      ask(context, method, { ...(params as object), textDocument: { uri } }, token),
    );
  const columns = context.texts.columns();
  const answer = await withoutLikeNamedFiles(
    method,
    params,
    await ask(context, method, paramsToProjection(context, params), token),
    (about, question) => ask(context, about, question, token),
    (file) => context.workspace.documents.read(file)?.text,
  );
  return answerToEditor(context, method, answer, { columns, path });
}

/** For C in an `.ah` file. */
async function forwardFromAspect(
  context: ServerContext,
  method: string,
  params: unknown,
  path: string,
  token: CancellationToken | undefined,
): Promise<unknown> {
  const { position, range } = (params ?? {}) as TextParams;
  const projected = context.projections.get(path);
  if (projected === undefined || NOT_IN_ASPECTS.test(method)) return null;
  if (FORMATTING.test(method))
    return formatAspect(context.clangd, projected.document, (uri) =>
      ask(context, method, { ...(params as object), textDocument: { uri } }, token),
    );
  const place = WHOLE_TEXT.test(method) ? undefined : (position ?? range?.start);
  if (place !== undefined && !isInC(projected, place)) return null;
  return forwardProjected(context, projected, method, params, token);
}

async function forwardProjected(
  context: ServerContext,
  projected: Projected,
  method: string,
  params: unknown,
  token: CancellationToken | undefined,
): Promise<unknown> {
  const asked =
    method === "textDocument/semanticTokens/full/delta" ? "textDocument/semanticTokens/full" : method;
  const columns = context.texts.columns();
  const answer = await ask(context, asked, paramsToProjection(context, params), token);
  if (asked.includes("semanticTokens")) {
    const data = (answer as { data?: number[] } | null)?.data;
    return data === undefined ? null : { data: tokensOfProjection(projected, data) };
  }
  const mapped = answerToEditor(context, method, answer, { columns, path: undefined });
  if (method === "textDocument/rename" && !editsStayInC(context, mapped))
    throw refused(
      "The name is also used in text of an aspect that is no C, where it can't be changed. Change that place by hand, then rename",
    );
  if (method === "textDocument/codeAction" && Array.isArray(mapped))
    return mapped.filter((action) => editsStayInC(context, (action as { edit?: unknown }).edit));
  return mapped;
}

/** From clangd's files and places to those of the editor. */
function answerToEditor(
  context: ServerContext,
  method: string,
  answer: unknown,
  { columns, path }: { readonly columns: ColumnsByPath; readonly path: string | undefined },
): unknown {
  const own = path === undefined ? undefined : columns.get(path);
  const data = (answer as { data?: unknown } | null)?.data;
  if (own !== undefined && method.includes("semanticTokens") && Array.isArray(data))
    return { ...(answer as object), data: tokensFromClangd(own, data as number[]) };
  const placed = answerFromClangd(columns, pathOfUri, withOrigins(context, method, answer), path);
  return answerFromProjection(context.projections, placed);
}

/** Places of introduced members are those of their slices. */
function withOrigins(context: ServerContext, method: string, answer: unknown): unknown {
  if (!/definition$|declaration$|implementation$|references$/i.test(method)) return answer;
  const all = Array.isArray(answer) ? answer : answer === null ? [] : [answer];
  const mapped = all.map((item: { uri?: string; range?: PlaceRange }) =>
    item.uri === undefined || item.range === undefined
      ? item
      : { ...item, ...context.introduced.origin(item.uri, item.range) },
  );
  return Array.isArray(answer) ? mapped : (mapped[0] ?? null);
}

async function refuseIntroduced(
  context: ServerContext,
  params: unknown,
  token: CancellationToken | undefined,
): Promise<void> {
  const places = await ask(context, "textDocument/definition", params, token);
  const declared = (Array.isArray(places) ? places : []) as { uri?: string; range?: PlaceRange }[];
  if (
    declared.some(
      ({ uri, range }) =>
        uri !== undefined && range !== undefined && context.introduced.isIntroduced(uri, range.start),
    )
  )
    throw refused(
      "The name belongs to a member that an aspect introduces: rename it in the slice and where it is used",
    );
}

async function ask(
  context: ServerContext,
  method: string,
  params: unknown,
  token?: CancellationToken,
): Promise<unknown> {
  if (context.clangd === undefined) {
    if (ACTIONS.test(method)) throw refused(CLANGD_MISSING);
    return null;
  }
  try {
    const asked = questionToClangd(context.texts.columns(), pathOfUri, params);
    return (await context.clangd.request(method, asked, token)) ?? null;
  } catch (error) {
    if (!(error instanceof ClangdUnavailable)) throw error;
    context.connection.console.warn(error.message);
    if (ACTIONS.test(method)) throw refused(`${error.message}. Try again in a moment`);
    return null;
  }
}

export const CLANGD_MISSING = `No clangd was found, so ${MACHINE_TOOLS.clangd.for} are off; aspects work. Install it (${howToInstall("clangd")}) and restart the server`;

function paramsToProjection(context: ServerContext, params: unknown): unknown {
  if (typeof params === "string") {
    const path = params.endsWith(".ah") ? pathOfUri(params) : undefined;
    return (path === undefined ? undefined : context.projections.get(path)?.virtualUri) ?? params;
  }
  if (Array.isArray(params)) return params.map((item) => paramsToProjection(context, item));
  if (typeof params !== "object" || params === null) return params;
  return Object.fromEntries(
    Object.entries(params).map(([key, value]) => [key, paramsToProjection(context, value)]),
  );
}

interface WorkspaceEditLike {
  readonly changes?: Record<string, readonly { readonly range: PlaceRange }[]>;
  readonly documentChanges?: readonly {
    readonly textDocument?: { readonly uri: string };
    readonly edits?: readonly { readonly range: PlaceRange }[];
  }[];
}

function editsOf(
  edit: unknown,
): (readonly [uri: string, edits: readonly { readonly range: PlaceRange }[]])[] {
  const { changes, documentChanges } = (edit ?? {}) as WorkspaceEditLike;
  return [
    ...Object.entries(changes ?? {}),
    ...(documentChanges ?? []).map(
      ({ textDocument, edits }) => [textDocument?.uri ?? "", edits ?? []] as const,
    ),
  ];
}

/** False when an edit (in the editor's own uris) would touch text of an `.ah` file that is not C. */
export function editsStayInC(context: ServerContext, edit: unknown): boolean {
  return editsOf(edit).every(([uri, edits]) => {
    const path = pathOfUri(uri);
    const projected = path === undefined ? undefined : context.projections.get(path);
    return (
      projected === undefined ||
      edits.every(({ range }) => isInC(projected, range.start) && isInC(projected, range.end))
    );
  });
}
