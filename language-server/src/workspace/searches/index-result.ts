/** What the index knows of a project, as one result beside those of units. */
import type { EffectsAnswer } from "@weft/weaver-bridge/kernel-index";
import { NO_HEADERS, type UnitResult } from "../unit-result.js";

/** Among the results of units, what the index knows of a project stands under this name; no file has it. */
export function indexResultName(root: string): string {
  return `${root}\0index`;
}

export function isIndexResult(name: string): boolean {
  return name.endsWith("\0index");
}

export function resultOfIndex(answer: EffectsAnswer): UnitResult {
  const { effects, problems, functions, variables, fields, records } = answer;
  return {
    status: "ready",
    headers: NO_HEADERS,
    effects,
    found: [],
    problems,
    files: new Set(answer.includers.keys()),
    shapes: answer.shapes,
    names: { functions, variables, fields, records },
    unmatched: answer.unmatched,
    introduced: [],
    introducedInto: { headers: NO_HEADERS },
    size: 0,
  };
}
