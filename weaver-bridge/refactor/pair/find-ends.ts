/**
 * Where a function begins and where it ends, for a statement that is to become advice there: what stands between the
 * brace and the statement must not notice that the statement runs before it (or after it, at the end).
 */
import type { TextRange } from "../../model/index.js";
import { contains } from "../../model/index.js";
import {
  type BodyToken,
  type FunctionSite,
  isStable,
  startsStatement,
  statementEnd,
  type TokenSpan,
} from "../sources/function-site.js";

/** A place, or why there is none. */
export type Found<Value> = Value | { readonly reason: string };

export function isReason<Value extends object>(found: Found<Value>): found is { readonly reason: string } {
  return "reason" in found;
}

export interface FunctionEnd {
  /** The statement that runs last. */
  readonly statement: TokenSpan;
  /** What is returned right behind it. */
  readonly value?: TokenSpan;
}

/** The statements that may be the first one: those that only declarations without effects stand before. */
export function firstStatement(site: FunctionSite, wanted: (span: TokenSpan) => boolean): Found<TokenSpan> {
  for (let from = 1; from < site.tokens.length - 1; ) {
    const to = statementEnd(site, from);
    if (to === undefined) return { reason: "it does not begin with this statement" };
    const span = { from, to };
    if (wanted(span)) return span;
    if (!isNeutral(site, span) && !isQuietDeclaration(site, span))
      return { reason: `\`${textOf(site, span)}\` runs before it` };
    from = to;
  }
  return { reason: "it does not have this statement" };
}

/** The statement that is last on every way out of the function. */
export function lastStatements(
  site: FunctionSite,
  length: number,
  wanted: (span: TokenSpan) => boolean,
): Found<readonly FunctionEnd[]> {
  const ends: FunctionEnd[] = [];
  const { tokens, shadow } = site;
  const returns = shadow.returns.map(({ range, value }) => spansOf(site, range, value));
  const closing = tokens.length - 1;
  const falls = fallsThrough(site, returns.at(-1)?.statement);
  for (const exit of [...returns, ...(falls ? [{ statement: { from: closing, to: closing } }] : [])]) {
    const statement = statementBefore(site, exit.statement.from, length, wanted);
    if (statement === undefined) {
      const where =
        exit.statement.from === closing ? "before its end" : `before \`${textOf(site, exit.statement)}\``;
      return { reason: `it does not have the statement ${where}` };
    }
    const { value } = exit;
    if (value !== undefined && !isStableValue(site, value))
      return { reason: `\`${textOf(site, value)}\` would be computed before the statement and not after it` };
    ends.push({ statement, ...(value === undefined ? {} : { value }) });
  }
  return ends.length === 0 ? { reason: "it never ends" } : ends;
}

interface Exit {
  readonly statement: TokenSpan;
  readonly value?: TokenSpan;
}

function spansOf(site: FunctionSite, range: TextRange, value: TextRange | undefined): Exit {
  const statement = spanOf(site, range);
  return value === undefined ? { statement } : { statement, value: spanOf(site, value) };
}

/** The tokens in a range of the unit's text. */
export function spanOf({ tokens }: FunctionSite, range: TextRange): TokenSpan {
  const from = tokens.findIndex(({ start }) => start >= range.start);
  const to = tokens.findIndex(({ start }) => start >= range.end);
  return { from: from === -1 ? tokens.length : from, to: to === -1 ? tokens.length : to };
}

/** Control reaches the closing brace; of functions with a result that is nobody's business. */
function fallsThrough({ tokens, isVoid }: FunctionSite, last: TokenSpan | undefined): boolean {
  if (!isVoid) return false;
  if (last === undefined || last.to !== tokens.length - 1) return true;
  return !/^[{};]$/.test(tokens[last.from - 1]?.text ?? "");
}

function statementBefore(
  site: FunctionSite,
  index: number,
  length: number,
  wanted: (span: TokenSpan) => boolean,
): TokenSpan | undefined {
  let to = index;
  for (let before = neutralBefore(site, to); before !== undefined; before = neutralBefore(site, to))
    to = before;
  const span = { from: to - length, to };
  return span.from > 0 && startsStatement(site, span.from) && wanted(span) ? span : undefined;
}

/** `((void)0);` and `;`: what is left of a macro that is switched off. */
const NEUTRAL = ["((void)0);", ";", "do{}while(0);"];

function isNeutral({ tokens }: FunctionSite, { from, to }: TokenSpan): boolean {
  return NEUTRAL.includes(
    tokens
      .slice(from, to)
      .map(({ text }) => text)
      .join(""),
  );
}

function neutralBefore(site: FunctionSite, to: number): number | undefined {
  for (const neutral of NEUTRAL) {
    const length = neutral === ";" ? 1 : neutral.startsWith("do") ? 8 : 7;
    const from = to - length;
    if (from > 0 && isNeutral(site, { from, to }) && startsStatement(site, from)) return from;
  }
  return undefined;
}

export function isDeclaration(site: FunctionSite, span: TokenSpan): boolean {
  const range = { start: site.tokens[span.from]?.start ?? 0, end: site.tokens[span.to - 1]?.end ?? 0 };
  return site.locals.some(({ start }) => contains(range, { start, end: start }));
}

function isQuietDeclaration(site: FunctionSite, span: TokenSpan): boolean {
  if (!isDeclaration(site, span)) return false;
  const initialised = site.tokens.slice(span.from, span.to).some(({ text }) => text === "=" || text === "(");
  return !initialised || isStable(site, span);
}

/** Names of variables whose address nobody has, constants, and what is computed from them. */
function isStableValue(site: FunctionSite, span: TokenSpan): boolean {
  if (!isStable(site, span)) return false;
  const names = site.tokens.slice(span.from, span.to).filter(({ kind }) => kind === "identifier");
  return !names.some(({ text }) => isAddressTaken(site, text));
}

function isAddressTaken({ tokens }: FunctionSite, name: string): boolean {
  return tokens.some(
    ({ text }, index) => text === name && tokens[index - 1]?.text === "&" && !isOperand(tokens[index - 2]),
  );
}

const isOperand = (token: BodyToken | undefined) =>
  token !== undefined &&
  (token.kind !== "punctuator" || /^[)\]]$/.test(token.text)) &&
  token.text !== "return";

/** The span as one line, shortened. */
export function textOf({ unitText, tokens }: FunctionSite, { from, to }: TokenSpan): string {
  const text = unitText.slice(tokens[from]?.start ?? 0, tokens[to - 1]?.end ?? 0).replace(/\s+/g, " ");
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
