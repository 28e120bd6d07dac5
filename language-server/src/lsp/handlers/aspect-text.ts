/** Help with the text of aspect files: completion in match expressions, hover on parts of pointcuts, signatures, colours. */
import type { CancellationToken, CompletionList, SignatureHelp } from "vscode-languageserver/node";
import {
  lookupPrefix,
  patternQuestion,
  patternSuggestions,
} from "../../analysis/pointcuts/pointcut-completion.js";
import { partMarkdown, pointcutPartAt } from "../../analysis/pointcuts/pointcut-hover.js";
import { callHelp } from "../../analysis/pointcuts/signature-help.js";
import {
  type AspectDocument,
  aspectDocumentAt,
  type HoverText,
  isKlasyPath,
  type NameKind,
  type Place,
  type PlaceRange,
  type PointcutAnswer,
  pathOfUri,
  patient,
} from "../../workspace/index.js";
import type { ServerContext } from "../context.js";
import { forward } from "../forward.js";
import { isInC } from "../projections.js";
import { tellFailed } from "../refusals.js";
import { mergedTokens } from "../semantic-tokens.js";
import { patternSuggestionToLsp } from "../to-lsp.js";

interface OfText {
  readonly textDocument: { readonly uri: string };
  readonly range?: PlaceRange;
}

export function registerAspectTextHandlers(context: ServerContext): void {
  const { connection, workspace } = context;

  const tokens = async (params: OfText, token: CancellationToken): Promise<{ data: number[] } | null> => {
    const path = pathOfUri(params.textDocument.uri);
    if (path === undefined || isKlasyPath(path)) return null;
    const document = aspectDocumentAt(workspace.snapshot(), path);
    const { textDocument, range } = params;
    const theirs = forward(context, "textDocument/semanticTokens/full", { textDocument }, token);
    const failed = tellFailed(connection, "colours of clangd");
    // In an aspect file clangd's colours of the bodies may come later; ours never wait long.
    const answer = (await (document === undefined
      ? theirs
      : patient(theirs, failed, TOKENS_PATIENCE_MS))) as {
      data?: number[];
    } | null;
    if (document === undefined && answer === null) return null;
    return { data: mergedTokens(context.legend, document, answer?.data ?? [], range) };
  };
  connection.onRequest("textDocument/semanticTokens/full", tokens);
  connection.onRequest("textDocument/semanticTokens/full/delta", tokens);
  connection.onRequest("textDocument/semanticTokens/range", tokens);

  connection.onRequest(
    "textDocument/signatureHelp",
    async (params: OfText & { position: Place }, token: CancellationToken): Promise<unknown> => {
      const path = pathOfUri(params.textDocument.uri);
      const document = path === undefined ? undefined : aspectDocumentAt(workspace.snapshot(), path);
      const projected = path === undefined ? undefined : context.projections.get(path);
      if (document === undefined || (projected !== undefined && isInC(projected, params.position)))
        return forward(context, "textDocument/signatureHelp", params, token);
      return signatureHelp(context, document, params.position);
    },
  );
}

const TOKENS_PATIENCE_MS = 500;

function signatureHelp(
  { workspace }: ServerContext,
  document: AspectDocument,
  position: Place,
): SignatureHelp | null {
  const help = callHelp(workspace.snapshot(), document, document.source.lines.offsetAt(position));
  if (help === undefined) return null;
  const documentation = { kind: "markdown" as const, value: help.documentation };
  const parameters = help.parameters.map((label) => ({ label }));
  return {
    signatures: [{ label: help.label, documentation, parameters }],
    activeSignature: 0,
    activeParameter: help.active,
  };
}

/** Names of one kind to offer at once; the list says that it is not all, so the editor asks again while typing. */
const OFFERED = 200;
/** An index that is just starting answers later: the editor asks again with the next letter. */
const NAMES_PATIENCE_MS = 700;

/** Undefined outside of match expressions. */
export async function completePattern(
  { connection, workspace }: ServerContext,
  document: AspectDocument,
  path: string,
  position: Place,
): Promise<CompletionList | undefined> {
  const question = patternQuestion(document, document.source.lines.offsetAt(position));
  if (question === undefined) return undefined;
  const root = workspace.rootOf(path);
  let isIncomplete = false;
  const ask = async (kind: NameKind) => {
    const asked = workspace.knownNames(root, { prefix: lookupPrefix(question), kind, limit: OFFERED });
    const found = await patient(asked, tellFailed(connection, `names for ${path}`), NAMES_PATIENCE_MS);
    if (found === null) isIncomplete = true;
    return (found ?? []).map(({ name, units }) => ({ name, units, kind }));
  };
  const names = (await Promise.all(question.kinds.map(ask))).flat();
  const suggestions = patternSuggestions(question, names);
  return {
    isIncomplete: isIncomplete || names.length >= OFFERED,
    items: suggestions.map((one, index) => patternSuggestionToLsp(one, question, index)),
  };
}

const HOVER_PATIENCE_MS = 350;

/** What a part of a pointcut selects in the whole project; while not all of it is known, so far. */
export async function hoverOnPointcut(
  { connection, workspace }: ServerContext,
  path: string,
  position: Place,
  token: CancellationToken,
): Promise<HoverText | undefined> {
  const snapshot = workspace.snapshot();
  const document = aspectDocumentAt(snapshot, path);
  const part = document && pointcutPartAt(document, document.source.lines.offsetAt(position));
  if (part === undefined) return undefined;
  const ended = new AbortController();
  token.onCancellationRequested(() => ended.abort());
  const root = workspace.rootOf(path);
  const aspects = snapshot.aspects.map(({ file }) => file);
  const scope = part.aspect === undefined ? {} : { aspect: part.aspect };
  const search = (expression: typeof part.expression): Promise<PointcutAnswer> =>
    workspace.searchPointcut(
      { root, expression, aspects, ...scope, limit: 5, withinMs: HOVER_PATIENCE_MS },
      ended.signal,
    );
  const failed = (error: Error) => {
    if (!token.isCancellationRequested && error.name !== "AbortError")
      connection.console.error(`hover in ${path}: ${error.message}`);
  };
  try {
    const own = await search(part.expression);
    const { conjunction } = part;
    const [whole, rest] =
      conjunction === undefined
        ? []
        : await Promise.all([search(conjunction.whole), search(conjunction.rest)]).catch((error: Error) => {
            failed(error);
            return [];
          });
    return { range: part.range, markdown: partMarkdown(part, { own, whole, rest }) };
  } catch (error) {
    // Without an answer the rest of the hover is shown.
    failed(error as Error);
    return undefined;
  }
}
