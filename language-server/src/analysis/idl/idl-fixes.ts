/** Quick fixes for problems of IDL files that name the right spelling. */
import type { Problem } from "@weft/weaver-bridge/model";
import type { Range } from "../../protocol/index.js";
import type { Snapshot } from "../../workspace/index.js";
import { holds, rangeInText } from "../locate.js";

export interface Fix {
  readonly title: string;
  readonly range: Range;
  readonly text: string;
  readonly problem: Problem;
}

export function idlFixes(snapshot: Snapshot, path: string, wanted: Range): Fix[] {
  const source = snapshot.text(path);
  if (source === undefined) return [];
  return snapshot.problemsIn(path).flatMap((problem): Fix[] => {
    const spelling = /did you mean [`"']?([\w:]+)/i.exec(`${problem.message} ${problem.hint ?? ""}`)?.[1];
    if (spelling === undefined || problem.range === undefined) return [];
    const range = rangeInText(problem.range, source);
    const touches = holds(range, wanted.start) || holds(range, wanted.end) || holds(wanted, range.start);
    return touches ? [{ title: `Change to ${spelling}`, range, text: spelling, problem }] : [];
  });
}
