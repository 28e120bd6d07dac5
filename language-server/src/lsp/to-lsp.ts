/** The one place that turns our plain answers into LSP types. Ranges are the same in both. */
import {
  type CodeAction,
  CodeActionKind,
  type CodeLens,
  type CompletionItem,
  CompletionItemKind,
  type Diagnostic,
  type DiagnosticRelatedInformation,
  DiagnosticSeverity,
  type DocumentSymbol,
  type InlayHint,
  InsertTextFormat,
  type Location,
  SymbolKind,
} from "vscode-languageserver/node";
import type { Suggestion } from "../analysis/aspect-file/aspect-completion.js";
import type { AspectSymbol } from "../analysis/aspect-file/aspect-symbols.js";
import { plainText } from "../analysis/aspect-file/declaration-templates.js";
import type { Hint } from "../analysis/lines/inlay-hints.js";
import type { PatternQuestion, PatternSuggestion } from "../analysis/pointcuts/pointcut-completion.js";
import {
  type LabelledPlace,
  showMessageLayoutCommand,
  showPlacesCommand,
  whyCommand,
} from "../protocol/index.js";
import type {
  Fix,
  Lens,
  OutlineItem,
  OwnSuggestion,
  ShownProblem,
  TitledInsertion,
} from "../workspace/index.js";

export function lensToLsp(uri: string, lens: Lens): CodeLens {
  const { title, range, leadsTo, about = range } = lens;
  const at = [uri, about.start];
  if (leadsTo === "why") return { range, command: { title, command: whyCommand, arguments: at } };
  const command =
    leadsTo === "message layout"
      ? { title, command: showMessageLayoutCommand, arguments: at }
      : { title, command: showPlacesCommand, arguments: [...at, leadsTo] };
  return { range: lens.range, command };
}

export function hintToLsp(hint: Hint): InlayHint {
  return {
    position: hint.position,
    label: hint.label,
    tooltip: hint.tooltip,
    paddingLeft: true,
    paddingRight: true,
  };
}

export function placeToLsp(place: LabelledPlace): Location {
  return { uri: place.uri, range: place.range };
}

const SYMBOL_KINDS: Record<AspectSymbol["kind"], SymbolKind> = {
  aspect: SymbolKind.Class,
  advice: SymbolKind.Event,
  pointcut: SymbolKind.Interface,
  data: SymbolKind.Field,
  function: SymbolKind.Function,
  type: SymbolKind.Struct,
};

export function symbolToLsp(symbol: AspectSymbol): DocumentSymbol {
  return {
    name: symbol.name,
    kind: SYMBOL_KINDS[symbol.kind],
    range: symbol.range,
    selectionRange: symbol.selection,
    children: symbol.children.map(symbolToLsp),
  };
}

const COMPLETION_KINDS: Record<Suggestion["kind"], CompletionItemKind> = {
  keyword: CompletionItemKind.Keyword,
  function: CompletionItemKind.Function,
  pointcut: CompletionItemKind.Interface,
  variable: CompletionItemKind.Variable,
  field: CompletionItemKind.Field,
  record: CompletionItemKind.Struct,
};

export function suggestionToLsp(suggestion: Suggestion, snippets: boolean): CompletionItem {
  const { snippet } = suggestion;
  const text = snippets || snippet === undefined ? snippet : plainText(snippet);
  return {
    label: suggestion.label,
    kind: COMPLETION_KINDS[suggestion.kind],
    ...(suggestion.detail === undefined ? {} : { detail: suggestion.detail }),
    ...(text === undefined ? {} : { insertText: text }),
    ...(text !== undefined && snippets ? { insertTextFormat: InsertTextFormat.Snippet } : {}),
  };
}

const NAME_KINDS: Record<PatternSuggestion["kind"], CompletionItemKind> = {
  function: CompletionItemKind.Function,
  field: CompletionItemKind.Field,
  variable: CompletionItemKind.Variable,
  record: CompletionItemKind.Struct,
  type: CompletionItemKind.TypeParameter,
  file: CompletionItemKind.File,
  wildcard: CompletionItemKind.Operator,
};

