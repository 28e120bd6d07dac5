/** A function as refactorings see it: its body as tokens of the unit's text, each with its place in the source if it has one. */
import {
  contains,
  type ExecutionShadow,
  type FunctionEntity,
  type Shadow,
  type SourceRange,
  type TextRange,
  type UnitFacts,
} from "../../model/index.js";
import { type Token, tokenize } from "../../weaver/text/c-tokens.js";
import type { SourceText } from "../refactoring.js";
import { type AnalysedText, createSourceView, type Invocation, type SourceView } from "./source-view.js";

/** `place` is the token's range in the source; absent when it comes out of a macro, `madeBy` if it is known which. */
export interface BodyToken extends Token {
  readonly place?: TextRange;
  readonly madeBy?: Invocation;
}

/** Where the token is written, or the macro that made it. */
export const writtenAt = ({ place, madeBy }: BodyToken): TextRange | undefined => place ?? madeBy?.range;

/** Half-open range of indices in {@link FunctionSite.tokens}. */
export interface TokenSpan {
  readonly from: number;
  readonly to: number;
}

export interface FunctionSite {
  /** `file:line:column` of its name, as the unit's line markers spell it: the same function in every unit. */
  readonly key: string;
  readonly name: string;
  /** `Scheduler::lock` */
  readonly qualifiedName: string;
  readonly entity: FunctionEntity;
  readonly shadow: ExecutionShadow;
  readonly facts: UnitFacts;
  readonly unitText: string;
  readonly source: SourceText;
  /** Of its name, in the source; 1-based. */
  readonly range: SourceRange;
  /** From `{` to `}`. */
  readonly tokens: readonly BodyToken[];
  readonly parameters: readonly string[];
  readonly locals: readonly { readonly name: string; readonly start: number }[];
  readonly isVoid: boolean;
}

/** The functions whose bodies stand in files of the project. Facts must have been made with locals. */
export function functionSites(unit: AnalysedText, view: SourceView = createSourceView(unit)): FunctionSite[] {
  const { facts, unitText } = unit;
  return facts.shadows.flatMap((found): FunctionSite[] => {
    const shadow = withBody(found);
    if (shadow === undefined) return [];
    const source = view.fileAt(shadow.body.start);
    const entity = facts.entities[shadow.entity];
    if (source === undefined || entity?.kind !== "function") return [];
    const range = facts.lineMap.rangeOf(shadow.nameRange);
    const result = facts.types[entity.result];
    const isLifecycle = found.kind !== "execution";
    return [
      {
        key: `${range.file}:${range.startLine}:${range.startColumn}`,
        name: entity.name,
        qualifiedName: [...entity.scope, entity.name].join("::"),
        ...{ entity, shadow, facts, unitText, source },
        range: { ...range, file: source.file },
        tokens: bodyTokens(unitText, shadow.body, view),
        parameters: entity.parameters.map(({ name }) => name),
        locals: (shadow.locals ?? []).map(({ name, extent }) => ({ name, start: extent.start })),
        isVoid: isLifecycle || (result?.kind === "builtin" && result.spelling === "void"),
      },
    ];
  });
}

/** Constructors and destructors have bodies too; their locals are not known. */
function withBody(shadow: Shadow): ExecutionShadow | undefined {
  if (shadow.kind === "execution") return shadow;
  if (shadow.kind !== "construction" && shadow.kind !== "destruction") return undefined;
  const { definition } = shadow;
  return definition === undefined
    ? undefined
    : { ...shadow, ...definition, kind: "execution", pinned: false };
}

function bodyTokens(text: string, body: TextRange, view: SourceView): BodyToken[] {
  return tokenize(text, body.start, body.end).map((token) => {
    const found = view.tokenAt(token.start)?.token;
    if (found !== undefined) return { ...token, place: { start: found.start, end: found.end } };
    const madeBy = view.invocationAt(token.start);
    return madeBy === undefined ? token : { ...token, madeBy };
  });
}

/** The span's range in the source; undefined when a macro that it does not hold as a whole made part of it. */
export function sourceRangeOf({ tokens }: FunctionSite, { from, to }: TokenSpan): TextRange | undefined {
  const places = tokens.slice(from, to).map(writtenAt);
  const [first, last] = [places[0], places.at(-1)];
  if (first === undefined || last === undefined || places.some((place) => place === undefined))
    return undefined;
  const isCut = (inside: number, outside: number) =>
    tokens[inside]?.madeBy !== undefined && tokens[inside].madeBy === tokens[outside]?.madeBy;
  if (isCut(from, from - 1) || isCut(to - 1, to)) return undefined;
  return { start: first.start, end: last.end };
}

/** The span's range in the unit's text. */
export function unitRangeOf({ tokens }: FunctionSite, { from, to }: TokenSpan): TextRange {
  return { start: tokens[from]?.start ?? 0, end: tokens[to - 1]?.end ?? 0 };
}

/** Index behind the `;` that ends the statement at `from`; undefined for what is no simple statement. */
export function statementEnd({ tokens }: FunctionSite, from: number): number | undefined {
  let depth = 0;
  for (let index = from; index < tokens.length; index++) {
    const { text, kind } = tokens[index] as BodyToken;
    if (kind !== "punctuator") continue;
    if (/^[([{]$/.test(text)) depth++;
    if (/^[)\]}]$/.test(text) && --depth < 0) return undefined;
    if (text === ";" && depth === 0) return index + 1;
  }
  return undefined;
}

/** A statement may begin at this token: it stands behind `{`, `}`, `;` or a label. */
export function startsStatement({ tokens }: FunctionSite, index: number): boolean {
  return index > 0 && /^[{};:]$/.test((tokens[index - 1] as BodyToken).text);
}

/** Nothing in it can change, or be changed by, what is moved across it: no call, no read or write of memory. */
export function isStable(site: FunctionSite, span: TokenSpan): boolean {
  const range = unitRangeOf(site, span);
  const words = site.tokens.slice(span.from, span.to);
  if (
    words.some(
      ({ text }, index) => text === "[" || text === "->" || text === "asm" || isDereference(words, index),
    )
  )
    return false;
  return !site.facts.shadows.some(
    (shadow) => shadow.kind !== "execution" && shadow.kind !== "builtin" && contains(range, shadow.range),
  );
}

/** `*` where no operand stands before it. */
function isDereference(tokens: readonly Token[], index: number): boolean {
  if (tokens[index]?.text !== "*") return false;
  const before = tokens[index - 1];
  return (
    before === undefined ||
    (before.kind === "punctuator" && !/^[)\]]$/.test(before.text)) ||
    before.text === "return"
  );
}
