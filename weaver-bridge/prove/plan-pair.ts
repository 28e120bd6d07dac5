/** `extract-pair` over a whole project. */
import type { Problem } from "../model/index.js";
import {
  extractPair,
  functionSites,
  isReason,
  matchedKeys,
  type PairPattern,
  type PairSelection,
  pairPattern,
  proposePointcuts,
  type Refactoring,
  surveyUnit,
} from "../refactor/index.js";
import { camelCase, newAspect } from "./new-aspect.js";
import { type PlanOptions, surveyProject } from "./survey.js";

export interface ExtractPairRequest extends PairSelection {
  readonly kind: "extract-pair";
  /** Of the aspect; made from the first statement by default. */
  readonly name?: string | undefined;
  /** Of the new file, absolute; beside the project's aspects by default. */
  readonly into?: string | undefined;
  readonly around?: boolean | undefined;
}

export async function planPair(
  root: string,
  request: ExtractPairRequest,
  options: PlanOptions,
): Promise<Refactoring> {
  if (request.begin === undefined && request.end === undefined)
    return refuse("neither a first nor a last statement was named");
  const found = await surveyProject(root, { ...options, ownOnly: true }, (unit) => {
    if (
      unit.sourceOf(unit.unit.file)?.file !== request.file &&
      !unit.unitText.includes(baseName(request.file))
    )
      return undefined;
    return pairPattern(functionSites(unit), request);
  });
  if (found.side === undefined) return { title: "", changes: [], problems: found.problems };
  const patterns = found.values.filter((value) => value !== undefined);
  const pattern = patterns.find((value): value is PairPattern => !isReason(value));
  if (pattern === undefined) {
    const [first] = patterns;
    const refused = refuse(
      first !== undefined && isReason(first) ? first.reason : "no function of the project stands there",
      request,
    );
    return { ...refused, problems: [...found.problems, ...refused.problems] };
  }
  const surveyed = await surveyProject(root, options, (unit) =>
    surveyUnit(unit.facts, functionSites(unit), pattern, unit.aspects),
  );
  const missed = new Map(
    surveyed.values.flatMap(({ misses }) => misses.map((miss) => [miss.key, miss.problem])),
  );
  const surveys = surveyed.values.map((survey) => ({
    ...survey,
    places: survey.places.filter(({ key }) => !missed.has(key)),
  }));
  const groups = proposePointcuts(surveys);
  const matched = await surveyProject(root, options, ({ facts }) =>
    groups.map(({ candidates }) => candidates.map((candidate) => matchedKeys(facts, candidate))),
  );
  const decided = groups.map((group, index) => ({
    ...group,
    chosen: group.candidates.find((_, at) => {
      const keys = new Set(matched.values.flatMap((unit) => unit[index]?.[at] ?? []));
      return keys.size === group.places.length && group.places.every(({ key }) => keys.has(key));
    }),
  }));
  const target = newAspect(found.side.project, request, suggestName(pattern));
  if ("code" in target) return { title: "", changes: [], problems: [target] };
  const plan = extractPair(decided, pattern, [...missed.values()], {
    ...target,
    around: request.around === true,
  });
  return {
    ...plan,
    changes: plan.changes.length === 0 ? [] : [...plan.changes, ...target.projectChanges],
    problems: [...surveyed.problems.filter(({ code }) => code === "refactor/unread"), ...plan.problems],
  };
}

const baseName = (file: string) => file.slice(file.lastIndexOf("/") + 1);

/** From what is called, a function or a macro: `sched_lock();` and `SCHED_LOCK();` make `SchedLock`. */
function suggestName({ site, begin, end }: PairPattern): string {
  const span = begin ?? end;
  const made = site.tokens.slice(span?.from, span?.to);
  const words = made.flatMap((token) => token.madeBy?.tokens ?? [token]);
  const called =
    words.findLast(({ kind }, index) => kind === "identifier" && words[index + 1]?.text === "(")?.text ??
    "Extracted";
  return camelCase(/[a-z]/.test(called) ? called : called.toLowerCase());
}

function refuse(reason: string, { file, begin, end }: Partial<PairSelection> = {}): Refactoring {
  const line = begin ?? end ?? 1;
  const problem: Problem = {
    code: "refactor/selection",
    severity: "error",
    ...(file === undefined
      ? {}
      : { range: { file, startLine: line, startColumn: 1, endLine: line, endColumn: 1 } }),
    message: `nothing to extract: ${reason}`,
    hint: "Select the statement that a function begins with, or the one that it ends with, or both.",
  };
  return { title: "", changes: [], problems: [problem] };
}
