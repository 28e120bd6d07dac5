/** The answer to `weft/why`: what {@link explainLine} says of a line, with places that the editor opens. */
import { resolve } from "node:path";
import {
  type AdviceAnswer,
  explainLine,
  explanationAsBuilt,
  type JoinPointExplanation,
} from "@weft/weaver-bridge/weaver";
import type { WhyAdvice, WhyJoinPoint, WhyParams, WhyResult } from "../../protocol/index.js";
import { type Snapshot, uriOfPath, type WholeUnit } from "../../workspace/index.js";
import { placeOf, placeOfJoinPoint } from "../places.js";

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
    isFile: (name) => absolute(name) === path,
    line: position.line + 1,
    text: snapshot.text(path)?.lines.lineAt(position.line) ?? "",
    aspect,
    sourceText: (file) => snapshot.text(absolute(file))?.bytes.bytes,
  });
  const notes = failure === undefined ? [] : [`Nothing is woven into this unit: ${failure.reason}`];
  return {
    unit: uriOfPath(unit.unit),
    joinPoints: explained.joinPoints.map((one) =>
      joinPointOf(snapshot, explanationAsBuilt(one, unit.leftOut), absolute),
    ),
    ...(explained.none === undefined ? {} : { none: explained.none }),
    notes,
  };
}

function joinPointOf(
  snapshot: Snapshot,
  { joinPoint, advice, order }: JoinPointExplanation,
  absolute: (name: string) => string,
): WhyJoinPoint {
  const here = { ...joinPoint, range: { ...joinPoint.range, file: absolute(joinPoint.range.file) } };
  return {
    place: placeOfJoinPoint(snapshot, here, `${joinPoint.kind} ${joinPoint.signature}`),
    advice: advice.map((one) => adviceOf(snapshot, one)),
    order: order.map(({ outer, inner, because, why, by }) => ({
      label:
        joinPoint.kind === "class"
          ? `Members of ${outer} stand before those of ${inner}`
          : `${outer} encloses ${inner}`,
      why,
      isGiven: because === "order",
      by: by.map((range) => placeOf(snapshot, range, "order advice")),
    })),
  };
}

function adviceOf(snapshot: Snapshot, answer: AdviceAnswer): WhyAdvice {
  const { aspect, adviceKind, slice, pointcut, range, applies, why, conjuncts, suggestion } = answer;
  const kind = slice === undefined ? adviceKind : `slice ${slice === "" ? "{ … }" : slice} on`;
  const condition = answer.condition === undefined ? "" : ` (${answer.condition})`;
  return {
    place: placeOf(snapshot, range, `${aspect}: ${kind} ${pointcut}`),
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
