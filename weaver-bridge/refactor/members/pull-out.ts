/** A member of a struct or class becomes an introduction of a new aspect. */

import { tokenize } from "../../weaver/text/c-tokens.js";
import type { ConditionalRegion } from "../feature/conditional-regions.js";
import { type MemberPlace, placeInClass } from "../feature/place-members.js";
import { renderAspect } from "../feature/render-aspect.js";
import { type Found, isReason } from "../pair/find-ends.js";
import type { Refactoring, SourceText } from "../refactoring.js";
import { type AnalysedText, createSourceView } from "../sources/source-view.js";
import { deletion, mergeChanges } from "../sources/text-edits.js";

export interface PullOutSelection {
  /** Absolute. */
  readonly file: string;
  /** Where the member is declared, from 1. */
  readonly line: number;
}

/** Undefined when the unit does not see the line, or no class is there. */
export function surveyPullOut(
  unit: AnalysedText,
  selection: PullOutSelection,
): Found<MemberPlace> | undefined {
  const source = unit.facts.lineMap.files.map(unit.sourceOf).find((one) => one?.file === selection.file);
  const region = source && memberRegion(source, selection.line);
  if (region === undefined) return undefined;
  const place = placeInClass(unit, createSourceView(unit), region);
  if (place === undefined || isReason(place)) return place;
  const { text } = region.source;
  const words = tokenize(text, region.body.start, region.body.end);
  if (/^(?:public|private|protected|friend|using)$/.test(words[0]?.text ?? ""))
    return { reason: "no member is declared in the line" };
  return place;
}

/** The whole declaration that begins in the line. */
export function memberRegion(source: SourceText, line: number): ConditionalRegion | undefined {
  const { text } = source;
  let start = 0;
  for (let left = line - 1; left > 0; left--) start = text.indexOf("\n", start) + 1;
  const newline = text.indexOf("\n", start);
  let depth = 0;
  for (const token of tokenize(text, start)) {
    if (token.start > newline && depth === 0 && newline !== -1 && text.slice(start, newline).trim() === "")
      return undefined;
    if (/^[([{]$/.test(token.text)) depth++;
    if (/^[)\]}]$/.test(token.text) && --depth < 0) return undefined;
    if (
      depth !== 0 ||
      (token.text !== ";" &&
        !(
          token.text === "}" &&
          !text
            .slice(token.end, token.end + 80)
            .trimStart()
            .startsWith(";")
        ))
    )
      continue;
    const end = text.indexOf("\n", token.end);
    const range = { start, end: end === -1 ? text.length : end + 1 };
    return { source, whole: range, body: range, line };
  }
  return undefined;
}

export interface PullOutOptions extends PullOutSelection {
  readonly name: string;
  readonly into: string;
  readonly language: "c" | "c++";
}

export function pullOut(source: SourceText, place: MemberPlace, options: PullOutOptions): Refactoring {
  const region = memberRegion(source, options.line);
  if (region === undefined) return { title: "", changes: [], problems: [] };
  const trimmed = {
    start: region.body.start,
    end: region.body.start + source.text.slice(region.body.start, region.body.end).trimEnd().length,
  };
  const slices = new Map(options.language === "c" ? [] : [[place.owner, `${options.name}Members`]]);
  const create = renderAspect({
    name: options.name,
    language: options.language,
    members: [place],
    advice: [],
    slices,
    definitions: [],
  });
  return {
    title: `Move a member of ${place.owner} into the aspect ${options.name}`,
    changes: mergeChanges([
      { file: source.file, edits: [deletion(source.text, trimmed)] },
      { file: options.into, create },
    ]),
    problems: [],
  };
}
