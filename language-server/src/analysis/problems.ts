/** Problems to show in one file, as the editor places them. */
import type { SourceRange } from "@weft/weaver-bridge/model";
import type { LabelledPlace, Range } from "../protocol/index.js";
import type { ShownProblem, Snapshot, SourceText } from "../workspace/index.js";
import { rangeInText } from "./locate.js";
import { isToldByOrder, orderProblems } from "./order/order-fixes.js";
import { placeOf } from "./places.js";

export function shownProblems(snapshot: Snapshot, path: string): ShownProblem[] {
  const source = snapshot.text(path);
  const problems = snapshot.problemsIn(path).filter((problem) => !isToldByOrder(problem, snapshot));
  const shown = problems.map((problem) => ({
    range:
      source === undefined || problem.range === undefined
        ? START
        : visible(rangeInText(problem.range, source), source),
    severity: problem.severity,
    code: problem.code,
    message: problem.hint === undefined ? problem.message : `${problem.message}. ${problem.hint}`,
    related: (problem.related ?? []).map(({ range, message }) => relatedPlace(snapshot, range, message)),
  }));
  return [...shown, ...orderProblems(snapshot, path)];
}

function relatedPlace(snapshot: Snapshot, range: SourceRange, label: string): LabelledPlace {
  const source = snapshot.text(range.file);
  const place = placeOf(snapshot, range, label);
  return source === undefined ? place : { ...place, range: visible(place.range, source) };
}

const START: Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

/** An empty range (something is missing here) gets the character before it, so that it can be seen. */
function visible(range: Range, source: SourceText): Range {
  const { start, end } = range;
  if (start.line !== end.line || start.character !== end.character) return range;
  if (start.character < source.lines.lineAt(start.line).length)
    return { start, end: { line: end.line, character: end.character + 1 } };
  return { start: { line: start.line, character: Math.max(0, start.character - 1) }, end };
}
