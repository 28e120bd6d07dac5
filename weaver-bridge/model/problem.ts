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
