import { appendFileSync } from "node:fs";

/**
 * Tables for people: the first column to the left, numbers to the right. One that is in a paper says which by the name that
 * `weft tables` lists; that command finds it in the file that WEFT_TABLES_FILE names.
 */
export function printTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  paper?: string,
): void {
  const file = process.env.WEFT_TABLES_FILE;
  if (file !== undefined && paper !== undefined)
    appendFileSync(file, `${JSON.stringify({ paper, head, rows })}\n`);
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => (row[column] ?? "").length)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join("  ");
  const rule = widths.map((width) => "-".repeat(width)).join("  ");
  console.log([line(head), rule, ...rows.map(line)].join("\n"));
}

export const milliseconds = (value: number) => `${value.toFixed(0)} ms`;
export const ratio = (value: number, peer: number) => `${(value / peer).toFixed(2)}x`;
