/**
 * What of the aspects decides which join points match: everything but places and bodies. While the user types in an
 * advice body this stays the same, and no unit needs to be analysed again.
 */
import type { AspectDocument } from "./snapshot.js";

export function matchingKey(documents: readonly AspectDocument[]): string {
  return JSON.stringify(
    documents.map(({ file }) => [
      file.file,
      file.pointcuts,
      file.aspects.map(({ name, bases, pointcuts, advice, order }) => [
        name,
        bases,
        pointcuts,
        order,
        advice.map(({ index, kind, pointcut, parameters }) => [index, kind, pointcut, parameters]),
      ]),
    ]),
    (key, value) => (/^(r|nameR)ange$/.test(key) ? undefined : value),
  );
}
