/** Requests that clangd and we answer together. */
import { leaveToWaiters } from "@weft/weaver-bridge/model";
import type {
  CompletionItem,
  CompletionList,
  Hover,
  InlayHint,
  Location,
  MarkupContent,
} from "vscode-languageserver/node";
import { aspectCompletion, declarationCompletion } from "../../analysis/aspect-file/aspect-completion.js";
import { aspectSymbols } from "../../analysis/aspect-file/aspect-symbols.js";
import { adviceDefinitions } from "../../analysis/definition.js";
import { codeLenses } from "../../analysis/lines/code-lenses.js";
import { hoverText } from "../../analysis/lines/hover.js";
import { inlayHints } from "../../analysis/lines/inlay-hints.js";
import {
  aspectDocumentAt,
  type HoverText,
  isAspectPath,
  type PlaceRange,
  patient,
} from "../../workspace/index.js";
import type { ServerContext } from "../context.js";
import { forward } from "../forward.js";
import { type At, onFile } from "../on-file.js";
import { isInC } from "../projections.js";
import { tellFailed } from "../refusals.js";
import {
  hintToLsp,
  lensToLsp,
  outlineToLsp,
  ownSuggestionToLsp,
  placeToLsp,
  suggestionToLsp,
  symbolToLsp,
} from "../to-lsp.js";
import { completePattern, hoverOnPointcut } from "./aspect-text.js";

/** What `tjp` is made of stands in a header that only clangd sees. */
function withoutOwnHeaders(hover: Hover | null): Hover | null {
  const { kind, value } = (hover?.contents ?? {}) as Partial<MarkupContent>;
  if (hover === null || kind === undefined || value === undefined) return hover;
  return { ...hover, contents: { kind, value: value.replace(OWN_HEADER, "") } };
}

const OWN_HEADER = /^provided by .*\/weft-language-server-\S*\s*/m;

export function registerMergedHandlers(context: ServerContext): void {
  const { workspace } = context;
  onFile<At, Hover | null>(context, "textDocument/hover", async (params, path, token) => {
    const owner = workspace.snapshot().ownerOf(path);
    if (owner !== undefined) return hoverToLsp(await owner.hover?.(path, params.position));
    const clangd = forward(context, "textDocument/hover", params, token) as Promise<Hover | null>;
    leaveToWaiters(clangd);
    const failed = tellFailed(context.connection, "hover of clangd");
    const ours =
      (await hoverOnPointcut(context, path, params.position, token)) ??
      hoverText(workspace.snapshot(), path, params.position);
    const theirs = withoutOwnHeaders(ours === undefined ? await clangd : await patient(clangd, failed));
    if (ours === undefined) return theirs;
    if (theirs === null) return hoverToLsp(ours);
    const value = `${ours.markdown}\n\n---\n\n${(theirs.contents as MarkupContent).value}`;
    return { ...theirs, contents: { kind: "markdown", value } };
  });

  onFile<At, Location[]>(context, "textDocument/definition", async (params, path, token) => {
    const snapshot = workspace.snapshot();
    const owner = snapshot.ownerOf(path);
    if (owner !== undefined)
      return ((await owner.definitions?.(path, params.position)) ?? []).map(placeToLsp);
    const ours = [
      ...adviceDefinitions(snapshot, path, params.position),
      ...(isAspectPath(path) ? [] : snapshot.contributions).flatMap(
        ({ inSources }) => inSources?.definitions?.(path, params.position) ?? [],
      ),
    ].map(placeToLsp);
    const clangd = forward(context, "textDocument/definition", params, token) as Promise<
      Location[] | Location | null
    >;
    const failed = tellFailed(context.connection, "definition of clangd");
    const theirs = ours.length === 0 ? await clangd : await patient(clangd, failed);
    return [...(Array.isArray(theirs) ? theirs : theirs === null ? [] : [theirs]), ...ours];
  });

  onFile<{ textDocument: { uri: string } }, unknown>(context, "textDocument/codeLens", (params, path) =>
    codeLenses(workspace.snapshot(), path, context.shown.filter).map((lens) =>
      lensToLsp(params.textDocument.uri, lens),
    ),
  );

  onFile<{ textDocument: { uri: string }; range: PlaceRange }, InlayHint[]>(
    context,
    "textDocument/inlayHint",
    async (params, path, token) => {
      const ours = inlayHints(workspace.snapshot(), path, params.range, context.shown.filter).map(hintToLsp);
      const clangd = forward(context, "textDocument/inlayHint", params, token);
      const theirs = (await patient(clangd, tellFailed(context.connection, "hints of clangd"))) as
        | InlayHint[]
        | null;
      return [...(isAspectPath(path) ? hintsInC(context, path, theirs ?? []) : (theirs ?? [])), ...ours];
    },
  );

  onFile<{ textDocument: { uri: string } }, unknown>(
    context,
    "textDocument/documentSymbol",
    (params, path, token) => {
      const snapshot = workspace.snapshot();
      const owner = snapshot.ownerOf(path);
      if (owner !== undefined) return (owner.symbols?.(path) ?? []).map(outlineToLsp);
      const document = aspectDocumentAt(snapshot, path);
      return document === undefined
        ? forward(context, "textDocument/documentSymbol", params, token)
        : aspectSymbols(document).map(symbolToLsp);
    },
  );

  registerCompletion(context);
}

