/** Which functions of a unit have the selected statements at their begin and end, as parameters allow for. */

import type { TextRange } from "../../model/index.js";
import { signatureOf } from "../../pointcut/index.js";
import { stringLiteral } from "../../weaver/text/c-tokens.js";
import type { SourceText } from "../refactoring.js";
import {
  type FunctionSite,
  sourceRangeOf,
  startsStatement,
  statementEnd,
  type TokenSpan,
  writtenAt,
} from "../sources/function-site.js";
import { type AdviceText, adviceText } from "./advice-text.js";
import {
  type Found,
  type FunctionEnd,
  firstStatement,
  isDeclaration,
  isReason,
  lastStatements,
} from "./find-ends.js";
import type { NamedFunction } from "./function-set.js";

/** What the user selected: lines of one file, from 1. At least one of `begin` and `end`. */
export interface PairSelection {
  /** Absolute. */
  readonly file: string;
  readonly begin?: number | undefined;
  readonly end?: number | undefined;
}

/** The selected statements as patterns that other functions are compared with. */
export interface PairPattern {
  readonly site: FunctionSite;
  readonly begin?: TokenSpan;
  readonly end?: TokenSpan;
  /** Locals that the first statement declares for the last one. */
  readonly carried: readonly string[];
}

/** A function that has the pair. */
export interface PairPlace extends NamedFunction {
  readonly source: SourceText;
  /** What goes away, in the source. */
  readonly removed: readonly TextRange[];
  /** Of `removed`, those that a label is left alone by. */
  readonly labelled: readonly TextRange[];
  readonly begin?: AdviceText;
  readonly end?: AdviceText;
  /** Aspects that advise calls or accesses in what goes away, or the function itself. */
  readonly unit: FunctionSite;
}

/** A function that has part of it. */
export interface PairMiss {
  readonly key: string;
  readonly site: FunctionSite;
  readonly reason: string;
}

/** Undefined when the function at the selection is none of these sites. */
export function pairPattern(
  sites: readonly FunctionSite[],
  selection: PairSelection,
): Found<PairPattern> | undefined {
  const lines = [selection.begin, selection.end].filter((line) => line !== undefined);
  const site = sites.find(
    (one) => one.source.file === selection.file && lines.every((line) => isInside(one, line)),
  );
  if (site === undefined) return undefined;
  const begin = selection.begin === undefined ? undefined : statementAt(site, selection.begin);
  const end = selection.end === undefined ? undefined : statementAt(site, selection.end);
  if (begin !== undefined && isReason(begin)) return begin;
  if (end !== undefined && isReason(end)) return end;
  return {
    site,
    ...(begin === undefined ? {} : { begin }),
    ...(end === undefined ? {} : { end }),
    carried: begin !== undefined && isDeclaration(site, begin) ? declaredBy(site, begin) : [],
  };
}

function isInside({ tokens, source }: FunctionSite, line: number): boolean {
  const lineOf = (place: TextRange | undefined) =>
    place === undefined ? 0 : source.text.slice(0, place.start).split("\n").length;
  const [first, last] = [tokens[0]?.place, tokens.at(-1)?.place];
  return first !== undefined && last !== undefined && lineOf(first) <= line && line <= lineOf(last);
}

/** The simple statement that begins in the line. */
export function statementAt(site: FunctionSite, line: number): Found<TokenSpan> {
  const { source, tokens } = site;
  let start = 0;
  for (let left = line - 1; left > 0; left--) start = source.text.indexOf("\n", start) + 1;
  const newline = source.text.indexOf("\n", start);
  const end = newline === -1 ? source.text.length : newline;
  const from = tokens.findIndex((token, index) => {
    const place = writtenAt(token);
    return place !== undefined && place.start >= start && place.start < end && startsStatement(site, index);
  });
  const to = from === -1 ? undefined : statementEnd(site, from);
  if (to === undefined)
    return {
      reason:
        source.text.slice(start, end).trim() === ""
          ? "the line is empty"
          : "no simple statement outside macros begins in the line",
    };
  if (sourceRangeOf(site, { from, to }) === undefined)
    return {
      reason: "a macro makes part of the statement, or more than it, and its text belongs to the macro",
    };
  return { from, to };
}

function declaredBy(site: FunctionSite, span: TokenSpan): string[] {
  const [from, to] = [site.tokens[span.from]?.start ?? 0, site.tokens[span.to - 1]?.end ?? 0];
  return site.locals.filter(({ start }) => start >= from && start <= to).map(({ name }) => name);
}

/** Why no advice could take the pair's place. */
function obstacleTo({ entity }: FunctionSite, { carried }: PairPattern): string | undefined {
  if (entity.role === "constructor" || entity.role === "destructor")
    return "a construction pointcut would reach constructors that the compiler makes as well";
  if (entity.variadic && carried.length > 0)
    return "it takes any number of arguments, and around advice can't come back from it";
  return entity.noInstrument ? "it is marked notrace or noinstr" : undefined;
}

