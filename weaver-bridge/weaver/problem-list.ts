/** Problems of a unit, each told once. */
import type { Problem } from "../model/index.js";

/** An advice body that is wrong is wrong at many of its join points; it is told once, for the first of them. */
export function createProblemList() {
  const found = new Map<string, Problem>();
  const add = (problem: Problem) => {
    const key = JSON.stringify([problem.code, problem.range]);
    if (!found.has(key)) found.set(key, problem);
  };
  return {
    get list() {
      return [...found.values()];
    },
    push: (...problems: readonly Problem[]) => problems.forEach(add),
  };
}
