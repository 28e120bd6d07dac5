/**
 * What of the aspects decides which join points match, and what classes hold: everything but places and bodies. While the
 * user types in an advice body this stays the same, and no unit needs to be analysed again.
 */
import { slicesIn } from "@weft/weaver-bridge/pointcut";
import type { AspectDocument } from "../snapshot.js";

export function matchingKey(documents: readonly AspectDocument[]): string {
  return JSON.stringify(
    documents.map(({ file }) => [
      file.file,
      file.pointcuts,
      slicesIn(file).map(({ name, range, definitions }) => [
        name,
        ...[range, ...definitions.map((definition) => definition.range)].map(({ start, end }) =>
          file.text.slice(start, end),
        ),
      ]),
      file.aspects.map(({ name, bases, pointcuts, advice, order, introductions = [] }) => [
        name,
        bases,
        pointcuts,
        order,
        introductions.map(({ pointcut, slice, beforeField }) => [
          pointcut,
          "reference" in slice ? slice.reference : "",
          beforeField,
        ]),
        advice.map(({ index, kind, pointcut, parameters }) => [index, kind, pointcut, parameters]),
      ]),
    ]),
    (key, value) => (/^(r|nameR)ange$/.test(key) ? undefined : value),
  );
}