/** Undefined for a function without any of it. */
export function pairIn(site: FunctionSite, pattern: PairPattern): PairPlace | PairMiss | undefined {
  const { begin, end } = pattern;
  const has = (wanted: TokenSpan | undefined) => wanted === undefined || contains(site, pattern, wanted);
  if (!has(begin) || !has(end)) return undefined;
  const miss = (reason: string): PairMiss => ({ key: site.key, site, reason });
  const obstacle = obstacleTo(site, pattern);
  if (obstacle !== undefined) return miss(obstacle);
  const first = begin && firstStatement(site, (span) => equal(site, span, pattern, begin));
  if (first !== undefined && isReason(first)) return miss(first.reason);
  const length = end === undefined ? 0 : end.to - end.from;
  const ends = end && lastStatements(site, length, (span) => equal(site, span, pattern, end));
  if (ends !== undefined && isReason(ends)) return miss(ends.reason);
  const elsewhere = usedElsewhere(site, pattern.carried, [
    ...(first === undefined ? [] : [first]),
    ...(ends ?? []).map(({ statement }) => statement),
  ]);
  if (elsewhere !== undefined) return miss(`it uses \`${elsewhere}\` in other places too`);
  return placeOf(site, pattern, first, ends) ?? miss("a macro makes part of a statement, or more than it");
}

function placeOf(
  site: FunctionSite,
  { carried }: PairPattern,
  first: TokenSpan | undefined,
  ends: readonly FunctionEnd[] | undefined,
): PairPlace | PairMiss | undefined {
  const spans = [...(first === undefined ? [] : [first]), ...(ends ?? []).map(({ statement }) => statement)];
  const removed = spans.map((span) => sourceRangeOf(site, span));
  if (removed.some((range) => range === undefined)) return undefined;
  const result = commonValue(site, ends ?? []);
  const begin = first && adviceText(site, first, { own: carried });
  const texts = (ends ?? []).map(({ statement }) => adviceText(site, statement, { result, own: carried }));
  const wrong = [begin, ...texts].find((text) => text !== undefined && isReason(text));
  if (wrong !== undefined && isReason(wrong)) return { key: site.key, site, reason: wrong.reason };
  const [end, ...others] = texts.filter((text): text is AdviceText => !isReason(text));
  if (others.some((other) => other.text !== end?.text))
    return { key: site.key, site, reason: "the statement is not the same at every end" };
  return {
    key: site.key,
    ...{ name: site.name, scope: site.entity.scope, source: site.source, unit: site },
    file: site.facts.lineMap.positionAt(site.shadow.nameRange.start).file,
    signature: signatureOf(site.facts, site.shadow.entity),
    removed: removed.filter((range) => range !== undefined),
    labelled: spans.flatMap(({ from, to }, index) => {
      const range = removed[index];
      return range !== undefined && site.tokens[from - 1]?.text === ":" && site.tokens[to]?.text === "}"
        ? [range]
        : [];
    }),
    ...(begin === undefined || isReason(begin) ? {} : { begin }),
    ...(end === undefined ? {} : { end }),
  };
}

/** The variable that every end returns. */
function commonValue(site: FunctionSite, ends: readonly FunctionEnd[]): string | undefined {
  const values = ends.map(({ value }) =>
    value === undefined
      ? ""
      : site.tokens
          .slice(value.from, value.to)
          .map(({ text }) => text)
          .join(" "),
  );
  const [first = ""] = values;
  return values.every((value) => value === first) && site.locals.some(({ name }) => name === first)
    ? first
    : undefined;
}

function usedElsewhere(
  { tokens }: FunctionSite,
  names: readonly string[],
  spans: readonly TokenSpan[],
): string | undefined {
  return tokens.find(
    ({ text }, index) => names.includes(text) && !spans.some(({ from, to }) => from <= index && index < to),
  )?.text;
}

function contains(site: FunctionSite, pattern: PairPattern, wanted: TokenSpan): boolean {
  const length = wanted.to - wanted.from;
  return site.tokens.some(
    (_, from) => startsStatement(site, from) && equal(site, { from, to: from + length }, pattern, wanted),
  );
}

/** Token by token; a parameter stands for any parameter, the function's own name for the other's. */
function equal(site: FunctionSite, span: TokenSpan, pattern: PairPattern, wanted: TokenSpan): boolean {
  if (span.to - span.from !== wanted.to - wanted.from || span.to > site.tokens.length) return false;
  const other = pattern.site;
  for (let at = 0; at < span.to - span.from; at++) {
    const own = site.tokens[span.from + at]?.text ?? "";
    const their = other.tokens[wanted.from + at]?.text ?? "";
    const isArgument =
      other.parameters.includes(their) &&
      !/^(?:\.|->|::)$/.test(other.tokens[wanted.from + at - 1]?.text ?? "");
    if (
      isArgument
        ? !site.parameters.includes(own)
        : own !== their && !(their === stringLiteral(other.name) && own === stringLiteral(site.name))
    )
      return false;
  }
  return true;
}

/** The function as name pointcuts see it. */
export function namedFunction(site: FunctionSite): NamedFunction {
  return {
    key: site.key,
    name: site.name,
    scope: site.entity.scope,
    file: site.facts.lineMap.positionAt(site.shadow.nameRange.start).file,
    signature: signatureOf(site.facts, site.shadow.entity),
  };
}
