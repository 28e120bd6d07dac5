/**
 * A join point that can't be woven, with the reason. Thrown while one join point is being woven and turned into a
 * {@link Problem} by the loop over join points, so that the rest of the unit is still woven.
 */
import type { AspectEffect, LeftOutEffect, Problem, Severity, SourceRange } from "../model/index.js";
import type { AdviceMatch } from "../pointcut/index.js";

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

/** A warning that many join points give rise to alike, which is told once, with the list of them. */
export class RecurringFailure extends Unweavable {
  constructor(
    code: string,
    message: string,
    hint: string,
    /** The aspects or the reason that those which are alike have in common. */
    readonly toldOf: string,
    /** Why the join point is left out, where no name in a pointcut asks for it. */
    readonly leftOutBecause?: string,
  ) {
    super(code, message, hint, undefined, "warning");
  }
}

/** What the advice wants, not what the join point is. */
const FAULTS_OF_ADVICE = new Set(["unbound", "local-context", "condition", "run-time-test"]);

/** A wildcard may hold what can't be woven: that is told and left out. What a pointcut names itself must be woven. */
export function asLeftOut(
  failure: Unweavable,
  levels: readonly { readonly match: AdviceMatch }[],
): Unweavable {
  const { code, message, hint, range, severity } = failure;
  if (severity !== "error" || range !== undefined || FAULTS_OF_ADVICE.has(code)) return failure;
  if (levels.length === 0 || levels.some(({ match }) => match.isNamed)) return failure;
  const aspects = [...new Set(levels.map(({ match }) => `'${match.aspect.name}'`))].join(", ");
  const said = `advice of ${aspects} is left out: ${message}`;
  return new RecurringFailure(code, said, hint, aspects, message);
}

/** The advice of one join point that these failures leave out. */
export function effectsLeftOut(
  failures: readonly Unweavable[],
  levels: readonly { readonly effect: AspectEffect }[],
): LeftOutEffect[] {
  return failures.flatMap((failure) => {
    if (!(failure instanceof RecurringFailure) || failure.leftOutBecause === undefined) return [];
    const { code, leftOutBecause: because } = failure;
    return levels.map(({ effect }) => ({ effect, code: `weave/${code}`, because }));
  });
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
