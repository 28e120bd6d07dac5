/**
 * An advice as code at its join points: {@link surveyInline} for each unit, then {@link inlineAdvice}, which takes the
 * advice out of its aspect, or, for one join point, takes the function out of its pointcut.
 */
import { type AspectFile, groupBy, includesIn, type Problem, type SourceRange } from "../../model/index.js";
import { type AdviceMatch, matchAspects, preludeIncludes } from "../../pointcut/index.js";
import { functionPattern } from "../feature/place-region.js";
import { isReason } from "../pair/find-ends.js";
import type { FileChange, Refactoring, TextEdit } from "../refactoring.js";
import { functionSites } from "../sources/function-site.js";
import type { AnalysedText } from "../sources/source-view.js";
import { deletion, mergeChanges } from "../sources/text-edits.js";
import { INSERTION_PLACES, type Insertion, inlineAt } from "./inline-at.js";

export interface InlineSelection {
  readonly aspect: string;
  /** Position in its aspect; all advice of the aspect without. */
  readonly index?: number | undefined;
  /** Only the join points in this line of this (absolute) file. */
  readonly at?: { readonly file: string; readonly line: number } | undefined;
}

export interface InlinePlace {
  readonly aspectIndex: number;
  /** Nesting: 0 is outermost. */
  readonly order: number;
  readonly range: SourceRange;
  /** Match expression of the function that the join point stands in. */
  readonly within: string;
  readonly insertions: readonly Insertion[];
  /** Text of the file in `range`. */
  readonly text: string;
  readonly reason?: string;
  /** Not asked for; it only says that its function has another join point of the advice. */
  readonly isOther?: boolean;
}

export function surveyInline(
  unit: AnalysedText,
  aspects: readonly AspectFile[],
  selection: InlineSelection,
): InlinePlace[] {
  const { facts } = unit;
  const sites = functionSites(unit);
  return matchAspects(facts, aspects).matches.flatMap((match) =>
    match.advice.flatMap((advice, order): InlinePlace[] => {
      if (!isSelected(advice, selection)) return [];
      const site = sites.find(({ shadow }) => shadow.entity === match.shadow.within);
      const marked = facts.lineMap.rangeOf(
        match.shadow.kind === "execution" ? match.shadow.nameRange : match.shadow.range,
      );
      const source = unit.sourceOf(marked.file);
      const range = { ...marked, file: source?.file ?? marked.file };
      const { at } = selection;
      const isOther = at !== undefined && (range.file !== at.file || range.startLine !== at.line);
      const inner = match.advice
        .slice(order + 1)
        .find((other) => !isSelected(other, selection) && match.shadow.kind === "execution");
      const base = {
        aspectIndex: advice.advice.index,
        order,
        range,
        text: source?.text ?? "",
        within: functionPattern(facts, match.shadow.within),
      };
      if (isOther) return [{ ...base, insertions: [], isOther }];
      const leave = (reason: string): InlinePlace[] => [{ ...base, insertions: [], reason }];
      if (site === undefined) return leave("the code is not the project's, or a macro makes it");
      if (inner !== undefined) return leave(`${inner.aspect.name} runs inside it`);
      const found = inlineAt(match, advice, site);
      return isReason(found) ? leave(found.reason) : [{ ...base, insertions: found }];
    }),
  );
}

function isSelected({ aspect, advice }: AdviceMatch, { aspect: name, index }: InlineSelection): boolean {
  return aspect.name === name && (index === undefined || advice.index === index);
}

