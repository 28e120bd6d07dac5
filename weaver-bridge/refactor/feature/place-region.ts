/**
 * What a region inside a function could be as advice: at the function's begin or end, or before or after the one call
 * or assignment that stands beside it. All possibilities, best first; another configuration may rule some out.
 */
import { contains, type Shadow } from "../../model/index.js";
import { signatureOf } from "../../pointcut/index.js";
import { adviceText } from "../pair/advice-text.js";
import { type Found, firstStatement, isDeclaration, isReason, lastStatements } from "../pair/find-ends.js";
import {
  type FunctionSite,
  startsStatement,
  statementEnd,
  type TokenSpan,
  unitRangeOf,
} from "../sources/function-site.js";
import type { ConditionalRegion } from "./conditional-regions.js";

export interface AdvicePlace {
  readonly pointcut: string;
  readonly kind: "before" | "after";
  readonly body: string;
}

/** Undefined when the region is not in this function. */
export function placeInFunction(
  site: FunctionSite,
  region: ConditionalRegion,
): Found<readonly AdvicePlace[]> | undefined {
  const span = spanIn(site, region);
  if (span === undefined) return undefined;
  const whole = wholeStatements(site, span);
  if (whole !== undefined) return { reason: whole };
  const own = declaredIn(site, span);
  const outside = site.tokens.find(
    ({ text }, index) => own.includes(text) && (index < span.from || index >= span.to),
  );
  if (outside !== undefined) return { reason: `it declares \`${outside.text}\`, which is used behind it` };
  const text = adviceText(site, span, { own });
  if (isReason(text)) return text;
  const body = text.text;
  const beside = besideStatement(site, span);
  const places = [...atBegin(site, span), ...atEnd(site, span), ...(text.needsFunction ? [] : beside)].map(
    ({ pointcut, kind }) => ({ pointcut, kind, body }),
  );
  if (places.length > 0) return places;
  if (beside.length > 0)
    return { reason: "it needs the function's parameters, but stands at another join point" };
  const jump = site.tokens
    .slice(span.from, span.to)
    .find(({ text: word }) => /^(?:return|goto|break|continue)$/.test(word));
  return {
    reason:
      jump === undefined
        ? "it stands in the middle, beside no call or assignment that is alone of its kind"
        : `\`${jump.text}\` in it leaves the function's own way`,
  };
}

function spanIn(
  { tokens, source }: FunctionSite,
  { source: own, body }: ConditionalRegion,
): TokenSpan | undefined {
  const [first, last] = [tokens[0]?.place, tokens.at(-1)?.place];
  if (source.file !== own.file || first === undefined || last === undefined) return undefined;
  if (body.start < first.start || body.end > last.end) return undefined;
  const inside = tokens.flatMap(({ place }, index) =>
    place !== undefined && contains(body, place) ? [index] : [],
  );
  const [from, to] = [inside[0], inside.at(-1)];
  if (from === undefined || to === undefined) return { from: 0, to: 0 };
  return { from, to: to + 1 };
}

/** Why the span is no list of whole statements. */
function wholeStatements(site: FunctionSite, { from, to }: TokenSpan): string | undefined {
  if (to === 0) return "nothing of it is left of the preprocessor but macros";
  const words = site.tokens.slice(from, to);
  const jump = words.find(({ text }) => /^(?:return|goto)$/.test(text));
  if (jump !== undefined) return `\`${jump.text}\` in it leaves the function`;
  let depth = 0;
  for (const { text } of words) {
    if (/^[([{]$/.test(text)) depth++;
    if (/^[)\]}]$/.test(text) && --depth < 0) break;
  }
  const last = words.at(-1)?.text ?? "";
  const whole = startsStatement(site, from) && depth === 0 && /^[;}]$/.test(last);
  return whole ? undefined : "it is part of a statement";
}

function declaredIn(site: FunctionSite, { from, to }: TokenSpan): string[] {
  const range = unitRangeOf(site, { from, to });
  return site.locals.filter(({ start }) => contains(range, { start, end: start })).map(({ name }) => name);
}

type Site = Pick<AdvicePlace, "pointcut" | "kind">;

