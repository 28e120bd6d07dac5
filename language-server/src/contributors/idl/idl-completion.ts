/** Completion in IDL: names in reach, members of a scope after `::`, attributes in brackets, keywords. */
import { ATTRIBUTE_PLACES, type IdlSymbol } from "@weft/weaver-bridge/idl";
import type { Position } from "../../protocol/index.js";
import type { OwnSuggestion } from "../../workspace/index.js";
import type { IdlDocument } from "./idl-set.js";

const KEYWORDS = [
  "module",
  "interface",
  "import",
  "typedef",
  "const",
  "exception",
  "struct",
  "union",
  "enum",
  "switch",
  "case",
  "default",
  "oneway",
  "local",
  "attribute",
  "readonly",
  "raises",
  "in",
  "out",
  "inout",
  "void",
  "unsigned",
  "TRUE",
  "FALSE",
];

export function idlCompletion({ source, checked }: IdlDocument, position: Position): OwnSuggestion[] {
  const end = source.lines.offsetAt(position);
  const before = source.text.slice(Math.max(0, end - 4_000), end);
  if (isInCommentOrString(before)) return [];
  const offset = source.bytes.toByte(end);
  const { scopes } = checked.navigation;
  const qualified = /$(?<=((?:::\s*)?(?:[A-Za-z_]\w*\s*::\s*)+)\w*)/.exec(before);
  if (qualified !== null) return membersOf(checked.navigation, source.path, offset, qualified[1] as string);
  if (isInAttributes(before))
    return Object.entries(ATTRIBUTE_PLACES).map(([label, places]) => ({
      label,
      kind: "attribute" as const,
      detail: places.join(", "),
    }));
  const names = scopes.visibleAt(source.path, offset).map(({ name, symbol }) => suggestion(name, symbol));
  return [...names, ...KEYWORDS.map((label) => ({ label, kind: "keyword" as const }))];
}

function membersOf(
  { scopes }: IdlDocument["checked"]["navigation"],
  file: string,
  offset: number,
  written: string,
): OwnSuggestion[] {
  const parts = written
    .split("::")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const [first, ...rest] = parts;
  const visible = new Map(scopes.visibleAt(file, offset).map(({ name, symbol }) => [name, symbol]));
  let symbol = first === undefined ? undefined : visible.get(first);
  for (const part of rest) symbol = symbol?.inner?.names.get(part);
  return [...(symbol?.inner?.names ?? [])].map(([name, inner]) => suggestion(name, inner));
}

const KINDS: Readonly<Record<IdlSymbol["declared"]["kind"], OwnSuggestion["kind"]>> = {
  typedef: "type",
  constructed: "type",
  enumerator: "constant",
  constant: "constant",
  exception: "exception",
  interface: "interface",
  module: "module",
  operation: "type",
  other: "type",
};

function suggestion(label: string, symbol: IdlSymbol | undefined): OwnSuggestion {
  if (symbol === undefined) return { label, kind: "type", detail: "predefined" };
  return { label, kind: KINDS[symbol.declared.kind], detail: symbol.cName };
}

function isInCommentOrString(before: string): boolean {
  const line = before.slice(before.lastIndexOf("\n") + 1);
  if (/\/\//.test(line.replace(/"[^"]*"/g, ""))) return true;
  if (before.lastIndexOf("/*") > before.lastIndexOf("*/")) return true;
  return (line.match(/"/g)?.length ?? 0) % 2 === 1;
}

/** Between `[` and its `]`, where a name may start. */
function isInAttributes(before: string): boolean {
  const open = before.lastIndexOf("[");
  return (
    open > before.lastIndexOf("]") &&
    /[[,]\s*\w*$/.test(before.slice(open)) &&
    /(^|[;{}(,])\s*$/.test(before.slice(0, open))
  );
}
