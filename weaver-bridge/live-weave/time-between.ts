/** How long it took from one thing that advice logged to another, and how these times are distributed. */
import type { LogEntry } from "./read-log.js";

export interface Span {
  /** Number of the entry that it begins with. */
  readonly number: number;
  /** When it began, and how long it took, by the CPU's time stamp counter. */
  readonly time: number;
  readonly took: number;
}

/** Inclusive, exclusive. */
export interface Bin {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/**
 * From each entry with `first` in its text to the next one with `second`; another `first` in between begins anew, and
 * where entries were lost, nobody knows what was between.
 */
export function spansBetween(entries: readonly LogEntry[], first: string, second: string): Span[] {
  const spans: Span[] = [];
  let begun: LogEntry | undefined;
  let next = 0;
  for (const entry of entries) {
    if (entry.number !== next) begun = undefined;
    next = entry.number + 1;
    if (begun !== undefined && entry.text.includes(second)) {
      spans.push({ number: begun.number, time: begun.time, took: entry.time - begun.time });
      begun = undefined;
    }
    if (entry.text.includes(first)) begun = entry;
  }
  return spans;
}

const MOST_BINS = 12;

/** Bins of one round width (1, 2 or 5 and zeros), as many as there is something in or between. */
export function histogramOf(spans: readonly Span[]): Bin[] {
  if (spans.length === 0) return [];
  const times = spans.map(({ took }) => took);
  const [least, most] = [Math.min(...times), Math.max(...times)];
  const width = roundWidth((most - least) / MOST_BINS);
  const start = Math.floor(least / width);
  const counts = new Array<number>(Math.floor(most / width) - start + 1).fill(0);
  for (const time of times)
    counts[Math.floor(time / width) - start] = (counts[Math.floor(time / width) - start] ?? 0) + 1;
  return counts.map((count, index) => ({
    ...{ from: (start + index) * width, to: (start + index + 1) * width, count },
  }));
}

function roundWidth(least: number): number {
  for (let power = 1; ; power *= 10)
    for (const digit of [1, 2, 5]) if (digit * power >= least) return digit * power;
}
