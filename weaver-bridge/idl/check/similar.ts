/** Names that a person may have meant. */

/** The first of the nearest `names`, if it differs in few letters. */
export function closest(names: readonly string[], wanted: string): string | undefined {
  const limit = Math.max(1, Math.floor(wanted.length / 4));
  let best: { name: string; distance: number } | undefined;
  for (const name of names) {
    if (Math.abs(name.length - wanted.length) > limit) continue;
    const distance = editDistance(name.toLowerCase(), wanted.toLowerCase());
    if (distance <= limit && (best === undefined || distance < best.distance)) best = { name, distance };
  }
  return best?.name;
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next.push(
        Math.min(
          (row[j] as number) + 1,
          (next[j - 1] as number) + 1,
          (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1),
        ),
      );
    row = next;
  }
  return row[b.length] as number;
}
