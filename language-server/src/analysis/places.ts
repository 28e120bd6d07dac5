/** Places that the editor opens: a range of a file with words for it; and their order in a text. */
import type { JoinPoint, SourceRange } from "@weft/weaver-bridge/model";
import type { LabelledPlace, Range } from "../protocol/index.js";
import { type Snapshot, uriOfPath } from "../workspace/index.js";
import { rangeInText, rangeOfJoinPoint } from "./locate.js";

/** Of a range as compilers mean it, in a file with an absolute name. */
export function placeOf(snapshot: Snapshot, range: SourceRange, label: string): LabelledPlace {
  const source = snapshot.text(range.file);
  return { uri: source?.uri ?? uriOfPath(range.file), range: rangeInText(range, source), label };
}

export function placeOfJoinPoint(
  snapshot: Snapshot,
  joinPoint: Omit<JoinPoint, "id">,
  label: string,
): LabelledPlace {
  const { file } = joinPoint.range;
  const source = snapshot.text(file);
  return { uri: source?.uri ?? uriOfPath(file), range: rangeOfJoinPoint(joinPoint, source), label };
}

/** For sorting, by where they begin. */
export function byStart(a: Range, b: Range): number {
  return a.start.line - b.start.line || a.start.character - b.start.character;
}
