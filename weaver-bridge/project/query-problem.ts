/** Why a pointcut given on the command line selects nothing anywhere, said as for advice. */
import type { AspectFile, Problem, UnitFacts } from "../model/index.js";
import { type EmptyExplanation, explainEmpty, noMatchProblem, parseAspectFile } from "../pointcut/index.js";
import { macrosOf } from "./unit-macros.js";

export interface EmptyQuery {
  /** What one unit has to say about it. */
  of(facts: UnitFacts): EmptyExplanation | undefined;
  /** What they say together. */
  problem(said: readonly (EmptyExplanation | undefined)[]): Problem;
}

/** `files` are the aspects whose named pointcuts the query may use. Undefined when it is no pointcut. */
export function emptyQuery(pointcut: string, files: readonly AspectFile[]): EmptyQuery | undefined {
  const query = parseAspectFile("<pointcut>", `aspect WeftQuery { advice ${pointcut} : before() { } };\n`);
  const aspect = query.aspects[0];
  const advice = aspect?.advice[0];
  if (aspect === undefined || advice === undefined) return undefined;
  const all = [...files, query];
  const texts = new Map<string, string>();
  return {
    of: (facts) => explainEmpty({ aspect, advice }, facts, all, { macros: macrosOf(facts, texts) }),
    problem: (said) => {
      const explanations = said.filter((explanation) => explanation !== undefined);
      const { range: _, ...problem } = noMatchProblem({ advice, file: query }, explanations);
      return problem;
    },
  };
}
