/** Why a pointcut given on the command line selects nothing anywhere, said as for advice. */
import type { AspectFile, Problem, UnitFacts } from "../model/index.js";
import { explainEmpty, noMatchProblem, parseAspectFile } from "../pointcut/index.js";

/** `files` are the aspects whose named pointcuts the query may use. */
export function emptyQueryProblem(
  pointcut: string,
  facts: readonly UnitFacts[],
  files: readonly AspectFile[],
): Problem | undefined {
  const query = parseAspectFile("<pointcut>", `aspect WeftQuery { advice ${pointcut} : before() { } };\n`);
  const aspect = query.aspects[0];
  const advice = aspect?.advice[0];
  if (aspect === undefined || advice === undefined) return undefined;
  const all = [...files, query];
  const explanations = facts.map((unit) => explainEmpty({ aspect, advice }, unit, all));
  const { range: _, ...problem } = noMatchProblem(
    { advice, file: query },
    explanations.filter((explanation) => explanation !== undefined),
  );
  return problem;
}
