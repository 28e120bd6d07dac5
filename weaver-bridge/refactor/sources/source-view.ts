/**
 * From preprocessed text back to the files that people edit. Columns of preprocessed text are not those of the source
 * (comments and blanks are gone), so lines are compared token by token:
 *
 *     source   x = f(/∗ why ∗/ a);      unit   x = f( a);       equal: each token has its place in the source
 *     source   x = MAX(a, b);           unit   x = ((a) > …     different, but by one invocation: what is around it has
 *                                                                its place, and what it made is known to be made by it
 *
 * A macro whose arguments go over several lines is compared with all of them. A line that differs by more has no places,
 * and what stands in it is left alone by whoever edits.
 */
import type { TextRange, UnitFacts } from "../../model/index.js";
import { type Token, tokenize } from "../../weaver/text/c-tokens.js";
import type { SourceText } from "../refactoring.js";

export interface AnalysedText {
  readonly unitText: string;
  readonly facts: UnitFacts;
  /** The file that line markers spell so; undefined for what the project does not own. */
  readonly sourceOf: (file: string) => SourceText | undefined;
}

/** A macro as it is written: its name, with its arguments if it has any. */
export interface Invocation {
  readonly range: TextRange;
  readonly tokens: readonly Token[];
}

export interface SourceView {
  /** The source token of the unit's token at `offset`; undefined inside macro expansions and foreign files. */
  tokenAt(offset: number): { readonly source: SourceText; readonly token: Token } | undefined;
  /** The macro that made the unit's token at `offset`, where it is the only one in its line. */
  invocationAt(offset: number): Invocation | undefined;
  /** The project's file in which the unit's byte `offset` stands. */
  fileAt(offset: number): SourceText | undefined;
}

export function createSourceView({ unitText, facts, sourceOf }: AnalysedText): SourceView {
  const { lineMap } = facts;
  const aligned = new Map<string, ReadonlyMap<number, Token | Invocation>>();
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
  const madeBy = (offset: number) => {
    const { file } = lineMap.positionAt(offset);
    const source = sourceOf(file);
    const from = source && tokensOf(file, source).get(offset);
    return source === undefined || from === undefined ? undefined : { source, from };
  };
  return {
    tokenAt: (offset) => {
      const made = madeBy(offset);
      return made === undefined || "tokens" in made.from
        ? undefined
        : { source: made.source, token: made.from };
    },
    invocationAt: (offset) => {
      const from = madeBy(offset)?.from;
      return from !== undefined && "tokens" in from ? from : undefined;
    },
    fileAt: (offset) => sourceOf(lineMap.positionAt(offset).file),
  };
}

function align(
  { text }: SourceText,
  unitTokens: readonly { readonly token: Token; readonly line: number }[],
): Map<number, Token | Invocation> {
  const wanted = new Map<number, Token[]>();
  for (const { token, line } of unitTokens) push(wanted, line, token);
  const result = new Map<number, Token | Invocation>();
  for (const group of closedGroups(tokensByLine(text))) {
    const lines = group.map(([line, own]) => alignLine(wanted.get(line) ?? [], own));
    // What one line can't tell, the lines of a macro's arguments may tell together.
    const found = lines.every((line) => line !== undefined)
      ? lines
      : [
          alignLine(
            group.flatMap(([line]) => wanted.get(line) ?? []),
            group.flatMap(([, own]) => own),
          ),
          ...lines,
        ];
    for (const pairs of found)
      for (const [token, from] of pairs ?? []) if (!result.has(token.start)) result.set(token.start, from);
  }
  return result;
}

/** What each of `expanded` comes from; undefined when it can't be told. */
function alignLine(
  expanded: readonly Token[],
  own: readonly Token[],
): readonly [Token, Token | Invocation][] | undefined {
  const kept = withoutInsertion(expanded, own);
  if (kept !== undefined) return kept.map((token, at) => [token, own[at] as Token]);
  const made = withOneInvocation(expanded, own);
  return made.length === 0 ? undefined : made;
}

type Line = readonly [line: number, tokens: readonly Token[]];

/** Lines of one parenthesis belong together. */
function closedGroups(lines: ReadonlyMap<number, readonly Token[]>): Line[][] {
  const groups: Line[][] = [];
  let depth = 0;
  for (const line of lines) {
    const last = groups.at(-1);
    if (depth > 0 && last !== undefined) last.push(line);
    else groups.push([line]);
    for (const { text } of line[1]) depth = Math.max(0, depth + Number(text === "(") - Number(text === ")"));
  }
  return groups;
}

/** The same, when one macro of `own` makes all the difference; else nothing. */
function withOneInvocation(expanded: readonly Token[], own: readonly Token[]): [Token, Token | Invocation][] {
  const same = (at: number, back: number) =>
    own.at(at)?.text === expanded.at(at + back * (expanded.length - own.length))?.text;
  const shorter = Math.min(own.length, expanded.length);
  let before = 0;
  while (before < shorter && same(before, 0)) before++;
  let end = own.length;
  while (end > before && end > own.length - (shorter - before) && same(end - 1, 1)) end--;
  if (own[end]?.text === "(" && own[end - 1]?.kind === "identifier") end = closing(own, end) ?? own.length;
  // What the macro makes may end in the same parenthesis.
  if (own[before]?.kind === "identifier" && own[before + 1]?.text === "(")
    end = Math.max(end, closing(own, before + 1) ?? 0);
  const tokens = own.slice(before, end);
  const [name, last] = [tokens[0], tokens.at(-1)];
  const isInvocation =
    name?.kind === "identifier" &&
    (tokens.length === 1 || (tokens[1]?.text === "(" && closing(tokens, 1) === tokens.length));
  const made = expanded.length - (own.length - end);
  if (!isInvocation || last === undefined || made <= before) return [];
  const invocation: Invocation = { range: { start: name.start, end: last.end }, tokens };
  return expanded.map((token, at) => {
    if (at >= before && at < made) return [token, invocation];
    return [token, own[at < before ? at : at - expanded.length + own.length] as Token];
  });
}

/** Index behind the parenthesis that closes the one at `open`; undefined where none does. */
function closing(tokens: readonly Token[], open: number): number | undefined {
  let depth = 0;
  for (let at = open; at < tokens.length; at++) {
    if (tokens[at]?.text === "(") depth++;
    if (tokens[at]?.text === ")" && --depth === 0) return at + 1;
  }
  return undefined;
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
