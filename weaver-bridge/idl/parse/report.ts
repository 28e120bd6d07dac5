/** Where problems go while a unit is read. One problem per place: what follows from the first one stays unsaid. */
import type { Problem, Severity } from "../../model/index.js";
import { type Span, toSourceRange } from "./source.js";

export interface Report {
  readonly problems: readonly Problem[];
  error(code: string, span: Span, message: string, hint?: string): void;
  warning(code: string, span: Span, message: string, hint?: string): void;
  /** Whether an error was reported since the report was made. */
  readonly failed: boolean;
}

const LIMIT = 200;

export function makeReport(): Report {
  const problems: Problem[] = [];
  const places = new Set<string>();
  let failed = false;
  const add = (severity: Severity, code: string, span: Span, message: string, hint?: string) => {
    if (severity === "error") failed = true;
    const key = `${span.file.name}:${span.start}:${severity}`;
    if (places.has(key) || problems.length >= LIMIT) return;
    places.add(key);
    problems.push({
      code,
      severity,
      range: toSourceRange(span),
      message,
      ...(hint === undefined ? {} : { hint }),
    });
  };
  return {
    problems,
    error: (code, span, message, hint) => add("error", code, span, message, hint),
    warning: (code, span, message, hint) => add("warning", code, span, message, hint),
    get failed() {
      return failed;
    },
  };
}