function registerCompletion(context: ServerContext): void {
  const { workspace } = context;
  onFile<At, unknown>(context, "textDocument/completion", async (params, path, token) => {
    const owner = workspace.snapshot().ownerOf(path);
    if (owner !== undefined)
      return ((await owner.completion?.(path, params.position)) ?? []).map(ownSuggestionToLsp);
    const document = aspectDocumentAt(workspace.snapshot(), path);
    if (document === undefined) return forward(context, "textDocument/completion", params, token);
    const projected = context.projections.get(path);
    const snippets = context.client.textDocument?.completion?.completionItem?.snippetSupport === true;
    if (projected !== undefined && isInC(projected, params.position)) {
      const clangd = forward(context, "textDocument/completion", params, token);
      const failed = tellFailed(context.connection, "completion of clangd");
      const { isIncomplete, items } =
        inAspect(await patient(clangd, failed, COMPLETION_PATIENCE_MS)) ?? ASK_AGAIN;
      const ours = declarationCompletion(document, params.position).map((item) =>
        suggestionToLsp(item, snippets),
      );
      return { isIncomplete, items: [...ours, ...items] };
    }
    const inPattern = await completePattern(context, document, path, params.position);
    if (inPattern !== undefined) return inPattern;
    return aspectCompletion(workspace.snapshot(), document, params.position).map((item) =>
      suggestionToLsp(item, snippets),
    );
  });
}

/** In an aspect clangd may have to read the headers of a kernel first; the next keystroke asks again. */
const COMPLETION_PATIENCE_MS = 900;
const ASK_AGAIN: CompletionList = { isIncomplete: true, items: [] };

function hoverToLsp(hover: HoverText | undefined): Hover | null {
  return hover === undefined
    ? null
    : { range: hover.range, contents: { kind: "markdown", value: hover.markdown } };
}

function hintsInC(context: ServerContext, path: string, hints: readonly InlayHint[]): InlayHint[] {
  const projected = context.projections.get(path);
  return projected === undefined ? [] : hints.filter(({ position }) => isInC(projected, position));
}

/**
 * Without names that only the projected text has, and without edits elsewhere (an `#include` to add), which would land
 * outside of the body.
 */
function inAspect(answer: unknown): CompletionList | undefined {
  const list = answer as CompletionList | CompletionItem[] | null;
  if (list === null) return undefined;
  const { isIncomplete, items } = Array.isArray(list) ? { isIncomplete: false, items: list } : list;
  const known = items.filter(({ label }) => !/^[ •]*__weft_/.test(label));
  return { isIncomplete, items: known.map(({ additionalTextEdits: _, ...item }) => item) };
}
