/**
 * A problem in what the user wrote (aspects, C, IDL, weft.json). Bad user input is data: functions return
 * `{ value, problems }` and never throw for it. Every problem says what happened, where, why, and what to do next.
 */
import { printPosition, type SourceRange } from "./ranges.js";

export type Severity = "error" | "warning" | "note";

export interface Problem {
  /** Stable code, `area/what`, for example `pointcut/no-match`. */
  readonly code: string;
  readonly severity: Severity;
  /** Absent only where no file is at fault (a missing tool). */
  readonly range?: SourceRange;
  /** What happened. One clause, no final dot. */
  readonly message: string;
  /** Why, and what to do next; full sentences. */
  readonly hint?: string;
  /** Other places that explain it, in the order in which they are read. */
  readonly related?: readonly RelatedPlace[];
}

export interface RelatedPlace {
  readonly range: SourceRange;
  readonly message: string;
}

/** `file:line:col: error[weft/CODE]: what. why and what next` */
export function printProblem(problem: Problem): string {
  const place = problem.range === undefined ? "weft" : printPosition(problem.range);
  const hint = problem.hint === undefined ? "" : `. ${problem.hint}`;
  return `${place}: ${problem.severity}[weft/${problem.code}]: ${problem.message}${hint}`;
}

/** Related places that {@link problemText} shows; `--json` has them all. */
const MOST_RELATED = 12;

/** {@link printProblem} and, each on a line of its own, related places; ends with a line break. */
export function problemText(problem: Problem): string {
  const related = problem.related ?? [];
  const notes = related
    .slice(0, MOST_RELATED)
    .map(({ range, message }) => `  ${printPosition(range)}: note: ${message}`);
  const more = related.length - MOST_RELATED;
  const rest = more > 0 ? [`  and ${more} more (--json lists them)`] : [];
  return `${[printProblem(problem), ...notes, ...rest].join("\n")}\n`;
}

export function hasErrors(problems: readonly Problem[]): boolean {
  return problems.some((problem) => problem.severity === "error");
}

/** The same problem found in many units is one problem. */
export function distinctProblems(problems: readonly Problem[]): Problem[] {
  return [...new Map(problems.map((problem) => [printProblem(problem), problem])).values()];
}