function atBegin(site: FunctionSite, span: TokenSpan): Site[] {
  const found = firstStatement(site, ({ from }) => from === span.from);
  const pointcut = isReason(found) ? undefined : ownPointcut(site);
  return pointcut === undefined ? [] : [{ pointcut, kind: "before" }];
}

function atEnd(site: FunctionSite, span: TokenSpan): Site[] {
  const found = lastStatements(site, span.to - span.from, ({ from }) => from === span.from);
  const pointcut = isReason(found) || found.length !== 1 ? undefined : ownPointcut(site);
  return pointcut === undefined ? [] : [{ pointcut, kind: "after" }];
}

/** The function's own join point; a constructor of one's own can't always be told from one that the compiler makes. */
function ownPointcut({ entity, facts, shadow }: FunctionSite): string | undefined {
  const { role, scope, parameters } = entity;
  if (role === "destructor") return `destruction("${scope.join("::")}")`;
  if (role !== "constructor") return `execution("${functionPattern(facts, shadow.entity)}")`;
  const owner = entity.member && facts.entities[entity.member.ofClass];
  const constructors = (owner?.kind === "class" ? owner.members : []).filter((id) => {
    const member = facts.entities[id];
    return member?.kind === "function" && member.role === "constructor" && member.isImplicit !== true;
  });
  if (constructors.length > 1 || parameters.length === 1) return undefined;
  return `construction("${scope.join("::")}") && args(${parameters.map(() => '"%"').join(", ")})`;
}

/** The match expression of exactly this function. */
export function functionPattern(facts: FunctionSite["facts"], id: number): string {
  const entity = facts.entities[id];
  const name = [...(entity?.scope ?? []), entity?.name ?? ""].join("::");
  if (facts.language === "c") return `% ${name}(...)`;
  const signature = signatureOf(facts, id);
  return `% ${signature.slice(signature.indexOf(`${name}(`))}`;
}

function besideStatement(site: FunctionSite, { from, to }: TokenSpan): Site[] {
  const after = statementEnd(site, to);
  const next = after === undefined ? undefined : anchor(site, { from: to, to: after });
  const start = statementStart(site, from);
  const previous = start === undefined ? undefined : anchor(site, { from: start, to: from });
  return [
    ...(next === undefined ? [] : [{ pointcut: next, kind: "before" as const }]),
    ...(previous === undefined ? [] : [{ pointcut: previous, kind: "after" as const }]),
  ];
}

/** The simple statement that ends before `to`. */
function statementStart(site: FunctionSite, to: number): number | undefined {
  if (site.tokens[to - 1]?.text !== ";") return undefined;
  for (let from = to - 2; from > 0; from--) {
    const { text = "" } = site.tokens[from] ?? {};
    if (startsStatement(site, from)) return statementEnd(site, from) === to ? from : undefined;
    if (/^[{};]$/.test(text)) return undefined;
  }
  return undefined;
}

/** The statement as the only join point of its kind in the function. */
function anchor(site: FunctionSite, span: TokenSpan): string | undefined {
  const { facts, entity } = site;
  if (entity.role === "constructor" || entity.role === "destructor" || isDeclaration(site, span))
    return undefined;
  const range = unitRangeOf(site, { from: span.from, to: span.to - 1 });
  const own = facts.shadows.filter(
    (one) =>
      one.kind !== "execution" &&
      one.within === site.shadow.entity &&
      (one.kind === "call" || one.kind === "set"),
  );
  const shadow = own.find((one) => one.range.start === range.start && one.range.end === range.end);
  if (
    shadow === undefined ||
    own.filter((one) => one.kind === shadow.kind && one.entity === shadow.entity).length !== 1
  )
    return undefined;
  return `${shadow.kind}("${patternOf(site, shadow)}") && within("${functionPattern(facts, site.shadow.entity)}")`;
}

function patternOf({ facts }: FunctionSite, { kind, entity: id }: Shadow): string {
  const entity = facts.entities[id];
  if (kind === "call") return functionPattern(facts, id);
  return `% ${[...(entity?.scope ?? []), entity?.name ?? ""].join("::")}`;
}
