/**
 * Collects problems for one text and turns byte offsets into source ranges.
 * Knows nothing of aspects; every part of the front end reports through it.
 */
import type { Problem, Severity, SourceRange, TextRange } from "../../model/index.js";

export interface ProblemSink {
  readonly problems: Problem[];
  error(code: string, range: TextRange, message: string, hint?: string): void;
  warning(code: string, range: TextRange, message: string, hint?: string): void;
}

/** Ranges given to the sink are byte offsets in `text`. */
export function createProblemSink(file: string, text: string): ProblemSink {
  const problems: Problem[] = [];
  const places = createPlaces(file, text);
  const add = (severity: Severity, code: string, range: TextRange, message: string, hint?: string) => {
    problems.push({
      code,
      severity,
      range: places(range),
      message,
      ...(hint === undefined ? {} : { hint }),
    });
  };
  return {
    problems,
    error: (code, range, message, hint) => add("error", code, range, message, hint),
    warning: (code, range, message, hint) => add("warning", code, range, message, hint),
  };
}

/** Source range of a byte range of `text`; lines and columns are 1-based, columns count bytes. */
export function createPlaces(file: string, text: string): (range: TextRange) => SourceRange {
  let starts: number[] | undefined;
  return (range) => {
    starts ??= lineStarts(text);
    const start = Math.min(range.start, text.length);
    const end = Math.min(Math.max(range.end, start), text.length);
    const startLine = lineOf(starts, start);
    const endLine = lineOf(starts, end);
    return {
      file,
      startLine: startLine + 1,
      startColumn: start - (starts[startLine] as number) + 1,
      endLine: endLine + 1,
      endColumn: end - (starts[endLine] as number) + 1,
    };
  };
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

function lineOf(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] as number) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
