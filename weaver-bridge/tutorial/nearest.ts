/** What somebody may have meant: the nearest of some texts, by single-character edits. Pure. */

/** The nearest text, if at most a third of it differs; upper and lower case are the same. */
export function nearest(wanted: string, texts: readonly string[]): string | undefined {
  let best: string | undefined;
  let least = Math.max(1, Math.floor(wanted.length / 3)) + 1;
  for (const text of texts) {
    if (Math.abs(text.length - wanted.length) >= least) continue;
    const edits = distance(wanted.toLowerCase(), text.toLowerCase(), least);
    if (edits < least) [best, least] = [text, edits];
  }
  return best;
}

/** Edits that make one of the other; `enough` where there are as many or more. */
function distance(a: string, b: string, enough: number): number {
  let previous = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(replaced, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    if (Math.min(...row) >= enough) return enough;
    previous = row;
  }
  return Math.min(previous[b.length] ?? enough, enough);
}
