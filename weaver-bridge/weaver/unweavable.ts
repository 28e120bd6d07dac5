/**
 * A join point that can't be woven, with the reason. Thrown while one join point is being woven and turned into a
 * {@link Problem} by the loop over join points, so that the rest of the unit is still woven.
 */
import type { Problem, Severity, SourceRange } from "../model/index.js";

export class Unweavable extends Error {
  constructor(
    /** Problem code without the area, `nameless-type`. */
    readonly code: string,
    message: string,
    readonly hint: string,
    /** The place at fault when it is not the join point: a place in an advice body. */
    readonly range?: SourceRange,
    readonly severity: Severity = "error",
  ) {
    super(message);
  }
}

export function problemOf(failure: Unweavable, joinPoint: SourceRange): Problem {
  return {
    code: `weave/${failure.code}`,
    severity: failure.severity,
    range: failure.range ?? joinPoint,
    message: failure.message,
    hint: failure.hint,
  };
}