/** `index` is the rank among the suggestions. */
export function patternSuggestionToLsp(
  { label, kind, insert, filter, detail }: PatternSuggestion,
  { prefix, replace }: PatternQuestion,
  index: number,
): CompletionItem {
  return {
    label,
    kind: NAME_KINDS[kind],
    ...(detail === undefined ? {} : { detail }),
    sortText: String(index).padStart(5, "0"),
    // The editor holds this against what is typed, wildcards and all.
    filterText: prefix.includes("%") || prefix.startsWith("...") ? prefix : filter,
    textEdit: { range: replace, newText: insert },
  };
}

const OUTLINE_KINDS: Record<OutlineItem["kind"], SymbolKind> = {
  module: SymbolKind.Module,
  interface: SymbolKind.Interface,
  operation: SymbolKind.Method,
  function: SymbolKind.Function,
  attribute: SymbolKind.Property,
  parameter: SymbolKind.Variable,
  typedef: SymbolKind.TypeParameter,
  struct: SymbolKind.Struct,
  union: SymbolKind.Struct,
  enum: SymbolKind.Enum,
  enumerator: SymbolKind.EnumMember,
  member: SymbolKind.Field,
  constant: SymbolKind.Constant,
  exception: SymbolKind.Event,
  other: SymbolKind.Object,
};

export function outlineToLsp(item: OutlineItem): DocumentSymbol {
  const { name, detail, kind, range, selection, children } = item;
  return {
    name,
    ...(detail === undefined ? {} : { detail }),
    kind: OUTLINE_KINDS[kind],
    range,
    selectionRange: selection,
    children: children.map(outlineToLsp),
  };
}

const OWN_KINDS: Record<OwnSuggestion["kind"], CompletionItemKind> = {
  keyword: CompletionItemKind.Keyword,
  attribute: CompletionItemKind.Property,
  type: CompletionItemKind.Struct,
  interface: CompletionItemKind.Interface,
  module: CompletionItemKind.Module,
  constant: CompletionItemKind.Constant,
  exception: CompletionItemKind.Event,
  function: CompletionItemKind.Function,
  parameter: CompletionItemKind.Variable,
  global: CompletionItemKind.Variable,
  member: CompletionItemKind.Field,
};

export function ownSuggestionToLsp({ label, kind, detail, insert, rank }: OwnSuggestion): CompletionItem {
  return {
    ...{ label, kind: OWN_KINDS[kind] },
    ...(rank === undefined ? {} : { sortText: String(rank).padStart(5, "0") }),
    ...(detail === undefined ? {} : { detail }),
    ...(insert === undefined ? {} : { insertText: insert }),
  };
}

export function fixToLsp(uri: string, { title, range, text, problem }: Fix): CodeAction {
  return {
    title,
    kind: CodeActionKind.QuickFix,
    isPreferred: true,
    diagnostics: [
      {
        range,
        severity: SEVERITIES[problem.severity],
        code: problem.code,
        source: "weft",
        message: problem.message,
      },
    ],
    edit: { changes: { [uri]: [{ range, newText: text }] } },
  };
}

export function insertionToLsp({ title, uri, position, newText }: TitledInsertion): CodeAction {
  const range = { start: position, end: position };
  return { title, kind: CodeActionKind.QuickFix, edit: { changes: { [uri]: [{ range, newText }] } } };
}

const SEVERITIES = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  note: DiagnosticSeverity.Information,
};

export function problemToLsp(problem: ShownProblem): Diagnostic {
  return {
    range: problem.range,
    severity: SEVERITIES[problem.severity],
    code: problem.code,
    source: "weft",
    message: problem.message,
    ...(problem.related.length === 0 ? {} : { relatedInformation: problem.related.map(relatedToLsp) }),
  };
}

function relatedToLsp({ uri, range, label }: LabelledPlace): DiagnosticRelatedInformation {
  return { location: { uri, range }, message: label };
}
