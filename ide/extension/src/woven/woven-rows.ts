// Where the lines of a woven text come from, both ways. Pure; knows nothing of VS Code's API.
import type { WovenRows } from "@weft/language-server/protocol";

/** Lines are 0-based; `last` is inclusive. */
export interface LineSpan {
  readonly first: number;
  readonly last: number;
}

/**
 * The line that shows a line of a file: its own, else the one with the nearest origin above it. A line that the weaver
 * has cut stands in several; the first that is not empty counts.
 */
export function lineFor(
  rows: readonly WovenRows[],
  uri: string,
  line: number,
  isEmpty: (line: number) => boolean = () => false,
): number | undefined {
  let best: number | undefined;
  let bestLine = -1;
  for (const row of rows) {
    if (row.uri !== uri || row.line === undefined || row.kind === "glue") continue;
    const origin = Math.min(line, row.line + row.count - 1);
    const shownAt = row.first + origin - row.line;
    const isBetter =
      origin > bestLine || (origin === bestLine && best !== undefined && isEmpty(best) && !isEmpty(shownAt));
    if (row.line > line || !isBetter) continue;
    best = shownAt;
    bestLine = origin;
  }
  return best;
}

/** Where a line of the text comes from; for what the weaver made, where it was put. */
export function originOf(
  rows: readonly WovenRows[],
  line: number,
): { uri: string; line: number } | undefined {
  const row = rows.find(({ first, count }) => first <= line && line < first + count);
  if (row?.uri === undefined || row.line === undefined) return undefined;
  return { uri: row.uri, line: row.line + line - row.first };
}

export function spansOf(rows: readonly WovenRows[], kinds: readonly WovenRows["kind"][]): LineSpan[] {
  const found: { first: number; last: number }[] = [];
  for (const { first, count, kind } of rows) {
    if (!kinds.includes(kind)) continue;
    const before = found.at(-1);
    if (before?.last === first - 1) before.last = first + count - 1;
    else found.push({ first, last: first + count - 1 });
  }
  return found;
}
