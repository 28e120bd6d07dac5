/** Tables for people: the first column to the left, numbers to the right. */
export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
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
