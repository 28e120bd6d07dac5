/** Requests that clangd and we answer together. */
import type {
  CancellationToken,
  CompletionItem,
  Hover,
  InlayHint,
  Location,
  MarkupContent,
} from "vscode-languageserver/node";
import { aspectCompletion } from "../../analysis/aspect-completion.js";
import { aspectSymbols } from "../../analysis/aspect-symbols.js";
import { codeLenses } from "../../analysis/code-lenses.js";
import { adviceDefinitions } from "../../analysis/definition.js";
import { hoverText } from "../../analysis/hover.js";
import { inlayHints } from "../../analysis/inlay-hints.js";
import {
  aspectDocumentAt,
  isAspectPath,
  type Place,
  type PlaceRange,
  pathOfUri,
} from "../../workspace/index.js";
import type { ServerContext } from "../context.js";
import { forward } from "../forward.js";
import { isInC } from "../projections.js";
import { hintToLsp, lensToLsp, placeToLsp, suggestionToLsp, symbolToLsp } from "../to-lsp.js";

interface At {
  readonly textDocument: { readonly uri: string };
  readonly position: Place;
}

/** Our part of an answer never waits longer than this for clangd's part. */
const PATIENCE_MS = 2_000;

export function registerMergedHandlers(context: ServerContext): void {
  const { connection, workspace } = context;
  const on = <P extends { textDocument: { uri: string } }, R>(
    method: string,
    handle: (params: P, path: string, token: CancellationToken) => Promise<R> | R,
  ) =>
    connection.onRequest(method, async (params: P, token: CancellationToken): Promise<unknown> => {
      const path = pathOfUri(params.textDocument.uri);
      return path === undefined ? null : handle(params, path, token);
    });

  on<At, Hover | null>("textDocument/hover", async (params, path, token) => {
    const ours = hoverText(workspace.snapshot(), path, params.position);
    const clangd = forward(context, "textDocument/hover", params, token) as Promise<Hover | null>;
    const theirs = ours === undefined ? await clangd : await patient(clangd);
    if (ours === undefined) return theirs;
    if (theirs === null) return { range: ours.range, contents: { kind: "markdown", value: ours.markdown } };
    const value = `${ours.markdown}\n\n---\n\n${(theirs.contents as MarkupContent).value}`;
    return { ...theirs, contents: { kind: "markdown", value } };
  });

  on<At, Location[]>("textDocument/definition", async (params, path, token) => {
    const ours = adviceDefinitions(workspace.snapshot(), path, params.position).map(placeToLsp);
    const clangd = forward(context, "textDocument/definition", params, token) as Promise<
      Location[] | Location | null
    >;
    const theirs = ours.length === 0 ? await clangd : await patient(clangd);
    return [...(Array.isArray(theirs) ? theirs : theirs === null ? [] : [theirs]), ...ours];
  });

  on<{ textDocument: { uri: string } }, unknown>("textDocument/codeLens", (params, path) =>
    codeLenses(workspace.snapshot(), path).map((lens) => lensToLsp(params.textDocument.uri, lens)),
  );

  on<{ textDocument: { uri: string }; range: PlaceRange }, InlayHint[]>(
    "textDocument/inlayHint",
    async (params, path, token) => {
      const ours = inlayHints(workspace.snapshot(), path, params.range).map(hintToLsp);
      const theirs = (await patient(forward(context, "textDocument/inlayHint", params, token))) as
        | InlayHint[]
        | null;
      return [...(isAspectPath(path) ? hintsInC(context, path, theirs ?? []) : (theirs ?? [])), ...ours];
    },
  );

  on<{ textDocument: { uri: string } }, unknown>("textDocument/documentSymbol", (params, path, token) => {
    const document = aspectDocumentAt(workspace.snapshot(), path);
    return document === undefined
      ? forward(context, "textDocument/documentSymbol", params, token)
      : aspectSymbols(document).map(symbolToLsp);
  });

  on<At, unknown>("textDocument/completion", async (params, path, token) => {
    const document = aspectDocumentAt(workspace.snapshot(), path);
    if (document === undefined) return forward(context, "textDocument/completion", params, token);
    const projected = context.projections.get(path);
    if (projected !== undefined && isInC(projected, params.position))
      return withoutDistantEdits(await forward(context, "textDocument/completion", params, token));
    const snippets = context.client.textDocument?.completion?.completionItem?.snippetSupport === true;
    return aspectCompletion(workspace.snapshot(), document, params.position).map((item) =>
      suggestionToLsp(item, snippets),
    );
  });
}

/** clangd's answer if it comes soon; a slow or failing clangd must not hide ours. */
async function patient<T>(answer: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), PATIENCE_MS);
  });
  return Promise.race([answer.catch(() => null), limit]).finally(() => clearTimeout(timer));
}

function hintsInC(context: ServerContext, path: string, hints: readonly InlayHint[]): InlayHint[] {
  const projected = context.projections.get(path);
  return projected === undefined ? [] : hints.filter(({ position }) => isInC(projected, position));
}

/** Edits elsewhere (an `#include` to add) would land outside of the body. */
function withoutDistantEdits(answer: unknown): unknown {
  const list = answer as { items?: CompletionItem[] } | CompletionItem[] | null;
  const strip = ({ additionalTextEdits: _, ...item }: CompletionItem) => item;
  if (Array.isArray(list)) return list.map(strip);
  return list?.items === undefined ? list : { ...list, items: list.items.map(strip) };
}
