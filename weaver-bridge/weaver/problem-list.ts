/** Problems of a unit, each told once. */
import { listPlaces, type Problem, type SourceRange } from "../model/index.js";
import { problemOf, RecurringFailure, type Unweavable } from "./unweavable.js";

interface Told {
  readonly problem: Problem;
  /** Join points that met it, in their order. */
  readonly joinPoints: SourceRange[];
}

const MOST_NAMED = 5;

/**
 * An advice body that is wrong is wrong at many of its join points; it is told once, with the list of them. So is what
 * wildcards hold and the weaver leaves out, by its reason and the aspects.
 */
export function createProblemList() {
  const found = new Map<string, Told>();
  const add = (failure: Unweavable, joinPoint: SourceRange) => {
    const problem = problemOf(failure, joinPoint);
    const key = JSON.stringify([
      problem.code,
      failure instanceof RecurringFailure ? failure.toldOf : problem.range,
    ]);
    const told = found.get(key) ?? { problem, joinPoints: [] };
    told.joinPoints.push(joinPoint);
    found.set(key, told);
  };
  return {
    get list() {
      return [...found.values()].map(withJoinPoints);
    },
    push: (failures: readonly Unweavable[], joinPoint: SourceRange) => {
      for (const failure of failures) add(failure, joinPoint);
    },
  };
}

function withJoinPoints({ problem, joinPoints }: Told): Problem {
  if (joinPoints.length < 2) return problem;
  const places = new Map(joinPoints.map((range) => [`${range.file}:${range.startLine}`, range]));
  const list = listPlaces([...places.values()], MOST_NAMED);
  return { ...problem, message: `${problem.message}; so it is at ${joinPoints.length} join points: ${list}` };
}
