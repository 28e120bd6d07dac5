/** Problems to show in one file, as the editor places them. */
import type { Problem, SourceRange } from "@weft/weaver-bridge/model";
import type { LabelledPlace, Range } from "../protocol/index.js";
import { type Snapshot, type SourceText, uriOfPath } from "../workspace/index.js";
import { rangeInText } from "./locate.js";

export interface ShownProblem {
  readonly range: Range;
  readonly severity: Problem["severity"];
  /** `pointcut/no-match` */
  readonly code: string;
  readonly message: string;
  readonly related: readonly LabelledPlace[];
}

export function shownProblems(snapshot: Snapshot, path: string): ShownProblem[] {
  const source = snapshot.text(path);
  return snapshot.problemsIn(path).map((problem) => ({
    range:
      source === undefined || problem.range === undefined
        ? START
        : visible(rangeInText(problem.range, source), source),
    severity: problem.severity,
    code: problem.code,
    message: problem.hint === undefined ? problem.message : `${problem.message}. ${problem.hint}`,
    related: (problem.related ?? []).map(({ range, message }) => relatedPlace(snapshot, range, message)),
  }));
}

function relatedPlace(snapshot: Snapshot, range: SourceRange, label: string): LabelledPlace {
  const source = snapshot.text(range.file);
  const place = source === undefined ? START : visible(rangeInText(range, source), source);
  return { uri: source?.uri ?? uriOfPath(range.file), range: place, label };
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
