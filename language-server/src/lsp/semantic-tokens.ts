/** Semantic tokens of LSP: clangd's legend with our types behind it, and both token streams in one. */
import { type AspectToken, aspectTokens } from "../analysis/aspect-file/aspect-tokens.js";
import type { AspectDocument, PlaceRange } from "../workspace/index.js";

export interface Legend {
  readonly tokenTypes: string[];
  readonly tokenModifiers: string[];
}

const OURS = [
  ...["function", "macro", "class", "namespace", "type", "variable", "property", "parameter"],
  ...["keyword", "operator", "regexp", "number", "modifier"],
];

/** clangd's numbers stay as they are, also where it names a type twice. */
export function mergedLegend(clangd: Partial<Legend> | undefined): Legend {
  return {
    tokenTypes: withMissing(clangd?.tokenTypes ?? [], OURS),
    tokenModifiers: withMissing(clangd?.tokenModifiers ?? [], ["declaration"]),
  };
}

function withMissing(theirs: readonly string[], ours: readonly string[]): string[] {
  return [...theirs, ...ours.filter((name) => !theirs.includes(name))];
}

interface Placed {
  readonly line: number;
  readonly character: number;
  readonly rest: readonly number[];
}

/** LSP's relative encoding; `range` keeps the tokens of its lines. */
export function mergedTokens(
  legend: Legend,
  document: AspectDocument | undefined,
  clangd: readonly number[],
  range?: PlaceRange,
): number[] {
  const ours =
    document === undefined ? [] : aspectTokens(document).map((token) => placed(legend, document, token));
  const all = [...decoded(clangd), ...ours]
    .filter(({ line }) => range === undefined || (line >= range.start.line && line <= range.end.line))
    .sort((a, b) => a.line - b.line || a.character - b.character);
  return encoded(all);
}

function placed(legend: Legend, { source }: AspectDocument, token: AspectToken): Placed {
  const { line, character } = source.lines.placeAt(token.start);
  const modifiers = token.isDeclaration === true ? 1 << legend.tokenModifiers.indexOf("declaration") : 0;
  return { line, character, rest: [token.length, legend.tokenTypes.indexOf(token.type), modifiers] };
}

function decoded(data: readonly number[]): Placed[] {
  const tokens: Placed[] = [];
  let [line, character] = [0, 0];
  for (let at = 0; at + 4 < data.length; at += 5) {
    const [deltaLine = 0, deltaCharacter = 0, ...rest] = data.slice(at, at + 5);
    line += deltaLine;
    character = deltaLine === 0 ? character + deltaCharacter : deltaCharacter;
    tokens.push({ line, character, rest });
  }
  return tokens;
}

/** Of two tokens at one place the first counts. */
function encoded(tokens: readonly Placed[]): number[] {
  const data: number[] = [];
  let [line, end, last] = [0, 0, 0];
  for (const token of tokens) {
    if (token.line === line && token.character < end) continue;
    data.push(
      token.line - line,
      token.line === line ? token.character - last : token.character,
      ...token.rest,
    );
    line = token.line;
    last = token.character;
    end = token.character + (token.rest[0] ?? 0);
  }
  return data;
}
