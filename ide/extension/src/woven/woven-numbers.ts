// Numbers of the source's lines in a text that has more lines than it. Pure; knows nothing of VS Code's API.
import type { WovenRows } from "@weft/language-server/protocol";
import type { LineSpan } from "./woven-rows.js";

export interface LineNumber {
  /** Of the text, 0-based. */
  readonly line: number;
  /** As wide for each line: what the source does not have is numbered by blanks. */
  readonly label: string;
}

/** For the lines of `span`. */
export function sourceNumbers(
  rows: readonly WovenRows[],
  source: string,
  { first, last }: LineSpan,
): LineNumber[] {
  const own = rows.filter((row) => row.kind === "source" && row.uri === source && row.line !== undefined);
  const end = own.at(-1);
  const width = String((end?.line ?? 0) + (end?.count ?? 0)).length;
  const numbers = new Map<number, number>();
  for (const row of own)
    for (let at = Math.max(row.first, first); at < row.first + row.count && at <= last; at++)
      numbers.set(at, (row.line ?? 0) + at - row.first + 1);
  const pad = (text: string) => text.padStart(width, "\u00a0");
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => ({
    line: first + index,
    label: pad(String(numbers.get(first + index) ?? "")),
  }));
}
