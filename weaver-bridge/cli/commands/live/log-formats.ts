/** What advice logged, and times between two of its entries, as lines of text and as CSV. */
import type { Bin, LogEntry, Span } from "../../../live-weave/index.js";

export const CSV_HEAD = "number,time,text";

export function entryCsv({ number, time, text }: LogEntry): string {
  return `${number},${time},${quoted(text.trimEnd())}`;
}

export function spansCsv(spans: readonly Span[]): string[] {
  return ["number,time,took", ...spans.map(({ number, time, took }) => `${number},${time},${took}`)];
}

const WIDEST = 40;

export function histogramLines(bins: readonly Bin[]): string[] {
  const most = Math.max(...bins.map(({ count }) => count));
  const label = ({ from, to }: Bin) => `${from} to ${to}`;
  const width = Math.max(...bins.map((bin) => label(bin).length));
  return bins.map((bin) => {
    const bar = "#".repeat(Math.ceil((WIDEST * bin.count) / most));
    return `${label(bin).padStart(width)}${String(bin.count).padStart(8)}  ${bar}`.trimEnd();
  });
}

function quoted(text: string): string {
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
