/** What lines of code relate to: join points with the advice that applies, and what contributors know. */

import { type AspectEffect, joinPointOf } from "@weft/weaver-bridge/model";
import type { RelationEnd } from "../../protocol/index.js";
import {
  aspectDocumentAt,
  type LineSpan,
  type PlacedElement,
  type Snapshot,
  type SourceText,
} from "../../workspace/index.js";
import { adviceLabel, declaringAdvice, declaringIntroduction, introductionLabel } from "../advice-text.js";
import { declarationStart } from "../declaration-start.js";
import { originOf, targetOf } from "../lines/file-effects.js";
import { rangeOfJoinPoint } from "../locate.js";
import { byStart } from "../places.js";
import { functionExtent } from "./function-extent.js";

/** In order of place. */
export function targetElements(snapshot: Snapshot, source: SourceText): PlacedElement[] {
  const byJoinPoint = new Map<string, AspectEffect[]>();
  for (const effect of snapshot.effectsIn(source.path)) {
    const { id } = effect.binding.joinPoint;
    byJoinPoint.set(id, [...(byJoinPoint.get(id) ?? []), effect]);
  }
  const extents = new Map<string, LineSpan | undefined>();
  const elements = [...byJoinPoint.values()].map((effects) =>
    joinPointElement(snapshot, source, effects, extents),
  );
  const others = snapshot.contributions.flatMap(({ inSources }) => inSources?.elements?.(source.path) ?? []);
  return [...elements, ...others].sort((a, b) => byStart(a.range, b.range));
}

function joinPointElement(
  snapshot: Snapshot,
  source: SourceText,
  effects: readonly AspectEffect[],
  extents: Map<string, LineSpan | undefined>,
): PlacedElement {
  const joinPoint = joinPointOf(effects[0] as AspectEffect);
  const range = rangeOfJoinPoint(joinPoint, source);
  const key = joinPoint.within;
  if (!extents.has(key)) extents.set(key, functionExtent(source, nameOf(joinPoint.within), range.start.line));
  const advice = effects.filter(({ binding }) => binding.kind === "advice");
  const introductions = effects.filter(({ binding }) => binding.kind === "introduction");
  const endsOf = (list: readonly AspectEffect[]) => list.map((effect) => adviceEnd(snapshot, effect));
  const isInside = !/^(execution|construction|destruction|class)$/.test(joinPoint.kind);
  return {
    id: joinPoint.id,
    kind: "join point",
    label: `${joinPoint.kind} ${joinPoint.signature}`,
    ...(isInside ? { within: joinPoint.within } : {}),
    range,
    ...(joinPoint.kind === "execution" ? { head: declarationStart(source, range.start.line) } : {}),
    extent: extents.get(key) ?? { first: range.start.line, last: range.end.line },
    relations: [
      { kind: "advisedBy" as const, ends: endsOf(advice) },
      { kind: "aspectDeclarations" as const, ends: endsOf(introductions) },
    ].filter(({ ends }) => ends.length > 0),
  };
}

/** `bool Mutex::lock()` is defined with the word `lock` before its parameters. */
function nameOf(signature: string): string {
  return /(?<![\w$])([A-Za-z_$~][\w$]*)\s*\(/.exec(signature)?.[1] ?? signature;
}

/** The advice or introduction that an effect comes from, with why it applies. */
function adviceEnd(snapshot: Snapshot, effect: AspectEffect): RelationEnd {
  const document = aspectDocumentAt(snapshot, effect.origin.file);
  const advice = document && declaringAdvice(document, effect);
  const introduction = document && declaringIntroduction(document, effect);
  const words =
    document !== undefined && advice !== undefined
      ? adviceLabel(document, advice)
      : document !== undefined && introduction !== undefined
        ? introductionLabel(document, introduction)
        : undefined;
  return {
    ...originOf(snapshot, effect),
    ...(words === undefined ? {} : { label: `${effect.by.name}: ${words}` }),
    ...whyOf(effect),
  };
}

/** The place that advice or an introduction reaches. */
export function targetEnd(snapshot: Snapshot, effect: AspectEffect): RelationEnd {
  return { ...targetOf(snapshot, effect), ...whyOf(effect) };
}

function whyOf({
  by,
  certainty,
  reason,
  condition,
}: AspectEffect): Omit<RelationEnd, "uri" | "range" | "label"> {
  return { aspect: by.name, certainty, reason: condition === undefined ? reason : `${reason}; ${condition}` };
}
