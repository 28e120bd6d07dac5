/**
 * From preprocessed text back to the files that people edit. Columns of preprocessed text are not those of the source
 * (comments and blanks are gone), so lines are compared token by token:
 *
 *     source   x = f(/∗ why ∗/ a);      unit   x = f( a);       equal: each token has its place in the source
 *     source   x = MAX(a, b);           unit   x = ((a) > …     different: something here comes out of a macro
 *
 * A line that differs has no places, and what stands in it is left alone by whoever edits.
 */
import type { UnitFacts } from "../../model/index.js";
import { type Token, tokenize } from "../../weaver/c-tokens.js";
import type { SourceText } from "../refactoring.js";

export interface AnalysedText {
  readonly unitText: string;
  readonly facts: UnitFacts;
  /** The file that line markers spell so; undefined for what the project does not own. */
  readonly sourceOf: (file: string) => SourceText | undefined;
}

export interface SourceView {
  /** The source token of the unit's token at `offset`; undefined inside macro expansions and foreign files. */
  tokenAt(offset: number): { readonly source: SourceText; readonly token: Token } | undefined;
  /** The project's file in which the unit's byte `offset` stands. */
  fileAt(offset: number): SourceText | undefined;
}

export function createSourceView({ unitText, facts, sourceOf }: AnalysedText): SourceView {
  const { lineMap } = facts;
  const aligned = new Map<string, ReadonlyMap<number, Token>>();
  const tokensOf = (file: string, source: SourceText) => {
    let known = aligned.get(file);
    if (known === undefined) {
      const tokens = lineMap
        .segmentsOf(file)
        .flatMap(({ start, end }) => tokenize(unitText, start, end))
        // What weaving adds to a line is marked as a system header's.
        .filter(({ start }) => !lineMap.inSystemHeader(start))
        .map((token) => ({ token, line: lineMap.positionAt(token.start).line }));
      aligned.set(file, (known = align(source, tokens)));
    }
    return known;
  };
  return {
    tokenAt: (offset) => {
      const { file } = lineMap.positionAt(offset);
      const source = sourceOf(file);
      const token = source && tokensOf(file, source).get(offset);
      return source === undefined || token === undefined ? undefined : { source, token };
    },
    fileAt: (offset) => sourceOf(lineMap.positionAt(offset).file),
  };
}

function align(
  { text }: SourceText,
  unitTokens: readonly { readonly token: Token; readonly line: number }[],
): Map<number, Token> {
  const wanted = new Map<number, Token[]>();
  for (const { token, line } of unitTokens) push(wanted, line, token);
  const result = new Map<number, Token>();
  for (const [line, own] of tokensByLine(text)) {
    const expanded = wanted.get(line);
    const kept = expanded === undefined ? undefined : withoutInsertion(expanded, own);
    for (const [at, token] of own.entries())
      if (kept !== undefined) result.set((kept[at] as Token).start, token);
  }
  return result;
}

/** Of `expanded` the tokens that are those of `own`, when nothing but one run of others was put between them. */
function withoutInsertion(expanded: readonly Token[], own: readonly Token[]): readonly Token[] | undefined {
  const more = expanded.length - own.length;
  if (more < 0) return undefined;
  let same = 0;
  while (same < own.length && own[same]?.text === expanded[same]?.text) same++;
  const kept = [...expanded.slice(0, same), ...expanded.slice(same + more)];
  return own.every((token, at) => token.text === kept[at]?.text) ? kept : undefined;
}

function tokensByLine(text: string): Map<number, Token[]> {
  const lines = new Map<number, Token[]>();
  let line = 1;
  let at = 0;
  for (const token of tokenize(text)) {
    for (
      let next = text.indexOf("\n", at);
      next !== -1 && next < token.start;
      next = text.indexOf("\n", at)
    ) {
      line++;
      at = next + 1;
    }
    push(lines, line, token);
  }
  return lines;
}

function push<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else known.push(value);
}
