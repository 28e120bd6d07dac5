/** Names that someone may have meant: edit distance with neighbouring letters swapped counted once. */

/** Nearest of `candidates`, best first, at most `count`; none that differ in more than a third of the letters. */
export function nearestNames(name: string, candidates: Iterable<string>, count = 3): string[] {
  const limit = Math.max(1, Math.floor(name.length / 3));
  const scored: { name: string; distance: number }[] = [];
  for (const candidate of new Set(candidates)) {
    if (candidate === name || Math.abs(candidate.length - name.length) > limit) continue;
    const distance = editDistance(name, candidate, limit);
    if (distance <= limit) scored.push({ name: candidate, distance });
  }
  scored.sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1));
  return scored.slice(0, count).map((item) => item.name);
}

/**
 * Names that a longer one was made of, where a macro or a convention took the place of the function: `kmalloc_noprof` for
 * `kmalloc`, `__x64_sys_%` for `sys_%`. Shortest first, at most `count`; of wildcards alone none.
 */
export function affixedNames(pattern: string, candidates: Iterable<string>, count = 3): string[] {
  const [first = "", ...rest] = pattern.split("%");
  const last = rest.at(-1) ?? first;
  if (!/\w{3}/.test(pattern)) return [];
  const escaped = pattern.split("%").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const before = first === "" ? "()" : "((?:\\w*_)?)";
  const behind = last === "" ? "()" : "((?:_\\w*)?)";
  const whole = new RegExp(`^${before}${escaped.join("\\w*")}${behind}$`);
  const found = new Set<string>();
  for (const candidate of candidates) {
    const [, prefix = "", suffix = ""] = whole.exec(candidate) ?? [];
    if (prefix !== "" || suffix !== "") found.add(`${prefix}${pattern}${suffix}`);
  }
  return [...found].sort((a, b) => a.length - b.length || (a < b ? -1 : 1)).slice(0, count);
}

/** `Did you mean \`call\`?`, or nothing when no candidate is near. */
export function didYouMean(name: string, candidates: Iterable<string>): string | undefined {
  const nearest = nearestNames(name, candidates);
  return nearest.length === 0 ? undefined : `Did you mean ${nearest.map((n) => `\`${n}\``).join(" or ")}?`;
}

function editDistance(a: string, b: string, limit: number): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let best = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let cost = Math.min(
        (previous[j] as number) + 1,
        (row[j - 1] as number) + 1,
        (previous[j - 1] as number) + same,
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (beforePrevious[j - 2] as number) + 1);
      row.push(cost);
      best = Math.min(best, cost);
    }
    if (best > limit) return limit + 1;
    beforePrevious = previous;
    previous = row;
  }
  return previous[b.length] as number;
}
