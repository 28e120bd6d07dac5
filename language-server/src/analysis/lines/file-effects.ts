/** The answer to `weft/effects` for one file: advice at its lines, or, in an `.ah` file, what its advice reaches. */
import {
  type Advice,
  type AspectEffect,
  type Effect,
  type Introduction,
  joinPointOf,
  kindOf,
  type LiveEffect,
} from "@weft/weaver-bridge/model";
import type { EditorEffect, LabelledPlace } from "../../protocol/index.js";
import { type AspectDocument, aspectDocumentAt, type Snapshot } from "../../workspace/index.js";
import { declaringAdvice, declaringIntroduction, headerRange, rangeOfBytes } from "../advice-text.js";
import { rangeOfJoinPoint } from "../locate.js";
import { byStart, placeOf, placeOfJoinPoint } from "../places.js";

/** In order of place; at one place outermost first. */
export function editorEffects(snapshot: Snapshot, path: string): EditorEffect[] {
  const aspect = aspectDocumentAt(snapshot, path);
  // Members that slices bring can be join points themselves.
  if (aspect !== undefined)
    return [...sourcesIn(snapshot, aspect), ...targetsIn(snapshot, path)].sort(byPlace);
  const owner = snapshot.ownerOf(path);
  return owner === undefined ? targetsIn(snapshot, path) : [...(owner.effects?.(path) ?? [])];
}

function targetsIn(snapshot: Snapshot, path: string): EditorEffect[] {
  const source = snapshot.text(path);
  if (source === undefined) return [];
  const effects = snapshot.effectsIn(path).map((effect) => ({
    ...wordsOf(effect),
    role: "target" as const,
    range: rangeOfJoinPoint(joinPointOf(effect), source),
    other: [originOf(snapshot, effect)],
  }));
  const others = snapshot.contributions.flatMap(({ inSources }) => inSources?.effects?.(path) ?? []);
  return [...effects, ...others].sort(byPlace);
}

function sourcesIn(snapshot: Snapshot, document: AspectDocument): EditorEffect[] {
  const reached = effectsByDeclaration(snapshot, document);
  const sourceOf = (
    id: string,
    what: string,
    range: EditorEffect["range"],
    item: Advice | Introduction,
  ): EditorEffect[] => {
    const effects = reached.get(item) ?? [];
    const first = effects[0];
    if (first === undefined) return [];
    // Each of its join points may have a condition of its own.
    const { condition: _, ...words } = wordsOf(first);
    return [
      {
        ...words,
        id,
        by: { tool: "aspects", name: item.aspect },
        title: `${item.aspect}: ${what} at ${count(effects.length, "join point")}`,
        certainty: effects.some(({ certainty }) => certainty === "conditional") ? "conditional" : "certain",
        role: "source",
        range,
        other: effects.map((effect) => targetOf(snapshot, effect)),
      },
    ];
  };
  return document.file.aspects.flatMap((aspect) => [
    ...aspect.advice.flatMap((item) =>
      sourceOf(`${aspect.name}#${item.index}`, `${item.kind} advice`, headerRange(document, item), item),
    ),
    ...(aspect.introductions ?? []).flatMap((item) =>
      sourceOf(
        `${aspect.name}#slice${item.index}`,
        "introduction",
        firstLine(rangeOfBytes(document, item.range), document),
        item,
      ),
    ),
  ]);
}

/** What each advice and each introduction of the file does, by its object in the parsed file. */
export function effectsByDeclaration(
  snapshot: Snapshot,
  document: AspectDocument,
): ReadonlyMap<Advice | Introduction, readonly AspectEffect[]> {
  const byItem = new Map<Advice | Introduction, AspectEffect[]>();
  for (const effect of snapshot.effectsFrom(document.source.path)) {
    const item = declaringAdvice(document, effect) ?? declaringIntroduction(document, effect);
    const known = item && byItem.get(item);
    if (known !== undefined) known.push(effect);
    else if (item !== undefined) byItem.set(item, [effect]);
  }
  return byItem;
}

export function effectsOfAdvice(
  snapshot: Snapshot,
  document: AspectDocument,
  advice: Advice,
): readonly AspectEffect[] {
  return snapshot
    .effectsFrom(document.source.path)
    .filter((effect) => declaringAdvice(document, effect) === advice);
}

/** The affected place, labelled with the join point. */
export function targetOf(snapshot: Snapshot, effect: AspectEffect): LabelledPlace {
  const joinPoint = joinPointOf(effect);
  const { within } = joinPoint;
  const isWhole = /^(execution|construction|destruction|class)$/.test(joinPoint.kind);
  const where = isWhole ? "" : ` in ${within}`;
  return placeOfJoinPoint(snapshot, joinPoint, `${joinPoint.kind} ${joinPoint.signature}${where}`);
}

/** The advice, labelled with the effect's title. */
export function originOf(snapshot: Snapshot, effect: AspectEffect | LiveEffect): LabelledPlace {
  const place = placeOf(snapshot, effect.origin, effect.title);
  const document = aspectDocumentAt(snapshot, effect.origin.file);
  const advice = document && declaringAdvice(document, effect);
  const introduction = document && declaringIntroduction(document, effect);
  if (document !== undefined && introduction !== undefined)
    return { ...place, range: firstLine(rangeOfBytes(document, introduction.range), document) };
  return document === undefined || advice === undefined
    ? place
    : { ...place, range: headerRange(document, advice) };
}

/** What stands on the first line of something long names it. */
export function firstLine(range: EditorEffect["range"], document: AspectDocument): EditorEffect["range"] {
  const { line } = range.start;
  const end = document.source.lines.lineAt(line).trimEnd().length;
  return range.end.line === line ? range : { start: range.start, end: { line, character: end } };
}

/** `met 3 times`, `met 3 times, last: opens file 3` */
export function stateText({ hits, last }: { hits?: number | undefined; last?: string }): string {
  const met = hits === undefined ? "hits unknown" : `met ${count(hits, "time")}`;
  return last === undefined ? met : `${met}, last: ${last}`;
}

export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

export function wordsOf(effect: AspectEffect | LiveEffect) {
  return { ...headOf(effect), joinPoint: effect.binding.joinPoint.kind };
}

export function headOf(effect: Effect) {
  const { id, by, title, reason, certainty, condition, order } = effect;
  const tested = condition === undefined ? {} : { condition };
  return { id, kind: kindOf(effect), by, title, reason, certainty, ...tested, order };
}

function byPlace(a: EditorEffect, b: EditorEffect): number {
  return byStart(a.range, b.range) || a.order - b.order;
}
