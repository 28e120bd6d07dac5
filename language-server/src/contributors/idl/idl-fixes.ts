/** Quick fixes for problems of IDL files that name the right spelling. */

import { holds, rangeInText } from "../../analysis/locate.js";
import type { Range } from "../../protocol/index.js";
import type { Fix } from "../../workspace/index.js";
import type { IdlSnapshot } from "./idl-snapshot.js";

export function idlFixes(snapshot: IdlSnapshot, path: string, wanted: Range): Fix[] {
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
