/** What the server offers: all that clangd offers for C, and our own. */
import { type ServerCapabilities, TextDocumentSyncKind } from "vscode-languageserver/node";
import { mergedLegend } from "./semantic-tokens.js";

/** `clangd` is empty while there is none: aspect features work all the same. */
export function mergedCapabilities(all: Record<string, unknown>, beside: boolean): ServerCapabilities {
  const clangd = (beside ? withoutRivals(all) : all) as ServerCapabilities;
  const completion = clangd.completionProvider ?? {};
  const actions = clangd.codeActionProvider as { codeActionKinds?: string[] } | undefined;
  return {
    ...clangd,
    positionEncoding: "utf-16",
    textDocumentSync: {
      openClose: true,
      change: TextDocumentSyncKind.Incremental,
      save: { includeText: false },
    },
    completionProvider: {
      ...completion,
      triggerCharacters: [
        ...new Set([...(completion.triggerCharacters ?? []), '"', ":", "%", ",", ">", "."]),
      ],
    },
    codeActionProvider: {
      ...(typeof actions === "object" ? actions : {}),
      codeActionKinds: [
        ...new Set([
          ...(actions?.codeActionKinds ?? ["quickfix"]),
          "refactor.extract",
          "refactor.inline",
          "refactor.move",
          "refactor.aspect",
        ]),
      ],
      resolveProvider: true,
    },
    signatureHelpProvider: {
      ...clangd.signatureHelpProvider,
      triggerCharacters: [...new Set([...(clangd.signatureHelpProvider?.triggerCharacters ?? []), "(", ","])],
    },
    semanticTokensProvider: {
      legend: mergedLegend(clangd.semanticTokensProvider?.legend),
      full: { delta: true },
      range: true,
    },
    renameProvider: { prepareProvider: true },
    hoverProvider: true,
    definitionProvider: true,
    documentSymbolProvider: true,
    codeLensProvider: { resolveProvider: false },
    inlayHintProvider: true,
  };
}

/** Where two servers that offer the same make the editor ask which to take, or answer twice. */
function withoutRivals(clangd: Record<string, unknown>): Record<string, unknown> {
  const {
    workspaceSymbolProvider: _symbols,
    documentOnTypeFormattingProvider: _typing,
    foldingRangeProvider: _folding,
    selectionRangeProvider: _selection,
    ...rest
  } = clangd;
  return rest;
}
