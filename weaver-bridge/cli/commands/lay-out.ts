/** Tables in a terminal. */

/** Numbers stand at the right of their column; `last`: where the text of the last column does. */
export function layOut(rows: readonly (readonly string[])[], last: "start" | "end" = "end"): string {
  const columns = Math.max(...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? "").length)),
  );
  const pad = (cell: string, column: number) =>
    column === 0 || (last === "start" && column === columns - 1)
      ? cell.padEnd(widths[column] ?? 0)
      : cell.padStart(widths[column] ?? 0);
  return `${rows.map((row) => row.map(pad).join("  ").trimEnd()).join("\n")}\n`;
}
