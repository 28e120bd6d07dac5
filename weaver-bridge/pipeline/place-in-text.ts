/** Lines and columns of offsets, both from 1. Of one text many are asked, so where its lines start is kept. */
export function placeIn(text: string, offset: number): { readonly line: number; readonly column: number } {
  if (last.text !== text) last = { text, starts: startsOf(text) };
  const { starts } = last;
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
}

let last: { readonly text: string; readonly starts: readonly number[] } = { text: "", starts: [0] };

function startsOf(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}
