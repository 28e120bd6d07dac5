/** Help with the text of declarations of specializations. */
import {
  type CompletionItem,
  CompletionItemKind,
  type DocumentSymbol,
  type Hover,
  type Location,
  SymbolKind,
} from "vscode-languageserver/node";
import { type SpecSuggestion, specCompletion } from "../../analysis/spec/spec-completion.js";
import { specDefinition, specHover } from "../../analysis/spec/spec-hover.js";
import { specNameAt, specPlaceAt } from "../../analysis/spec/spec-place.js";
import { type Place, specDocumentAt } from "../../workspace/index.js";
import type { ServerContext } from "../context.js";
import { patient } from "../patient.js";
import { placeToLsp } from "../to-lsp.js";

/** The unit's tree may have to be made first. */
const PATIENCE_MS = 3_000;
const OFFERED = 200;

const KINDS: Record<SpecSuggestion["kind"], CompletionItemKind> = {
  keyword: CompletionItemKind.Keyword,
  function: CompletionItemKind.Function,
  parameter: CompletionItemKind.Variable,
  global: CompletionItemKind.Variable,
  member: CompletionItemKind.Field,
  constant: CompletionItemKind.Constant,
};

export async function completionInSpec(
  { workspace }: ServerContext,
  path: string,
  position: Place,
): Promise<CompletionItem[]> {
  const document = specDocumentAt(workspace.snapshot(), path);
  const place = document && specPlaceAt(document, position);
  if (document === undefined || place === undefined) return [];
  const found =
    "question" in place ? await patient(workspace.lookUp(path, place.question), PATIENCE_MS) : undefined;
  const before = document.source.text.slice(0, document.source.lines.offsetAt(position));
  const prefix = /\w*$/.exec(before)?.[0] ?? "";
  const names =
    place.at === "function"
      ? await patient(
          workspace.knownNames(workspace.rootOf(path), { prefix, kind: "function", limit: OFFERED }),
          PATIENCE_MS,
        )
      : [];
  return specCompletion(
    place,
    found ?? undefined,
    (names ?? []).map(({ name }) => name),
  ).map((one, rank) => ({
    label: one.label,
    kind: KINDS[one.kind],
    sortText: String(rank).padStart(5, "0"),
    ...(one.detail === undefined ? {} : { detail: one.detail }),
    ...(one.insert === undefined ? {} : { insertText: one.insert }),
  }));
}

export async function hoverOnSpec(
  { workspace }: ServerContext,
  path: string,
  position: Place,
): Promise<Hover | null> {
  const document = specDocumentAt(workspace.snapshot(), path);
  const hit = document && specNameAt(document, position);
  if (hit === undefined) return null;
  const found = await patient(workspace.lookUp(path, hit.question), PATIENCE_MS);
  const value = specHover(workspace.snapshot(), path, hit.name, found ?? undefined);
  return { range: hit.range, contents: { kind: "markdown", value } };
}

export async function definitionsInSpec(
  { workspace }: ServerContext,
  path: string,
  position: Place,
): Promise<Location[]> {
  const document = specDocumentAt(workspace.snapshot(), path);
  const hit = document && specNameAt(document, position);
  if (hit === undefined) return [];
  const found = await patient(workspace.lookUp(path, hit.question), PATIENCE_MS);
  return specDefinition(workspace.snapshot(), hit.name, found ?? undefined).map(placeToLsp);
}

export function symbolsInSpec({ workspace }: ServerContext, path: string): DocumentSymbol[] {
  const document = specDocumentAt(workspace.snapshot(), path);
  if (document === undefined) return [];
  const { lines } = document.source;
  return document.spec.declarations.flatMap(({ function: name, residual, offset, spans }) =>
    spans === undefined
      ? []
      : [
          {
            name: residual,
            detail: name,
            kind: SymbolKind.Function,
            range: lines.rangeBetween(offset, spans.body.end),
            selectionRange: lines.rangeBetween(spans.residual.start, spans.residual.end),
          },
        ],
  );
}