export function inlineAdvice(
  places: readonly InlinePlace[],
  aspects: readonly AspectFile[],
  selection: InlineSelection,
): Refactoring {
  const file = aspects.find((one) => one.aspects.some(({ name }) => name === selection.aspect));
  const aspect = file?.aspects.find(({ name }) => name === selection.aspect);
  if (file === undefined || aspect === undefined)
    return refuse(`the project has no aspect ${selection.aspect}`, "Name one of its aspects.");
  const chosen = aspect.advice.filter(
    ({ index }) => selection.index === undefined || index === selection.index,
  );
  if (chosen.length === 0)
    return refuse(
      `${selection.aspect} has no such advice`,
      "Advice is counted from 0, in the order of the text.",
    );
  const known = distinct(places);
  const all = known.filter(({ isOther }) => isOther !== true).map((place) => withNeighbours(place, known));
  const problems = all.flatMap(notInlined);
  const wrong = new Set(
    all.filter(({ reason }) => reason !== undefined).map(({ aspectIndex }) => aspectIndex),
  );
  const done = chosen.filter(
    ({ index }) => !wrong.has(index) && all.some(({ aspectIndex }) => aspectIndex === index),
  );
  for (const { index } of chosen)
    if (!all.some(({ aspectIndex }) => aspectIndex === index))
      problems.push({
        code: "refactor/selection",
        // What is asked for alone and reaches nothing is a mistake; among others it stays as it is.
        severity: chosen.length === 1 ? "error" : "warning",
        message: `advice ${index} of ${aspect.name} reaches nothing there`,
        hint: "weft effects shows what it reaches.",
      });
  const inlined = all.filter(({ aspectIndex }) => done.some(({ index }) => index === aspectIndex));
  const own: TextEdit[] = done.flatMap(({ index, range, pointcut }) => {
    if (selection.at === undefined) return [deletion(file.text, range)];
    const names = [
      ...new Set(inlined.filter(({ aspectIndex }) => aspectIndex === index).map(({ within }) => within)),
    ];
    const text = `(${file.text.slice(pointcut.range.start, pointcut.range.end)}) && !within(${names.map((one) => `"${one}"`).join(" || ")})`;
    return [{ range: pointcut.range, text }];
  });
  const title = `Inline ${done.length === 1 ? `${done[0]?.kind} advice` : `${done.length} pieces of advice`} of ${aspect.name} at ${inlined.length} join point${inlined.length === 1 ? "" : "s"}`;
  const changes: FileChange[] = [
    ...mergeInsertions(inlined),
    ...missingIncludes(file, inlined),
    { file: file.file, edits: own },
  ];
  return { title, changes: done.length === 0 ? [] : mergeChanges(changes), problems };
}

/** The pointcut can only leave out the whole function. */
function withNeighbours(place: InlinePlace, known: readonly InlinePlace[]): InlinePlace {
  const other = known.find(
    ({ isOther, within, aspectIndex }) =>
      isOther === true && within === place.within && aspectIndex === place.aspectIndex,
  );
  if (other === undefined || place.reason !== undefined) return place;
  return {
    ...place,
    reason: `the advice has another join point in the same function, in line ${other.range.startLine}`,
  };
}

function distinct(places: readonly InlinePlace[]): InlinePlace[] {
  const key = ({ aspectIndex, range }: InlinePlace) =>
    `${aspectIndex} ${range.file}:${range.startLine}:${range.startColumn}`;
  return [...new Map(places.map((place) => [key(place), place])).values()];
}

/** At one place the outer advice comes first on the way in, and last on the way out. */
function mergeInsertions(places: readonly InlinePlace[]): FileChange[] {
  const all = places.flatMap(({ insertions, order }) =>
    insertions.map((insertion) => ({
      ...insertion,
      rank: INSERTION_PLACES.indexOf(insertion.place),
      depth: insertion.place === "end" || insertion.place === "behind statement" ? -order : order,
    })),
  );
  all.sort((a, b) => a.rank - b.rank || a.depth - b.depth);
  const at = groupBy(all, (one) => `${one.file}\0${one.at}`);
  return [...at.values()].map((own): FileChange => {
    const [first] = own;
    const start = first?.at ?? 0;
    const end = Math.max(start, ...own.map(({ replaces = start }) => replaces));
    return {
      file: first?.file ?? "",
      edits: [{ range: { start, end }, text: own.map(({ text }) => text).join("") }],
    };
  });
}

/** What the aspect's file includes for its advice, the code needs as well: after the last `#include` at the start. */
function missingIncludes(file: AspectFile, places: readonly InlinePlace[]): FileChange[] {
  const wanted = preludeIncludes(file).flatMap(({ name, isAspectFile }) => (isAspectFile ? [] : [name]));
  const first = new Map<string, InlinePlace>();
  for (const place of places) {
    const before = first.get(place.range.file);
    if (place.insertions.length > 0 && !(before && before.range.startLine <= place.range.startLine))
      first.set(place.range.file, place);
  }
  return [...first].flatMap(([path, { text, range }]): FileChange[] => {
    const lineOf = (offset: number) => text.slice(0, offset).split("\n").length;
    const known = includesIn(text).filter((one) => lineOf(one.range.start) < range.startLine);
    const lines = [...new Set(wanted)]
      .filter((name) => !known.some((other) => other.name === name))
      .map((name) => `#include ${name}\n`);
    const last = known.at(-1);
    const start = last === undefined ? 0 : last.range.end + 1;
    return lines.length === 0
      ? []
      : [{ file: path, edits: [{ range: { start, end: start }, text: lines.join("") }] }];
  });
}

function notInlined({ reason, range }: InlinePlace): Problem[] {
  if (reason === undefined) return [];
  return [
    {
      code: "refactor/not-taken",
      severity: "warning",
      range,
      message: `the advice can't be written out here: ${reason}`,
      hint: "The advice stays as it is.",
    },
  ];
}

function refuse(message: string, hint: string): Refactoring {
  return {
    title: "",
    changes: [],
    problems: [{ code: "refactor/selection", severity: "error", message, hint }],
  };
}
