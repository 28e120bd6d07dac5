/**
 * A statement of a function as the statement of an advice: parameters become the join point's arguments, `this` and
 * members without an object its object, the function's own name its signature. A macro moves as it is written.
 */
import { contains, type Entity, type TextRange } from "../../model/index.js";
import { stringLiteral } from "../../weaver/text/c-tokens.js";
import {
  type BodyToken,
  type FunctionSite,
  sourceRangeOf,
  type TokenSpan,
  unitRangeOf,
} from "../sources/function-site.js";
import type { Found } from "./find-ends.js";

export interface AdviceText {
  /** Latin1, as in the source apart from what had to be replaced. */
  readonly text: string;
  /** The name of the function was replaced by its signature, which is another text. */
  readonly namesSignature: boolean;
  /** It says something of the function's own join point: its arguments, result or signature. */
  readonly needsFunction: boolean;
}

export interface AdviceTextOptions {
  /** Name of the local whose value the function returns behind the statement. */
  readonly result?: string | undefined;
  /** Locals that the advice declares itself. */
  readonly own?: readonly string[];
}

export function adviceText(
  site: FunctionSite,
  span: TokenSpan,
  options: AdviceTextOptions = {},
): Found<AdviceText> {
  const range = sourceRangeOf(site, span);
  if (range === undefined) return { reason: "a macro makes part of the statement, or more than it" };
  const hidden = hiddenIn(site, span, options);
  if (hidden !== undefined) return { reason: hidden };
  let text = "";
  let at = range.start;
  let namesSignature = false;
  let needsFunction = false;
  for (const { place, indices } of writtenTokens(site, span)) {
    const all = indices.map((index) => replacement(site, index, options));
    const replaced = all[0];
    if (typeof replaced === "object") return replaced;
    if (all.some((other) => other !== replaced))
      return { reason: "a macro in it uses one name for two things" };
    if (replaced === undefined) continue;
    namesSignature ||= replaced === signature(site);
    needsFunction ||= /tjp->(?:arg|template|result)/.test(replaced) || replaced === signature(site);
    text += site.source.text.slice(at, place.start) + replaced;
    at = place.end;
  }
  return { text: text + site.source.text.slice(at, range.end), namesSignature, needsFunction };
}

interface WrittenToken {
  readonly place: TextRange;
  /** Those of the function's tokens that it became: one, or as many as a macro made of it. */
  readonly indices: readonly number[];
}

/** The span as it is written: in place of what a macro made, its name and arguments. */
function writtenTokens({ tokens }: FunctionSite, { from, to }: TokenSpan): WrittenToken[] {
  const indices = Array.from({ length: to - from }, (_, at) => from + at);
  return indices.flatMap((index): WrittenToken[] => {
    const { place, madeBy } = tokens[index] as BodyToken;
    if (place !== undefined) return [{ place, indices: [index] }];
    if (madeBy === undefined || tokens[index - 1]?.madeBy === madeBy) return [];
    return madeBy.tokens.map((written) => ({
      place: written,
      indices: indices.filter((at) => tokens[at]?.madeBy === madeBy && tokens[at].text === written.text),
    }));
  });
}

/** Why what a macro of the span makes can't be made elsewhere: it takes something of the function by itself. */
function hiddenIn(
  site: FunctionSite,
  { from, to }: TokenSpan,
  options: AdviceTextOptions,
): string | undefined {
  for (let index = from; index < to; index++) {
    const { madeBy, text } = site.tokens[index] as BodyToken;
    if (madeBy === undefined) continue;
    const name = `the macro ${madeBy.tokens[0]?.text}`;
    if (/^(?:return|goto)$/.test(text)) return `${name} may leave the function`;
    const isArgument = madeBy.tokens.slice(1).some((token) => token.text === text);
    if (isArgument || options.own?.includes(text) === true) continue;
    if (replacement(site, index, options) !== undefined)
      return `${name} takes \`${text}\` from where it stands`;
  }
  return undefined;
}

/** Undefined where the token stays. */
function replacement(
  site: FunctionSite,
  index: number,
  { result, own = [] }: AdviceTextOptions,
): string | undefined | { readonly reason: string } {
  const { tokens, parameters, name } = site;
  const token = tokens[index];
  if (token === undefined) return undefined;
  if (token.text === stringLiteral(name) || /^__(?:func|FUNCTION)__$/.test(token.text))
    return signature(site);
  if (token.kind !== "identifier" || isSelected(site, index)) return undefined;
  if (token.text === "__PRETTY_FUNCTION__") return signature(site);
  if (token.text === "this") return "tjp->that()";
  if (token.text === result) return site.facts.language === "c" ? "tjp->result" : "(*tjp->result())";
  if (own.includes(token.text)) return undefined;
  const argument = parameters.indexOf(token.text);
  if (argument !== -1)
    return site.facts.language === "c" ? `tjp->arg${argument}` : `(*tjp->template arg<${argument}>())`;
  if (site.locals.some((local) => local.name === token.text))
    return { reason: `\`${token.text}\` is a local variable of it` };
  return implicitMember(site, index);
}

const signature = ({ facts }: FunctionSite) =>
  facts.language === "c" ? "tjp->signature" : "JoinPoint::signature()";

/** The name is a member of something: `p->name`, `C::name`. */
function isSelected({ tokens }: FunctionSite, index: number): boolean {
  return /^(?:\.|->|::)$/.test(tokens[index - 1]?.text ?? "");
}

/** `lock()` inside a class: `tjp->that()->lock()`, or `Scheduler::lock()` for a static member. */
function implicitMember(site: FunctionSite, index: number): string | undefined {
  const token = site.tokens[index];
  if (site.facts.language === "c" || token === undefined) return undefined;
  const span = unitRangeOf(site, { from: index, to: index + 1 });
  const shadow = site.facts.shadows.find(
    (one) =>
      (one.kind === "call" && contains(span, one.callee)) ||
      ((one.kind === "get" || one.kind === "set" || one.kind === "ref") && contains(span, one.nameRange)),
  );
  const entity: Entity | undefined = shadow && site.facts.entities[shadow.entity];
  if (entity?.member === undefined) return undefined;
  return entity.isStatic ? `${entity.scope.join("::")}::${token.text}` : `tjp->that()->${token.text}`;
}
