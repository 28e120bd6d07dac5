/** The answer to `weft/why`: what {@link explainLine} says of a line, with places that the editor opens. */
import { isAbsolute, resolve } from "node:path";
import type { SourceRange } from "@weft/weaver-bridge/model";
import { type AdviceAnswer, explainLine, type JoinPointExplanation } from "@weft/weaver-bridge/weaver";
import type {
  LabelledPlace,
  Range,
  WhyAdvice,
  WhyJoinPoint,
  WhyParams,
  WhyResult,
} from "../protocol/index.js";
import { type Snapshot, uriOfPath, type WholeUnit } from "../workspace/index.js";
import { rangeInText, rangeOfJoinPoint } from "./locate.js";

export function whyAtLine(
  snapshot: Snapshot,
  unit: WholeUnit,
  path: string,
  { position, aspect }: Pick<WhyParams, "position" | "aspect">,
): WhyResult {
  const { analysis, directory } = unit;
  const { facts, unitText, aspects, failure } = analysis;
  const absolute = (name: string) => resolve(directory, name);
  const explained = explainLine({
    facts,
    ...(unitText === "" ? {} : { unitText }),
    aspects,
    directory,
    isFile: (name) => absolute(name) === path,
    line: position.line + 1,
    text: snapshot.text(path)?.lines.lineAt(position.line) ?? "",
    aspect,
    sourceText: (file) => snapshot.text(absolute(file))?.bytes.bytes,
  });
  const notes = failure === undefined ? [] : [`Nothing is woven into this unit: ${failure.reason}`];
  return {
    unit: uriOfPath(unit.unit),
    joinPoints: explained.joinPoints.map((one) => joinPointOf(snapshot, one, absolute)),
    ...(explained.none === undefined ? {} : { none: explained.none }),
    notes,
  };
}

function joinPointOf(
  snapshot: Snapshot,
  { joinPoint, advice }: JoinPointExplanation,
  absolute: (name: string) => string,
): WhyJoinPoint {
  const path = absolute(joinPoint.range.file);
  const source = snapshot.text(path);
  const line = joinPoint.range.startLine - 1;
  const range =
    source === undefined
      ? { start: { line, character: 0 }, end: { line, character: 0 } }
      : rangeOfJoinPoint(joinPoint, source);
  const label = `${joinPoint.kind} ${joinPoint.signature}`;
  return {
    place: { uri: source?.uri ?? uriOfPath(path), range, label },
    advice: advice.map((one) => adviceOf(snapshot, one)),
  };
}

function adviceOf(snapshot: Snapshot, answer: AdviceAnswer): WhyAdvice {
  const { aspect, adviceKind, pointcut, range, applies, why, conjuncts, suggestion } = answer;
  const condition = answer.condition === undefined ? "" : ` (${answer.condition})`;
  return {
    place: placeOf(snapshot, range, `${aspect}: ${adviceKind} ${pointcut}`),
    applies,
    why: `${why}${condition}`,
    conjuncts: conjuncts.map((part) => ({
      place: placeOf(snapshot, part.range, part.text),
      holds: part.holds,
      why: part.why,
    })),
    ...(suggestion === undefined
      ? {}
      : {
          suggestion: {
            pointcut: suggestion.pointcut,
            edits: suggestion.edits.map(({ range: where, text }) => {
              const { uri, range: at } = placeOf(snapshot, where, "");
              return { uri, range: at, newText: text };
            }),
          },
        }),
  };
}

function placeOf(snapshot: Snapshot, range: SourceRange, label: string): LabelledPlace {
  const path = isAbsolute(range.file) ? range.file : resolve(range.file);
  const source = snapshot.text(path);
  const line = Math.max(0, range.startLine - 1);
  const at: Range =
    source === undefined
      ? { start: { line, character: 0 }, end: { line, character: 0 } }
      : rangeInText(range, source);
  return { uri: source?.uri ?? uriOfPath(path), range: at, label };
}
